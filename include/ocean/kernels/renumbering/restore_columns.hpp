#ifndef OCEAN_KERNELS_RENUMBERING_RESTORE_COLUMNS_HPP
#define OCEAN_KERNELS_RENUMBERING_RESTORE_COLUMNS_HPP
/// \file
/// \brief Restores the columns of C from their numbers among B's columns.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief entries(i) = columns(entries(i)); sorted rows stay sorted.
/// Shapes  entries [nnz(C)] (in and out), columns [columns of B that have entries], ascending
/// Launch  RangePolicy over the entries
template <class Entries, class Columns>
struct RestoreColumns {
  Entries entries;
  Columns columns;
  KOKKOS_FUNCTION void operator()(const count_type entry) const {
    entries(entry) = static_cast<typename Entries::non_const_value_type>(columns(entries(entry)));
  }
};

/// \brief Launches RestoreColumns on \p exec; returns without a fence.
template <class ExecutionSpace, class Entries, class Columns>
void restore_columns(const ExecutionSpace& exec, const Entries& entries, const Columns& columns) {
  Kokkos::parallel_for("Ocean::renumbering::restore_columns",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(
                           exec, 0, static_cast<count_type>(entries.extent(0))),
                       RestoreColumns<Entries, Columns>{entries, columns});
}

}  // namespace Ocean::Impl

#endif
