#ifndef OCEAN_KERNELS_NUMERIC_EMPTY_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_EMPTY_ROWS_HPP
/// \file
/// \brief Rows without products.

#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Gives the rows of the bin the size zero.
/// Cost one write per row
template <class PassData>
struct EmptyRows {
  PassData pass;
  KOKKOS_FUNCTION void operator()(count_type position) const { pass.row_nnz(pass.row_at(position)) = 0; }
};

/// \brief Launches EmptyRows on \p exec; returns without a fence.
template <class ExecutionSpace, class PassData>
void empty_rows(const ExecutionSpace& exec, const PassData& pass) {
  Kokkos::parallel_for("Ocean::numeric::empty_rows",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, pass.num_rows),
                       EmptyRows<PassData>{pass});
}

}  // namespace Ocean::Impl

#endif
