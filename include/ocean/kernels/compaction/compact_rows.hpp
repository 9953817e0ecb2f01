#ifndef OCEAN_KERNELS_COMPACTION_COMPACT_ROWS_HPP
#define OCEAN_KERNELS_COMPACTION_COMPACT_ROWS_HPP
/// \file
/// \brief Moves staged rows to their positions in C.

#include "../../backend/team_launch.hpp"
#include "../../core/binary_search.hpp"
#include "row_copy.hpp"

namespace Ocean::Impl {

/// Threads of a team, and lanes of its groups: a warp.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int compaction_team_size = 256;
inline constexpr int compaction_group_width = 32;
/// Rows longer than this are left to the whole team, and those longer than a segment to groups of other teams, each
/// of which copies what is in one segment of C.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr count_type compaction_long_row = 512, compaction_segment = 4096;
/// Entries that a group should find in its rows.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr double compaction_entries_per_group = 256.0;
/// Teams that a processor should hold at once: bounds their registers.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int compaction_teams_per_unit = 5;

/// \brief A group of lanes copies the entries of several rows as if they were one row; a team copies its long rows.
/// Rows longer than a segment are copied by additional groups after those for rows: a segment meets at most two such
/// rows, one at its beginning and one at its end. C's row map is written along the way.
/// Shapes  row_begin [num_rows + 1]; row_map [num_rows + 1], entries and values [nnz(C)] (out)
/// Launch  a number per row of the team in scratch; launch() has it
/// Cost    two reads and writes of C
/// Source  [LG26] section 3.2
template <class Begins, class RowMap, class Entries, class Values>
struct CompactRows {
  static constexpr int max_team_size = compaction_team_size;
  static constexpr int min_teams_per_unit = compaction_teams_per_unit;
  static constexpr int groups_per_team = compaction_team_size / compaction_group_width;
  using copy_type = RowCopy<Begins, Entries, Values>;
  copy_type copy;
  Begins row_begin;
  RowMap row_map;
  count_type num_rows;
  int rows_per_group;
  count_type num_segments;  ///< of C, where rows may be longer than one; else 0
  /// Of the staged rows, where the kernel is launched before the host knows it: if any, nothing is moved. Null: none
  const count_type* num_overflowed;

  KOKKOS_FUNCTION count_type rows_per_team() const { return static_cast<count_type>(groups_per_team) * rows_per_group; }
  KOKKOS_FUNCTION count_type num_row_teams() const { return (num_rows + rows_per_team() - 1) / rows_per_team(); }
  TeamLaunch launch(const char* label) const {
    return {label, num_row_teams() + (num_segments + groups_per_team - 1) / groups_per_team, compaction_team_size,
            (1 + static_cast<std::size_t>(rows_per_team())) * sizeof(int)};
  }

  KOKKOS_FUNCTION void write_offset(count_type row, count_type begin) const {
    row_map(row) = static_cast<typename RowMap::non_const_value_type>(begin);
  }

  /// \brief Whether all of C is in the staging and fits in the arrays that C has.
  KOKKOS_FUNCTION bool may_move() const {
    return row_begin(num_rows) <= static_cast<count_type>(copy.entries.extent(0)) &&
           (num_overflowed == nullptr || *num_overflowed == 0);
  }

  /// \brief Copies the part of a row longer than a segment that is in the entries [\p first, \p last).
  template <class Lanes>
  KOKKOS_FUNCTION void copy_longest(const Lanes& lanes, count_type row, count_type first, count_type last) const {
    const count_type begin = row_begin(row), end = row_begin(row + 1), from = Kokkos::max(begin, first);
    if (end - begin > compaction_segment)
      copy.copy_entries(lanes, from, Kokkos::min(end, last), copy.staged.begin(row) + from - begin);
  }

  /// \brief Copies the parts of rows longer than a segment that are in segment number \p segment.
  template <class Lanes>
  KOKKOS_FUNCTION void copy_segment(const Lanes& lanes, count_type segment) const {
    const count_type first = segment * compaction_segment;
    const count_type last = Kokkos::min(first + compaction_segment, row_begin(num_rows));
    if (first >= last) return;
    const count_type first_row = find_row_together(lanes, row_begin, num_rows, first);
    const count_type last_row = find_row_together(lanes, row_begin, num_rows, last - 1);
    copy_longest(lanes, first_row, first, last);
    if (last_row != first_row) copy_longest(lanes, last_row, first, last);
  }

  /// \brief Copies the team's long rows piece by piece, its groups taking turns.
  template <class Team>
  KOKKOS_FUNCTION void copy_long_rows(const Team& team, count_type first_row, int num_long,
                                      const int* long_rows) const {
    const auto lanes = team.template group<compaction_group_width>();
    const int num_groups = team.template num_groups<compaction_group_width>();
    int turn = team.template group_rank<compaction_group_width>();
    for (int first = 0; first < num_long; first += lanes.size()) {
      const int item = first + lanes.rank();
      const count_type row = first_row + (item < num_long ? long_rows[item] : 0);
      const count_type row_first = row_begin(row), row_last = row_begin(row + 1), row_slot = copy.staged.begin(row);
      for (int source = 0; source < lanes.size() && first + source < num_long; ++source) {
        const count_type begin = lanes.broadcast(row_first, source), end = lanes.broadcast(row_last, source);
        const count_type slot = lanes.broadcast(row_slot, source);
        for (count_type from = begin; from < end; from += compaction_long_row) {
          if (turn == 0)
            copy.copy_entries(lanes, from, Kokkos::min(from + compaction_long_row, end), slot + from - begin);
          turn = turn == 0 ? num_groups - 1 : turn - 1;
        }
      }
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (!may_move()) return;
    const auto lanes = team.template group<compaction_group_width>();
    const int group = team.template group_rank<compaction_group_width>();
    const int num_groups = team.template num_groups<compaction_group_width>();
    if (team.league_rank() >= num_row_teams()) {
      const count_type segments = (team.league_rank() - num_row_teams()) * groups_per_team;
      for (int segment = group; segment < groups_per_team; segment += num_groups)
        if (segments + segment < num_segments) copy_segment(lanes, segments + segment);
      return;
    }
    int* num_long = team.template scratch<int>();
    int* long_rows = num_long + 1;
    if (team.thread_rank() == 0) *num_long = 0;
    if (team.thread_rank() == 0 && team.league_rank() == 0) write_offset(num_rows, row_begin(num_rows));
    team.barrier();
    const count_type first_row = team.league_rank() * rows_per_team();
    const count_type last_row = Kokkos::min(first_row + rows_per_team(), num_rows);
    const int rows_at_once = Kokkos::min(rows_per_group, lanes.size());
    for (count_type first = first_row + group * rows_at_once; first < last_row; first += num_groups * rows_at_once) {
      const count_type row = first + lanes.rank();
      count_type begin = 0, length = 0;
      if (lanes.rank() < rows_at_once && row < last_row) {
        begin = row_begin(row);
        length = row_begin(row + 1) - begin;
        write_offset(row, begin);
      }
      if (length > compaction_long_row) {
        if (num_segments == 0 || length <= compaction_segment)
          long_rows[Team::atomics::fetch_add(num_long, 1)] = static_cast<int>(row - first_row);
        length = 0;
      }
      typename copy_type::Piece mine;
      int total = 0;
      mine.place = lanes.exclusive_sum(static_cast<int>(length), total);
      mine.to = begin - mine.place;
      mine.from = length == 0 ? 0 : copy.staged.begin(row) - mine.place;
      copy.copy_pieces(lanes, mine, total);
    }
    team.barrier();
    copy_long_rows(team, first_row, *num_long, long_rows);
  }
};

/// \brief Launches CompactRows on \p exec; returns without a fence.
/// Shapes  entries and values [nnz(C)], or more: with fewer, nothing is moved
/// \param longest_row    entries of the longest row of C, or a bound
/// \param expected_nnz   entries of C, or an estimate: rows are dealt out by it
/// \param num_overflowed as in CompactRows
/// Pre     num_rows > 0
template <TeamLauncher Launcher, class Begins, class RowMap, class Entries, class Values>
void compact_rows(const Launcher& launcher, const StagedRows<Begins, Entries, Values>& staged, const Begins& row_begin,
                  const RowMap& row_map, const Entries& entries, const Values& values, count_type num_rows,
                  count_type longest_row, double expected_nnz, const count_type* num_overflowed = nullptr) {
  const double mean_length = expected_nnz / static_cast<double>(num_rows);
  int rows_per_group = compaction_group_width;
  while (rows_per_group > 1 && mean_length * rows_per_group > compaction_entries_per_group) rows_per_group /= 2;
  const auto nnz_max = static_cast<count_type>(entries.extent(0));
  const count_type num_segments =
      longest_row > compaction_segment ? (nnz_max + compaction_segment - 1) / compaction_segment : 0;
  const CompactRows<Begins, RowMap, Entries, Values> rows{
      {staged, entries, values}, row_begin, row_map, num_rows, rows_per_group, num_segments, num_overflowed};
  launcher.launch(rows.launch("Ocean::compaction::compact_rows"), rows);
}

}  // namespace Ocean::Impl

#endif
