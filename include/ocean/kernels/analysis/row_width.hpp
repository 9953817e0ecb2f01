#ifndef OCEAN_KERNELS_ANALYSIS_ROW_WIDTH_HPP
#define OCEAN_KERNELS_ANALYSIS_ROW_WIDTH_HPP
/// \file
/// \brief How many lanes take a row of an operand.

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "../../backend/team_launch.hpp"
#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// Lanes of the widest group.
inline constexpr int analysis_warp_width = 32;
/// Mean entries of rows up to which a lane takes a row alone, and a group of middle_row_lanes. A row costs each of its
/// lanes instructions beside those for its entries, so that lanes that share a short row share little, and lanes
/// without entries cost as much as those with. measured: the lanes, for means of 3 to 53 entries, in
/// perf_tests/results/nvidia_h200_2026-11-25_analysis.csv; the bounds themselves in
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr int short_row_entries = 8, middle_row_entries = 96, middle_row_lanes = 4;

/// \brief Lanes that suit \p num_rows rows of \p mean_length: a warp a row where the device has one for all of them.
inline int choose_row_width(const TeamLimits& limits, double mean_length, count_type num_rows) {
  if (mean_length <= short_row_entries) return 1;
  const count_type resident = static_cast<count_type>(limits.num_units) * limits.threads_unit;
  const bool are_few = num_rows * analysis_warp_width <= resident;
  return mean_length <= middle_row_entries && !are_few ? middle_row_lanes : analysis_warp_width;
}

/// \brief Calls body(std::integral_constant<int, Width>) with the compiled width that suits the rows.
template <class Body>
void dispatch_row_width(const TeamLimits& limits, double mean_length, count_type num_rows, const Body& body) {
  switch (choose_row_width(limits, mean_length, num_rows)) {
    case 1: return body(std::integral_constant<int, 1>());
    case middle_row_lanes: return body(std::integral_constant<int, middle_row_lanes>());
    default: return body(std::integral_constant<int, analysis_warp_width>());
  }
}

}  // namespace Ocean::Impl

#endif
