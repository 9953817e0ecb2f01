#ifndef OCEAN_KERNELS_ANALYSIS_ANALYZE_A_ROWS_HPP
#define OCEAN_KERNELS_ANALYSIS_ANALYZE_A_ROWS_HPP
/// \file
/// \brief Products and column range of every row of C, their totals, and which rows of A have the same columns.

#include <type_traits>

#include "../../backend/team_launch.hpp"
#include "../../core/sent_counters.hpp"
#include "../../results/row_analysis.hpp"
#include "row_groups.hpp"
#include "row_shape_sums.hpp"
#include "row_totals.hpp"

namespace Ocean::Impl {

/// \brief One group of lanes per row of A; a warp or the whole team for longer rows.
/// Shapes  row_products, row_range, continues_supernode [num_rows] (out), pass_counters (out: zero) or empty, counters
///         [1] (in and out)
/// Pre     b_row_shape is written; a column of A outside B raises counters.defect and is not followed
/// Launch  scratch for the totals of every group; nine atomics per team
/// Cost    nnz(A) reads of a row of B's bounds and range
template <int Width, class ProblemType, class Analysis, class Counters, class Sender>
struct AnalyzeARows {
  static constexpr int max_team_size = analysis_team_size;
  static constexpr int min_teams_per_unit = analysis_teams_per_unit_of_a;
  static constexpr bool begins_itself = true;
  using column_type = typename ProblemType::column_type;
  ProblemType problem;
  Analysis analysis;
  Counters counters;
  RowRounds rounds;
  bool begins_early;  ///< beside the kernel before, which has waited for the shapes
  Sender sender;      ///< of the counters; if the kernel begins early, not a silent one, since this waits for the other

  /// \brief How a row's columns compare with those of the row before.
  struct Likeness {
    bool is_near = false;    ///< the first columns are near each other
    bool continues = false;  ///< all columns are equal
  };

  /// \brief Compares with the row before, which begins at \p previous; unlike where there is none, or where offsets are
  /// unsound. Most rows differ in the first column: the others are only read where they do not.
  template <class Offset, class Lanes>
  KOKKOS_FUNCTION Likeness compare(count_type row, Offset previous, Offset begin, Offset end,
                                   const Lanes& lanes) const {
    using length_type = std::make_unsigned_t<Offset>;
    const bool has_before =
        row > 0 && begin < end && static_cast<count_type>(previous) >= problem.a.first_offset && previous < begin;
    Likeness likeness;
    if (has_before) {
      const auto* const columns = problem.a.entries.data() + begin;
      const auto* const before = problem.a.entries.data() + previous;
      const count_type distance = static_cast<count_type>(columns[0]) - static_cast<count_type>(before[0]);
      likeness.is_near = distance <= near_columns && -distance <= near_columns;
      likeness.continues = distance == 0 && end - begin == begin - previous;
      const length_type length = likeness.continues ? end - begin : 0, size = lanes.size();
      for (length_type entry = lanes.rank(); entry < length; entry += size)
        if (columns[entry] != before[entry]) likeness.continues = false;
    }
    likeness.continues = !lanes.any(!likeness.continues);
    return likeness;
  }

  template <class Offset, class Lanes>
  KOKKOS_FUNCTION void analyze(count_type row, Offset begin, Offset end, const Lanes& lanes, RowTotals& totals) const {
    const Offset previous = row > 0 ? problem.a.row_map(row - 1) : begin;  // read early, used late
    const auto sums = sum_row_shapes(lanes, problem, analysis.b_row_shape, begin, end);
    const Likeness likeness = compare(row, previous, begin, end, lanes);
    if (lanes.rank() != 0 || row < 0) return;
    analysis.row_products(row) = sums.products;
    analysis.row_range(row) = sums.columns;
    analysis.continues_supernode(row) = likeness.continues ? 1 : 0;
    if (!sums.inside) counters(0).defect = 1;
    if (likeness.continues) totals.add(RowTotals::shared_sum, sums.products);
    if (likeness.is_near) totals.add(RowTotals::near_sum, 1);
    totals.add_row(sums.products, sums.columns.width(), static_cast<count_type>(end - begin),
                   static_cast<count_type>(sums.longest));
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    team.begin(begins_early);
    RowTotals totals;
    const RowGroups<Width, Team> groups(team, problem.a.num_rows, rounds);
    groups.for_each_row(
        problem.a.row_map, static_cast<count_type>(problem.a.entries.extent(0)), &counters(0).defect,
        [&](count_type row, auto begin, auto end, const auto& lanes) { analyze(row, begin, end, lanes, totals); },
        problem.a.first_offset);
    totals.flush(team, counters_of_team(counters, team.league_rank()));
    if (team.thread_rank() == 0 && team.league_rank() == 0) {
      AnalysisCounters& all = counters(0);
      all.nnz_a = static_cast<count_type>(problem.a.row_map(problem.a.num_rows)) - problem.a.first_offset;
      all.nnz_b = static_cast<count_type>(problem.b.row_map(problem.b.num_rows));
      if (analysis.pass_counters.data() != nullptr)
        for (count_type counter = 0; counter < num_pass_counters; ++counter) analysis.pass_counters(counter) = 0;
    }
    sender.send(team);
  }
};

/// \brief Launches AnalyzeARows on \p exec; returns without a fence.
/// \param begins_early beside the kernel before, a SampleCompression; \p sender is not silent then
/// \param sender of the counters, if there are rows and no later kernel changes them
template <TeamLauncher Launcher, class ProblemType, class Analysis, class Counters, class Sender = SilentSender>
void analyze_a_rows(const Launcher& launcher, const ProblemType& problem, const Analysis& analysis,
                    const Counters& counters, bool begins_early = false, const Sender& sender = {}) {
  dispatch_row_width(launcher.limits(), mean_row_length(problem.a), problem.num_rows(), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds =
        choose_row_rounds(launcher.limits(), lanes, mean_row_length(problem.a), problem.num_rows());
    using kernel_type = AnalyzeARows<lanes, ProblemType, Analysis, Counters, Sender>;
    TeamLaunch launch = row_groups_launch("Ocean::analysis::analyze_a_rows", rounds);
    constexpr int groups = Launcher::has_lanes ? analysis_team_size / analysis_warp_width : analysis_team_size;
    launch.scratch_bytes = row_totals_bytes(groups);
    launcher.launch(launch,
                    kernel_type{problem, analysis, counters, rounds, begins_early, sender.of_teams(rounds.num_teams)});
  });
}

}  // namespace Ocean::Impl

#endif
