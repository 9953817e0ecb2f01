#ifndef OCEAN_KERNELS_HANDLE_MEASURE_LONGEST_ROW_HPP
#define OCEAN_KERNELS_HANDLE_MEASURE_LONGEST_ROW_HPP
/// \file
/// \brief The length of the longest row of a graph.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Largest difference of neighbouring offsets.
/// Shapes  row_map [num_rows + 1]
/// Launch  RangePolicy over num_rows, maximum; no atomics
template <class RowMap>
struct MeasureLongestRow {
  RowMap row_map;
  KOKKOS_FUNCTION void operator()(const count_type row, count_type& longest) const {
    const auto length = static_cast<count_type>(row_map(row + 1)) - static_cast<count_type>(row_map(row));
    if (length > longest) longest = length;
  }
};

/// \brief Entries of the longest row; 0 without rows. Waits for \p exec.
template <class ExecutionSpace, class RowMap>
count_type measure_longest_row(const ExecutionSpace& exec, const RowMap& row_map) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  const auto num_offsets = static_cast<count_type>(row_map.extent(0));
  count_type longest = 0;
  if (num_offsets > 1)
    Kokkos::parallel_reduce("Ocean::handle::measure_longest_row", policy_type(exec, 0, num_offsets - 1),
                            MeasureLongestRow<RowMap>{row_map}, Kokkos::Max<count_type>(longest));
  return longest;
}

}  // namespace Ocean::Impl

#endif
