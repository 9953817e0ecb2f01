#ifndef OCEAN_KERNELS_NUMERIC_CLAIM_WINDOW_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_CLAIM_WINDOW_ROWS_HPP
/// \file
/// \brief Room for rows in windows.

#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Claims room for rows whose windows are counted, and writes their sizes: the teams of a row's windows come in
/// any order, so none of them can.
/// \tparam Rows of WindowRows, whose window_nnz is counted
/// Launch   a thread per row, RangePolicy
/// Cost     one read of the counts
template <class Rows>
struct ClaimWindowRows {
  /// \brief Stands for the team of a row.
  struct Claimant {
    using atomics = PortableAtomics;
  };
  Rows rows;

  KOKKOS_FUNCTION void operator()(count_type position) const {
    count_type distinct = 0;
    for (count_type window = 0; window < rows.windows_max; ++window)
      distinct += rows.window_nnz(position * rows.windows_max + window);
    const count_type row = rows.pass.row_at(position);
    if (rows.pass.claim(Claimant(), position, distinct) == no_room)
      rows.pass.note_overflow(Claimant(), row);
    else
      rows.pass.row_nnz(row) = distinct;
  }
};

/// \brief Launches ClaimWindowRows on \p exec; returns without a fence.
template <class ExecutionSpace, class Rows>
void claim_window_rows(const ExecutionSpace& exec, const Rows& rows) {
  Kokkos::parallel_for("Ocean::numeric::claim_window_rows",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, rows.pass.num_rows),
                       ClaimWindowRows<Rows>{rows});
}

}  // namespace Ocean::Impl

#endif
