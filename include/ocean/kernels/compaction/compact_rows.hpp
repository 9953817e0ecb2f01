#ifndef OCEAN_KERNELS_COMPACTION_COMPACT_ROWS_HPP
#define OCEAN_KERNELS_COMPACTION_COMPACT_ROWS_HPP
/// \file
/// \brief Moves staged rows to their places in C.

#include "../../backend/team_launch.hpp"
#include "../../pipeline/problem.hpp"
#include "../analysis/row_groups.hpp"

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
};

/// \brief One group of lanes per row; the whole team for a long row.
/// Shapes  staged_begin [num_rows]; staged_entries, staged_values [num_slots]; rerun_entries, rerun_values: slots
///         from num_slots on; row_begin [num_rows + 1]; entries, values [nnz(C)] (out)
/// Cost    two reads and writes of C
/// Source  [LG26] section 3.2
template <int Width, class Begins, class Entries, class Values>
struct CompactRows {
  static constexpr int max_team_size = analysis_team_size;
  Begins staged_begin;
  Entries staged_entries;
  Values staged_values;
  Entries rerun_entries;
  Values rerun_values;
  Begins row_begin;
  Entries entries;
  Values values;
  count_type num_rows;
  count_type num_slots;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const RowGroups<Width, Team> groups(team, num_rows);
    int no_defect = 0;  // row_begin is our own
    groups.for_each_row(row_begin, static_cast<count_type>(entries.extent(0)), &no_defect,
                        [&](count_type row, count_type begin, count_type end, const auto& lanes) {
                          const count_type from = staged_begin(row);
                          if (from < num_slots)
                            copy(staged_entries, staged_values, from, begin, end, lanes);
                          else
                            copy(rerun_entries, rerun_values, from - num_slots, begin, end, lanes);
                        });
  }

  template <class Lanes>
  KOKKOS_FUNCTION void copy(const Entries& from_entries, const Values& from_values, count_type from, count_type begin,
                            count_type end, const Lanes& lanes) const {
    const count_type shift = from - begin;
    for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size()) {
      entries(entry) = from_entries(entry + shift);
      values(entry) = from_values(entry + shift);
    }
  }
};

/// \brief Launches \p rows on \p exec; returns without a fence.
template <class ExecutionSpace, class Begins, class Entries, class Values>
void compact_rows(const ExecutionSpace& exec, ExecutionPath path, const StagedRows<Begins, Entries, Values>& staged,
                  const Begins& row_begin, const Entries& entries, const Values& values, count_type num_rows) {
  dispatch_row_width(static_cast<double>(entries.extent(0)) / static_cast<double>(num_rows), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    launch_teams(exec, path, row_groups_launch<lanes>("Ocean::compaction::compact_rows", num_rows),
                 CompactRows<lanes, Begins, Entries, Values>{staged.begin, staged.entries, staged.values,
                                                             staged.rerun_entries, staged.rerun_values, row_begin,
                                                             entries, values, num_rows, staged.num_slots});
  });
}

}  // namespace Ocean::Impl

#endif
