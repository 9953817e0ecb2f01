#ifndef OCEAN_DRIVERS_PRODUCT_MEMORY_DRIVER_HPP
#define OCEAN_DRIVERS_PRODUCT_MEMORY_DRIVER_HPP
/// \file
/// \brief The memory of a product before it is computed: runs the stages up to the row sizes, and forecasts the others.

#include <algorithm>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/product_arrays.hpp"
#include "../engine/choose_engine.hpp"
#include "../engine/value_sums.hpp"
#include "../stages/check_operands.hpp"
#include "product_memory.hpp"

namespace Ocean::Impl {

/// \brief What a product is expected to take.
struct ProductForecast {
  WorkspaceAccount account;  ///< of its work memory at the end
  count_type nnz_c = 0;      ///< entries of C that are expected, or that C is allocated for
  count_type nnz_c_max = 0;  ///< entries that C may have
  AnalysisSummary summary{};
  std::size_t slices_bytes = 0;  ///< as ProductMemory has it
};

/// \brief Runs the stages up to the bins, and forecasts what the others would take.
template <class Product, class ExecutionSpace, class ProblemType>
ProductForecast forecast_product(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                                 const SpGEMMOptions& options) {
  Workspace<ExecutionSpace> workspace(exec, options);
  SpGEMMReport report;
  const auto row_map = allocate_row_map<typename Product::row_map_type>(exec, problem.num_rows());
  return with_engine<Product>(path, problem, RunContext<ExecutionSpace>{&workspace, options, &report},
                              [&](auto& engine) {
                                engine.use_row_map(row_map.data());
                                engine.analyze(DoNothing());
                                engine.choose();
                                engine.predict();
                                engine.bin();
                                return ProductForecast{engine.forecast(), engine.expected_nnz(), engine.nnz_max(),
                                                       engine.summary(), engine.slices_bytes()};
                              });
}

/// \brief Adds what the final steps that the options request will take.
template <class Product, class ExecutionSpace, class ProblemType>
void add_epilogues(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                   const SpGEMMOptions& options, const ProductForecast& product, ProductMemory& memory) {
  if (options.deterministic) {
    WorkspaceForecast forecast{WorkspaceAccount(WorkspaceSource::slabs_and_blocks)};
    using graph_type = GraphOfC<typename Product::offset_type, typename Product::ordinal_type>;
    with_value_sums<typename Product::scalar_type>(exec, path, problem, graph_type(), [&](const auto& sums) {
      Workspace<ExecutionSpace> workspace(exec);
      // certainly at places, however many entries C has
      const bool by_places = product.summary.b_rows_sorted &&
                             sums.plan(SumCalls::one, reuse_tuning_default, workspace, product.nnz_c_max).is_chosen;
      sums.forecast(by_places, product.summary.total_products, product.nnz_c_max,
                    std::max(product.summary.max_row_products, transient_products_max), workspace, forecast);
    });
    memory.add(forecast.account());
  }
  if (options.drop_zeros) {
    WorkspaceForecast forecast{WorkspaceAccount(WorkspaceSource::slabs_and_blocks)};
    forecast_drop_zeros<Product>(exec, product.nnz_c_max, forecast);
    memory.add(forecast.account());
  }
}

// The declaration has its contract.
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
  check_inner_dimension("spgemm", problem.a, problem.b);
  if (problem.has_no_products()) return {0, 0, row_map_bytes<Product>(problem.num_rows())};
  const ProductForecast forecast = forecast_product<Product>(exec, path, problem, options);
  ProductMemory memory;
  memory.add(forecast.account);
  memory.slices_bytes = forecast.slices_bytes;
  add_epilogues<Product>(exec, path, problem, options, forecast, memory);
  // memory that does not start at a multiple of the alignment loses the bytes before the first multiple
  memory.workspace_bytes += MemoryLayout::alignment;
  memory.one_piece_bytes += MemoryLayout::alignment;
  memory.product_bytes = row_map_bytes<Product>(problem.num_rows()) + entries_bytes<Product>(forecast.nnz_c);
  return memory;
}

}  // namespace Ocean::Impl

#endif
