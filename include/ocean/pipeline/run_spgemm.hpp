#ifndef OCEAN_PIPELINE_RUN_SPGEMM_HPP
#define OCEAN_PIPELINE_RUN_SPGEMM_HPP
/// \file
/// \brief From a checked problem to C: the trivial cases, then the pipeline of the execution path.
///
/// The stages in their order are TeamPipeline::run() (GPU, and CPU through Kokkos teams) and host_pipeline() (CPU):
/// analysis, workflow choice, size prediction, binning, accumulation, overflow, compaction.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "check_problem.hpp"
#include "host_pipeline.hpp"
#include "team_pipeline.hpp"

namespace Ocean::Impl {

/// \brief C without entries: a row map of zeros.
template <class Product, class ExecutionSpace>
Product empty_product(const ExecutionSpace& exec, count_type num_rows) {
  Product product;
  product.row_map = typename Product::row_map_type(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "Ocean::product::row_map"), num_rows + 1);
  product.entries = typename Product::entries_type("Ocean::product::entries", 0);
  product.values = typename Product::values_type("Ocean::product::values", 0);
  Kokkos::deep_copy(exec, product.row_map, typename Product::offset_type(0));
  return product;
}

/// \brief Bytes of A and B as they lie in memory.
template <class ProblemType>
std::size_t operand_bytes(const ProblemType& problem) {
  const auto bytes_of = [](const auto& operand) {
    return operand.row_map.span() * sizeof(*operand.row_map.data()) +
           operand.entries.span() * sizeof(*operand.entries.data()) +
           operand.values.span() * sizeof(*operand.values.data());
  };
  return bytes_of(problem.a) + bytes_of(problem.b);
}

/// \brief C = A B on \p exec. \p report is filled, also when an exception leaves.
/// \throws std::invalid_argument for operands that cannot be multiplied, options that make no sense or a path that
///         the space has not; std::runtime_error where memory or C's offset type is too small.
template <class Product, class ExecutionSpace, class ProblemType>
Product run_spgemm(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& options,
                   SpGEMMReport& report) {
  const Kokkos::Timer timer;
  const bool time_stages = report.time_stages;
  report = SpGEMMReport();
  report.time_stages = time_stages;
  check_options(options);
  check_shapes(problem);
  const ExecutionPath path = resolve_path<ExecutionSpace>(options.path);
  report.num_rows = problem.num_rows();
  report.num_inner = problem.num_inner();
  report.num_cols = problem.num_cols();
  report.path = path;
  if (options.check_indices) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
  }
  Product product;
  if (problem.num_rows() == 0 || problem.num_inner() == 0 || problem.num_cols() == 0 ||
      problem.a.entries.extent(0) == 0 || problem.b.entries.extent(0) == 0) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
    product = empty_product<Product>(exec, problem.num_rows());
    report.workflow = Workflow::upper_bound;
    report.workflow_reason = "no products";
  } else if constexpr (is_host_space_v<ExecutionSpace>) {
    product = path == ExecutionPath::host
                  ? host_pipeline<ExecutionSpace, ProblemType, Product>(exec, problem, options, report)
                  : team_pipeline<Product>(exec, path, problem, options, report);
  } else {
    product = team_pipeline<Product>(exec, path, problem, options, report);
  }
  report.nnz_a = static_cast<std::int64_t>(problem.a.entries.extent(0));
  report.nnz_b = static_cast<std::int64_t>(problem.b.entries.extent(0));
  report.nnz_c = static_cast<std::int64_t>(product.entries.extent(0));
  report.matrix_bytes = operand_bytes(problem) + product.row_map.span() * sizeof(*product.row_map.data()) +
                        product.entries.span() * sizeof(*product.entries.data()) +
                        product.values.span() * sizeof(*product.values.data());
  report.seconds = timer.seconds();
  return product;
}

}  // namespace Ocean::Impl

#endif
