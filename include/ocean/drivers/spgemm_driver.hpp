#ifndef OCEAN_DRIVERS_SPGEMM_DRIVER_HPP
#define OCEAN_DRIVERS_SPGEMM_DRIVER_HPP
/// \file
/// \brief From a checked problem to C: the trivial cases, multiply_in_one_call(), chunks of rows if memory is short,
/// and the final steps that the options ask for.

#include <optional>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../backend/device_memory.hpp"
#include "../backend/managed_view.hpp"
#include "../core/check_options.hpp"
#include "../core/product_arrays.hpp"
#include "../engine/choose_engine.hpp"
#include "../engine/dense_engine.hpp"
#include "../engine/value_sums.hpp"
#include "../results/renumbered_columns.hpp"
#include "../stages/check_operands.hpp"
#include "../stages/drop_zeros.hpp"
#include "chunked_product.hpp"
#include "enough_memory.hpp"
#include "fill_report.hpp"
#include "run_spgemm.hpp"

namespace Ocean::Impl {

/// \brief Adds to the report what a final step with a workspace of its own has taken, and was forecast to take.
template <class ExecutionSpace>
void add_epilogue(const Workspace<ExecutionSpace>& workspace, const WorkspaceForecast& forecast, SpGEMMReport& report) {
  report.estimated_workspace_bytes = std::max(report.estimated_workspace_bytes, forecast.account().peak_bytes());
  report.peak_workspace_bytes = std::max(report.peak_workspace_bytes, workspace.peak_workspace_bytes());
  report.peak_bytes = std::max(report.peak_bytes, workspace.peak_bytes());
}

/// \brief Sums the values of C again, in the order of A's entries; \p report gets a stage `ordered_sums`.
template <class ExecutionSpace, class ProblemType, class Product>
void sum_product_in_order(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                          const Product& product, const SpGEMMOptions& options, SpGEMMReport& report) {
  using graph_type = GraphOfC<typename Product::offset_type, typename Product::ordinal_type>;
  const StageTimer<ExecutionSpace> stage_timer(exec, "ordered_sums", report);
  Workspace<ExecutionSpace> workspace(exec, options);
  workspace.add_output(csr_bytes(product));
  WorkspaceForecast forecast(workspace.account());
  const count_type listed_products = choose_listed_products(workspace);
  const graph_type graph{product.row_map.data(), product.entries.data()};
  with_value_sums<typename Product::scalar_type>(exec, path, problem, graph, [&](const auto& sums) {
    const auto plan = sums.plan(SumCalls::one, reuse_tuning_default, workspace);
    sums.forecast(plan.is_chosen, report.total_products, static_cast<count_type>(product.entries.extent(0)),
                  listed_products, workspace, forecast);
    sums.sum_in_order(plan, product.values.data(), workspace);
  });
  add_epilogue(workspace, forecast, report);
}

/// \brief Removes the exact zeros of C; \p report gets a stage `drop_zeros`, and both copies of C count in its peaks.
template <class Product, class ExecutionSpace>
Product drop_zeros_of_product(const ExecutionSpace& exec, const Product& product, const SpGEMMOptions& options,
                              SpGEMMReport& report) {
  const StageTimer<ExecutionSpace> stage_timer(exec, "drop_zeros", report);
  Workspace<ExecutionSpace> workspace(exec, options);
  workspace.add_output(csr_bytes(product));
  WorkspaceForecast forecast(workspace.account());
  forecast_drop_zeros<Product>(exec, static_cast<count_type>(product.entries.extent(0)), forecast);
  const Product kept = without_zeros(exec, product, workspace);
  add_epilogue(workspace, forecast, report);
  return kept;
}

/// \brief READ THIS FIRST: C = A B by \p engine, stage by stage.
/// \param context of the engine
/// \throws std::invalid_argument if an index leads outside; OutOfMemory; std::runtime_error if C does not fit its
///         offsets
template <RowEngine Engine, class ExecutionSpace>
typename Engine::product_type multiply_in_one_call(Engine& engine, const RunContext<ExecutionSpace>& context) {
  engine.analyze([&] { engine.allocate_row_map(); });
  engine.choose();
  engine.predict();
  engine.bin();
  if (engine.has_exact_sizes()) {
    engine.place();
    report_choices(engine, *context.report);
  } else {
    engine.stage();
    engine.compact([&] { report_choices(engine, *context.report); });
  }
  report_product(engine, *context.report);
  report_memory(*context.workspace, *context.report);
  return engine.product();
}

/// \brief C = A B where C is small even as a dense array.
template <class Product, TeamLauncher Launcher, class ExecutionSpace, class ProblemType>
Product multiply_dense(const Launcher& launcher, const ProblemType& problem, const DenseCPlan& plan,
                       const RunContext<ExecutionSpace>& context) {
  const WorkspaceScope scope(*context.workspace);
  DenseEngine<Launcher, ProblemType, Product> engine(launcher, problem, plan, context);
  static_assert(ReportingEngine<decltype(engine)>);
  engine.accumulate();
  engine.gather();
  report_choices(engine, *context.report);
  report_product(engine, *context.report);
  report_memory(*context.workspace, *context.report);
  return engine.product();
}

/// \brief All rows at once; if that does not fit in the available memory, in chunks of rows.
template <class Product, class ExecutionSpace, class ProblemType>
Product multiply_within_memory(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                               const SpGEMMOptions& options, SpGEMMReport& report) {
  try {
    Workspace<ExecutionSpace> workspace(exec, options);
    const RunContext<ExecutionSpace> context{&workspace, options, &report};
    if constexpr (may_be_dense_v<ExecutionSpace, ProblemType>) {
      if (leaves_choice(options) && !workspace.is_bounded()) {
        const auto multiply_if_small = [&](const auto& launcher) -> std::optional<Product> {
          const DenseCPlan plan = plan_dense_c<typename Product::scalar_type>(launcher.limits(), problem, options);
          if (!plan.is_chosen()) return std::nullopt;
          return multiply_dense<Product>(launcher, problem, plan, context);
        };
        if (const auto product = with_launcher(exec, path, multiply_if_small)) return *product;
      }
    }
    return with_engine<Product>(path, problem, context,
                                [&](auto& engine) { return multiply_in_one_call(engine, context); });
  } catch (const OutOfMemory&) {
    DeviceMemory<ExecutionSpace>::forget_available_bytes(exec);  // C may be what had no room
    return chunked_product<Product>(exec, path, problem, options, report);
  }
}

/// \brief run_spgemm() after the options and the shapes have been checked, within the bounds of \p options.
template <class Product, class ExecutionSpace, class ProblemType>
Product run_stages(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                   const SpGEMMOptions& options, SpGEMMReport& report) {
  Product product;
  if (problem.has_no_products()) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
    product = empty_product<Product>(exec, problem.num_rows());
    report.workflow = Workflow::upper_bound;
    report.workflow_reason = "no products";
    report.value_source = ValueSource::product;
  } else {
    product = multiply_within_memory<Product>(exec, path, problem, options, report);
  }
  if (options.deterministic && product.entries.extent(0) > 0)
    sum_product_in_order(exec, path, problem, product, options, report);
  if (options.drop_zeros) product = drop_zeros_of_product(exec, product, options, report);
  return product;
}

// Its contract is where it is declared.
template <class Product, class ExecutionSpace, class ProblemType>
Product run_spgemm(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& given_options,
                   SpGEMMReport& report) {
  SpGEMMOptions options = given_options;
  options.sorted_output = options.sorted_output || options.deterministic;  // ordered sums search the rows of C
  const Kokkos::Timer timer;
  report = start_report(options, report);
  check_options(options);
  check_shapes(problem);
  settle_kept_views(exec);  // before there is work to wait for
  const ExecutionPath path = resolve_path<ExecutionSpace>(options.path);
  report.num_rows = problem.num_rows();
  report.num_inner = problem.num_inner();
  report.num_cols = problem.num_cols();
  report.path = path;
  if (options.check_indices) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
  }
  const Product product = with_enough_named(
      options, [&] { return run_stages<Product>(exec, path, problem, options, report); },
      [&] { return enough_for_product<Product>(exec, problem, options); });
  report.nnz_a = static_cast<std::int64_t>(problem.a.entries.extent(0));
  report.nnz_b = static_cast<std::int64_t>(problem.b.entries.extent(0));
  report.nnz_c = static_cast<std::int64_t>(product.entries.extent(0));
  report.matrix_bytes = operand_bytes(problem) + csr_bytes(product);
  report.seconds = timer.seconds();
  return product;
}

}  // namespace Ocean::Impl

#endif
