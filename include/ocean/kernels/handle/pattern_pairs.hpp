#ifndef OCEAN_KERNELS_HANDLE_PATTERN_PAIRS_HPP
#define OCEAN_KERNELS_HANDLE_PATTERN_PAIRS_HPP
/// \file
/// \brief A number for every pair of neighbouring elements of a pattern, and sums of them.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Scrambles the bits of \p word so that sums of results are as good as random.
/// Source  finaliser of SplitMix64 [Steele, Lea, Flood, OOPSLA 2014]
KOKKOS_INLINE_FUNCTION std::uint64_t scramble_bits(std::uint64_t word) {
  constexpr std::uint64_t first_factor = 0xBF58476D1CE4E5B9u, second_factor = 0x94D049BB133111EBu;
  constexpr int first_shift = 30, second_shift = 27, third_shift = 31;
  word = (word ^ (word >> first_shift)) * first_factor;
  word = (word ^ (word >> second_shift)) * second_factor;
  return word ^ (word >> third_shift);
}

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

  /// \brief The sum of the numbers of [\p begin, \p end) of the pairs, for hosts: number_of() asks for every pair what
  /// it is.
  std::uint64_t sum_of(count_type begin, count_type end) const {
    if (num_offsets() == 0) return 0;
    const auto num_entries = static_cast<count_type>(entries.extent(0));
    const count_type split = num_offset_pairs();
    std::uint64_t sum = sum_words(row_map.data(), num_offsets(), begin, Kokkos::min(end, split), 0);
    if (end <= split) return sum;
    const auto count = Kokkos::min(static_cast<count_type>(row_map.data()[num_offsets() - 1]), num_entries);
    return sum + sum_words(entries.data(), count, Kokkos::max(begin, split), end, split);
  }

 private:
  static KOKKOS_FUNCTION std::uint64_t scramble_at(count_type pair, std::uint64_t word) {
    return scramble_bits(static_cast<std::uint64_t>(pair + 1) * place_factor + word);
  }
  /// \brief The numbers of [\p begin, \p end) of the pairs; elements[0] is in pair \p first_pair.
  template <class Element>
  static std::uint64_t sum_words(const Element* elements, count_type count, count_type begin, count_type end,
                                 count_type first_pair) {
    const count_type whole = Kokkos::min(end, first_pair + Kokkos::max(count, count_type(0)) / 2);
    std::uint64_t sum = 0;
    count_type pair = begin;
    for (; pair < whole; ++pair) {
      const Element* const own = elements + 2 * (pair - first_pair);
      sum += scramble_at(pair, pair_word(static_cast<std::uint64_t>(own[0]), static_cast<std::uint64_t>(own[1])));
    }
    if (pair < end && 2 * (pair - first_pair) < count)
      sum += scramble_at(pair, static_cast<std::uint64_t>(elements[2 * (pair - first_pair)]));
    return sum;
  }
  /// \brief Both elements in one word, the second in the other half: a change of one changes the word.
  static KOKKOS_FUNCTION std::uint64_t pair_word(std::uint64_t first, std::uint64_t second) {
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
