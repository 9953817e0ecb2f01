#ifndef OCEAN_KERNELS_OPERATIONS_ROW_CURSOR_HPP
#define OCEAN_KERNELS_OPERATIONS_ROW_CURSOR_HPP
/// \file
/// \brief Finds the rows of consecutive entries.

#include "../../core/binary_search.hpp"

namespace Ocean::Impl {

/// \brief Finds the rows of entries that mostly follow each other: tries the last row and the next one before it
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
