#ifndef OCEAN_KERNELS_ANALYSIS_ROW_GROUPS_HPP
#define OCEAN_KERNELS_ANALYSIS_ROW_GROUPS_HPP
/// \file
/// \brief Rows dealt out to groups of lanes, with long rows shared by all groups of the team.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <type_traits>

#include "../../backend/team_launch.hpp"
#include "../../core/problem.hpp"
#include "row_width.hpp"

namespace Ocean::Impl {

/// Threads of an analysis team.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int analysis_team_size = 256;
/// Rows with more entries per lane of a group than this are left to a warp, and those with more per lane of a warp to
/// the team; the smaller number applies if the team has fewer rows than warps. measured:
/// perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int analysis_long_row_entries_per_lane = 32, analysis_shared_row_entries_per_lane = 2;
/// No row of at most this many entries is left to a warp: such rows are often neighbours, and few warps have them then.
/// measured: perf_tests/results/nvidia_h200_2026-11-25_analysis.csv (lp_nug20)
inline constexpr count_type analysis_long_row_entries_min = 64;
/// Mean entries of rows from which on a team takes less than a row per warp where rows are few: as many as a warp reads
/// at once. measured: perf_tests/results/nvidia_h200_2026-11-28_sent_totals_variants.csv (offsets, offsets_long_N)
inline constexpr double analysis_team_row_entries = 128.0;
/// Rows that one group walks through, so that a team's start-up and its sums are shared.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr count_type analysis_rows_per_group_min = 1, analysis_rows_per_group_max = 32;
/// Teams per team that the device holds at a time, if there are enough rows. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr count_type analysis_teams_per_resident_team = 1;

/// Entries of a row that a lane loads before it uses the first.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int analysis_entries_in_flight = 4;
/// Teams that a processor should hold at once: bounds their registers; fewer where a row has many results. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_skew.csv, 4 against as many registers as the compiler takes
inline constexpr int analysis_teams_per_unit = 5, analysis_teams_per_unit_of_a = 4;

/// \brief How many rows a team takes in a round, and how many rounds; a round's rows are neighbours, those of the next
/// are as far away as all teams take in one, so that long rows which are neighbours go to many teams.
struct RowRounds {
  int rows_per_round = 1;
  int num_rounds = 1;
  count_type num_teams = 0;
  count_type stride = 0;  ///< rows between the beginnings of two rounds
  KOKKOS_FUNCTION int rows_per_team() const { return rows_per_round * num_rounds; }
};

/// \brief The rows of one team, dealt out to its groups of \p Width lanes in rounds.
template <int Width, class Team>
class RowGroups {
 public:
  /// \brief Most entries of a row of a group, if the team has enough rows for its warps.
  KOKKOS_FUNCTION static constexpr count_type longest_of_group() {
    constexpr count_type longest = Width * analysis_long_row_entries_per_lane;
    return longest < analysis_long_row_entries_min ? analysis_long_row_entries_min : longest;
  }

  KOKKOS_FUNCTION RowGroups(const Team& team, count_type num_rows, const RowRounds& rounds)
      : m_team(team),
        m_num_rows(num_rows),
        m_rounds(rounds),
        m_first_row(team.league_rank() * rounds.rows_per_round),
        m_longest_of_warp(analysis_warp_width * (rounds.rows_per_team() < analysis_team_size / analysis_warp_width
                                                     ? analysis_shared_row_entries_per_lane
                                                     : analysis_long_row_entries_per_lane)),
        m_longest(Kokkos::min(longest_of_group(), m_longest_of_warp)) {}

  /// \brief Calls body(row, begin, end, lanes) for every row; \p lanes are a group's or all of the team's.
  ///
  /// The groups of a warp call in lockstep: one that has no row of its own gets row -1, which is empty.
  /// Rows whose offsets are out of order or beyond \p nnz raise *defect and are passed on as empty.
  /// \param first_offset what row_map(0) must be
  template <class RowMap, class Body>
  KOKKOS_FUNCTION void for_each_row(const RowMap& row_map, count_type nnz, int* defect, const Body& body,
                                    count_type first_offset = 0) const {
    using bounds_type = Bounds<typename RowMap::non_const_value_type>;
    const auto group = m_team.template lockstep_group<Width>();
    count_type longest = 0;  // row that was skipped
    count_type start = m_first_row;
    for (int round = 0; round < m_rounds.num_rounds && start < m_num_rows; ++round, start += m_rounds.stride) {
      const int num_rows = static_cast<int>(Kokkos::min<count_type>(m_rounds.rows_per_round, m_num_rows - start));
      for (int first = 0; first < num_rows; first += m_team.template num_groups<Width>()) {
        const int place = first + m_team.template group_rank<Width>();
        const count_type row = start + place;
        bounds_type bounds;
        if (place < num_rows) bounds = bounds_of(row_map, row, nnz, first_offset, defect, group.rank() == 0);
        const bool is_long = static_cast<count_type>(bounds.length()) > m_longest;
        if (is_long) {
          longest = Kokkos::max(longest, static_cast<count_type>(bounds.length()));
          bounds = {};
        }
        body(place < num_rows && !is_long ? row : -1, bounds.begin, bounds.end, group);
      }
    }
    longest = m_team.max(longest);
    if (longest == 0) return;
    if constexpr (Width < analysis_warp_width)
      for_each_in(m_team.template group_rank<analysis_warp_width>(), m_team.template num_groups<analysis_warp_width>(),
                  m_longest, m_longest_of_warp, row_map, nnz, first_offset, body);
    if (longest <= m_longest_of_warp) return;
    const TeamLanes<Team> lanes(m_team);
    for_each_in(0, 1, m_longest_of_warp, Kokkos::Experimental::finite_max_v<count_type>, row_map, nnz, first_offset,
                [&](count_type row, auto begin, auto end, const auto&) { body(row, begin, end, lanes); });
  }

 private:
  /// \brief Offsets of a row, as the row map has them.
  template <class Offset>
  struct Bounds {
    Offset begin = 0, end = 0;
    KOKKOS_FUNCTION Offset length() const { return end - begin; }
  };

  template <class RowMap>
  KOKKOS_FUNCTION static auto bounds_of(const RowMap& row_map, count_type row, count_type nnz, count_type first_offset,
                                        int* defect, bool report) {
    using bounds_type = Bounds<typename RowMap::non_const_value_type>;
    const bounds_type bounds{row_map(row), row_map(row + 1)};
    const auto begin = static_cast<count_type>(bounds.begin), end = static_cast<count_type>(bounds.end);
    const bool sound = begin >= 0 && begin <= end && end <= nnz && (row > 0 || begin == first_offset);
    if (!sound && report) *defect = 1;
    return sound ? bounds : bounds_type{};
  }

  KOKKOS_FUNCTION count_type row_at(int place) const {
    return m_first_row + place / m_rounds.rows_per_round * m_rounds.stride + place % m_rounds.rows_per_round;
  }

  /// \brief Calls visit(row, begin, end, warp) in all lanes of a warp for rows of more than \p above entries, not more
  /// than \p longest: every lane looks at one. Warp \p rank of \p num_ranks takes its share of the team's rows or,
  /// where they are too few for that, looks at all of them and takes its share of the long ones.
  template <class RowMap, class Visit>
  KOKKOS_FUNCTION void for_each_in(int rank, int num_ranks, count_type above, count_type longest, const RowMap& row_map,
                                   count_type nnz, count_type first_offset, const Visit& visit) const {
    const auto warp = m_team.template group<analysis_warp_width>();
    const int num_places = m_rounds.rows_per_team();  // some may be behind the last row
    const bool are_few = num_places < num_ranks * warp.size();
    int number = 0;  // of the next long row
    for (int first = are_few ? 0 : rank * warp.size(); first < num_places;
         first += (are_few ? 1 : num_ranks) * warp.size()) {
      const count_type row = first + warp.rank() < num_places ? row_at(first + warp.rank()) : m_num_rows;
      Bounds<typename RowMap::non_const_value_type> bounds;
      if (row < m_num_rows) bounds = bounds_of(row_map, row, nnz, first_offset, nullptr, false);
      const auto length = static_cast<count_type>(bounds.length());
      for (std::uint32_t found = warp.ballot(length > above && length <= longest); found != 0; found &= found - 1) {
        if (are_few && number++ % num_ranks != rank) continue;
        const int source = Kokkos::Experimental::countr_zero_builtin(found);
        visit(warp.broadcast(row, source), warp.broadcast(bounds.begin, source), warp.broadcast(bounds.end, source),
              warp);
      }
    }
  }

  const Team& m_team;
  count_type m_num_rows;
  RowRounds m_rounds;
  count_type m_first_row;
  count_type m_longest_of_warp;  ///< row that a warp takes
  count_type m_longest;          ///< row that a group takes
};

/// \brief Rounds for teams of groups of \p width lanes: so many that the teams come in few waves, which shares a team's
/// start-up and its updates of the totals; where there are few rows, so few in one that all processors have some, if
/// rows are so long that a team is faster with them than a warp.
inline RowRounds choose_row_rounds(const TeamLimits& limits, int width, double mean_length, count_type num_rows) {
  const count_type groups = analysis_team_size / width;
  const count_type resident = static_cast<count_type>(limits.num_units) * limits.threads_unit / analysis_team_size;
  count_type rows_per_round = groups, num_rounds = 1;
  if (width == analysis_warp_width && 2 * num_rows < groups * resident && mean_length > analysis_team_row_entries) {
    rows_per_round = std::clamp<count_type>((num_rows + resident - 1) / resident, 1, groups);
  } else {
    const count_type teams = std::max<count_type>(1, resident * analysis_teams_per_resident_team);
    num_rounds = std::clamp((num_rows + groups * teams - 1) / (groups * teams), analysis_rows_per_group_min,
                            analysis_rows_per_group_max);
  }
  RowRounds rounds{static_cast<int>(rows_per_round), static_cast<int>(num_rounds)};
  rounds.num_teams = (num_rows + rounds.rows_per_team() - 1) / rounds.rows_per_team();
  rounds.stride = rounds.num_teams * rows_per_round;
  return rounds;
}

/// \brief Launch parameters of a kernel that deals rows through RowGroups.
inline TeamLaunch row_groups_launch(const char* label, const RowRounds& rounds) {
  return {label, rounds.num_teams, analysis_team_size, 0};
}

}  // namespace Ocean::Impl

#endif
