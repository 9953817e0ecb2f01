#ifndef OCEAN_KERNELS_HANDLE_FINGERPRINT_PATTERN_HPP
#define OCEAN_KERNELS_HANDLE_FINGERPRINT_PATTERN_HPP
/// \file
/// \brief One number for the row map and the columns of an operand: any change of one element changes it.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../backend/late_sum.hpp"
#include "../../backend/team_launch.hpp"
#include "../../core/problem.hpp"
#include "pattern_pairs.hpp"

namespace Ocean::Impl {

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

/// \brief On a host: the sum of the numbers of all blocks.
/// Launch  a LateSum over num_blocks()
template <class RowMap, class Entries>
struct FingerprintPatternHost {
  FingerprintPattern<RowMap, Entries> fingerprint;

  count_type num_blocks() const {
    const bool has_second = fingerprint.num_pairs > fingerprint.num_first;
    return fingerprint.first.num_blocks() + (has_second ? fingerprint.second.num_blocks() : 0);
  }

  void operator()(const count_type block, std::uint64_t& sum) const {
    const count_type num_first = fingerprint.first.num_blocks();
    sum += block < num_first ? fingerprint.first_factor * fingerprint.first.number_of_block(block)
                             : fingerprint.second_factor * fingerprint.second.number_of_block(block - num_first);
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
  PendingFingerprint(const ExecutionSpace& exec, const Operand& operand) : PendingFingerprint(exec, nullptr, operand) {}
  template <class Operand>
  PendingFingerprint(const ExecutionSpace& exec, const Operand& a, const Operand& b)
      : PendingFingerprint(exec, nullptr, a, b) {}
  /// \param on_device  a word of the space to which the number is added there; null: none
  template <class Operand>
  PendingFingerprint(const ExecutionSpace& exec, std::uint64_t* on_device, const Operand& operand)
      : m_sum(launch(exec, make_fingerprint(pairs_of(operand), pairs_type<Operand>{}, false), on_device)) {}
  template <class Operand>
  PendingFingerprint(const ExecutionSpace& exec, std::uint64_t* on_device, const Operand& a, const Operand& b)
      : m_sum(launch(exec, make_fingerprint(pairs_of(a), pairs_of(b), are_same(a, b)), on_device)) {}

  /// \brief The number. Pre: the instance has been waited for
  std::uint64_t get() { return m_sum.get(); }
  /// \brief The number, after a wait.
  std::uint64_t wait() { return m_sum.wait(); }

 private:
  template <class Operand>
  using pairs_type = PatternPairs<typename Operand::row_map_type, typename Operand::entries_type>;

  template <class RowMap, class Entries>
  static LateSum<ExecutionSpace> launch(const ExecutionSpace& exec,
                                        const FingerprintPattern<RowMap, Entries>& fingerprint,
                                        std::uint64_t* on_device) {
    constexpr const char* label = "Ocean::handle::fingerprint_pattern";
    if constexpr (is_host_space_v<ExecutionSpace>) {
      const FingerprintPatternHost<RowMap, Entries> host{fingerprint};
      return LateSum<ExecutionSpace>(exec, label, host.num_blocks(), host, on_device);
    } else {
      return LateSum<ExecutionSpace>(exec, label, fingerprint.num_pairs, fingerprint, on_device);
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
