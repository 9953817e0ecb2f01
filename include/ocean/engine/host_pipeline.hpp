#ifndef OCEAN_ENGINE_HOST_PIPELINE_HPP
#define OCEAN_ENGINE_HOST_PIPELINE_HPP
/// \file
/// \brief The CPU path: the stages of a product in order. A thread owns chunks of rows and private accumulators.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/stage_timer.hpp"
#include "../stages/host_workflow_choice.hpp"
#include "host_stages.hpp"

namespace Ocean::Impl {

/// \brief Fills the numbers of the analysis into the report.
template <class ProblemType>
void report_host_analysis(const ProblemType& problem, const AnalysisSummary& summary, SpGEMMReport& report) {
  report.path = ExecutionPath::host;
  report.configurations.clear();
  report.overflowed_rows = 0;
  report.sampled_compression = report.sampled_compression_bound = 0.0;
  report.sampled_rows = 0;
  report.num_rows = problem.num_rows();
  report.num_inner = problem.num_inner();
  report.num_cols = problem.num_cols();
  report.nnz_a = summary.nnz_a;
  report.nnz_b = summary.nnz_b;
  report.total_products = summary.total_products;
  report.max_row_products = summary.max_row_products;
  report.expansion_ratio = expansion_ratio(summary);
}

/// Bytes that a product takes without asking whether they are there: 64 MiB.
inline constexpr std::size_t unasked_bytes = std::size_t(64) << 20;

/// \brief Fills in what is done, and why.
inline void report_host_plan(const WorkflowPlan& plan, SpGEMMReport& report) {
  report.workflow = plan.workflow;
  report.workflow_reason = plan.reason;
  report.sketch_registers = plan.sketch_registers;
  report.expansion = plan.workflow == Workflow::hyperloglog ? plan.expansion : 0.0;
}

/// \brief Fills in what the accumulation has done.
template <class ProblemType, class Product, class Stages, class WorkspaceType>
void report_host_outcome(const ProblemType& problem, const Product& c, const Stages& stages,
                         const WorkspaceType& workspace, SpGEMMReport& report) {
  report.nnz_c = static_cast<count_type>(c.entries.extent(0));
  report.peak_workspace_bytes = workspace.peak_workspace_bytes();
  report.peak_bytes = workspace.peak_bytes();
  const auto bytes_of = [](const auto& matrix, count_type num_rows, count_type nnz) {
    using matrix_type = std::decay_t<decltype(matrix)>;
    return sizeof(typename matrix_type::offset_type) * static_cast<std::size_t>(num_rows + 1) +
           (sizeof(typename matrix_type::ordinal_type) + sizeof(typename matrix_type::scalar_type)) *
               static_cast<std::size_t>(nnz);
  };
  report.matrix_bytes = bytes_of(problem.a, problem.num_rows(), report.nnz_a) +
                        bytes_of(problem.b, problem.num_inner(), report.nnz_b) +
                        bytes_of(c, problem.num_rows(), report.nnz_c);
  for (int index = 0; index < num_host_accumulators; ++index) {
    const auto kind = static_cast<HostAccumulator>(index);
    const count_type rows = stages.rows_of(kind);
    const bool has_window =
        kind == HostAccumulator::dense || kind == HostAccumulator::supernode || kind == HostAccumulator::dense_windows;
    const count_type bytes =
        has_window ? stages.limits().window_capacity * count_type(sizeof(typename Product::scalar_type) + 1) : 0;
    if (rows > 0) report.configurations.push_back({to_string(kind), rows, bytes, 1});
  }
}

/// \brief Registers C's bytes with the workspace, so that the limit covers them.
template <class Product, class WorkspaceType>
void add_host_output(WorkspaceType& workspace, count_type nnz_c) {
  workspace.add_output(entries_bytes<Product>(nnz_c));
}

/// \brief Symbolic workflow: count, then compute every row at its place.
template <class Product, class ExecutionSpace, class Stages>
void run_host_symbolic(const ExecutionSpace& exec, Stages& stages, Workspace<ExecutionSpace>& workspace,
                       SpGEMMReport& report, Product& c) {
  count_type nnz_c = 0;
  report.estimated_workspace_bytes = stages.forecast(Workflow::symbolic).peak_bytes();
  {
    const StageTimer timer(exec, "size_prediction", report);
    nnz_c = stages.count(c);
    check_offsets<typename Product::offset_type>(nnz_c);
    add_host_output<Product>(workspace, nnz_c);
  }
  const StageTimer timer(exec, "numeric", report);
  allocate_entries(exec, nnz_c, c);
  stages.place(c);
}

/// \brief Upper-bound workflow: one pass into memory for the bound, of which the rest is never touched. Where that
/// cannot be had, the rows are counted first.
/// \param entries_max  the bound
/// \param plan         what is done, and why (in, out)
template <class Product, class ExecutionSpace, class Stages>
void run_host_upper_bound(const ExecutionSpace& exec, count_type entries_max, WorkflowPlan& plan, Stages& stages,
                          Workspace<ExecutionSpace>& workspace, SpGEMMReport& report, Product& c) {
  try {
    stages.reserve_entries(c);
  } catch (const OutOfMemory&) {
    count_rows_instead(concatenate("the system does not grant ", entries_bytes<Product>(entries_max), " bytes for the ",
                                   entries_max, " entries that C has at most"),
                       plan);
    report_host_plan(plan, report);
    return run_host_symbolic(exec, stages, workspace, report, c);
  }
  const StageTimer timer(exec, "numeric", report);
  report.estimated_workspace_bytes = stages.forecast(Workflow::upper_bound).peak_bytes();
  const count_type nnz_c = stages.accumulate(c);
  check_offsets<typename Product::offset_type>(nnz_c);
  add_host_output<Product>(workspace, nnz_c);
  if (entries_bytes<Product>(entries_max - nnz_c) > unasked_bytes && counts_untouched_memory())
    copy_host_entries(exec, nnz_c, c);
  else
    trim_host_entries(nnz_c, c);
}

/// \brief HyperLogLog workflow: slots of estimated sizes, rows staged in them, compacted, and the overflowed redone.
template <class Product, class ExecutionSpace, class Stages>
void run_host_hyperloglog(const ExecutionSpace& exec, const WorkflowPlan& plan, Stages& stages,
                          Workspace<ExecutionSpace>& workspace, SpGEMMReport& report, Product& c) {
  {
    const StageTimer timer(exec, "size_prediction", report);
    stages.predict(plan.sketch_registers, plan.expansion);
  }
  report.estimated_workspace_bytes = stages.forecast(Workflow::hyperloglog).peak_bytes();
  count_type nnz_c = 0;
  {
    const StageTimer timer(exec, "numeric", report);
    nnz_c = stages.stage(c);
    check_offsets<typename Product::offset_type>(nnz_c);
    add_host_output<Product>(workspace, nnz_c);
  }
  report.overflowed_rows = stages.num_overflowed();
  {
    const StageTimer timer(exec, "compaction", report);
    allocate_entries(exec, nnz_c, c);
    stages.gather(c);
  }
  const StageTimer timer(exec, "overflow", report);
  stages.redo_overflowed(c);
}

/// \brief Decides the workflow from the analysis and what memory there is.
template <class Product, class ExecutionSpace, class ProblemType, class Stages>
WorkflowPlan plan_host_workflow(const ProblemType& problem, const AnalysisSummary& summary, const Stages& stages,
                                const Workspace<ExecutionSpace>& workspace, const SpGEMMOptions& options) {
  HostWorkflowFacts facts;
  facts.nnz_a = summary.nnz_a;
  facts.num_rows = problem.num_rows();
  facts.num_inner = problem.num_inner();
  facts.total_products = summary.total_products;
  facts.capped_products = summary.capped_products;
  facts.bytes_per_entry = sizeof(typename Product::ordinal_type) + sizeof(typename Product::scalar_type);
  facts.bytes_per_row = sizeof(typename Product::offset_type);
  facts.work_bytes = stages.buffer_bytes();
  // asking the system takes as long as a small product: what surely is there is not asked for
  const bool is_small = host_workflow_bytes(facts, Workflow::hyperloglog, widest_sketch_registers) < unasked_bytes;
  facts.available_bytes = is_small && workspace.limit_bytes() == 0 ? unasked_bytes : workspace.available_bytes();
  facts.counts_untouched = !is_small && counts_untouched_memory();
  return choose_host_workflow(facts, options);
}

/// \brief C = A B on a host space; waits for \p exec.
/// \param tuning thresholds and sizes; tests inject extreme ones
/// Pre     check_shapes() accepted the problem
/// \throws std::invalid_argument if an index leads outside; std::runtime_error if C does not fit its offsets or memory
template <class ExecutionSpace, class ProblemType, class Product>
Product host_pipeline(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& options,
                      SpGEMMReport& report, const HostTuning& tuning = host_tuning_default) {
  Workspace<ExecutionSpace> workspace(exec, options);
  HostStages<ExecutionSpace, ProblemType, Product> stages(problem, options, tuning, workspace, report);
  const AnalysisSummary& summary = stages.summary();
  report_host_analysis(problem, summary, report);
  WorkflowPlan plan;
  {
    const StageTimer timer(exec, "workflow_choice", report);
    plan = plan_host_workflow<Product>(problem, summary, stages, workspace, options);
  }
  report_host_plan(plan, report);
  Product c;
  workspace.add_output(row_map_bytes<Product>(problem.num_rows()));
  stages.allocate_row_map(c);
  switch (plan.workflow) {
    case Workflow::hyperloglog: run_host_hyperloglog(exec, plan, stages, workspace, report, c); break;
    case Workflow::symbolic: run_host_symbolic(exec, stages, workspace, report, c); break;
    default: run_host_upper_bound(exec, summary.capped_products, plan, stages, workspace, report, c);
  }
  report_host_outcome(problem, c, stages, workspace, report);
  return c;
}

}  // namespace Ocean::Impl

#endif
