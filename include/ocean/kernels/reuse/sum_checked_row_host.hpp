#ifndef OCEAN_KERNELS_REUSE_SUM_CHECKED_ROW_HOST_HPP
#define OCEAN_KERNELS_REUSE_SUM_CHECKED_ROW_HOST_HPP
/// \file
/// \brief CPU path: a row of C whose columns are known and looked at.

#include <algorithm>

#include "../../accumulators/graph_places_host.hpp"

namespace Ocean::Impl {

/// \brief Sums a row where it belongs in C, in the order of A's entries; what C has no column for is left out.
/// Shapes  columns [size]: C's; sums [size] (out)
/// \param begin  C's entries before the row
/// \return whether C has a column for every product
template <class ProblemType, class Column, class Scalar>
bool sum_checked_row(const ProblemType& problem, count_type row, const Column* columns, count_type begin,
                     count_type size, GraphPlacesHost& places, Scalar* sums) {
  places.set_row(columns, begin, size);
  std::fill_n(sums, size, Scalar(0));
  const auto* const row_map_b = problem.b.row_map.data();
  const auto* const columns_b = problem.b.entries.data();
  const auto* const values_b = problem.b.values.data();
  const auto* const entries_a = problem.a.entries.data();
  const auto values_a = problem.a.values_of(row);
  const auto end = static_cast<count_type>(problem.a.row_map.data()[row + 1]);
  bool has_all = true;
  for (auto entry = static_cast<count_type>(problem.a.row_map.data()[row]); entry < end; ++entry) {
    const auto* const offsets = row_map_b + entries_a[entry];
    has_all &= places.add_row(columns_b + offsets[0], values_b + offsets[0], columns_b + offsets[1],
                              static_cast<Scalar>(values_a.of(entry)), sums);
  }
  return has_all;
}

}  // namespace Ocean::Impl

#endif
