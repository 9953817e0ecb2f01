#ifndef OCEAN_KERNELS_CHECKS_FIND_DEFECTS_HPP
#define OCEAN_KERNELS_CHECKS_FIND_DEFECTS_HPP
/// \file
/// \brief The first offset or column of an operand that is out of bounds; for find_first().

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief First position whose offset is below the one before it.
/// Shapes  row_map [num_rows + 1]
/// Launch  RangePolicy over the rows, minimum over the position
template <class RowMap>
struct FindDecreasingOffset {
  RowMap row_map;
  KOKKOS_FUNCTION void operator()(const count_type row, count_type& first) const {
    if (row_map(row + 1) < row_map(row) && row + 1 < first) first = row + 1;
  }
};

/// \brief First entry whose column is not in [0, num_cols).
/// Shapes  entries [>= the entries of the launch]
/// Launch  RangePolicy over the entries, minimum over the position
template <class Entries>
struct FindColumnOutside {
  Entries entries;
  count_type num_cols;
  KOKKOS_FUNCTION void operator()(const count_type entry, count_type& first) const {
    const auto column = static_cast<count_type>(entries(entry));
    if ((column < 0 || column >= num_cols) && entry < first) first = entry;
  }
};

/// \brief The row that holds an entry.
/// Shapes  row_map [num_rows + 1], never decreasing
/// Launch  RangePolicy over the rows, minimum over the row
template <class RowMap>
struct FindRowOfEntry {
  RowMap row_map;
  count_type entry;
  KOKKOS_FUNCTION void operator()(const count_type row, count_type& found) const {
    if (entry < static_cast<count_type>(row_map(row + 1)) && row < found) found = row;
  }
};

}  // namespace Ocean::Impl

#endif
