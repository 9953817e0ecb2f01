#ifndef OCEAN_SKETCH_SKETCH_ROWS_HPP
#define OCEAN_SKETCH_SKETCH_ROWS_HPP
/// \file
/// \brief How the kernels that build or merge sketches, or sample rows, share rows among the lane groups of teams.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <type_traits>

#include "../backend/team_launch.hpp"
#include "../core/problem.hpp"
#include "../tuning/hll_tuning.hpp"

namespace Ocean::Impl {

/// \brief Lanes that actually work together in a group of up to \p Width lanes.
template <class Group, int Width>
inline constexpr int group_lanes_v = std::is_same_v<Group, SingleLaneGroup> ? 1 : Width;

/// \brief The rows of a league: rows_per_team consecutive ones for each team.
struct SketchRows {
  count_type num_rows;
  count_type rows_per_team;
  count_type long_row_entries;  ///< longer rows, as measured by length_of(), are processed by the whole team

  /// \brief Calls by_group(row) for every row of the team in its group, then by_team(row) in all threads for the long
  /// ones. \p length_of(row) is the number of entries, or products, of a row, the same in every thread.
  template <int Width, class Team, class LengthOf, class ByGroup, class ByTeam>
  KOKKOS_FUNCTION void for_each(const Team& team, const LengthOf& length_of, const ByGroup& by_group,
                                const ByTeam& by_team) const {
    const count_type first = team.league_rank() * rows_per_team;
    const count_type last = Kokkos::min(first + rows_per_team, num_rows);
    int skipped = 0;
    for (count_type row = first + team.template group_rank<Width>(); row < last;
         row += team.template num_groups<Width>()) {
      if (length_of(row) > long_row_entries)
        skipped = 1;
      else
        by_group(row);
    }
    if (team.max(skipped) == 0) return;
    for (count_type row = first; row < last; ++row)
      if (length_of(row) > long_row_entries) by_team(row);
  }
};

/// \brief League, team and scratch of one launch over \p num_rows rows.
struct SketchLaunch {
  TeamLaunch launch;
  SketchRows rows;
};

/// \brief Shares \p num_rows rows among groups of \p Width lanes; each group has \p group_scratch_bytes of its own and
/// the team has \p team_scratch_bytes in addition.
template <int Width, TeamLauncher Launcher>
SketchLaunch make_sketch_launch(const Launcher& launcher, const char* label, count_type num_rows,
                                count_type long_row_entries, std::size_t group_scratch_bytes,
                                std::size_t team_scratch_bytes, const HllTuning& tuning) {
  const bool has_lanes = Launcher::has_lanes;
  const int team_size = has_lanes ? tuning.lanes_team_size : tuning.single_team_size;
  const int num_groups = has_lanes ? team_size / Width : team_size;
  const count_type num_units = launcher.limits().num_units;
  const count_type rows_per_group =
      std::clamp<count_type>(num_rows / (num_groups * num_units * tuning.teams_per_unit), 1, tuning.rows_per_group_max);
  const count_type rows_per_team = rows_per_group * num_groups;
  const std::size_t scratch_bytes = team_scratch_bytes + static_cast<std::size_t>(num_groups) * group_scratch_bytes;
  return {{label, (num_rows + rows_per_team - 1) / rows_per_team, team_size, scratch_bytes},
          {num_rows, rows_per_team, long_row_entries}};
}

}  // namespace Ocean::Impl

#endif
