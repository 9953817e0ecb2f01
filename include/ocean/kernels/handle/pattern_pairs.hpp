#ifndef OCEAN_KERNELS_HANDLE_PATTERN_PAIRS_HPP
#define OCEAN_KERNELS_HANDLE_PATTERN_PAIRS_HPP
/// \file
/// \brief A number for every pair of neighbouring elements of a pattern, and sums of them.

#include <Kokkos_Core.hpp>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <numeric>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Scrambles the bits of \p word so that sums of results are as good as random.
/// Source  finaliser of SplitMix64 [Steele, Lea, Flood, OOPSLA 2014]
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t scramble_bits(std::uint64_t word) {
  constexpr std::uint64_t first_factor = 0xBF58476D1CE4E5B9u, second_factor = 0x94D049BB133111EBu;
  constexpr int first_shift = 30, second_shift = 27, third_shift = 31;
  word = (word ^ (word >> first_shift)) * first_factor;
  word = (word ^ (word >> second_shift)) * second_factor;
  return word ^ (word >> third_shift);
}

/// Pairs of a block of a pattern on hosts. source: 4 KiB of keys, which stay in the first-level cache
inline constexpr int pattern_block_pairs = 512;

/// Sums that a block has at the same time, so that the products do not wait for one sum.
/// measured: perf_tests/results/epyc_2cores_2026-11-29_one_pass.csv
inline constexpr int pattern_sums = 4;

/// \brief Odd numbers by which the words of a block are multiplied, far from each other's multiples.
/// Source  multilinear hashing [Lemire, Kaser, The Computer Journal 57 (11), 2014]
constexpr std::array<std::uint64_t, pattern_block_pairs> make_pattern_keys() {
  std::array<std::uint64_t, pattern_block_pairs> keys{};
  std::uint64_t number = 0;
  for (std::uint64_t& key : keys) key = scramble_bits(++number) | 1u;
  return keys;
}
inline constexpr std::array<std::uint64_t, pattern_block_pairs> pattern_keys = make_pattern_keys();

/// \brief The pairs of neighbouring elements of a row map and of columns: each gives a number that depends on both
/// elements and on their place.
/// Shapes  row_map [num_offsets], entries [num_entries]; entries beyond row_map(num_offsets - 1) do not count
template <class RowMap, class Entries>
struct PatternPairs {
  /// 2^64 divided by the golden ratio, odd: places become words far apart.
  static constexpr std::uint64_t place_factor = 0x9E3779B97F4A7C15u;

  RowMap row_map;
  Entries entries;

  KOKKOS_FUNCTION count_type num_offsets() const { return static_cast<count_type>(row_map.extent(0)); }
  KOKKOS_FUNCTION count_type num_offset_pairs() const { return pairs_of(num_offsets()); }
  KOKKOS_FUNCTION count_type size() const {
    return num_offset_pairs() + pairs_of(static_cast<count_type>(entries.extent(0)));
  }

  /// \brief The number of \p pair, of size() pairs; 0 for one that does not count.
  KOKKOS_FUNCTION std::uint64_t number_of(count_type pair) const {
    std::uint64_t word;
    if (pair < num_offset_pairs()) {
      word = word_of(row_map, 2 * pair, num_offsets());
    } else {
      if (num_offsets() == 0) return 0;
      const count_type entry = 2 * (pair - num_offset_pairs());
      const auto num_entries = static_cast<count_type>(entries.extent(0));  // offsets are not checked yet
      const auto count = Kokkos::min(static_cast<count_type>(row_map(num_offsets() - 1)), num_entries);
      if (entry >= count) return 0;
      word = word_of(entries, entry, count);
    }
    return scramble_at(pair, word);
  }

  /// \brief Blocks of pairs, for hosts: those of the row map, then those of the columns.
  count_type num_blocks() const { return num_offset_blocks() + blocks_of(static_cast<count_type>(entries.extent(0))); }
  /// \brief The number of \p block, of num_blocks(), from all its elements and its place; 0 for one that does not
  /// count. A change of one element changes it.
  std::uint64_t number_of_block(count_type block) const {
    if (num_offsets() == 0) return 0;
    const count_type in_entries = block - num_offset_blocks();
    if (in_entries < 0) return number_of_words(row_map.data(), num_offsets(), block, block);
    const auto num_entries = static_cast<count_type>(entries.extent(0));
    const auto count = Kokkos::min(static_cast<count_type>(row_map.data()[num_offsets() - 1]), num_entries);
    return number_of_words(entries.data(), count, in_entries, block);
  }

 private:
  static KOKKOS_FUNCTION std::uint64_t scramble_at(count_type pair, std::uint64_t word) {
    return scramble_bits(static_cast<std::uint64_t>(pair + 1) * place_factor + word);
  }
  count_type num_offset_blocks() const { return blocks_of(num_offsets()); }
  static constexpr count_type blocks_of(count_type count) {
    return (pairs_of(count) + pattern_block_pairs - 1) / pattern_block_pairs;
  }
  /// \brief The number of a block of the \p count elements, which is the \p place -th of all.
  template <class Element>
  static std::uint64_t number_of_words(const Element* elements, count_type count, count_type block, count_type place) {
    const count_type first = 2 * pattern_block_pairs * block;
    if (first >= count) return 0;
    const Element* const own = elements + first;
    const auto size = static_cast<int>(Kokkos::min<count_type>(2 * pattern_block_pairs, count - first));
    const int num_pairs = size / 2;
    const auto number_of_pair = [own](int pair) {
      return pattern_keys[static_cast<std::size_t>(pair)] * read_pair(own + 2 * pair);
    };
    std::uint64_t sums[pattern_sums] = {};
    int pair = 0;
    for (; pair + pattern_sums <= num_pairs; pair += pattern_sums)
      for (int ahead = 0; ahead < pattern_sums; ++ahead) sums[ahead] += number_of_pair(pair + ahead);
    std::uint64_t sum = std::accumulate(std::begin(sums), std::end(sums), std::uint64_t(0));
    for (; pair < num_pairs; ++pair) sum += number_of_pair(pair);
    if (size > 2 * num_pairs)
      sum += pattern_keys[static_cast<std::size_t>(num_pairs)] * static_cast<std::uint64_t>(own[size - 1]);
    return scramble_at(place, sum);
  }
  /// \brief pair_word() of two elements that lie next to each other, in one read if it holds both.
  template <class Element>
  static std::uint64_t read_pair(const Element* elements) {
    if constexpr (2 * sizeof(Element) == sizeof(std::uint64_t) && std::endian::native == std::endian::little) {
      std::uint64_t word;
      std::memcpy(&word, elements, sizeof(word));
      return word + pair_word(0, 0);
    } else {
      return pair_word(static_cast<std::uint64_t>(elements[0]), static_cast<std::uint64_t>(elements[1]));
    }
  }
  /// \brief Both elements in one word, the second in the other half: a change of one changes the word.
  static KOKKOS_FUNCTION constexpr std::uint64_t pair_word(std::uint64_t first, std::uint64_t second) {
    constexpr int half_bits = 32;
    ++second;  // 0 is not nothing
    return first + (second << half_bits | second >> half_bits);
  }
  /// \brief Pairs of \p count elements; the last may be one alone.
  static KOKKOS_FUNCTION constexpr count_type pairs_of(count_type count) { return (count + 1) / 2; }

  template <class Elements>
  static KOKKOS_FUNCTION std::uint64_t word_of(const Elements& elements, count_type first, count_type count) {
    const auto word = static_cast<std::uint64_t>(elements(first));
    return first + 1 >= count ? word : pair_word(word, static_cast<std::uint64_t>(elements(first + 1)));
  }
};

}  // namespace Ocean::Impl

#endif
