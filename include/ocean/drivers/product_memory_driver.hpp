#ifndef OCEAN_DRIVERS_PRODUCT_MEMORY_DRIVER_HPP
#define OCEAN_DRIVERS_PRODUCT_MEMORY_DRIVER_HPP
/// \file
/// \brief The memory of a product before it is computed: the stages up to its sizes, and a forecast of the others.

#include <algorithm>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../engine/host_pipeline.hpp"
#include "../engine/team_pipeline.hpp"
#include "../stages/check_operands.hpp"
#include "fill_values_driver.hpp"
#include "product_memory.hpp"

namespace Ocean::Impl {

/// \brief The host stages up to the sizes of the slots.
template <class Product, class ExecutionSpace, class ProblemType>
ProductForecast forecast_host_product(const ExecutionSpace& exec, const ProblemType& problem,
                                      const SpGEMMOptions& options) {
  Workspace<ExecutionSpace> workspace(exec, options);
  SpGEMMReport report;
  HostStages<ExecutionSpace, ProblemType, Product> stages(problem, options, host_tuning_default, workspace, report);
  const AnalysisSummary& summary = stages.summary();
  const WorkflowPlan plan = plan_host_workflow<Product>(problem, summary, stages, workspace, options);
  count_type nnz_c = summary.capped_products;
  if (plan.workflow == Workflow::hyperloglog) {
    stages.predict(plan.sketch_registers, plan.expansion);
    nnz_c = static_cast<count_type>(static_cast<double>(stages.num_slots()) / plan.expansion);
  } else if (plan.workflow == Workflow::symbolic) {
    Product c;
    stages.allocate_row_map(c);
    nnz_c = stages.count(c);
  }
  const count_type nnz_c_max = plan.workflow == Workflow::symbolic ? nnz_c : summary.capped_products;
  return {stages.forecast(plan.workflow), nnz_c, nnz_c_max, summary};
}

/// \brief Whether ordered sums are sure to be taken at places, whatever C has of its \p product.nnz_c_max entries.
template <class Product, class ExecutionSpace, class ProblemType>
bool sums_by_places(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                    const ProductForecast& product) {
  if (path == ExecutionPath::host || !product.summary.b_rows_sorted) return false;
  using graph_type = GraphOfC<typename Product::offset_type, typename Product::ordinal_type>;
  const typename Product::scalar_type* const no_values = nullptr;
  Workspace<ExecutionSpace> workspace(exec);
  return plan_places(exec, path, problem, graph_type(), no_values, SumCalls::one, reuse_tuning_default, workspace,
                     product.nnz_c_max)
      .is_chosen;
}

/// \brief Adds what the epilogues that the options ask for take.
template <class Product, class ExecutionSpace, class ProblemType>
void add_epilogues(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                   const SpGEMMOptions& options, const ProductForecast& product, ProductMemory& memory) {
  if (options.deterministic) {
    WorkspaceForecast forecast{WorkspaceAccount(WorkspaceSource::chunks_and_blocks)};
    forecast_ordered_sums(exec, path, problem, sums_by_places<Product>(exec, path, problem, product),
                          product.summary.total_products, product.nnz_c_max,
                          std::max(product.summary.max_row_products, transient_products_max),
                          choose_place_tables(exec.concurrency(), problem.num_cols(), product.nnz_c_max), forecast);
    memory.add(forecast.account());
  }
  if (options.drop_zeros) {
    WorkspaceForecast forecast{WorkspaceAccount(WorkspaceSource::chunks_and_blocks)};
    forecast_drop_zeros<Product>(exec, product.nnz_c_max, forecast);
    memory.add(forecast.account());
  }
}

// Its contract is where it is declared.
template <class Product, class ExecutionSpace, class ProblemType>
ProductMemory product_memory(const ExecutionSpace& exec, const ProblemType& problem,
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
  if (problem.has_no_products()) return {0, 0, row_map_bytes};
  SpGEMMReport report;
  ProductForecast forecast{WorkspaceAccount(WorkspaceSource::blocks)};
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (path == ExecutionPath::host) forecast = forecast_host_product<Product>(exec, problem, options);
  }
  if (path != ExecutionPath::host) {
    Workspace<ExecutionSpace> workspace(exec, options);
    TeamPipeline<ExecutionSpace, ProblemType, Product> pipeline(path, problem, options, report, workspace);
    forecast = pipeline.forecast_product();
  }
  ProductMemory memory;
  memory.add(forecast.account);
  add_epilogues<Product>(exec, path, problem, options, forecast, memory);
  // memory that does not begin at a multiple of the alignment loses what comes before the first
  memory.workspace_bytes += MemoryLayout::alignment;
  memory.one_piece_bytes += MemoryLayout::alignment;
  memory.product_bytes =
      row_map_bytes + static_cast<std::size_t>(forecast.nnz_c) *
                          (sizeof(typename Product::ordinal_type) + sizeof(typename Product::scalar_type));
  return memory;
}

}  // namespace Ocean::Impl

#endif
