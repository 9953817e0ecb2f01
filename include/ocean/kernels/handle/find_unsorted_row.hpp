#ifndef OCEAN_KERNELS_HANDLE_FIND_UNSORTED_ROW_HPP
#define OCEAN_KERNELS_HANDLE_FIND_UNSORTED_ROW_HPP
/// \file
/// \brief The first row of a graph whose columns do not ascend.

#include <Kokkos_Core.hpp>

#include "../../core/find_first.hpp"

namespace Ocean::Impl {

/// \brief First row with a column that is not greater than the one before it.
/// Shapes  row_map [num_rows + 1], entries [row_map(num_rows)]
/// Launch  RangePolicy over the rows, minimum over the row
template <class RowMap, class Entries>
struct FindUnsortedRow {
  RowMap row_map;
  Entries entries;
  KOKKOS_FUNCTION void operator()(const count_type row, count_type& first) const {
    if (row >= first) return;
    bool is_unsorted = false;  // of all entries, so that several are compared at once
    for (auto entry = row_map(row); entry + 1 < row_map(row + 1); ++entry)
      is_unsorted |= !(entries(entry) < entries(entry + 1));
    if (is_unsorted) first = row;
  }
};

/// \brief That row, or the largest count_type. Waits for \p exec.
template <class ExecutionSpace, class RowMap, class Entries>
count_type find_unsorted_row(const ExecutionSpace& exec, const RowMap& row_map, const Entries& entries,
                             count_type num_rows) {
  return find_first(exec, "Ocean::handle::find_unsorted_row", num_rows,
                    FindUnsortedRow<RowMap, Entries>{row_map, entries});
}

}  // namespace Ocean::Impl

#endif
