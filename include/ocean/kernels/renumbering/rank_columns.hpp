#ifndef OCEAN_KERNELS_RENUMBERING_RANK_COLUMNS_HPP
#define OCEAN_KERNELS_RENUMBERING_RANK_COLUMNS_HPP
/// \file
/// \brief The distinct columns of sorted entries, and the number of every entry's column among them.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Entries in the order of their columns.
/// Shapes  entries [nnz]; positions [nnz], entries by ascending column
template <class Entries, class Positions>
struct SortedEntries {
  Entries entries;
  Positions positions;

  KOKKOS_FUNCTION count_type entry_at(count_type place) const { return static_cast<count_type>(positions(place)); }
  KOKKOS_FUNCTION bool begins_column(count_type place) const {
    return place == 0 || entries(entry_at(place)) != entries(entry_at(place - 1));
  }
};

/// \brief Counts the distinct columns.
/// Launch  RangePolicy over the entries, a sum
template <class Sorted>
struct CountColumnsInUse {
  Sorted sorted;
  KOKKOS_FUNCTION void operator()(const count_type place, count_type& count) const {
    count += sorted.begins_column(place) ? 1 : 0;
  }
};

/// \brief Writes every column once, and the number of its column for every entry.
/// Shapes  ranks [nnz] (out), columns [different columns] (out)
/// Launch  scan over the entries
template <class Sorted, class Columns>
struct RankColumns {
  Sorted sorted;
  Columns ranks;
  Columns columns;

  KOKKOS_FUNCTION void operator()(const count_type place, count_type& count, const bool is_final) const {
    const bool begins = sorted.begins_column(place);
    count += begins ? 1 : 0;
    if (!is_final) return;
    const count_type entry = sorted.entry_at(place);
    ranks(entry) = static_cast<typename Columns::non_const_value_type>(count - 1);
    if (begins) columns(count - 1) = sorted.entries(entry);
  }
};

/// \brief Launches CountColumnsInUse on \p exec and waits for the number.
template <class ExecutionSpace, class Sorted>
count_type count_columns_in_use(const ExecutionSpace& exec, const Sorted& sorted, count_type nnz) {
  count_type count = 0;
  Kokkos::parallel_reduce("Ocean::renumbering::count_columns_in_use",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, nnz),
                          CountColumnsInUse<Sorted>{sorted}, count);
  return count;
}

/// \brief Launches RankColumns on \p exec; returns without a fence.
template <class ExecutionSpace, class Sorted, class Columns>
void rank_columns(const ExecutionSpace& exec, const Sorted& sorted, count_type nnz, const Columns& ranks,
                  const Columns& columns) {
  Kokkos::parallel_scan("Ocean::renumbering::rank_columns",
                        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, nnz),
                        RankColumns<Sorted, Columns>{sorted, ranks, columns});
}

}  // namespace Ocean::Impl

#endif
