#ifndef OCEAN_KERNELS_HANDLE_FINGERPRINT_PATTERN_HPP
#define OCEAN_KERNELS_HANDLE_FINGERPRINT_PATTERN_HPP
/// \file
/// \brief One number for the row map and the columns of an operand: any change of one element changes it.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../backend/late_sum.hpp"
#include "../../backend/team_launch.hpp"
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

/// \brief The sum of the numbers of all pairs of one pattern, plus second_factor times that of another.
/// Launch  a LateSum over num_pairs; no atomics
/// Cost    one read of row_map and entries, of one pattern if both are the same
template <class RowMap, class Entries>
struct FingerprintPattern {
  /// Odd, so that any change of the second pattern changes the product. source: SplitMix64's first factor
  static constexpr std::uint64_t second_factor = 0xBF58476D1CE4E5B9u;

  PatternPairs<RowMap, Entries> first, second;
  count_type num_first, num_pairs;
  std::uint64_t first_factor;  ///< 1, or 1 + second_factor: both patterns are the first

  KOKKOS_FUNCTION void operator()(const count_type pair, std::uint64_t& sum) const {
    sum += pair < num_first ? first_factor * first.number_of(pair) : second_factor * second.number_of(pair - num_first);
  }
};

/// \brief The same on a host: a thread sums up many pairs at a time.
/// Launch  a LateSum over num_chunks()
template <class RowMap, class Entries>
struct FingerprintPatternHost {
  /// Pairs of a chunk. source: some microseconds of work, a thousandth of what a pattern that matters has
  static constexpr count_type chunk_pairs = 4096;
  FingerprintPattern<RowMap, Entries> fingerprint;

  count_type num_chunks() const { return (fingerprint.num_pairs + chunk_pairs - 1) / chunk_pairs; }

  void operator()(const count_type chunk, std::uint64_t& sum) const {
    const count_type begin = chunk * chunk_pairs, end = Kokkos::min(begin + chunk_pairs, fingerprint.num_pairs);
    const count_type split = fingerprint.num_first;
    if (begin < split) sum += fingerprint.first_factor * fingerprint.first.sum_of(begin, Kokkos::min(end, split));
    if (end > split)
      sum += fingerprint.second_factor * fingerprint.second.sum_of(Kokkos::max(begin, split) - split, end - split);
  }
};

/// \brief What \p first and \p second, which may be the same arrays, take.
template <class RowMap, class Entries>
FingerprintPattern<RowMap, Entries> make_fingerprint(const PatternPairs<RowMap, Entries>& first,
                                                     const PatternPairs<RowMap, Entries>& second, bool are_same) {
  using fingerprint_type = FingerprintPattern<RowMap, Entries>;
  const count_type num_first = first.size(), num_second = are_same ? 0 : second.size();
  return {first, second, num_first, num_first + num_second, are_same ? 1 + fingerprint_type::second_factor : 1};
}

/// \brief The number of the patterns of one operand, or of two of one type, while its kernel runs: each graph is read
/// once (one of them if they are the same).
template <class ExecutionSpace>
class PendingFingerprint {
 public:
  template <class Operand>
  PendingFingerprint(const ExecutionSpace& exec, const Operand& operand)
      : PendingFingerprint(exec, make_fingerprint(pairs_of(operand), pairs_type<Operand>{}, false)) {}
  template <class Operand>
  PendingFingerprint(const ExecutionSpace& exec, const Operand& a, const Operand& b)
      : PendingFingerprint(exec, make_fingerprint(pairs_of(a), pairs_of(b), are_same(a, b))) {}

  /// \brief The number. Pre: the instance has been waited for
  std::uint64_t get() { return m_sum.get(); }
  /// \brief The number, after a wait.
  std::uint64_t wait() { return m_sum.wait(); }

 private:
  template <class Operand>
  using pairs_type = PatternPairs<typename Operand::row_map_type, typename Operand::entries_type>;

  template <class RowMap, class Entries>
  PendingFingerprint(const ExecutionSpace& exec, const FingerprintPattern<RowMap, Entries>& fingerprint)
      : m_sum(launch(exec, fingerprint)) {}

  template <class RowMap, class Entries>
  static LateSum<ExecutionSpace> launch(const ExecutionSpace& exec,
                                        const FingerprintPattern<RowMap, Entries>& fingerprint) {
    constexpr const char* label = "Ocean::handle::fingerprint_pattern";
    if constexpr (is_host_space_v<ExecutionSpace>) {
      const FingerprintPatternHost<RowMap, Entries> host{fingerprint};
      return LateSum<ExecutionSpace>(exec, label, host.num_chunks(), host);
    } else {
      return LateSum<ExecutionSpace>(exec, label, fingerprint.num_pairs, fingerprint);
    }
  }

  template <class Operand>
  static pairs_type<Operand> pairs_of(const Operand& operand) {
    return {operand.row_map, operand.entries};
  }
  template <class Operand>
  static bool are_same(const Operand& a, const Operand& b) {
    return a.row_map.data() == b.row_map.data() && a.entries.data() == b.entries.data() &&
           a.row_map.extent(0) == b.row_map.extent(0) && a.entries.extent(0) == b.entries.extent(0);
  }

  LateSum<ExecutionSpace> m_sum;
};

/// \brief The arrays of a pattern, where there is no operand.
template <class RowMap, class Entries>
struct PatternArrays {
  using row_map_type = RowMap;
  using entries_type = Entries;
  RowMap row_map;
  Entries entries;
};

/// \brief The number of one pattern; waits for \p exec.
template <class ExecutionSpace, class RowMap, class Entries>
std::uint64_t fingerprint_pattern(const ExecutionSpace& exec, const RowMap& row_map, const Entries& entries) {
  return PendingFingerprint<ExecutionSpace>(exec, PatternArrays<RowMap, Entries>{row_map, entries}).wait();
}

}  // namespace Ocean::Impl

#endif
