#ifndef OCEAN_KERNELS_OPERATIONS_SCATTER_ENTRIES_HPP
#define OCEAN_KERNELS_OPERATIONS_SCATTER_ENTRIES_HPP
/// \file
/// \brief A transpose with atomics: counts the entries of every column, then assigns every entry a position in its
/// column.

#include "../../core/binary_search.hpp"

namespace Ocean::Impl {

/// \brief One thread per entry.
/// Shapes  entries [nnz], column_nnz [num_cols + 1] (in: zero; out)
/// Launch  RangePolicy over the entries; one atomic each
template <class Entries, class Counts>
struct CountColumns {
  Entries entries;
  Counts column_nnz;
  KOKKOS_FUNCTION void operator()(count_type entry) const {
    Kokkos::atomic_inc(&column_nnz(static_cast<count_type>(entries(entry))));
  }
};

/// \brief Launches CountColumns on \p exec; returns without a fence.
template <class ExecutionSpace, class Entries, class Counts>
void count_columns(const ExecutionSpace& exec, const Entries& entries, const Counts& column_nnz, count_type nnz) {
  Kokkos::parallel_for("Ocean::transpose::count_columns",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, nnz),
                       CountColumns<Entries, Counts>{entries, column_nnz});
}

/// \brief One thread per entry; a column is filled from its end, in the order in which the threads arrive.
/// Shapes  row_map [num_rows + 1], entries [nnz], column_begin [num_cols + 1], column_nnz [num_cols + 1] (in: counts,
///         out: zero), positions [nnz] (out): where the entry came from, rows [nnz] (out): its row
/// Launch  RangePolicy over the entries; one atomic each
/// Cost    log2(num_rows) reads of row_map per entry, whatever the lengths of the rows
template <class RowMap, class Entries, class Offsets, class Rows>
struct ScatterEntries {
  RowMap row_map;
  Entries entries;
  Offsets column_begin;
  Offsets column_nnz;
  Offsets positions;
  Rows rows;
  count_type num_rows;

  KOKKOS_FUNCTION void operator()(count_type entry) const {
    using offset_type = typename Offsets::non_const_value_type;
    const auto column = static_cast<count_type>(entries(entry));
    const offset_type left = Kokkos::atomic_fetch_sub(&column_nnz(column), offset_type(1));
    const auto place = static_cast<count_type>(column_begin(column) + left) - 1;
    positions(place) = static_cast<offset_type>(entry);
    rows(place) = static_cast<typename Rows::non_const_value_type>(find_row(row_map, num_rows, entry));
  }
};

/// \brief Launches \p scatter on \p exec; returns without a fence.
template <class ExecutionSpace, class RowMap, class Entries, class Offsets, class Rows>
void scatter_entries(const ExecutionSpace& exec, const ScatterEntries<RowMap, Entries, Offsets, Rows>& scatter,
                     count_type nnz) {
  Kokkos::parallel_for("Ocean::transpose::scatter_entries",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, nnz), scatter);
}

/// \brief target(i) = source(positions(i)).
/// Launch  RangePolicy over the positions
template <class Source, class Positions, class Target>
struct GatherValues {
  Source source;
  Positions positions;
  Target target;
  KOKKOS_FUNCTION void operator()(count_type place) const {
    target(place) = source(static_cast<count_type>(positions(place)));
  }
};

/// \brief Launches GatherValues on \p exec; returns without a fence.
template <class ExecutionSpace, class Source, class Positions, class Target>
void gather_values(const ExecutionSpace& exec, const Source& source, const Positions& positions, const Target& target,
                   count_type count) {
  Kokkos::parallel_for("Ocean::transpose::gather_values",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, count),
                       GatherValues<Source, Positions, Target>{source, positions, target});
}

}  // namespace Ocean::Impl

#endif
