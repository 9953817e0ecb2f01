#ifndef OCEAN_KERNELS_NUMERIC_EMPTY_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_EMPTY_ROWS_HPP
/// \file
/// \brief Rows without products.

#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Gives the rows of the bin the size zero. Holds nothing else of the pass: Kokkos launches a small functor
/// faster.
/// Cost one write per row
template <class Order, class Sizes>
struct EmptyRows {
  Order row_order;
  Sizes row_nnz;
  count_type first_position;  ///< of the bin in row_order
  KOKKOS_FUNCTION void operator()(count_type position) const { row_nnz(row_order(first_position + position)) = 0; }
};

/// \brief Launches EmptyRows on \p exec; returns without a fence.
template <class ExecutionSpace, class PassData>
void empty_rows(const ExecutionSpace& exec, const PassData& pass) {
  Kokkos::parallel_for(
      "Ocean::numeric::empty_rows",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, pass.num_rows),
      EmptyRows<decltype(pass.row_order), decltype(pass.row_nnz)>{pass.row_order, pass.row_nnz, pass.first_position});
}

}  // namespace Ocean::Impl

#endif
