#ifndef OCEAN_KERNELS_REUSE_PLACE_SEARCH_HPP
#define OCEAN_KERNELS_REUSE_PLACE_SEARCH_HPP
/// \file
/// \brief Searches columns in a sorted row of C.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief The sorted columns of a row of C; each lane of a group has one.
template <class Column, class Index>
class PlaceSearch {
 public:
  PlaceSearch() = default;
  /// \param columns [size]
  KOKKOS_FUNCTION PlaceSearch(const Column* columns, Index size) : m_columns(columns), m_size(size) {
    if (size == 0) return;
    m_last_column = columns[size - 1];
    const count_type holes = static_cast<count_type>(m_last_column - columns[0]) - (size - 1);
    const count_type places = Kokkos::min<count_type>(holes, size - 1);
    for (Index step = 1; step <= places; step *= 2) m_step = step;
  }

  /// \brief The least place of \p column, as many below the last as fit there; holes in the row of C move it on.
  KOKKOS_FUNCTION Index first_place(Column column) const {
    const Column above = Kokkos::max(Column(0), static_cast<Column>(m_last_column - column));
    return static_cast<Index>(Kokkos::max(Column(0), static_cast<Column>(m_size - 1 - above)));
  }

  /// \brief Finds some places side by side: the number of columns below each, the last one at the most.
  /// \param column [Count]
  /// \param place  [Count] first_place() of each, or negative where nothing is searched (in); the place, negative where
  ///               the row lacks the column (out)
  template <int Count>
  KOKKOS_FUNCTION void find(const Column* column, Index* place) const {
    for (Index step = m_step; step > 0; step /= 2)
      for (int term = 0; term < Count; ++term) {
        const Index next = place[term] + step;
        if (place[term] >= 0 && next < m_size && m_columns[next - 1] < column[term]) place[term] = next;
      }
    for (int term = 0; term < Count; ++term)
      if (place[term] >= 0 && m_columns[place[term]] != column[term]) place[term] = -1;
  }

 private:
  const Column* m_columns = nullptr;
  Index m_size = 0;
  Column m_last_column = 0;
  Index m_step = 0;  ///< the power of two up to the holes between the columns, and up to size - 1
};

}  // namespace Ocean::Impl

#endif
