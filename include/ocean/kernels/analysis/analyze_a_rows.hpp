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

  /// \brief The first columns of a row and of the one before, which differ in most rows.
  struct FirstColumns {
    bool are_equal = false, are_near = false;
  };
  template <class Column>
  KOKKOS_FUNCTION static FirstColumns compare_first(Column column, Column before) {
    const count_type distance = static_cast<count_type>(column) - static_cast<count_type>(before);
    return {distance == 0, distance <= near_columns && -distance <= near_columns};
  }

  /// \brief Entries of the row before, which ends at \p begin; 0 where there is none, or where offsets are unsound.
  template <class Offset>
  KOKKOS_FUNCTION Offset entries_before(count_type row, Offset begin) const {
    if (row <= 0) return 0;
    const Offset before = problem.a.row_map(row - 1);
    const bool is_sound = static_cast<count_type>(before) >= problem.a.first_offset && before <= begin;
    return is_sound ? begin - before : Offset(0);
  }

  template <class Offset, class Lanes>
  KOKKOS_FUNCTION void analyze(count_type row, Offset begin, Offset end, const Lanes& lanes, RowTotals& totals) const {
    using inner_type = typename ProblemType::operand_a_type::ordinal_type;
    using shape_type = BRowShape<column_type>;
    constexpr int in_flight = analysis_entries_in_flight;
    RowShapeSums<column_type> sums;
    using length_type = std::make_unsigned_t<Offset>;  // a step beyond the last offset fits
    const auto length = static_cast<length_type>(end - begin);
    const auto length_before = static_cast<length_type>(entries_before(row, begin));
    const inner_type* const columns = problem.a.entries.data() + begin;
    const inner_type* const before = columns - length_before;
    const bool has_before = length > 0 && length_before > 0;
    const FirstColumns first_columns = has_before ? compare_first(columns[0], before[0]) : FirstColumns{};
    bool continues = first_columns.are_equal && length == length_before;
    const length_type size = lanes.size();
    for (length_type chunk = lanes.rank(); chunk < length; chunk += in_flight * size) {
      inner_type inner[in_flight];
      shape_type shape[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const length_type entry = chunk + ahead * size;
        inner[ahead] = entry < length ? columns[entry] : inner_type(0);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const bool is_inside = inner[ahead] >= 0 && inner[ahead] < problem.b.num_rows;
        if (!is_inside) sums.inside = false;
        shape[ahead] = {sums.columns, 0};
        if (is_inside && chunk + ahead * size < length) shape[ahead] = analysis.b_row_shape(inner[ahead]);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) sums.add(shape[ahead]);
      if (!continues) continue;
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const length_type entry = chunk + ahead * size;
        if (entry < length && before[entry] != inner[ahead]) continues = false;
      }
    }
    sums.join(problem, static_cast<count_type>(begin), static_cast<count_type>(end), lanes);
    continues = !lanes.any(!continues);
    if (lanes.rank() != 0 || row < 0) return;
    analysis.row_products(row) = sums.products;
    analysis.row_range(row) = sums.columns;
    analysis.continues_supernode(row) = continues ? 1 : 0;
    if (!sums.inside) counters(0).defect = 1;
    if (continues) totals.add(RowTotals::shared_sum, sums.products);
    if (first_columns.are_near) totals.add(RowTotals::near_sum, 1);
    totals.add_row(sums.products, sums.columns.width(), static_cast<count_type>(length),
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
