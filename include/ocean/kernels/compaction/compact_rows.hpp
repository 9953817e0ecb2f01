#ifndef OCEAN_KERNELS_COMPACTION_COMPACT_ROWS_HPP
#define OCEAN_KERNELS_COMPACTION_COMPACT_ROWS_HPP
/// \file
/// \brief Moves staged rows to their places in C.

#include "../../backend/team_launch.hpp"
#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Rows of C where the accumulators left them, with gaps; redone rows lie in a second staging.
template <class Begins, class Entries, class Values>
struct StagedRows {
  Begins begin;  ///< [num_rows] first slot; slots from num_slots on are in the rerun views
  Entries entries;
  Values values;
  Entries rerun_entries;
  Values rerun_values;
  count_type num_slots = 0;

  KOKKOS_FUNCTION auto entry_at(count_type slot) const {
    return slot < num_slots ? entries(slot) : rerun_entries(slot - num_slots);
  }
  KOKKOS_FUNCTION auto value_at(count_type slot) const {
    return slot < num_slots ? values(slot) : rerun_values(slot - num_slots);
  }
};

/// Threads of a team, and lanes of its groups.
inline constexpr int compaction_team_size = 256;  // UNMEASURED
inline constexpr int compaction_group_width = 32;
/// Rows longer than this are left to the whole team. UNMEASURED
inline constexpr count_type compaction_long_row = 512;
/// Entries that a group should find in its rows.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr double compaction_entries_per_group = 256.0;
/// Entries that a lane reads before it writes the first of them. UNMEASURED
inline constexpr int compaction_entries_in_flight = 4;

/// \brief A group of lanes copies the entries of several rows as if they were one row; a team copies a long row. C's
/// row map is written on the way.
/// Shapes  row_begin [num_rows + 1]; row_map [num_rows + 1], entries and values [nnz(C)] (out)
/// Launch  a number per row of the team in scratch; launch() has it
/// Cost    two reads and writes of C
/// Source  [LG26] section 3.2
template <class Begins, class RowMap, class Entries, class Values>
struct CompactRows {
  static constexpr int max_team_size = compaction_team_size;
  static constexpr int groups_per_team = compaction_team_size / compaction_group_width;
  StagedRows<Begins, Entries, Values> staged;
  Begins row_begin;
  RowMap row_map;
  Entries entries;
  Values values;
  count_type num_rows;
  int rows_per_group;

  count_type rows_per_team() const { return static_cast<count_type>(groups_per_team) * rows_per_group; }
  TeamLaunch launch(const char* label) const {
    return {label, (num_rows + rows_per_team() - 1) / rows_per_team(), compaction_team_size,
            (1 + static_cast<std::size_t>(rows_per_team())) * sizeof(int)};
  }

  /// \brief Where a lane's row goes: its entries are numbered from place on among those of the group.
  struct Piece {
    int place = 0;
    count_type from = 0, to = 0;  ///< slot and entry of number 0, as if the row began there
  };

  KOKKOS_FUNCTION void write_offset(count_type row, count_type begin) const {
    row_map(row) = static_cast<typename RowMap::non_const_value_type>(begin);
  }

  /// \brief Copies the \p total entries of the group's rows.
  template <class Lanes>
  KOKKOS_FUNCTION void copy_pieces(const Lanes& lanes, const Piece& mine, int total) const {
    constexpr int in_flight = Lanes::max_size == 1 ? 1 : compaction_entries_in_flight;
    for (int first = 0; first < total; first += in_flight * lanes.size()) {
      count_type to[in_flight];
      typename Entries::non_const_value_type column[in_flight];
      typename Values::non_const_value_type value[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const int number = first + ahead * lanes.size() + lanes.rank();
        int owner = 0;  // the last lane whose row does not begin behind the number
        for (int step = Lanes::max_size / 2; step > 0; step /= 2)
          if (lanes.broadcast(mine.place, owner + step) <= number) owner += step;
        const count_type from = lanes.broadcast(mine.from, owner) + number;
        to[ahead] = lanes.broadcast(mine.to, owner) + number;
        if (number >= total) continue;
        column[ahead] = staged.entry_at(from);
        value[ahead] = staged.value_at(from);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        if (first + ahead * lanes.size() + lanes.rank() >= total) continue;
        entries(to[ahead]) = column[ahead];
        values(to[ahead]) = value[ahead];
      }
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    int* num_long = team.template scratch<int>();
    int* long_rows = num_long + 1;
    if (team.thread_rank() == 0) *num_long = 0;
    if (team.thread_rank() == 0 && team.league_rank() == 0) write_offset(num_rows, row_begin(num_rows));
    team.barrier();
    const count_type all_rows = static_cast<count_type>(groups_per_team) * rows_per_group;
    const count_type first_row = team.league_rank() * all_rows;
    const count_type last_row = Kokkos::min(first_row + all_rows, num_rows);
    const auto lanes = team.template group<compaction_group_width>();
    const int rows_at_once = Kokkos::min(rows_per_group, lanes.size());
    for (count_type first = first_row + team.template group_rank<compaction_group_width>() * rows_at_once;
         first < last_row; first += team.template num_groups<compaction_group_width>() * rows_at_once) {
      const count_type row = first + lanes.rank();
      count_type begin = 0, length = 0;
      if (lanes.rank() < rows_at_once && row < last_row) {
        begin = row_begin(row);
        length = row_begin(row + 1) - begin;
        write_offset(row, begin);
      }
      if (length > compaction_long_row) {
        long_rows[Team::atomics::fetch_add(num_long, 1)] = static_cast<int>(row - first_row);
        length = 0;
      }
      Piece mine;
      int total = 0;
      mine.place = lanes.exclusive_sum(static_cast<int>(length), total);
      mine.to = begin - mine.place;
      mine.from = length == 0 ? 0 : staged.begin(row) - mine.place;
      copy_pieces(lanes, mine, total);
    }
    team.barrier();
    for (int item = 0; item < *num_long; ++item) {
      const count_type row = first_row + long_rows[item], begin = row_begin(row), end = row_begin(row + 1);
      const count_type shift = staged.begin(row) - begin;
      for (count_type entry = begin + team.thread_rank(); entry < end; entry += team.num_threads()) {
        entries(entry) = staged.entry_at(entry + shift);
        values(entry) = staged.value_at(entry + shift);
      }
    }
  }
};

/// \brief Launches CompactRows on \p exec; returns without a fence.
/// Pre     num_rows > 0
template <TeamLauncher Launcher, class Begins, class RowMap, class Entries, class Values>
void compact_rows(const Launcher& launcher, const StagedRows<Begins, Entries, Values>& staged, const Begins& row_begin,
                  const RowMap& row_map, const Entries& entries, const Values& values, count_type num_rows) {
  const double mean_length = static_cast<double>(entries.extent(0)) / static_cast<double>(num_rows);
  int rows_per_group = compaction_group_width;
  while (rows_per_group > 1 && mean_length * rows_per_group > compaction_entries_per_group) rows_per_group /= 2;
  const CompactRows<Begins, RowMap, Entries, Values> rows{staged, row_begin, row_map,       entries,
                                                          values, num_rows,  rows_per_group};
  launcher.launch(rows.launch("Ocean::compaction::compact_rows"), rows);
}

}  // namespace Ocean::Impl

#endif
