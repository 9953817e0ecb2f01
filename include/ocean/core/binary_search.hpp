#ifndef OCEAN_CORE_BINARY_SEARCH_HPP
#define OCEAN_CORE_BINARY_SEARCH_HPP
/// \file
/// \brief Searches in ascending sequences: for the place of a column, the row of an entry.

#include <Kokkos_Core.hpp>

#include "problem.hpp"

namespace Ocean::Impl {

/// \brief First place in [begin, end) of ascending \p items that is not below \p item; \p end if there is none.
/// Cost log2(end - begin) reads
template <class Items, class Item>
KOKKOS_INLINE_FUNCTION count_type find_place(const Items& items, count_type begin, count_type end, const Item& item) {
  while (begin < end) {
    const count_type middle = begin + (end - begin) / 2;
    if (static_cast<Item>(items[middle]) < item)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/// \brief The row that holds \p entry.
/// Pre  row_map(0) <= entry < row_map(num_rows)
/// Cost log2(num_rows) reads
template <class RowMap>
KOKKOS_INLINE_FUNCTION count_type find_row(const RowMap& row_map, count_type num_rows, count_type entry) {
  return find_place(row_map, 1, num_rows, entry + 1) - 1;
}

}  // namespace Ocean::Impl

#endif
