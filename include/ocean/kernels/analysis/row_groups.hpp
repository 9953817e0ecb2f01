#ifndef OCEAN_KERNELS_ANALYSIS_ROW_GROUPS_HPP
#define OCEAN_KERNELS_ANALYSIS_ROW_GROUPS_HPP
/// \file
/// \brief Rows dealt to groups of lanes, with long rows shared by all groups of the team.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <type_traits>

#include "../../backend/team_launch.hpp"
#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// Threads of an analysis team. UNMEASURED
inline constexpr int analysis_team_size = 256;
/// Rows longer than this many entries per lane of a group are left to a warp, those longer for a warp to the team; the
/// smaller number where the team has fewer rows than warps. UNMEASURED
inline constexpr int analysis_long_row_entries_per_lane = 32, analysis_shared_row_entries_per_lane = 2;
/// Lanes of the widest group.
inline constexpr int analysis_warp_width = 32;
/// Rows that one group walks through, so that a team's start-up and its sums are shared.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr count_type analysis_rows_per_group_min = 1, analysis_rows_per_group_max = 32;
/// Teams for each one that the device holds at once, where there are rows enough.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr count_type analysis_teams_per_resident_team = 1;

/// \brief The rows of one team, dealt to its groups of \p Width lanes in rounds.
template <int Width, class Team>
class RowGroups {
 public:
  KOKKOS_FUNCTION RowGroups(const Team& team, count_type num_rows, count_type rows_per_team)
      : m_team(team),
        m_first_row(team.league_rank() * rows_per_team),
        m_last_row(Kokkos::min(m_first_row + rows_per_team, num_rows)),
        m_longest_of_warp(analysis_warp_width * (rows_per_team < analysis_team_size / analysis_warp_width
                                                     ? analysis_shared_row_entries_per_lane
                                                     : analysis_long_row_entries_per_lane)),
        m_longest(Kokkos::min<count_type>(Width * analysis_long_row_entries_per_lane, m_longest_of_warp)) {}

  /// \brief Calls body(row, begin, end, lanes) for every row; \p lanes are a group's or all of the team's.
  ///
  /// The groups of a warp call in lockstep: one that has no row of its own gets row -1, which is empty.
  /// Rows whose offsets are out of order or beyond \p nnz raise *defect and are passed on as empty.
  /// \param first_offset what row_map(0) must be
  template <class RowMap, class Body>
  KOKKOS_FUNCTION void for_each_row(const RowMap& row_map, count_type nnz, int* defect, const Body& body,
                                    count_type first_offset = 0) const {
    const auto group = m_team.template lockstep_group<Width>();
    count_type longest = 0;  // row that was skipped
    for (count_type first = m_first_row; first < m_last_row; first += m_team.template num_groups<Width>()) {
      const count_type row = first + m_team.template group_rank<Width>();
      Bounds bounds{0, 0};
      if (row < m_last_row) bounds = bounds_of(row_map, row, nnz, first_offset, defect, group.rank() == 0);
      if (bounds.end - bounds.begin > m_longest) {
        longest = Kokkos::max(longest, bounds.end - bounds.begin);
        body(count_type(-1), count_type(0), count_type(0), group);
      } else {
        body(row < m_last_row ? row : -1, bounds.begin, bounds.end, group);
      }
    }
    longest = m_team.max(longest);
    if (longest == 0) return;
    if constexpr (Width < analysis_warp_width) share_by_warps(row_map, nnz, defect, body, first_offset);
    if (longest <= m_longest_of_warp) return;
    const TeamLanes<Team> lanes(m_team);
    for (count_type row = m_first_row; row < m_last_row; ++row) {
      const Bounds bounds = bounds_of(row_map, row, nnz, first_offset, defect, false);
      if (bounds.end - bounds.begin > m_longest_of_warp) body(row, bounds.begin, bounds.end, lanes);
    }
  }

 private:
  struct Bounds {
    count_type begin, end;
  };

  template <class RowMap>
  KOKKOS_FUNCTION static Bounds bounds_of(const RowMap& row_map, count_type row, count_type nnz,
                                          count_type first_offset, int* defect, bool report) {
    const count_type begin = static_cast<count_type>(row_map(row)), end = static_cast<count_type>(row_map(row + 1));
    const bool sound = begin >= 0 && begin <= end && end <= nnz && (row > 0 || begin == first_offset);
    if (!sound && report) *defect = 1;
    return sound ? Bounds{begin, end} : Bounds{0, 0};
  }

  /// \brief The rows that are too long for a group, not for a warp: every lane looks at one, all take those found.
  template <class RowMap, class Body>
  KOKKOS_FUNCTION void share_by_warps(const RowMap& row_map, count_type nnz, int* defect, const Body& body,
                                      count_type first_offset) const {
    const auto warp = m_team.template group<analysis_warp_width>();
    for (count_type first = m_first_row + m_team.template group_rank<analysis_warp_width>() * warp.size();
         first < m_last_row; first += m_team.template num_groups<analysis_warp_width>() * warp.size()) {
      const count_type row = first + warp.rank();
      Bounds bounds{0, 0};
      if (row < m_last_row) bounds = bounds_of(row_map, row, nnz, first_offset, defect, false);
      const count_type length = bounds.end - bounds.begin;
      for (std::uint32_t found = warp.ballot(length > m_longest && length <= m_longest_of_warp); found != 0;
           found &= found - 1) {
        const int source = Kokkos::Experimental::countr_zero_builtin(found);
        body(first + source, warp.broadcast(bounds.begin, source), warp.broadcast(bounds.end, source), warp);
      }
    }
  }

  const Team& m_team;
  count_type m_first_row;
  count_type m_last_row;
  count_type m_longest_of_warp;  ///< row that a warp takes
  count_type m_longest;          ///< row that a group takes
};

/// \brief Rows of a team of groups of \p width lanes: so many that the teams come in few waves, which shares a team's
/// start-up and its updates of the totals; where there are few, so few that all processors have some.
inline count_type choose_rows_per_team(const TeamLimits& limits, int width, count_type num_rows) {
  const count_type groups = analysis_team_size / width;
  const count_type resident = static_cast<count_type>(limits.num_units) * limits.threads_unit / analysis_team_size;
  if (width == analysis_warp_width && 2 * num_rows < groups * resident)
    return std::max<count_type>(1, (num_rows + resident - 1) / resident);
  const count_type teams = std::max<count_type>(1, resident * analysis_teams_per_resident_team);
  const count_type rounds = (num_rows + groups * teams - 1) / (groups * teams);
  return groups * std::clamp(rounds, analysis_rows_per_group_min, analysis_rows_per_group_max);
}

/// \brief Launch parameters of a kernel that deals \p num_rows rows through RowGroups.
inline TeamLaunch row_groups_launch(const char* label, count_type num_rows, count_type rows_per_team) {
  return {label, (num_rows + rows_per_team - 1) / rows_per_team, analysis_team_size, 0};
}

/// \brief Calls body(std::integral_constant<int, Width>) with the compiled width that suits rows of \p mean_length.
template <class Body>
void dispatch_row_width(double mean_length, const Body& body) {
  constexpr int narrow = 2, middle = 8, wide = 32, entries_per_lane = 4;
  if (mean_length <= entries_per_lane * narrow)
    body(std::integral_constant<int, narrow>());
  else if (mean_length <= entries_per_lane * middle)
    body(std::integral_constant<int, middle>());
  else
    body(std::integral_constant<int, wide>());
}

}  // namespace Ocean::Impl

#endif
