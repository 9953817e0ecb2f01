#ifndef OCEAN_KERNELS_ANALYSIS_ANALYZE_A_ROWS_HPP
#define OCEAN_KERNELS_ANALYSIS_ANALYZE_A_ROWS_HPP
/// \file
/// \brief Products and column range of every row of C, and their totals.

#include "../../backend/team_launch.hpp"
#include "../../results/row_analysis.hpp"
#include "analysis_counters.hpp"
#include "row_groups.hpp"

namespace Ocean::Impl {

/// \brief One group of lanes per row of A; the whole team for a long row.
/// Shapes  row_products, row_range [num_rows] (out), counters [1] (in and out)
/// Pre     b_row_range is written; a column of A outside B raises counters.defect and is not followed
/// Launch  no scratch; five atomics per team
/// Cost    nnz(A) reads of a row of B's bounds and range
template <int Width, class ProblemType, class Products, class Ranges, class Counters>
struct AnalyzeARows {
  static constexpr int max_team_size = analysis_team_size;
  using column_type = typename ProblemType::column_type;
  ProblemType problem;
  Products row_products;
  Ranges row_range;
  Ranges b_row_range;
  Counters counters;

  /// \brief What one thread adds to the totals.
  struct Totals {
    count_type products = 0, max_products = 0, max_span = 0, capped = 0;
  };

  template <class Lanes>
  KOKKOS_FUNCTION void analyze(count_type row, count_type begin, count_type end, const Lanes& lanes,
                               Totals& totals) const {
    count_type products = 0;
    column_type first = Kokkos::Experimental::finite_max_v<column_type>, last = -1;
    bool inside = true;
    for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size()) {
      const auto inner = problem.a.entries(entry);
      if (inner < 0 || inner >= problem.b.num_rows) {
        inside = false;
        continue;
      }
      const count_type b_begin = static_cast<count_type>(problem.b.row_map(inner));
      const count_type b_end = static_cast<count_type>(problem.b.row_map(inner + 1));
      const ColumnRange<column_type> range = b_row_range(inner);
      products += b_end - b_begin;
      first = range.first < first ? range.first : first;
      last = range.last > last ? range.last : last;
    }
    products = lanes.sum(products);
    first = lanes.min(first);
    last = lanes.max(last);
    const bool outside = lanes.any(!inside);
    if (lanes.rank() != 0) return;
    const ColumnRange<column_type> range{first, last};
    row_products(row) = products;
    row_range(row) = range;
    if (outside) counters(0).defect = 1;
    totals.products += products;
    totals.max_products = Kokkos::max(totals.max_products, products);
    totals.max_span = Kokkos::max(totals.max_span, range.width());
    totals.capped += Kokkos::min(products, range.width());
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    Totals totals;
    const RowGroups<Width, Team> groups(team, problem.a.num_rows);
    groups.for_each_row(
        problem.a.row_map, static_cast<count_type>(problem.a.entries.extent(0)), &counters(0).defect,
        [&](count_type row, count_type begin, count_type end, const auto& lanes) {
          analyze(row, begin, end, lanes, totals);
        },
        problem.a.first_offset);
    totals.products = team.sum(totals.products);
    totals.max_products = team.max(totals.max_products);
    totals.max_span = team.max(totals.max_span);
    totals.capped = team.sum(totals.capped);
    if (team.thread_rank() != 0) return;
    using atomics = typename Team::atomics;
    AnalysisCounters& all = counters(0);
    atomics::fetch_add(&all.total_products, totals.products);
    atomics::fetch_add(&all.capped_products, totals.capped);
    atomics::max(&all.max_row_products, totals.max_products);
    atomics::max(&all.max_row_span, totals.max_span);
    if (team.league_rank() > 0) return;
    all.nnz_a = static_cast<count_type>(problem.a.row_map(problem.a.num_rows)) - problem.a.first_offset;
    all.nnz_b = static_cast<count_type>(problem.b.row_map(problem.b.num_rows));
  }
};

/// \brief Launches AnalyzeARows on \p exec; returns without a fence.
template <class ExecutionSpace, class ProblemType, class Products, class Ranges, class Counters>
void analyze_a_rows(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                    const Products& row_products, const Ranges& row_range, const Ranges& b_row_range,
                    const Counters& counters) {
  dispatch_row_width(mean_row_length(problem.a), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    launch_teams(exec, path, row_groups_launch<lanes>("Ocean::analysis::analyze_a_rows", problem.num_rows()),
                 AnalyzeARows<lanes, ProblemType, Products, Ranges, Counters>{problem, row_products, row_range,
                                                                              b_row_range, counters});
  });
}

}  // namespace Ocean::Impl

#endif
