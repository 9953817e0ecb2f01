#ifndef OCEAN_KERNELS_CHUNKS_ROW_SIZES_HPP
#define OCEAN_KERNELS_CHUNKS_ROW_SIZES_HPP
/// \file
/// \brief Sizes of the rows of a chunk, and the offsets of C that they add up to.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Writes the sizes of a slice's rows one position after their offsets, and sums them.
/// Shapes  row_nnz [num_rows]; offsets [num_rows + 1], those of the slice; Launch  RangePolicy over the rows, a sum
template <class Sizes, class Offset>
struct WriteRowSizes {
  Sizes row_nnz;
  Offset* offsets;
  KOKKOS_FUNCTION void operator()(count_type row, count_type& nnz) const {
    offsets[row + 1] = static_cast<Offset>(row_nnz(row));
    nnz += row_nnz(row);
  }
};

/// \brief Sizes of a slice's rows from their offsets.
template <class Sizes, class Offset>
struct ReadRowSizes {
  Sizes row_nnz;
  const Offset* offsets;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    row_nnz(row) = static_cast<count_type>(offsets[row + 1]) - static_cast<count_type>(offsets[row]);
  }
};

/// \brief Sizes, of row i at row_map(i + 1), to offsets.
/// Launch  scan over the rows
template <class Offset>
struct SumRowSizes {
  Offset* row_map;
  KOKKOS_FUNCTION void operator()(count_type row, count_type& sum, bool is_final) const {
    sum += static_cast<count_type>(row_map[row + 1]);
    if (!is_final) return;
    row_map[row + 1] = static_cast<Offset>(sum);
    if (row == 0) row_map[0] = Offset(0);
  }
};

/// \brief Launches WriteRowSizes on \p exec and waits for the sum.
template <class ExecutionSpace, class Sizes, class Offset>
count_type write_row_sizes(const ExecutionSpace& exec, count_type num_rows, const Sizes& row_nnz, Offset* offsets) {
  count_type nnz = 0;
  Kokkos::parallel_reduce("Ocean::chunks::write_row_sizes",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows),
                          WriteRowSizes<Sizes, Offset>{row_nnz, offsets}, nnz);
  return nnz;
}

/// \brief Launches ReadRowSizes on \p exec; returns without a fence.
template <class ExecutionSpace, class Sizes, class Offset>
void read_row_sizes(const ExecutionSpace& exec, count_type num_rows, const Offset* offsets, const Sizes& row_nnz) {
  Kokkos::parallel_for("Ocean::chunks::read_row_sizes",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows),
                       ReadRowSizes<Sizes, Offset>{row_nnz, offsets});
}

/// \brief Launches SumRowSizes on \p exec; returns without a fence.
template <class ExecutionSpace, class Offset>
void sum_row_sizes(const ExecutionSpace& exec, count_type num_rows, Offset* row_map) {
  Kokkos::parallel_scan("Ocean::chunks::sum_row_sizes",
                        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows),
                        SumRowSizes<Offset>{row_map});
}

}  // namespace Ocean::Impl

#endif
