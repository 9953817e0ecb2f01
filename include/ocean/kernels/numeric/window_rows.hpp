#ifndef OCEAN_KERNELS_NUMERIC_WINDOW_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_WINDOW_ROWS_HPP
/// \file
/// \brief Rows of any length in dense windows, a team for every window of every row.

#include <algorithm>

#include "../../accumulators/dense_window.hpp"
#include "../../core/workspace.hpp"
#include "claim_window_rows.hpp"
#include "row_pass.hpp"
#include "window_parts.hpp"

namespace Ocean::Impl {

/// Most lanes that share a row of B in a window of its columns; measured:
/// perf_tests/results/nvidia_h200_2026-11-25_windows.csv
inline constexpr int part_lanes_max = rows_in_flight * product_group_width;

/// \brief What the two kernels of a windowed row share: the windows of a row and their sizes.
/// Shapes  window_nnz [num_rows * windows_max], by position in the bin
template <class PassData>
struct WindowRows {
  PassData pass;
  typename PassData::template view_type<count_type> window_nnz;
  count_type windows_max;  ///< of any row

  /// \brief One at least: a row without entries has its size written, too.
  KOKKOS_FUNCTION count_type num_windows(count_type row) const {
    const count_type columns_max = pass.config.columns_max;
    return Kokkos::max<count_type>(1, (pass.row_range(row).width() + columns_max - 1) / columns_max);
  }

  /// \brief Entries of the row at \p position, once its windows are counted.
  KOKKOS_FUNCTION count_type size_of(count_type position) const {
    count_type size = 0;
    for (count_type window = 0; window < windows_max; ++window) size += window_nnz(position * windows_max + window);
    return size;
  }

  /// \brief Lanes for a row of B whose entries spread over all windows of a row of C.
  KOKKOS_FUNCTION int lanes_of_part(int num_threads, count_type row) const {
    const int lanes_max = part_lanes_max;
    int lanes = Kokkos::min(Kokkos::min(pass.lanes_per_b_row, lanes_max), num_threads);
    for (count_type share = num_windows(row); share > 1 && lanes > 1; share /= 2) lanes /= 2;
    return lanes;
  }

  /// \brief Window number \p window of \p row with all its products in it.
  template <class Team>
  KOKKOS_FUNCTION DenseWindow<PassData> fill(const Team& team, count_type row, count_type window) const {
    const auto range = pass.row_range(row);
    const count_type first = static_cast<count_type>(range.first) + window * pass.config.columns_max;
    const auto filled = DenseWindow<PassData>::make(team, first, pass.config.columns_max,
                                                    static_cast<count_type>(range.first) + range.width());
    filled.clear(team);
    if (filled.columns() == range.width())
      filled.accumulate_whole(team, pass, row);
    else
      filled.accumulate_part(team, pass, row, lanes_of_part(team.num_threads(), row));
    team.barrier();
    return filled;
  }
};

/// \brief Counts the entries of every window.
/// Launch  one team per row and window; a bit per column of the window in scratch; no atomics outside it
/// Cost    one search in each row of B and one walk over the products of the window
/// Source  [LG26] section 3.3 (global fallback); a team per window instead of per row is our addition
template <class CountData>
struct CountWindowRows {
  static constexpr int max_team_size = largest_team_size;
  WindowRows<CountData> rows;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type position = team.league_rank() / rows.windows_max, window = team.league_rank() % rows.windows_max;
    const count_type row = rows.pass.row_at(position);
    count_type distinct = 0;
    if (window < rows.num_windows(row)) distinct = rows.fill(team, row, window).count(team);
    if (team.thread_rank() == 0) rows.window_nnz(team.league_rank()) = distinct;
  }
};

/// \brief Adds the counts of a row's windows up.
template <class CountData>
struct SumWindowRows {
  WindowRows<CountData> rows;

  KOKKOS_FUNCTION void operator()(count_type position) const {
    rows.pass.row_nnz(rows.pass.row_at(position)) = rows.size_of(position);
  }
};

/// \brief Adds the values of every window up and writes them behind those of the windows before it.
/// Pre     window_nnz is counted
/// Launch  one team per row and window; a value and a bit per column of the window in scratch
template <class PassData>
struct AccumulateWindowRows {
  static constexpr int max_team_size = largest_team_size;
  WindowRows<PassData> rows;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto& pass = rows.pass;
    const count_type position = team.league_rank() / rows.windows_max, window = team.league_rank() % rows.windows_max;
    const count_type row = pass.row_at(position);
    if (window >= rows.num_windows(row)) return;
    count_type before = 0, all = 0;
    for (count_type other = team.thread_rank(); other < rows.windows_max; other += team.num_threads()) {
      const count_type distinct = rows.window_nnz(position * rows.windows_max + other);
      all += distinct;
      before += other < window ? distinct : 0;
    }
    before = team.sum(before);
    all = team.sum(all);
    if (pass.rows_claim()) {  // ClaimWindowRows was here
      if (pass.begin_of(position) != no_room)
        rows.fill(team, row, window).write(team, pass, pass.begin_of(position) + before, all - before);
      return;
    }
    const bool fits = all <= pass.capacity_of(position);
    if (window == 0 && team.thread_rank() == 0) {
      if (fits)
        pass.row_nnz(row) = all;
      else
        pass.note_overflow(team, row);
    }
    if (fits) rows.fill(team, row, window).write(team, pass, pass.begin_of(position) + before, all - before);
  }
};

/// \brief Counts the windows of rows of any length on \p exec; returns without a fence.
/// \param span_max largest span of the rows
/// \return what accumulate_window_rows() needs; its window_nnz is to be released
template <TeamLauncher Launcher, class PassData>
auto count_window_rows(const Launcher& launcher, const PassData& pass, count_type span_max,
                       Workspace<typename Launcher::execution_space>& workspace) {
  const count_type windows_max = num_windows_max(pass.config.columns_max, span_max);
  const auto window_nnz = allocate_window_sizes(pass.num_rows, windows_max, workspace);
  const auto counting = counting_pass(pass);
  using counting_type = std::decay_t<decltype(counting)>;
  const WindowRows<counting_type> counted{counting, window_nnz, windows_max};
  launcher.launch({"Ocean::numeric::count_window_rows", pass.num_rows * windows_max, pass.config.team_size,
                   static_cast<std::size_t>(pass.config.row_bytes)},
                  CountWindowRows<counting_type>{counted});
  return counted;
}

/// \brief Writes the sizes of counted rows to their row_nnz.
template <class ExecutionSpace, class CountData>
void sum_window_rows(const ExecutionSpace& exec, const WindowRows<CountData>& counted) {
  Kokkos::parallel_for(
      "Ocean::numeric::sum_window_rows",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, counted.pass.num_rows),
      SumWindowRows<CountData>{counted});
}

/// \brief Adds up counted rows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData, class CountData>
void accumulate_window_rows(const Launcher& launcher, const PassData& pass, const WindowRows<CountData>& counted) {
  const WindowRows<PassData> rows{pass, counted.window_nnz, counted.windows_max};
  if (pass.rows_claim()) claim_window_rows(launcher.exec(), rows);
  launcher.launch({"Ocean::numeric::accumulate_window_rows", pass.num_rows * counted.windows_max, pass.config.team_size,
                   static_cast<std::size_t>(pass.config.row_bytes)},
                  AccumulateWindowRows<PassData>{rows});
}

/// \brief Counts and, in an accumulating pass, adds up rows of any length on \p exec, as many at once as their windows
/// may be; returns without a fence.
/// \param span_max largest span of the rows
/// \param counts_max windows at once
template <TeamLauncher Launcher, class PassData>
void window_rows(const Launcher& launcher, const PassData& pass, count_type span_max,
                 Workspace<typename Launcher::execution_space>& workspace, count_type counts_max = window_counts_max) {
  const count_type at_once =
      num_window_rows_at_once(pass.num_rows, num_windows_max(pass.config.columns_max, span_max), counts_max);
  for (count_type first = 0; first < pass.num_rows; first += at_once) {
    const PassData part = part_of_pass(pass, first, std::min(at_once, pass.num_rows - first));
    const auto counted = count_window_rows(launcher, part, span_max, workspace);
    if constexpr (PassData::with_values)
      accumulate_window_rows(launcher, part, counted);
    else
      sum_window_rows(launcher.exec(), counted);
    workspace.release(counted.window_nnz);
  }
}

}  // namespace Ocean::Impl

#endif
