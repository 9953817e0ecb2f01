#ifndef OCEAN_KERNELS_ANALYSIS_ANALYZE_A_ROWS_HPP
#define OCEAN_KERNELS_ANALYSIS_ANALYZE_A_ROWS_HPP
/// \file
/// \brief Products and column range of every row of C, their totals, and which rows of A have the same columns.

#include "../../backend/team_launch.hpp"
#include "../../results/row_analysis.hpp"
#include "analysis_counters.hpp"
#include "row_groups.hpp"

namespace Ocean::Impl {

/// \brief One group of lanes per row of A; a warp or the whole team for longer rows.
/// Shapes  row_products, row_range, continues_supernode [num_rows] (out), counters [1] (in and out)
/// Pre     b_row_shape is written; a column of A outside B raises counters.defect and is not followed
/// Launch  no scratch; eight atomics per team
/// Cost    nnz(A) reads of a row of B's bounds and range
template <int Width, class ProblemType, class Analysis, class Counters>
struct AnalyzeARows {
  static constexpr int max_team_size = analysis_team_size;
  static constexpr int min_teams_per_unit = analysis_teams_per_unit_of_a;
  using column_type = typename ProblemType::column_type;
  ProblemType problem;
  Analysis analysis;
  Counters counters;
  RowRounds rounds;

  /// \brief What one thread adds to the totals.
  struct Totals {
    count_type products = 0, max_products = 0, max_entries = 0, max_span = 0, capped = 0, shared = 0, near = 0;
  };

  /// \brief Entries of the row before, which ends at \p begin; 0 where there is none.
  KOKKOS_FUNCTION count_type length_before(count_type row, count_type begin) const {
    if (row <= 0) return 0;
    const auto before = static_cast<count_type>(problem.a.row_map(row - 1));
    return before < problem.a.first_offset ? 0 : begin - before;
  }

  /// \brief Whether two entries of A are near_columns apart or less.
  KOKKOS_FUNCTION bool begins_near(count_type entry, count_type other) const {
    const auto distance =
        static_cast<count_type>(problem.a.entries(entry)) - static_cast<count_type>(problem.a.entries(other));
    return distance <= near_columns && -distance <= near_columns;
  }

  template <class Lanes>
  KOKKOS_FUNCTION void analyze(count_type row, count_type begin, count_type end, const Lanes& lanes,
                               Totals& totals) const {
    count_type products = 0;
    column_type first = Kokkos::Experimental::finite_max_v<column_type>, last = -1;
    bool inside = true;
    const count_type length = end - begin;
    const count_type before = length_before(row, begin);
    bool continues = length > 0 && length == before;
    using inner_type = typename ProblemType::operand_a_type::ordinal_type;
    constexpr int in_flight = choose_entries_in_flight<Lanes>();
    for (count_type chunk = begin + lanes.rank(); chunk < end; chunk += in_flight * lanes.size()) {
      inner_type inner[in_flight];
      BRowShape<column_type> shape[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const count_type entry = chunk + ahead * lanes.size();
        inner[ahead] = entry < end ? problem.a.entries(entry) : inner_type(0);
        if (entry < end && continues) continues = inner[ahead] == problem.a.entries(entry - length);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const bool is_inside = inner[ahead] >= 0 && inner[ahead] < problem.b.num_rows;
        if (!is_inside) inside = false;
        shape[ahead] = {{first, last}, 0};
        if (is_inside && chunk + ahead * lanes.size() < end) shape[ahead] = analysis.b_row_shape(inner[ahead]);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        products +=
            shape[ahead].length < BRowShape<column_type>::longest
                ? static_cast<count_type>(shape[ahead].length)
                : static_cast<count_type>(problem.b.row_map(inner[ahead] + 1) - problem.b.row_map(inner[ahead]));
        first = shape[ahead].columns.first < first ? shape[ahead].columns.first : first;
        last = shape[ahead].columns.last > last ? shape[ahead].columns.last : last;
      }
    }
    products = lanes.sum(products);
    first = lanes.min(first);
    last = lanes.max(last);
    const bool outside = lanes.any(!inside);
    continues = !lanes.any(!continues);
    if (lanes.rank() != 0 || row < 0) return;
    const ColumnRange<column_type> range{first, last};
    analysis.row_products(row) = products;
    analysis.row_range(row) = range;
    analysis.continues_supernode(row) = continues ? 1 : 0;
    if (outside) counters(0).defect = 1;
    totals.products += products;
    if (continues) totals.shared += products;
    if (length > 0 && before > 0 && begins_near(begin, begin - before)) ++totals.near;
    totals.max_products = Kokkos::max(totals.max_products, products);
    totals.max_entries = Kokkos::max(totals.max_entries, length);
    totals.max_span = Kokkos::max(totals.max_span, range.width());
    totals.capped += Kokkos::min(products, range.width());
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    Totals totals;
    const RowGroups<Width, Team> groups(team, problem.a.num_rows, rounds);
    groups.for_each_row(
        problem.a.row_map, static_cast<count_type>(problem.a.entries.extent(0)), &counters(0).defect,
        [&](count_type row, count_type begin, count_type end, const auto& lanes) {
          analyze(row, begin, end, lanes, totals);
        },
        problem.a.first_offset);
    totals.products = team.sum(totals.products);
    totals.max_products = team.max(totals.max_products);
    totals.max_entries = team.max(totals.max_entries);
    totals.max_span = team.max(totals.max_span);
    totals.capped = team.sum(totals.capped);
    totals.shared = team.sum(totals.shared);
    totals.near = team.sum(totals.near);
    if (team.thread_rank() != 0) return;
    using atomics = typename Team::atomics;
    AnalysisCounters& all = counters(0);
    atomics::fetch_add(&all.total_products, totals.products);
    atomics::fetch_add(&all.capped_products, totals.capped);
    if (totals.shared > 0) atomics::fetch_add(&all.shared_products, totals.shared);
    if (totals.near > 0) atomics::fetch_add(&all.near_rows, totals.near);
    atomics::max(&all.max_row_products, totals.max_products);
    atomics::max(&all.max_row_entries, totals.max_entries);
    atomics::max(&all.max_row_span, totals.max_span);
    if (team.league_rank() > 0) return;
    all.nnz_a = static_cast<count_type>(problem.a.row_map(problem.a.num_rows)) - problem.a.first_offset;
    all.nnz_b = static_cast<count_type>(problem.b.row_map(problem.b.num_rows));
  }
};

/// \brief Launches AnalyzeARows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class ProblemType, class Analysis, class Counters>
void analyze_a_rows(const Launcher& launcher, const ProblemType& problem, const Analysis& analysis,
                    const Counters& counters) {
  dispatch_row_width(mean_row_length(problem.a), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds = choose_row_rounds(launcher.limits(), lanes, problem.num_rows());
    launcher.launch(row_groups_launch("Ocean::analysis::analyze_a_rows", rounds),
                    AnalyzeARows<lanes, ProblemType, Analysis, Counters>{problem, analysis, counters, rounds});
  });
}

}  // namespace Ocean::Impl

#endif
