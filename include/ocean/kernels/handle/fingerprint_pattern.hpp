#ifndef OCEAN_KERNELS_HANDLE_FINGERPRINT_PATTERN_HPP
#define OCEAN_KERNELS_HANDLE_FINGERPRINT_PATTERN_HPP
/// \file
/// \brief One number for the row map and the columns of an operand: any change of one element changes it.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../backend/late_words.hpp"
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

/// \brief Sum over pairs of elements, side by side in one array, of a number that depends on both and on their place.
/// Shapes  row_map [num_offsets], entries [num_entries]; entries beyond row_map(num_offsets - 1) do not count
/// Launch  RangePolicy over the pairs of both arrays, sum of 64-bit words; no atomics
/// Cost    one read of row_map and entries
template <class RowMap, class Entries>
struct FingerprintPattern {
  /// 2^64 divided by the golden ratio, odd: places become words far apart.
  static constexpr std::uint64_t place_factor = 0x9E3779B97F4A7C15u;

  RowMap row_map;
  Entries entries;
  count_type num_offsets, num_offset_pairs;

  /// \brief Pairs of \p count elements; the last may be one alone.
  static constexpr count_type pairs_of(count_type count) { return (count + 1) / 2; }

  KOKKOS_FUNCTION void operator()(const count_type pair, std::uint64_t& sum) const {
    const std::uint64_t place = static_cast<std::uint64_t>(pair + 1) * place_factor;
    if (pair < num_offset_pairs) {
      sum += scramble_bits(place + word_of(row_map, 2 * pair, num_offsets));
    } else if (num_offsets > 0) {
      const count_type entry = 2 * (pair - num_offset_pairs);
      const auto num_entries = static_cast<count_type>(entries.extent(0));  // offsets are not checked yet
      const auto count = Kokkos::min(static_cast<count_type>(row_map(num_offsets - 1)), num_entries);
      if (entry < count) sum += scramble_bits(place + word_of(entries, entry, count));
    }
  }

 private:
  /// \brief Both elements in one word, the second in the other half: a change of one changes the word.
  template <class Elements>
  static KOKKOS_FUNCTION std::uint64_t word_of(const Elements& elements, count_type first, count_type count) {
    constexpr int half_bits = 32;
    const auto word = static_cast<std::uint64_t>(elements(first));
    if (first + 1 >= count) return word;
    const auto second = static_cast<std::uint64_t>(elements(first + 1)) + 1;  // 0 is not nothing
    return word + (second << half_bits | second >> half_bits);
  }
};

/// \brief Launches FingerprintPattern on \p exec; \p word, a view that the host can read, has the number once \p exec
/// has been waited for.
template <class ExecutionSpace, class RowMap, class Entries, class Word>
void launch_fingerprint(const ExecutionSpace& exec, const RowMap& row_map, const Entries& entries, const Word& word) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  const auto num_offsets = static_cast<count_type>(row_map.extent(0));
  const auto num_entries = static_cast<count_type>(entries.extent(0));
  using fingerprint_type = FingerprintPattern<RowMap, Entries>;
  const count_type num_offset_pairs = fingerprint_type::pairs_of(num_offsets);
  const count_type num_pairs = num_offset_pairs + fingerprint_type::pairs_of(num_entries);
  word() = 0;
  if (num_pairs > 0)
    Kokkos::parallel_reduce("Ocean::handle::fingerprint_pattern", policy_type(exec, 0, num_pairs),
                            fingerprint_type{row_map, entries, num_offsets, num_offset_pairs}, word);
}

/// \brief The number; waits for \p exec.
template <class ExecutionSpace, class RowMap, class Entries>
std::uint64_t fingerprint_pattern(const ExecutionSpace& exec, const RowMap& row_map, const Entries& entries) {
  const auto word = LateWords<ExecutionSpace>::word(late_words_max - 1);
  launch_fingerprint(exec, row_map, entries, word);
  exec.fence("Ocean::handle::fingerprint_pattern");
  return word();
}

}  // namespace Ocean::Impl

#endif
