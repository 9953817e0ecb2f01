#ifndef OCEAN_KERNELS_OPERATIONS_COMPACT_NONZEROS_HPP
#define OCEAN_KERNELS_OPERATIONS_COMPACT_NONZEROS_HPP
/// \file
/// \brief Compacts the entries of a matrix that are not exactly zero.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"
#include "visit_entries.hpp"

namespace Ocean::Impl {

/// \brief 1 for the entries that stay, 0 for the others; NaN stays.
/// Shapes  values [nnz], kept [nnz] (out)
/// Launch  RangePolicy over the entries
template <class Values, class Kept>
struct MarkNonzeros {
  Values values;
  Kept kept;
  KOKKOS_FUNCTION void operator()(count_type entry) const {
    using scalar_type = typename Values::non_const_value_type;
    kept(entry) = values(entry) == scalar_type(0) ? 0 : 1;
  }
};

/// \brief The same, but an entry on the diagonal stays whatever its value.
/// Shapes  entries, values [nnz]; kept [nnz] (out)
/// Launch  by visit_entries()
template <class Entries, class Values, class Kept>
struct MarkNonzerosAndDiagonal {
  MarkNonzeros<Values, Kept> mark;
  Entries entries;
  KOKKOS_FUNCTION void operator()(count_type entry, count_type row) const {
    mark(entry);
    if (static_cast<count_type>(entries(entry)) == row) mark.kept(entry) = 1;
  }
};

/// \brief Number of entries that are exactly zero.
/// Shapes  values [nnz]
/// Launch  RangePolicy over the entries, sum
template <class Values>
struct CountZeros {
  Values values;
  KOKKOS_FUNCTION void operator()(count_type entry, count_type& zeros) const {
    using scalar_type = typename Values::non_const_value_type;
    if (values(entry) == scalar_type(0)) ++zeros;
  }
};

/// \brief Offsets after the move.
/// Shapes  row_map [num_rows + 1], kept_before [nnz + 1]: kept entries before each, new_row_map [num_rows + 1] (out)
/// Launch  RangePolicy over the offsets
template <class RowMap, class Kept, class NewRowMap>
struct ReadKeptOffsets {
  RowMap row_map;
  Kept kept_before;
  NewRowMap new_row_map;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    new_row_map(row) =
        static_cast<typename NewRowMap::non_const_value_type>(kept_before(static_cast<count_type>(row_map(row))));
  }
};

/// \brief Moves an entry if it is kept; the order stays.
/// Shapes  entries, values [nnz]; kept_before [nnz + 1]; new_entries, new_values [kept_before(nnz)] (out)
/// Launch  RangePolicy over the entries
template <class Entries, class Values, class Kept, class NewEntries = Entries, class NewValues = Values>
struct MoveNonzeros {
  Entries entries;
  Values values;
  Kept kept_before;
  NewEntries new_entries;
  NewValues new_values;
  KOKKOS_FUNCTION void operator()(count_type entry) const {
    const auto place = static_cast<count_type>(kept_before(entry));
    if (static_cast<count_type>(kept_before(entry + 1)) == place) return;
    new_entries(place) = entries(entry);
    new_values(place) = values(entry);
  }
};

/// \brief Launches MarkNonzeros on \p exec; returns without a fence.
template <class ExecutionSpace, class Values, class Kept>
void mark_nonzeros(const ExecutionSpace& exec, const Values& values, const Kept& kept, count_type nnz) {
  Kokkos::parallel_for("Ocean::drop_zeros::mark_nonzeros",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, nnz),
                       MarkNonzeros<Values, Kept>{values, kept});
}

/// \brief Number of exact zeros among the first \p nnz values. Waits for \p exec.
template <class ExecutionSpace, class Values>
count_type count_zeros(const ExecutionSpace& exec, const Values& values, count_type nnz) {
  count_type zeros = 0;
  Kokkos::parallel_reduce("Ocean::skip_zeros::count_zeros",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, nnz),
                          CountZeros<Values>{values}, zeros);
  return zeros;
}

/// \brief Launches ReadKeptOffsets on \p exec; returns without a fence.
template <class ExecutionSpace, class RowMap, class Kept, class NewRowMap>
void read_kept_offsets(const ExecutionSpace& exec, const RowMap& row_map, const Kept& kept_before,
                       const NewRowMap& new_row_map) {
  Kokkos::parallel_for(
      "Ocean::drop_zeros::read_kept_offsets",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, new_row_map.extent(0)),
      ReadKeptOffsets<RowMap, Kept, NewRowMap>{row_map, kept_before, new_row_map});
}

/// \brief Launches \p move on \p exec; returns without a fence.
template <class ExecutionSpace, class... Arrays>
void move_nonzeros(const ExecutionSpace& exec, const MoveNonzeros<Arrays...>& move, count_type nnz) {
  Kokkos::parallel_for("Ocean::drop_zeros::move_nonzeros",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, nnz), move);
}

}  // namespace Ocean::Impl

#endif
