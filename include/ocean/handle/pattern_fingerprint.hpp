#ifndef OCEAN_HANDLE_PATTERN_FINGERPRINT_HPP
#define OCEAN_HANDLE_PATTERN_FINGERPRINT_HPP
/// \file
/// \brief What a handle remembers of the patterns of A and B, to refuse others.

#include <cstdint>

#include "../core/problem.hpp"
#include "../kernels/handle/fingerprint_pattern.hpp"

namespace Ocean::Impl {

/// \brief The places of the two graphs in memory and their dimensions: compared on the host, for nothing.
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

/// \brief One word each for the row map and columns of A and B.
struct PatternFingerprint {
  std::uint64_t a = 0, b = 0;
  bool operator==(const PatternFingerprint&) const = default;
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

/// \brief Reads both graphs once (one of them if they are the same) and waits for \p exec.
template <class ExecutionSpace, class Operand>
PatternFingerprint fingerprint_of(const ExecutionSpace& exec, const Operand& a, const Operand& b) {
  PatternFingerprint fingerprint;
  fingerprint.a = fingerprint_pattern(exec, a.row_map, a.entries);
  const bool same_graph = a.row_map.data() == b.row_map.data() && a.entries.data() == b.entries.data() &&
                          a.row_map.extent(0) == b.row_map.extent(0) && a.entries.extent(0) == b.entries.extent(0);
  fingerprint.b = same_graph ? fingerprint.a : fingerprint_pattern(exec, b.row_map, b.entries);
  return fingerprint;
}

}  // namespace Ocean::Impl

#endif
