#ifndef OCEAN_KERNELS_OPERATIONS_FIND_ROW_HPP
#define OCEAN_KERNELS_OPERATIONS_FIND_ROW_HPP
/// \file
/// \brief Searches in ascending sequences: the row of an entry, the place of a column.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief The row that holds \p entry.
/// Pre  row_map(0) <= entry < row_map(num_rows)
/// Cost log2(num_rows) reads
template <class RowMap>
KOKKOS_FUNCTION count_type find_row(const RowMap& row_map, count_type num_rows, count_type entry) {
  count_type low = 0, high = num_rows;
  while (high - low > 1) {
    const count_type middle = low + (high - low) / 2;
    if (static_cast<count_type>(row_map(middle)) <= entry)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/// \brief First place in [begin, end) of ascending \p items that is not below \p item; \p end if there is none.
template <class Items, class Item>
KOKKOS_FUNCTION count_type find_place(const Items& items, count_type begin, count_type end, const Item& item) {
  while (begin < end) {
    const count_type middle = begin + (end - begin) / 2;
    if (static_cast<Item>(items(middle)) < item)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/// \brief Finds the rows of entries that mostly follow each other: looks at the last row and the next before it
/// searches.
template <class RowMap>
class RowCursor {
 public:
  KOKKOS_FUNCTION RowCursor(const RowMap& row_map, count_type num_rows) : m_row_map(row_map), m_num_rows(num_rows) {}

  KOKKOS_FUNCTION count_type row_of(count_type entry) {
    if (m_row < 0 || !holds(m_row, entry))
      m_row = m_row >= 0 && m_row + 1 < m_num_rows && holds(m_row + 1, entry) ? m_row + 1
                                                                              : find_row(m_row_map, m_num_rows, entry);
    return m_row;
  }

 private:
  KOKKOS_FUNCTION bool holds(count_type row, count_type entry) const {
    return static_cast<count_type>(m_row_map(row)) <= entry && entry < static_cast<count_type>(m_row_map(row + 1));
  }

  const RowMap& m_row_map;
  count_type m_num_rows;
  count_type m_row = -1;
};

}  // namespace Ocean::Impl

#endif
