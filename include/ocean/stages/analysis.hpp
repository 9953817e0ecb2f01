#ifndef OCEAN_STAGES_ANALYSIS_HPP
#define OCEAN_STAGES_ANALYSIS_HPP
/// \file
/// \brief The analysis stage: what can be known about every row of C before it is computed.

#include <array>

#include "../backend/read_back.hpp"
#include "../core/workspace.hpp"
#include "../kernels/analysis/analyze_a_rows.hpp"
#include "../kernels/analysis/find_b_row_shapes.hpp"
#include "../kernels/analysis/sample_compression.hpp"
#include "../results/row_analysis.hpp"
#include "check_operands.hpp"
#include "sampling.hpp"

namespace Ocean::Impl {

/// \brief Cleared counters of an analysis, in so many copies.
template <class ExecutionSpace>
auto allocate_analysis_counters(const ExecutionSpace& exec, Workspace<ExecutionSpace>& workspace,
                                count_type num_copies = 1) {
  const auto counters = workspace.template allocate<AnalysisCounters>("Ocean::analysis::counters", num_copies);
  DeviceMemory<ExecutionSpace>::clear(exec, counters.data(), counters.extent(0));
  return counters;
}

/// \brief Waits for the counters, returns them and frees their memory.
/// \tparam NumCopies  of the counters
/// \param while_running called before the wait, after the counters on the instance
/// \throws std::invalid_argument naming the first offset or column of A or B that is out of bounds.
template <std::size_t NumCopies, class ExecutionSpace, class ProblemType, class Counters, class WhileRunning>
AnalysisCounters read_analysis_counters(const ExecutionSpace& exec, const ProblemType& problem,
                                        const Counters& counters, Workspace<ExecutionSpace>& workspace,
                                        const WhileRunning& while_running) {
  ReadBack<ExecutionSpace, AnalysisCounters, NumCopies> read(exec, counters.data());
  while_running();
  const std::array<AnalysisCounters, NumCopies> of_teams = read.get();
  workspace.release(counters);
  AnalysisCounters totals = of_teams[0];
  for (std::size_t copy = 1; copy < NumCopies; ++copy) totals.join(of_teams[copy]);
  if (totals.defect) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
  }
  return totals;
}

/// \brief Copies what is known about A's rows.
inline void set_row_totals(const AnalysisCounters& totals, AnalysisSummary& summary) {
  summary.nnz_a = totals.nnz_a;
  summary.nnz_b = totals.nnz_b;
  summary.total_products = totals.total_products;
  summary.max_row_products = totals.max_row_products;
  summary.max_row_entries = totals.max_row_entries;
  summary.near_rows = totals.near_rows;
  summary.max_row_span = totals.max_row_span;
  summary.capped_products = totals.capped_products;
  summary.shared_products = totals.shared_products;
  summary.long_products = totals.long_products;
  summary.uneven_products = totals.uneven_products;
  if (totals.sampled_b_entries > 0)
    summary.words_per_b_entry =
        static_cast<double>(totals.sampled_b_words) / static_cast<double>(totals.sampled_b_entries);
}

/// \brief Mean products per row of C if the rows of B that A selects are as long as the others.
template <class ProblemType>
double expected_row_products(const ProblemType& problem) {
  return mean_row_length(problem.a) * mean_row_length(problem.b);
}

/// \brief Products, column ranges and totals of the rows of C, and the compression of a sample of them; waits once, for
/// the totals.
/// \param while_analysed called while the kernels run; what it launches runs while the host reads the totals
/// \throws std::invalid_argument naming the first offset or column of A or B that is out of bounds.
/// Source: [LG26] section 3.2
template <TeamLauncher Launcher, class ProblemType, class WhileAnalysed>
RowAnalysis<typename Launcher::memory_space, typename ProblemType::column_type> analyze_rows(
    const Launcher& launcher, const ProblemType& problem, Workspace<typename Launcher::execution_space>& workspace,
    const SampledRows& sample, const WhileAnalysed& while_analysed) {
  using column_type = typename ProblemType::column_type;
  using range_type = ColumnRange<column_type>;
  RowAnalysis<typename Launcher::memory_space, column_type> analysis;
  analysis.row_products = workspace.template allocate<count_type>("Ocean::analysis::row_products", problem.num_rows());
  analysis.row_range = workspace.template allocate<range_type>("Ocean::analysis::row_range", problem.num_rows());
  analysis.continues_supernode =
      workspace.template allocate<std::uint8_t>("Ocean::analysis::continues_supernode", problem.num_rows());
  analysis.b_row_shape =
      workspace.template allocate<BRowShape<column_type>>("Ocean::analysis::b_row_shapes", problem.num_inner());
  analysis.b_continues_supernode =
      workspace.template allocate<std::uint8_t>("Ocean::analysis::b_continues_supernode", problem.num_inner());
  constexpr std::size_t num_copies = is_host_space_v<typename Launcher::execution_space> ? 1 : analysis_counter_copies;
  const auto counters = allocate_analysis_counters(launcher.exec(), workspace, num_copies);
  find_b_row_shapes(launcher, problem.b, analysis.b_row_shape, analysis.b_continues_supernode, counters);
  analyze_a_rows(launcher, problem, analysis, counters);
  sample_compression(launcher, problem, analysis, counters, sample, expected_row_products(problem),
                     choose_lanes(mean_row_length(problem.b), walk_lanes));
  // first wait: the workflow is chosen from these
  const AnalysisCounters totals =
      read_analysis_counters<num_copies>(launcher.exec(), problem, counters, workspace, while_analysed);
  set_row_totals(totals, analysis.summary);
  analysis.summary.sampled = summarize_sample(totals.sample, totals.total_products, totals.capped_products);
  analysis.summary.b_rows_sorted = totals.unsorted_b_row == 0;
  return analysis;
}

/// \brief The same, without a sample.
template <TeamLauncher Launcher, class ProblemType>
auto analyze_rows(const Launcher& launcher, const ProblemType& problem,
                  Workspace<typename Launcher::execution_space>& workspace) {
  return analyze_rows(launcher, problem, workspace, SampledRows{}, [] {});
}

/// \brief Analyses only the rows of B: the part of the analysis that all slices of A share; waits once.
/// \throws std::invalid_argument naming the first offset or column of A or B that is out of bounds.
template <TeamLauncher Launcher, class ProblemType>
RowAnalysis<typename Launcher::memory_space, typename ProblemType::column_type> analyze_b_rows(
    const Launcher& launcher, const ProblemType& problem, Workspace<typename Launcher::execution_space>& workspace) {
  using column_type = typename ProblemType::column_type;
  RowAnalysis<typename Launcher::memory_space, column_type> analysis;
  analysis.b_row_shape =
      workspace.template allocate<BRowShape<column_type>>("Ocean::analysis::b_row_shapes", problem.num_inner());
  analysis.b_continues_supernode =
      workspace.template allocate<std::uint8_t>("Ocean::analysis::b_continues_supernode", problem.num_inner());
  const auto counters = allocate_analysis_counters(launcher.exec(), workspace);
  find_b_row_shapes(launcher, problem.b, analysis.b_row_shape, analysis.b_continues_supernode, counters);
  const AnalysisCounters totals = read_analysis_counters<1>(launcher.exec(), problem, counters, workspace, [] {});
  analysis.summary.b_rows_sorted = totals.unsorted_b_row == 0;
  return analysis;
}

/// \brief Analyses a slice of A's rows, after analyze_b_rows() has done the rows of B; waits once.
/// \param problem all of A, for the text of an error
/// \throws std::invalid_argument naming the first offset or column of A that is out of bounds.
template <TeamLauncher Launcher, class ProblemType, class Analysis>
Analysis analyze_slice(const Launcher& launcher, const ProblemType& problem, const ProblemType& slice,
                       const Analysis& b_rows, Workspace<typename Launcher::execution_space>& workspace) {
  using range_type = ColumnRange<typename ProblemType::column_type>;
  Analysis analysis = b_rows;
  analysis.row_products = workspace.template allocate<count_type>("Ocean::analysis::row_products", slice.num_rows());
  analysis.row_range = workspace.template allocate<range_type>("Ocean::analysis::row_range", slice.num_rows());
  analysis.continues_supernode =
      workspace.template allocate<std::uint8_t>("Ocean::analysis::continues_supernode", slice.num_rows());
  const auto counters = allocate_analysis_counters(launcher.exec(), workspace);
  analyze_a_rows(launcher, slice, analysis, counters);
  set_row_totals(read_analysis_counters<1>(launcher.exec(), problem, counters, workspace, [] {}), analysis.summary);
  return analysis;
}

}  // namespace Ocean::Impl

#endif
