#ifndef OCEAN_HANDLE_PATTERN_FINGERPRINT_HPP
#define OCEAN_HANDLE_PATTERN_FINGERPRINT_HPP
/// \file
/// \brief What a handle remembers of the patterns of A and B, to refuse different ones.

#include <cstdint>

#include "../backend/late_sum.hpp"
#include "../core/problem.hpp"
#include "../kernels/handle/fingerprint_pattern.hpp"

namespace Ocean::Impl {

/// \brief The addresses of the two graphs and their dimensions: compared on the host, at no cost.
struct PatternPlaces {
  const void* row_map_a = nullptr;
  const void* entries_a = nullptr;
  const void* row_map_b = nullptr;
  const void* entries_b = nullptr;
  bool operator==(const PatternPlaces&) const = default;
};

/// \brief Dimensions, modes and lengths: what can be compared without reading an array.
struct PatternShape {
  count_type num_rows_a = 0, num_cols_a = 0, nnz_a = 0;
  count_type num_rows_b = 0, num_cols_b = 0, nnz_b = 0;
  bool transpose_a = false, transpose_b = false;
  bool operator==(const PatternShape&) const = default;
};

template <class Operand>
PatternPlaces places_of(const Operand& a, const Operand& b) {
  return {a.row_map.data(), a.entries.data(), b.row_map.data(), b.entries.data()};
}

template <class Operand>
PatternShape shape_of(const Operand& a, bool transpose_a, const Operand& b, bool transpose_b) {
  return {a.num_rows,  a.num_cols, static_cast<count_type>(a.entries.extent(0)),
          b.num_rows,  b.num_cols, static_cast<count_type>(b.entries.extent(0)),
          transpose_a, transpose_b};
}

/// \brief The fingerprint of A and B while its kernel runs.
template <class ExecutionSpace>
class PendingFingerprint {
 public:
  template <class Operand>
  PendingFingerprint(const ExecutionSpace& exec, const Operand& a, const Operand& b)
      : m_sum(launch_fingerprint(exec, a, b)) {}

  /// \brief The fingerprint. Pre: the instance has been waited for
  std::uint64_t get() { return m_sum.get(); }
  std::uint64_t wait() { return m_sum.wait(); }

 private:
  LateSum<ExecutionSpace> m_sum;
};

}  // namespace Ocean::Impl

#endif
