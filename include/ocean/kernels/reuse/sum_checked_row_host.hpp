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
  places.set_row(columns, begin, size, [&](std::size_t place) { sums[place] = Scalar(0); });
  const auto* const row_map_b = problem.b.row_map.data();
  const auto* const columns_b = problem.b.entries.data();
  const auto* const values_b = problem.b.values.data();
  const auto* const entries_a = problem.a.entries.data();
  const auto* const row_map_a = problem.a.row_map.data() + row;
  const GraphPlacesHost known = places;  // of which the sums change nothing
  const auto sum = [&](const auto& value_of) {
    bool has_all = true;
    for (auto entry = static_cast<count_type>(row_map_a[0]); entry < static_cast<count_type>(row_map_a[1]); ++entry) {
      const auto* const offsets = row_map_b + entries_a[entry];
      has_all &= known.add_row(columns_b + offsets[0], values_b + offsets[0], columns_b + offsets[1],
                               static_cast<Scalar>(value_of(entry)), sums);
    }
    return has_all;
  };
  const auto row_values = problem.a.values_of(row);
  if (row_values.is_scaled) return sum([&](count_type entry) { return row_values.of(entry); });
  return sum([values_a = row_values.values](count_type entry) { return values_a[entry]; });
}

}  // namespace Ocean::Impl

#endif
