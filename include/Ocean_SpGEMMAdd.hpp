#ifndef OCEAN_SPGEMM_ADD_HPP
#define OCEAN_SPGEMM_ADD_HPP
/// \file
/// \brief C = alpha A B + beta D, in one call, or in one symbolic and any number of numeric calls.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "ocean/core/check_options.hpp"
#include "ocean/core/product_arrays.hpp"
#include "ocean/operations/crs_conversion.hpp"
#include "ocean/operations/pattern_guard.hpp"
#include "ocean/operations/prepared_product.hpp"
#include "ocean/operations/repeated_product.hpp"
#include "ocean/operations/stacked_product.hpp"

namespace Ocean {
namespace Impl {

/// \brief C = alpha A B + beta D in one call. The report is that of the stacked product, except for the sizes, which
/// are those of A and B.
/// \throws as run_spgemm() and check_addition().
template <class Product, class ExecutionSpace, class OperandA, class OperandB, class OperandD>
Product run_spgemm_add(const ExecutionSpace& exec, const typename Product::scalar_type& alpha, const OperandA& a,
                       const OperandB& b, const typename Product::scalar_type& beta, const OperandD& d,
                       const SpGEMMOptions& options, SpGEMMReport& report) {
  const Kokkos::Timer timer;
  SpGEMMReport preparation = start_report(options, report);
  report = preparation;
  check_options(options);
  check_addition(exec, a, b, d);
  if (d.num_rows == 0) return run_spgemm<Product>(exec, Problem<OperandA, OperandB>{a, b}, options, report);
  using stacked_type = StackedProduct<ExecutionSpace, OperandA, OperandB, OperandD, typename Product::scalar_type>;
  using problem_type = typename stacked_type::problem_type;
  std::unique_ptr<stacked_type> stacked;
  const OperandsWithZeros zeros = find_zeros(exec, a, b, options.skip_zeros);
  std::int64_t num_skipped = 0;
  const auto form = [&](Workspace<ExecutionSpace>& workspace) {
    const auto kept = nonzero_problem(exec, a, b, zeros, workspace, num_skipped);
    stacked = std::make_unique<stacked_type>(exec, kept.a, kept.b, d, workspace);
    stacked->fill_values(exec, alpha, kept.a, kept.b, beta, d);
    return stacked->problem();
  };
  const auto end_of = [](const problem_type& problem) {
    return std::max(end_of_operand(problem.a), end_of_operand(problem.b));
  };
  const Product product = run_prepared_spgemm<Product>(exec, "stacking", form, end_of, options, preparation, report);
  report.num_inner = a.num_cols;
  report.nnz_a = stacked->nnz_a();
  report.nnz_b = stacked->nnz_b();
  report.skipped_zeros = num_skipped;
  report.seconds = timer.seconds();
  return product;
}

}  // namespace Impl

/// \brief C = alpha A B + beta D for KokkosSparse::CrsMatrix (or a type with the same members).
///
/// Shapes  A [rows x inner], B [inner x cols], C and D [rows x cols]
/// Units   C's pattern is the union of those of A B and D, whatever alpha and beta are; sorted, each column once.
///         options.skip_zeros applies to the entries of A and B; all entries of D stay
/// Launch  all work is on \p exec; work memory of the size of A, B and D in addition to that of the product
/// \throws as spgemm(); std::invalid_argument if the dimensions do not match, an operand's contents are invalid, or the
///         types of A and B are too small for the rows and entries of B and D together.
template <class CMatrix, class ExecutionSpace, class AMatrix, class BMatrix, class DMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
CMatrix spgemm_add(const ExecutionSpace& exec, const typename CMatrix::non_const_value_type& alpha, const AMatrix& a,
                   const BMatrix& b, const typename CMatrix::non_const_value_type& beta, const DMatrix& d,
                   const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) {
  return Impl::with_out_of_memory("spgemm_add", [&] {
    SpGEMMReport own_report;
    const auto product = Impl::run_spgemm_add<Impl::product_of_type<ExecutionSpace, CMatrix>>(
        exec, alpha, Impl::operand_of<ExecutionSpace>(a), Impl::operand_of<ExecutionSpace>(b), beta,
        Impl::operand_of<ExecutionSpace>(d), options, report == nullptr ? own_report : *report);
    return Impl::to_matrix<CMatrix>(a.numRows(), b.numCols(), product);
  });
}

/// \brief C = alpha A B + beta D in two calls; repeat the second whenever values or factors change.
///
/// Movable, not copyable. Make calls one after the other, each on any instance of one device.
template <class CMatrix, class AMatrix = CMatrix, class BMatrix = AMatrix, class DMatrix = CMatrix>
class SpGEMMAdd {
 public:
  /// \brief The execution space of C, whose instances the calls take.
  using execution_space = typename CMatrix::execution_space;
  /// \brief The type of C's values, of alpha and of beta.
  using scalar_type = typename CMatrix::non_const_value_type;

  /// \brief Returns C with its row map filled and its columns and values allocated. Does not read the values of A, B
  /// and D.
  /// \param options  memory_limit_bytes and workspace_data cover this and all later calls together: the memory belongs
  ///         to the object until its next symbolic() or its end
  /// \throws as spgemm_add(); the object is then like a new one.
  CMatrix symbolic(const execution_space& exec, const AMatrix& a, const BMatrix& b, const DMatrix& d,
                   const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) {
    return Impl::with_out_of_memory("spgemm_add", [&] {
      if (m_state != nullptr) m_state->workspace->hand_over(exec);
      *this = SpGEMMAdd();
      auto operand_a = Impl::operand_of<execution_space>(a);
      auto operand_b = Impl::operand_of<execution_space>(b);
      auto operand_d = Impl::operand_of<execution_space>(d);
      Impl::check_addition(exec, operand_a, operand_b, operand_d);
      SpGEMMReport own_report;
      SpGEMMReport& used_report = report == nullptr ? own_report : *report;
      auto state = std::make_unique<State>(exec, options);
      const Impl::WorkspaceCall<execution_space> call(*state->workspace, exec);
      product_type product;
      if (operand_a.num_rows == 0) {
        product = Impl::empty_product<product_type>(exec, 0);
      } else {
        const auto stack = [&](Impl::Workspace<execution_space>& workspace) {
          state->stacked = std::make_unique<stacked_type>(exec, operand_a, operand_b, operand_d, workspace);
          return state->stacked->problem();
        };
        const auto run = [&] {
          return state->product.symbolic(exec, stack(*state->workspace), options, used_report, state->workspace);
        };
        product = Impl::with_enough_named(
            options, run, [&] { return Impl::enough_for_formed_calls<product_type>(exec, options, stack); });
      }
      state->guards.remember(exec, operand_a, operand_b, operand_d);
      m_state = std::move(state);
      return Impl::to_matrix<CMatrix>(a.numRows(), b.numCols(), product);
    });
  }

  /// \brief Computes C's columns and values, in the arrays that symbolic() allocated or others of their size. Later
  /// calls rewrite the values; from the third on (the second, if reuse_early_products asks for it) they allocate
  /// nothing and wait only where patterns are compared.
  ///
  /// \throws std::runtime_error before symbolic(); std::invalid_argument for different patterns or arrays that are too
  ///         short; C is then unchanged. OutOfMemory if there is not enough memory even for one row; the rows before it
  ///         have then been written
  void numeric(const execution_space& exec, const scalar_type& alpha, const AMatrix& a, const BMatrix& b,
               const scalar_type& beta, const DMatrix& d, const CMatrix& c, SpGEMMReport* report = nullptr) {
    Impl::with_out_of_memory("spgemm_add", [&] {
      if (m_state == nullptr)
        Impl::throw_runtime_error("spgemm_add", "numeric before symbolic (need the sizes of C first)");
      const auto operand_a = Impl::operand_of<execution_space>(a);
      const auto operand_b = Impl::operand_of<execution_space>(b);
      const auto operand_d = Impl::operand_of<execution_space>(d);
      m_state->guards.verify(exec, Impl::pattern_reads_default<execution_space>, "spgemm_add", {"A", "B", "D"},
                             operand_a, operand_b, operand_d);
      m_state->product.check_arrays(c, "spgemm_add");
      if (m_state->stacked == nullptr) return;
      const Impl::WorkspaceCall<execution_space> call(*m_state->workspace, exec);
      SpGEMMReport own_report;
      m_state->stacked->fill_values(exec, alpha, operand_a, operand_b, beta, operand_d);
      m_state->product.numeric(exec, m_state->stacked->problem(), c.graph.entries, c.values,
                               report == nullptr ? own_report : *report);
    });
  }

  /// \brief Bytes of work memory that live between the calls.
  std::size_t workspace_bytes() const { return m_state == nullptr ? 0 : m_state->workspace->live_bytes(); }

 private:
  using operand_a_type = Impl::operand_of_type<execution_space, AMatrix>;
  using operand_b_type = Impl::operand_of_type<execution_space, BMatrix>;
  using operand_d_type = Impl::operand_of_type<execution_space, DMatrix>;
  using stacked_type =
      Impl::StackedProduct<execution_space, operand_a_type, operand_b_type, operand_d_type, scalar_type>;
  using product_type = Impl::product_of_type<execution_space, CMatrix>;

  struct State {
    State(const execution_space& exec, const SpGEMMOptions& options)
        : workspace(std::make_shared<Impl::Workspace<execution_space>>(exec, options)) {}
    std::shared_ptr<Impl::Workspace<execution_space>> workspace;
    std::unique_ptr<stacked_type> stacked;
    Impl::RepeatedProduct<execution_space, typename stacked_type::problem_type, product_type> product;
    Impl::PatternGuards<execution_space, 3> guards;  // of A, B and D
  };
  std::unique_ptr<State> m_state;
};

}  // namespace Ocean

#endif
