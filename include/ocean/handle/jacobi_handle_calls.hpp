#ifndef OCEAN_HANDLE_JACOBI_HANDLE_CALLS_HPP
#define OCEAN_HANDLE_JACOBI_HANDLE_CALLS_HPP
/// \file
/// \brief The Jacobi product through a handle, and in one call.

#include <algorithm>
#include <stdexcept>

#include "../core/call_workspace.hpp"
#include "../core/check_options.hpp"
#include "../operations/jacobi.hpp"
#include "../operations/prepared_product.hpp"
#include "../stages/skip_zeros.hpp"
#include "handle_calls.hpp"

namespace Ocean::Impl {

/// \brief C's columns and values, after the symbolic call for A B; and the handle's flags. The values of I - omega D^-1
/// A are work memory of the call and are never split, even if C is computed in chunks of rows.
/// \throws as begin_numeric() and check_jacobi(); std::runtime_error with KokkosKernels' text for transposed operands.
template <class ExecutionSpace, class KernelHandle, class RowMapC, class EntriesC, class ValuesC, class Dinv>
void jacobi_through_handle(const ExecutionSpace& exec, KernelHandle& handle,
                           const HandleArguments<KernelHandle>& arguments, const RowMapC& row_map_c,
                           const EntriesC& entries_c, const ValuesC& values_c,
                           const typename HandleTypes<KernelHandle>::scalar_type& omega, const Dinv& dinv) {
  using scalar_type = typename HandleTypes<KernelHandle>::scalar_type;
  if (arguments.transpose_a || arguments.transpose_b)
    throw std::runtime_error(
        "spgemm-jacobi does not support transposed multiply. "
        "If you need this case please let kokkos-kernels developers know.\n");
  const auto timed = state_of(handle, "spgemm_numeric");  // outlives the timer, which writes its report
  const CallTimer timer(timed->report);
  const auto state = begin_numeric(exec, handle, arguments, row_map_c, entries_c, values_c);
  check_jacobi(arguments.a, dinv);
  const auto call = state->begin_call(exec);
  if (state->nnz_c() > 0) {
    const SpGEMMOptions& options = state->used_options();
    const auto scale_and_multiply = [&] {
      CallWorkspace<ExecutionSpace> workspace(state->workspace());
      const auto a = jacobi_operand<scalar_type>(exec, arguments.a, arguments.b, omega, dinv, options.check_indices,
                                                 workspace.get());
      workspace.close();
      state->fill(exec, {a, arguments.b}, row_map_c.data(), entries_c, values_c.data());
    };
    state->product().run_within_memory(exec, state->graphs(arguments.a, arguments.b), scale_and_multiply);
  }
  finish_numeric(handle);
}

/// \brief C = (I - omega D^-1 A) B in one call. The report's peaks hold the values of I - omega D^-1 A, or what CPU
/// threads scale the rows of A with.
/// \throws as run_spgemm() and check_jacobi().
template <class Product, class ExecutionSpace, class OperandA, class OperandB, class Dinv>
Product run_jacobi(const ExecutionSpace& exec, const OperandA& a, const OperandB& b,
                   const typename Product::scalar_type& omega, const Dinv& dinv, const SpGEMMOptions& options,
                   SpGEMMReport& report) {
  using scalar_type = typename Product::scalar_type;
  const Kokkos::Timer timer;
  SpGEMMReport preparation = start_report(options, report);
  report = preparation;
  check_options(options);
  check_shapes(Problem<OperandA, OperandB>{a, b});
  check_jacobi(a, dinv);
  check_operand(exec, a, "A", false);
  if (options.check_indices) check_operand(exec, b, "B", false);
  const bool reads_rows = resolve_path<ExecutionSpace>(options.path) == ExecutionPath::host;
  using scaled_type =
      CsrOperand<ExecutionSpace, typename OperandA::offset_type, typename OperandA::ordinal_type, scalar_type>;
  using problem_type = Problem<scaled_type, OperandB>;
  const OperandsWithZeros zeros = find_zeros(exec, a, b, options.skip_zeros);
  std::int64_t num_skipped = 0;
  const auto form = [&](Workspace<ExecutionSpace>& workspace) {
    num_skipped = 0;
    const OperandA kept_a = zeros.a ? nonzero_operand(exec, a, KeptZeros::diagonal, workspace, num_skipped) : a;
    const OperandB kept_b = zeros.b ? nonzero_operand(exec, b, KeptZeros::none, workspace, num_skipped) : b;
    if constexpr (may_read_jacobi_rows_v<scalar_type, OperandA>) {
      if (reads_rows)
        return problem_type{jacobi_rows_of(exec, kept_a, kept_b, omega, dinv, options.check_indices, workspace),
                            kept_b};
    }
    return problem_type{
        jacobi_operand<scalar_type>(exec, kept_a, kept_b, omega, dinv, options.check_indices, workspace), kept_b};
  };
  const auto end_of = [&](const problem_type& problem) {
    const bool has_rows = may_read_jacobi_rows_v<scalar_type, OperandA> && reads_rows;
    const auto* const end_of_values = problem.a.values.data() + problem.a.values.extent(0);
    return std::max({has_rows ? end_of_jacobi_rows(problem.a) : reinterpret_cast<std::uintptr_t>(end_of_values),
                     zeros.a ? end_of_operand(problem.a) : 0, zeros.b ? end_of_operand(problem.b) : 0});
  };
  const Product product = run_prepared_spgemm<Product>(exec, "jacobi", form, end_of, options, preparation, report);
  report.skipped_zeros = num_skipped;
  report.seconds = timer.seconds();
  return product;
}

}  // namespace Ocean::Impl

#endif
