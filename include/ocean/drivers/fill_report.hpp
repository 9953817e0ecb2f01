#ifndef OCEAN_DRIVERS_FILL_REPORT_HPP
#define OCEAN_DRIVERS_FILL_REPORT_HPP
/// \file
/// \brief Reports what an engine has found and done.

#include "../core/workspace.hpp"
#include "../engine/row_engine.hpp"
#include "../stages/workflow_choice.hpp"

namespace Ocean::Impl {

/// \brief Fills in what is known about the operands.
inline void report_summary(const AnalysisSummary& summary, SpGEMMReport& report) {
  report.total_products = summary.total_products;
  report.max_row_products = summary.max_row_products;
  report.expansion_ratio = expansion_ratio(summary);
  report.sampled_compression = summary.sampled.ratio;
  report.sampled_compression_bound = summary.sampled.relative_bound;
  report.sampled_rows = summary.sampled.num_rows;
}

/// \brief Fills in the peak of the work memory, and of it plus C.
template <class ExecutionSpace>
void report_memory(const Workspace<ExecutionSpace>& workspace, SpGEMMReport& report) {
  report.peak_workspace_bytes = workspace.peak_workspace_bytes();
  report.peak_bytes = workspace.peak_bytes();
}

/// \brief Fills in what an engine has chosen, and why: known as soon as its kernels are launched.
template <ReportingEngine Engine>
void report_choices(const Engine& engine, SpGEMMReport& report) {
  const WorkflowPlan& plan = engine.plan();
  report_summary(engine.summary(), report);
  report.workflow = plan.workflow;
  report.workflow_reason = plan.reason;
  report.value_source = ValueSource::product;
  report.sketch_registers = plan.sketch_registers;
  report.expansion = plan.certainty() == Certainty::estimate ? plan.expansion : 0.0;
  report.configurations = engine.configurations();
  report.estimated_workspace_bytes = engine.forecast().peak_bytes();
}

/// \brief Fills in what has come of it, and what an engine without an analysis knows only then.
template <ReportingEngine Engine>
void report_product(const Engine& engine, SpGEMMReport& report) {
  report_summary(engine.summary(), report);
  report.overflowed_rows = engine.num_overflowed();
  report.nnz_c = static_cast<count_type>(engine.product().entries.extent(0));
}

}  // namespace Ocean::Impl

#endif
