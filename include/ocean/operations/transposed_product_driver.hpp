#ifndef OCEAN_OPERATIONS_TRANSPOSED_PRODUCT_DRIVER_HPP
#define OCEAN_OPERATIONS_TRANSPOSED_PRODUCT_DRIVER_HPP
/// \file
/// \brief C = op(A) op(B): transposes are formed in work memory and multiplied like any other operands.

#include <algorithm>
#include <cstdint>

#include "../core/check_options.hpp"
#include "../stages/check_operands.hpp"
#include "prepared_product.hpp"
#include "transpose.hpp"
#include "transposed_product.hpp"

namespace Ocean::Impl {

/// \brief Checks the shapes of op(A) and op(B), and the contents of what will be transposed.
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

// Its contract is where it is declared.
template <class Product, class ExecutionSpace, class OperandA, class OperandB>
Product run_transposed_spgemm(const ExecutionSpace& exec, const OperandA& a, bool transpose_a, const OperandB& b,
                              bool transpose_b, const SpGEMMOptions& options, SpGEMMReport& report) {
  using problem_type = Problem<OperandA, OperandB>;
  const bool is_transposed = transpose_a || transpose_b;
  if (!is_transposed && options.skip_zeros == SkipZeros::none)
    return run_spgemm<Product>(exec, problem_type{a, b}, options, report);
  const Kokkos::Timer timer;
  SpGEMMReport preparation = start_report(options, report);
  report = preparation;
  check_options(options);
  (void)resolve_path<ExecutionSpace>(options.path);
  if (is_transposed)
    check_transposed(exec, a, transpose_a, b, transpose_b);
  else
    check_shapes(problem_type{a, b});
  const OperandsWithZeros zeros = find_zeros(exec, a, b, options.skip_zeros);
  if (!is_transposed && !zeros.any()) return run_spgemm<Product>(exec, problem_type{a, b}, options, report);
  std::int64_t num_skipped = 0;
  const auto form = [&](Workspace<ExecutionSpace>& workspace) {
    return form_nonzero_operands(exec, a, transpose_a, b, transpose_b, zeros, options.deterministic, workspace,
                                 num_skipped);
  };
  const auto end_of = [&](const problem_type& problem) {
    return std::max(transpose_a || zeros.a ? end_of_operand(problem.a) : 0,
                    transpose_b || zeros.b ? end_of_operand(problem.b) : 0);
  };
  const Product product = run_prepared_spgemm<Product>(exec, is_transposed ? "transpose" : "skip_zeros", form, end_of,
                                                       options, preparation, report);
  report.skipped_zeros = num_skipped;
  report.seconds = timer.seconds();
  return product;
}

}  // namespace Ocean::Impl

#endif
