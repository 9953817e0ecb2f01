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
    const count_type row = rows.pass.row_at(position), size = rows.size_of(position);
    if (rows.pass.claim(Claimant(), position, size) == no_room)
      rows.pass.note_overflow(Claimant(), row);
    else
      rows.pass.row_nnz(row) = size;
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
