#ifndef OCEAN_OPERATIONS_TRANSPOSED_PRODUCT_HPP
#define OCEAN_OPERATIONS_TRANSPOSED_PRODUCT_HPP
/// \file
/// \brief C = op(A) op(B): transposed operands are formed in work memory, then multiplied as any others; or C is formed
/// from its transpose, where both operands are transposed and that is less.

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../kernels/operations/count_all_products.hpp"
#include "../pipeline/instantiations.hpp"
#include "transpose.hpp"

namespace Ocean::Impl {

/// \brief Checks of op(A) op(B) that need no look at the contents, and the contents of what will be transposed.
/// \throws std::invalid_argument naming the operand and the numbers.
template <class ExecutionSpace, class OperandA, class OperandB>
void check_transposed(const ExecutionSpace& exec, const OperandA& a, bool transpose_a, const OperandB& b,
                      bool transpose_b) {
  check_operand_shape(a, "A");
  check_operand_shape(b, "B");
  const auto rows_of = [](const auto& operand, bool is_transposed) {
    return is_transposed ? operand.num_cols : operand.num_rows;
  };
  require(rows_of(a, !transpose_a) == rows_of(b, transpose_b), "spgemm", "op(A) [", rows_of(a, transpose_a), " x ",
          rows_of(a, !transpose_a), "] and op(B) [", rows_of(b, transpose_b), " x ", rows_of(b, !transpose_b),
          "] (need as many columns of op(A) as rows of op(B))");
  if (transpose_a) check_operand(exec, a, "A", true);
  if (transpose_b) check_operand(exec, b, "B", true);
}

/// \brief One past the last byte of an operand's memory.
template <class Operand>
std::uintptr_t end_of_operand(const Operand& operand) {
  const auto end_of = [](const auto& view) { return reinterpret_cast<std::uintptr_t>(view.data() + view.extent(0)); };
  return std::max({end_of(operand.row_map), end_of(operand.entries), end_of(operand.values)});
}

/// \brief \p options for what runs beside \p workspace, whose last byte in use is before \p end: what is left of the
/// limit, and of the caller's memory.
template <class ExecutionSpace>
SpGEMMOptions options_beside(SpGEMMOptions options, const Workspace<ExecutionSpace>& workspace, std::uintptr_t end) {
  const auto left = [](std::size_t all, std::size_t taken) { return all > taken ? all - taken : 0; };
  if (options.memory_limit_bytes > 0)
    options.memory_limit_bytes = std::max<std::size_t>(1, left(options.memory_limit_bytes, workspace.live_bytes()));
  if (options.workspace_data != nullptr) {
    const auto begin = reinterpret_cast<std::uintptr_t>(options.workspace_data);
    const std::size_t taken = left(end, begin);
    options.workspace_data = static_cast<char*>(options.workspace_data) + taken;
    options.workspace_bytes = left(options.workspace_bytes, taken);
  }
  return options;
}

/// \brief Adds what was done and held before a product to the product's report.
template <class ExecutionSpace>
void add_preparation(const Workspace<ExecutionSpace>& workspace, const SpGEMMReport& preparation,
                     SpGEMMReport& report) {
  report.stage_times.insert(report.stage_times.begin(), preparation.stage_times.begin(), preparation.stage_times.end());
  report.peak_workspace_bytes =
      std::max(workspace.peak_workspace_bytes(), workspace.live_bytes() + report.peak_workspace_bytes);
  report.estimated_workspace_bytes =
      std::max(workspace.peak_workspace_bytes(), workspace.live_bytes() + report.estimated_workspace_bytes);
  report.peak_bytes = std::max(workspace.peak_bytes(), workspace.live_bytes() + report.peak_bytes);
}

/// \brief C = A B for operands that \p form makes in work memory, within the bounds of \p options together.
/// \param stage        name of the stage of \p form in the report
/// \param form         form(workspace) returns the problem, valid while the workspace lives
/// \param end_of       one past the last byte of the problem's work memory
/// \param preparation  asks for stage times or not
/// \throws as \p form and run_spgemm()
template <class Product, class ExecutionSpace, class Form, class EndOf>
Product run_prepared_spgemm(const ExecutionSpace& exec, const char* stage, const Form& form, const EndOf& end_of,
                            const SpGEMMOptions& options, SpGEMMReport preparation, SpGEMMReport& report) {
  const auto run = [&] {
    Workspace<ExecutionSpace> workspace(exec, options);
    const auto problem = [&] {
      const StageTimer<ExecutionSpace> stage_timer(exec, stage, preparation);
      return form(workspace);
    }();
    const Product product =
        run_spgemm<Product>(exec, problem, options_beside(options, workspace, end_of(problem)), report);
    add_preparation(workspace, preparation, report);
    return product;
  };
  return with_enough_named(options, run, [&] { return enough_for_formed_product<Product>(exec, options, form); });
}

/// \brief A bound of the entries of C = op(A) op(B), both transposed: its elements, or if those are many its products.
/// Pre     check_transposed() has passed. Launch  on \p exec, waits where products are counted
template <class ExecutionSpace, class Operand>
double bound_entries(const ExecutionSpace& exec, const Operand& a, const Operand& b, double nnz_a_and_b) {
  const double elements = static_cast<double>(a.num_cols) * static_cast<double>(b.num_rows);
  if (choose_product_transpose(is_host_space_v<ExecutionSpace>, elements, nnz_a_and_b)) return elements;
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  count_type products = 0;
  if (b.num_rows > 0)
    Kokkos::parallel_reduce("Ocean::transpose::count_products", policy_type(exec, 0, b.num_rows),
                            CountAllProducts<Operand>{b, a}, products);
  return std::min(elements, static_cast<double>(products));
}

/// \brief Whether C = op(A) op(B) is to be computed as the transpose of B A: both are transposed, C is so short that
/// one transpose of it is cheaper than those of A and B, and nothing is said about memory, or the order of sums.
template <class ExecutionSpace, class OperandA, class OperandB>
bool is_product_transposed(const ExecutionSpace& exec, const OperandA& a, bool transpose_a, const OperandB& b,
                           bool transpose_b, const SpGEMMOptions& options) {
  if constexpr (!std::is_same_v<OperandA, OperandB>) {
    return false;  // B A would be compiled for no other product
  } else {
    if (!transpose_a || !transpose_b || options.deterministic) return false;
    if (options.memory_limit_bytes > 0 || options.workspace_data != nullptr) return false;
    const auto nnz_a_and_b = static_cast<double>(a.entries.extent(0)) + static_cast<double>(b.entries.extent(0));
    return choose_product_transpose(is_host_space_v<ExecutionSpace>, bound_entries(exec, a, b, nnz_a_and_b),
                                    nnz_a_and_b);
  }
}

/// \brief C = op(A) op(B), both transposed, as the transpose of B A; \p report has a stage `transpose` at its end.
/// \throws as run_spgemm().
template <class Product, class ExecutionSpace, class Operand>
Product run_product_transposed(const ExecutionSpace& exec, const Operand& a, const Operand& b, SpGEMMOptions options,
                               SpGEMMReport& report) {
  const Kokkos::Timer timer;
  const bool sorted = std::exchange(options.sorted_output, false);  // a transpose sorts the rows
  options.check_indices = false;                                    // both have been checked
  const Product swapped = run_spgemm<Product>(exec, Problem<Operand, Operand>{b, a}, options, report);
  Workspace<ExecutionSpace> workspace(exec);
  workspace.add_output(csr_bytes(swapped));
  Product product;
  {
    const StageTimer<ExecutionSpace> stage_timer(exec, "transpose", report);
    product = transpose_product(exec, swapped, a.num_cols, sorted, workspace);
  }
  workspace.add_output(csr_bytes(product));
  std::swap(report.num_rows, report.num_cols);
  std::swap(report.nnz_a, report.nnz_b);
  report.workflow_reason = concatenate("as the transpose of B A, which has fewer entries: ", report.workflow_reason);
  report.peak_workspace_bytes = std::max(report.peak_workspace_bytes, workspace.peak_workspace_bytes());
  report.estimated_workspace_bytes = std::max(report.estimated_workspace_bytes, workspace.peak_workspace_bytes());
  report.peak_bytes = std::max(report.peak_bytes, workspace.peak_bytes());
  report.matrix_bytes += csr_bytes(product) - csr_bytes(swapped);
  report.seconds = timer.seconds();
  return product;
}

/// \brief op(A) and op(B), the transposes in work memory.
/// \throws as transpose_operand().
template <class ExecutionSpace, class OperandA, class OperandB>
Problem<OperandA, OperandB> form_operands(const ExecutionSpace& exec, const OperandA& a, bool transpose_a,
                                          const OperandB& b, bool transpose_b, bool deterministic,
                                          Workspace<ExecutionSpace>& workspace) {
  Problem<OperandA, OperandB> problem{a, b};
  if (transpose_a) problem.a = transpose_operand(exec, a, workspace, deterministic);
  if (transpose_b) problem.b = transpose_operand(exec, b, workspace, deterministic);
  return problem;
}

/// \brief C = op(A) op(B) on \p exec, \p a and \p b as they are stored. \p report as from run_spgemm(); it has a stage
/// `transpose`, and the memory of the transposes is in its peaks. If both are transposed, C may be instead.
/// \throws as run_spgemm().
template <class Product, class ExecutionSpace, class OperandA, class OperandB>
Product run_transposed_spgemm(const ExecutionSpace& exec, const OperandA& a, bool transpose_a, const OperandB& b,
                              bool transpose_b, const SpGEMMOptions& options, SpGEMMReport& report) {
  using problem_type = Problem<OperandA, OperandB>;
  if (!transpose_a && !transpose_b) return run_spgemm<Product>(exec, problem_type{a, b}, options, report);
  const Kokkos::Timer timer;
  SpGEMMReport preparation;
  preparation.time_stages = report.time_stages;
  report = preparation;
  check_options(options);
  (void)resolve_path<ExecutionSpace>(options.path);
  check_transposed(exec, a, transpose_a, b, transpose_b);
  if constexpr (std::is_same_v<OperandA, OperandB>) {
    if (is_product_transposed(exec, a, transpose_a, b, transpose_b, options))
      return run_product_transposed<Product>(exec, a, b, options, report);
  }
  const auto form = [&](Workspace<ExecutionSpace>& workspace) {
    return form_operands(exec, a, transpose_a, b, transpose_b, options.deterministic, workspace);
  };
  const auto end_of = [&](const problem_type& problem) {
    return std::max(transpose_a ? end_of_operand(problem.a) : 0, transpose_b ? end_of_operand(problem.b) : 0);
  };
  const Product product = run_prepared_spgemm<Product>(exec, "transpose", form, end_of, options, preparation, report);
  report.seconds = timer.seconds();
  return product;
}

}  // namespace Ocean::Impl

#endif
