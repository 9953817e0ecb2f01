#ifndef OCEAN_STAGES_ANALYSIS_HPP
#define OCEAN_STAGES_ANALYSIS_HPP
/// \file
/// \brief The analysis stage: what can be known about every row of C before it is computed.

#include <array>

#include "../core/sent_counters.hpp"
#include "../core/workspace.hpp"
#include "../kernels/analysis/analyze_a_rows.hpp"
#include "../kernels/analysis/find_b_row_shapes.hpp"
#include "../kernels/analysis/sample_compression.hpp"
#include "../results/row_analysis.hpp"
#include "check_operands.hpp"
#include "sampling.hpp"

namespace Ocean::Impl {

/// \brief The counters of an analysis.
template <class ExecutionSpace, std::size_t NumCopies = 1>
using SentAnalysisCounters = SentCounters<ExecutionSpace, AnalysisCounters, NumCopies>;
inline constexpr const char* analysis_counters_label = "Ocean::analysis::counters";

/// \brief Waits for the counters and returns their totals.
/// \throws std::invalid_argument naming the first offset or column of A or B that is out of bounds.
template <class ExecutionSpace, std::size_t NumCopies, class ProblemType>
AnalysisCounters read_analysis_counters(const ExecutionSpace& exec, const ProblemType& problem,
                                        SentAnalysisCounters<ExecutionSpace, NumCopies>& counters) {
  const std::array<AnalysisCounters, NumCopies> of_teams = counters.get();
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

/// \brief Allocates what the analysis writes for the rows of A.
template <class Analysis, class Memory>
void allocate_row_results(count_type num_rows, Analysis& analysis, Memory& memory) {
  using range_type = typename decltype(analysis.row_range)::value_type;
  analysis.row_products = memory.template allocate<count_type>("Ocean::analysis::row_products", num_rows);
  analysis.row_range = memory.template allocate<range_type>("Ocean::analysis::row_range", num_rows);
  analysis.continues_supernode =
      memory.template allocate<std::uint8_t>("Ocean::analysis::continues_supernode", num_rows);
  analysis.pass_counters = memory.template allocate<count_type>("Ocean::numeric::pass_counters", num_pass_counters + 2);
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
  RowAnalysis<typename Launcher::memory_space, column_type> analysis;
  allocate_row_results(problem.num_rows(), analysis, workspace);
  analysis.b_row_shape =
      workspace.template allocate<BRowShape<column_type>>("Ocean::analysis::b_row_shapes", problem.num_inner());
  analysis.b_continues_supernode =
      workspace.template allocate<std::uint8_t>("Ocean::analysis::b_continues_supernode", problem.num_inner());
  constexpr std::size_t num_copies = is_host_space_v<typename Launcher::execution_space> ? 1 : analysis_counter_copies;
  SentAnalysisCounters<typename Launcher::execution_space, num_copies> counters(launcher.exec(),
                                                                                analysis_counters_label, workspace);
  // Both kernels behind the shapes run beside each other. measured:
  // perf_tests/results/nvidia_h200_2026-11-28_handles_variants.csv (beside, beside_all_wait)
  const bool samples = sample.num_sampled > 0;
  find_b_row_shapes(launcher, problem.b, analysis.b_row_shape, analysis.b_continues_supernode, counters.view());
  if (samples)
    sample_compression(launcher, problem, analysis, counters.view(), sample, expected_row_products(problem),
                       choose_lanes(mean_row_length(problem.b), walk_lanes));
  analyze_a_rows(launcher, problem, analysis, counters.view(), samples,
                 problem.num_rows() > 0 ? counters.sender() : counters.silent());
  while_analysed();
  // first wait: the workflow is chosen from these
  const AnalysisCounters totals = read_analysis_counters(launcher.exec(), problem, counters);
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
  SentAnalysisCounters<typename Launcher::execution_space> counters(launcher.exec(), analysis_counters_label,
                                                                    workspace);
  find_b_row_shapes(launcher, problem.b, analysis.b_row_shape, analysis.b_continues_supernode, counters.view());
  const AnalysisCounters totals = read_analysis_counters(launcher.exec(), problem, counters);
  analysis.summary.b_rows_sorted = totals.unsorted_b_row == 0;
  return analysis;
}

/// \brief Analyses a slice of A's rows, after analyze_b_rows() has done the rows of B; waits once.
/// \param problem all of A, for the text of an error
/// \throws std::invalid_argument naming the first offset or column of A that is out of bounds.
template <TeamLauncher Launcher, class ProblemType, class Analysis>
Analysis analyze_slice(const Launcher& launcher, const ProblemType& problem, const ProblemType& slice,
                       const Analysis& b_rows, Workspace<typename Launcher::execution_space>& workspace) {
  Analysis analysis = b_rows;
  allocate_row_results(slice.num_rows(), analysis, workspace);
  SentAnalysisCounters<typename Launcher::execution_space> counters(launcher.exec(), analysis_counters_label,
                                                                    workspace);
  analyze_a_rows(launcher, slice, analysis, counters.view(), false,
                 slice.num_rows() > 0 ? counters.sender() : counters.silent());
  set_row_totals(read_analysis_counters(launcher.exec(), problem, counters), analysis.summary);
  return analysis;
}

}  // namespace Ocean::Impl

#endif
