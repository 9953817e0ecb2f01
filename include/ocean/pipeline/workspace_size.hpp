#ifndef OCEAN_PIPELINE_WORKSPACE_SIZE_HPP
#define OCEAN_PIPELINE_WORKSPACE_SIZE_HPP
/// \file
/// \brief The memory of a product before it is computed: the stages up to its sizes, and a forecast of the others.

#include <algorithm>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "check_problem.hpp"
#include "fill_values.hpp"
#include "host_pipeline.hpp"
#include "team_pipeline.hpp"

namespace Ocean {

/// \brief What get_workspace_size() tells.
struct WorkspaceSize {
  std::size_t workspace_bytes = 0;  ///< of work memory, at the most; enough for SpGEMMOptions::workspace_bytes
  std::size_t product_bytes = 0;    ///< that C is expected to take
};

namespace Impl {

/// \brief The host stages up to the sizes of the slots.
template <class Product, class ExecutionSpace, class ProblemType>
ProductForecast forecast_host_product(const ExecutionSpace& exec, const ProblemType& problem,
                                      const SpGEMMOptions& options) {
  using stages_type = HostStages<ExecutionSpace, ProblemType, Product>;
  Workspace<ExecutionSpace> workspace(exec, options);
  const HostTuning& tuning = host_tuning_default;
  const auto analysis = analyze_host(exec, problem, workspace, tuning);
  const auto limits = host_accumulator_limits<typename Product::scalar_type, typename ProblemType::column_type>(
      options, tuning, analysis.summary.b_rows_sorted, problem.num_cols());
  stages_type stages(exec, problem, analysis, limits, options.sorted_output, workspace);
  const WorkflowPlan plan = plan_host_workflow<Product>(problem, analysis.summary, stages, workspace, options);
  count_type nnz_c = analysis.summary.capped_products;
  if (plan.workflow == Workflow::hyperloglog) {
    stages.predict(plan.sketch_registers, plan.expansion);
    nnz_c = static_cast<count_type>(static_cast<double>(stages.num_slots()) / plan.expansion);
  } else if (plan.workflow == Workflow::symbolic) {
    Product c;
    stages.allocate_row_map(c);
    nnz_c = stages.count(c);
  }
  return {stages.forecast(plan.workflow), nnz_c};
}

/// \brief Work memory that sums in the order of A's entries take: for all products, where they are not too many.
template <class ExecutionSpace, class ProblemType>
std::size_t ordered_sums_bytes(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                               const SpGEMMReport& report, count_type nnz_c) {
  WorkspaceForecast forecast{WorkspaceAccount(WorkspaceSource::chunks_and_blocks)};
  if (path == ExecutionPath::host) {
    forecast.take<std::int32_t>(std::max(1, exec.concurrency()) * problem.num_cols());
    forecast.take<count_type>(1);
    return forecast.account().peak_bytes();
  }
  const count_type products =
      std::max(report.max_row_products, std::min<count_type>(report.total_products, transient_products_max));
  forecast.take<count_type>(problem.num_rows() + 1);
  forecast.take<std::uint8_t>(static_cast<count_type>(product_lists_bytes(products, std::min(products, nnz_c))));
  forecast.take<std::uint32_t>(std::min(products, nnz_c) + 1);  // products of an entry that are not listed yet
  forecast.take<std::uint8_t>(PrefixSum<ExecutionSpace>::scratch_bytes(exec, std::max(products, problem.num_rows())));
  forecast.take<count_type>(1);
  return forecast.account().peak_bytes();
}

/// \brief Work memory and C of the product that run_spgemm() would compute with these options, were there no limit.
/// \throws as run_spgemm(), as far as it gets
template <class Product, class ExecutionSpace, class ProblemType>
WorkspaceSize workspace_size(const ExecutionSpace& exec, const ProblemType& problem,
                             const SpGEMMOptions& given_options) {
  SpGEMMOptions options = given_options;
  options.workspace_data = nullptr;
  options.workspace_bytes = 0;
  options.memory_limit_bytes = 0;
  options.sorted_output = options.sorted_output || options.deterministic;
  check_options(options);
  check_graph_shape(problem.a, "A");
  check_graph_shape(problem.b, "B");
  const ExecutionPath path = resolve_path<ExecutionSpace>(options.path);
  const std::size_t row_map_bytes =
      sizeof(typename Product::offset_type) * (static_cast<std::size_t>(problem.num_rows()) + 1);
  require(problem.a.num_cols == problem.b.num_rows, "spgemm", "A has ", problem.a.num_cols, " columns and B ",
          problem.b.num_rows, " rows (need as many)");
  if (problem.num_rows() == 0 || problem.num_inner() == 0 || problem.num_cols() == 0 ||
      problem.a.entries.extent(0) == 0 || problem.b.entries.extent(0) == 0)
    return {0, row_map_bytes};
  SpGEMMReport report;
  ProductForecast forecast{WorkspaceAccount(WorkspaceSource::blocks)};
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (path == ExecutionPath::host) forecast = forecast_host_product<Product>(exec, problem, options);
  }
  if (path != ExecutionPath::host)
    forecast =
        TeamPipeline<ExecutionSpace, ProblemType, Product>(exec, path, problem, options, report).forecast_product();
  WorkspaceSize size;
  // memory that does not begin at a multiple of the alignment loses what comes before the first
  size.workspace_bytes =
      std::max(forecast.account.peak_bytes(), forecast.account.supplied_bytes() + MemoryLayout::alignment);
  if (options.deterministic)
    size.workspace_bytes =
        std::max(size.workspace_bytes, ordered_sums_bytes(exec, path, problem, report, forecast.nnz_c));
  size.product_bytes =
      row_map_bytes + static_cast<std::size_t>(forecast.nnz_c) *
                          (sizeof(typename Product::ordinal_type) + sizeof(typename Product::scalar_type));
  return size;
}

}  // namespace Impl
}  // namespace Ocean

#endif
