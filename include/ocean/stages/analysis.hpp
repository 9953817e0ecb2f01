#ifndef OCEAN_STAGES_ANALYSIS_HPP
#define OCEAN_STAGES_ANALYSIS_HPP
/// \file
/// \brief The analysis stage: what is known of every row of C before it is computed.

#include "../kernels/analysis/analyze_a_rows.hpp"
#include "../kernels/analysis/find_b_row_ranges.hpp"
#include "../pipeline/check_problem.hpp"
#include "../pipeline/workspace.hpp"
#include "../results/row_analysis.hpp"

namespace Ocean::Impl {

/// \brief Zeroes the counters on the device.
template <class Counters>
struct ClearAnalysisCounters {
  Counters counters;
  KOKKOS_FUNCTION void operator()(int) const { counters(0) = AnalysisCounters{}; }
};

/// \brief Products, column ranges and totals of the rows of C; waits once, for the totals.
/// \throws std::invalid_argument naming the first offset or column of A or B that is out of bounds.
/// Source: [LG26] section 3.2
template <class ExecutionSpace, class ProblemType>
RowAnalysis<typename ExecutionSpace::memory_space, typename ProblemType::column_type> analyze_rows(
    const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, Workspace<ExecutionSpace>& workspace) {
  using column_type = typename ProblemType::column_type;
  using range_type = ColumnRange<column_type>;
  RowAnalysis<typename ExecutionSpace::memory_space, column_type> analysis;
  analysis.row_products = workspace.template allocate<count_type>("Ocean::analysis::row_products", problem.num_rows());
  analysis.row_range = workspace.template allocate<range_type>("Ocean::analysis::row_range", problem.num_rows());
  analysis.b_row_range = workspace.template allocate<range_type>("Ocean::analysis::b_row_range", problem.num_inner());
  const auto counters = workspace.template allocate<AnalysisCounters>("Ocean::analysis::counters", 1);

  Kokkos::parallel_for("Ocean::analysis::clear_counters", Kokkos::RangePolicy<ExecutionSpace>(exec, 0, 1),
                       ClearAnalysisCounters<decltype(counters)>{counters});
  find_b_row_ranges(exec, path, problem.b, analysis.b_row_range, counters);
  analyze_a_rows(exec, path, problem, analysis.row_products, analysis.row_range, analysis.b_row_range, counters);

  AnalysisCounters totals;  // first wait: the workflow is chosen from these
  DeviceMemory<ExecutionSpace>::read_back(exec, counters.data(), &totals, 1);
  workspace.release(counters);
  if (totals.defect) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
  }
  AnalysisSummary& summary = analysis.summary;
  summary.nnz_a = totals.nnz_a;
  summary.nnz_b = totals.nnz_b;
  summary.total_products = totals.total_products;
  summary.max_row_products = totals.max_row_products;
  summary.max_row_span = totals.max_row_span;
  summary.capped_products = totals.capped_products;
  summary.b_rows_sorted = totals.unsorted_b_row == 0;
  return analysis;
}

}  // namespace Ocean::Impl

#endif
