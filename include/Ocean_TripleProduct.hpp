#ifndef OCEAN_TRIPLEPRODUCT_HPP
#define OCEAN_TRIPLEPRODUCT_HPP
/// \file
/// \brief C = R A P, the Galerkin product of multigrid: in one call, or in one symbolic and any number of numeric
/// calls.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <memory>
#include <type_traits>

#include "ocean/operations/pattern_guard.hpp"
#include "ocean/operations/prepared_product.hpp"
#include "ocean/operations/repeated_product.hpp"
#include "ocean/operations/transpose.hpp"

namespace Ocean {
namespace Impl {

/// \brief A product as an operand.
template <class ExecutionSpace, class Product>
CsrOperand<ExecutionSpace, typename Product::offset_type, typename Product::ordinal_type, typename Product::scalar_type>
operand_of_product(count_type num_rows, count_type num_cols, const Product& product) {
  return {num_rows, num_cols, product.row_map, product.entries, product.values};
}

/// \brief Checks the dimensions of op(R) A P.
/// \throws std::invalid_argument naming those that do not match.
template <class OperandR, class OperandA, class OperandP>
void check_triple(const OperandR& r, bool transpose_r, const OperandA& a, const OperandP& p) {
  const count_type rows_r = transpose_r ? r.num_cols : r.num_rows, cols_r = transpose_r ? r.num_rows : r.num_cols;
  require(cols_r == a.num_rows && a.num_cols == p.num_rows, "triple_product", "op(R) [", rows_r, " x ", cols_r,
          "], A [", a.num_rows, " x ", a.num_cols, "] and P [", p.num_rows, " x ", p.num_cols,
          "] (need as many columns of each as rows of the next)");
}

/// \brief The zeros to skip in op(R) (A P): those of R, as the left operand, but none of A P.
inline SkipZeros skip_zeros_of_r(SkipZeros skip_zeros) {
  return skips_zeros_of_a(skip_zeros) ? SkipZeros::of_a : SkipZeros::none;
}

/// \brief Merges the report of A P into that of R (A P): sums of times and products, the larger of the peaks.
inline void add_first_product(const SpGEMMReport& first, std::size_t bytes_between, SpGEMMReport& report) {
  report.stage_times.insert(report.stage_times.begin(), first.stage_times.begin(), first.stage_times.end());
  report.seconds += first.seconds;
  report.total_products += first.total_products;
  report.skipped_zeros += first.skipped_zeros;
  report.peak_workspace_bytes = std::max(first.peak_workspace_bytes, bytes_between + report.peak_workspace_bytes);
  report.peak_bytes = std::max(first.peak_bytes, bytes_between + report.peak_bytes);
}

/// \brief Memory that is enough for run_triple_product(), whose two products use the same work memory one after the
/// other.
/// Cost    A P is computed
/// \throws as run_spgemm()
template <class Product, class ExecutionSpace, class OperandR, class OperandA, class OperandP>
EnoughMemory enough_for_triple_product(const ExecutionSpace& exec, const OperandR& r, bool transpose_r,
                                       const OperandA& a, const OperandP& p, const SpGEMMOptions& options) {
  SpGEMMReport report;
  const auto enough_for = [&](const auto& left, bool transpose_left, const auto& right, SkipZeros skip_zeros) {
    const OperandsWithZeros zeros = find_zeros(exec, left, right, skip_zeros);
    return enough_for_formed_product<Product>(exec, options, [&](Workspace<ExecutionSpace>& workspace) {
      return form_nonzero_operands(exec, left, transpose_left, right, false, zeros, options.deterministic, workspace,
                                   report.skipped_zeros);
    });
  };
  const EnoughMemory first = enough_for(a, false, p, options.skip_zeros);
  const auto product = run_transposed_spgemm<Product>(exec, a, false, p, false, without_bounds(options), report);
  const auto ap = operand_of_product<ExecutionSpace>(a.num_rows, p.num_cols, product);
  const EnoughMemory second = enough_for(r, transpose_r, ap, skip_zeros_of_r(options.skip_zeros));
  return {std::max(first.work_bytes, second.work_bytes), first.output_bytes + second.output_bytes};
}

/// \brief run_triple_product() after the dimensions have been checked; its errors do not say how much memory is enough.
template <class Product, class ExecutionSpace, class OperandR, class OperandA, class OperandP>
Product run_two_products(const ExecutionSpace& exec, const OperandR& r, bool transpose_r, const OperandA& a,
                         const OperandP& p, SpGEMMOptions options, SpGEMMReport& report) {
  SpGEMMReport first = start_report(options, report);
  const auto product = run_transposed_spgemm<Product>(exec, a, false, p, false, options, first);
  const auto ap = operand_of_product<ExecutionSpace>(a.num_rows, p.num_cols, product);
  const std::size_t bytes_between = csr_bytes(product);
  if (options.memory_limit_bytes > 0)
    options.memory_limit_bytes =
        options.memory_limit_bytes > bytes_between ? options.memory_limit_bytes - bytes_between : 1;
  options.skip_zeros = skip_zeros_of_r(options.skip_zeros);
  const Product c = run_transposed_spgemm<Product>(exec, r, transpose_r, ap, false, options, report);
  add_first_product(first, bytes_between, report);
  return c;
}

/// \brief C = op(R) (A P) in one call.
/// \throws as run_transposed_spgemm() and check_triple().
template <class Product, class ExecutionSpace, class OperandR, class OperandA, class OperandP>
Product run_triple_product(const ExecutionSpace& exec, const OperandR& r, bool transpose_r, const OperandA& a,
                           const OperandP& p, const SpGEMMOptions& options, SpGEMMReport& report) {
  check_triple(r, transpose_r, a, p);
  return with_enough_named_for_all(
      options, [&] { return run_two_products<Product>(exec, r, transpose_r, a, p, options, report); },
      [&] { return enough_for_triple_product<Product>(exec, r, transpose_r, a, p, options); });
}

}  // namespace Impl

/// \brief C = op(R) A P for KokkosSparse::CrsMatrix (or a type with the same members); op(R) is R's transpose (not
/// conjugated) if \p transpose_r is true, so R = P gives the Galerkin product with P alone.
///
/// Shapes  op(R) [m x n], A [n x k], P [k x l], C [m x l]
/// Units   entries; R, A and P may be unsorted and have duplicate columns. C is sorted and holds each column once
/// Launch  all work is on \p exec; A P, in C's types, exists until the call returns
/// \param options  skip_zeros: R and A are left operands (of_a), P is a right one (of_b); no entry of A P is skipped
/// \param report   that of the second product, with the times and products of both and the peaks of the whole call
/// \throws as spgemm(); std::invalid_argument if the dimensions do not match.
/// Source  the Galerkin product of Tpetra::TripleMatrixMultiply, as two products
template <class CMatrix, class ExecutionSpace, class RMatrix, class AMatrix, class PMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
CMatrix triple_product(const ExecutionSpace& exec, const RMatrix& r, bool transpose_r, const AMatrix& a,
                       const PMatrix& p, const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) {
  return Impl::with_out_of_memory("triple_product", [&] {
    SpGEMMReport own_report;
    const auto product = Impl::run_triple_product<Impl::product_of_type<ExecutionSpace, CMatrix>>(
        exec, Impl::operand_of<ExecutionSpace>(r), transpose_r, Impl::operand_of<ExecutionSpace>(a),
        Impl::operand_of<ExecutionSpace>(p), options, report == nullptr ? own_report : *report);
    return Impl::to_matrix<CMatrix>(transpose_r ? r.numCols() : r.numRows(), p.numCols(), product);
  });
}

/// \brief C = op(R) A P in two calls; repeat the second whenever values change. A P is kept between them.
///
/// Movable, not copyable. Make calls one after the other, each on any instance of one device.
template <class CMatrix, class RMatrix = CMatrix, class AMatrix = CMatrix, class PMatrix = CMatrix>
class TripleProduct {
 public:
  /// \brief The execution space of C, whose instances the calls take.
  using execution_space = typename CMatrix::execution_space;

  TripleProduct() = default;
  /// \param reads  always: patterns are compared in every numeric call, because the operands' arrays may be freed or
  ///               written between calls. By default, devices compare them where an address has changed
  explicit TripleProduct(Impl::PatternReads reads) : m_reads(reads) {}

  /// \brief Returns C with its row map filled and its columns and values allocated. Does not read the values of R, A
  /// and P.
  /// \param options  memory_limit_bytes and workspace_data cover this and all later calls together: the memory belongs
  ///         to the object until its next symbolic() or its end
  /// \throws as triple_product(); the object is then like a new one.
  CMatrix symbolic(const execution_space& exec, const RMatrix& r, bool transpose_r, const AMatrix& a, const PMatrix& p,
                   const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) {
    return Impl::with_out_of_memory("triple_product", [&] {
      if (m_state != nullptr) m_state->workspace->hand_over(exec);
      m_state.reset();
      const auto operand_r = Impl::operand_of<execution_space>(r);
      const auto operand_a = Impl::operand_of<execution_space>(a);
      const auto operand_p = Impl::operand_of<execution_space>(p);
      Impl::check_graph_shape(operand_r, "R");
      Impl::check_graph_shape(operand_a, "A");
      Impl::check_graph_shape(operand_p, "P");
      Impl::check_triple(operand_r, transpose_r, operand_a, operand_p);
      auto state = std::make_unique<State>(exec, options);
      const Impl::WorkspaceCall<execution_space> call(*state->workspace, exec);
      SpGEMMReport own_report, first;
      SpGEMMReport& used_report = report == nullptr ? own_report : *report;
      const auto run = [&] {
        const auto problem = state->form(exec, operand_r, transpose_r, operand_a, operand_p, options, first);
        return state->second.symbolic(exec, problem, options, used_report, state->workspace);
      };
      const product_type c = Impl::with_enough_named_for_all(
          options, run, [&] { return State::enough(exec, operand_r, transpose_r, operand_a, operand_p, options); });
      used_report.total_products += first.total_products;
      state->guards.remember(exec, operand_r, operand_a, operand_p);
      m_state = std::move(state);
      return Impl::to_matrix<CMatrix>(transpose_r ? r.numCols() : r.numRows(), p.numCols(), c);
    });
  }

  /// \brief Computes C's columns and values, in the arrays that symbolic() allocated or others of their size. Later
  /// calls rewrite the values; from the third on (the second, if reuse_early_products asks for it) they allocate
  /// nothing and wait only where patterns are compared.
  ///
  /// \throws std::runtime_error before symbolic(); std::invalid_argument for different patterns or arrays that are too
  ///         short; C is then unchanged. OutOfMemory if there is not enough memory even for one row; the rows before it
  ///         have then been written
  void numeric(const execution_space& exec, const RMatrix& r, const AMatrix& a, const PMatrix& p, const CMatrix& c,
               SpGEMMReport* report = nullptr) {
    Impl::with_out_of_memory("triple_product", [&] {
      if (m_state == nullptr)
        Impl::throw_runtime_error("triple_product", "numeric before symbolic (need the sizes of C first)");
      const auto operand_r = Impl::operand_of<execution_space>(r);
      const auto operand_a = Impl::operand_of<execution_space>(a);
      const auto operand_p = Impl::operand_of<execution_space>(p);
      m_state->guards.verify(exec, m_reads, "triple_product", {"R", "A", "P"}, operand_r, operand_a, operand_p);
      m_state->second.check_arrays(c, "triple_product");
      SpGEMMReport own_report;
      SpGEMMReport& used_report = report == nullptr ? own_report : *report;
      const Impl::WorkspaceCall<execution_space> call(*m_state->workspace, exec);
      const auto run = [&] {
        m_state->first.numeric(exec, first_problem{operand_a, operand_p}, m_state->ap.entries, m_state->ap.values,
                               used_report);
        if (m_state->transpose_r) Impl::refill_transpose(exec, operand_r, m_state->transposed_r);
        m_state->second.numeric(exec, m_state->second_problem_of(operand_r), c.graph.entries, c.values, used_report);
      };
      const SpGEMMOptions& options = m_state->used_options;
      Impl::with_enough_named_for_all(options, run, [&] {
        return State::enough(exec, operand_r, m_state->transpose_r, operand_a, operand_p, options);
      });
    });
  }

  /// \brief Bytes of work memory that live between calls, A P included.
  std::size_t workspace_bytes() const {
    if (m_state == nullptr) return 0;
    return m_state->workspace->live_bytes() + m_state->ap.row_map.span() * sizeof(typename product_type::offset_type) +
           m_state->ap.entries.span() * sizeof(typename product_type::ordinal_type) +
           m_state->ap.values.span() * sizeof(typename product_type::scalar_type);
  }

 private:
  using operand_r_type = Impl::operand_of_type<execution_space, RMatrix>;
  using operand_a_type = Impl::operand_of_type<execution_space, AMatrix>;
  using operand_p_type = Impl::operand_of_type<execution_space, PMatrix>;
  using product_type = Impl::product_of_type<execution_space, CMatrix>;
  using operand_ap_type = Impl::CsrOperand<execution_space, typename product_type::offset_type,
                                           typename product_type::ordinal_type, typename product_type::scalar_type>;
  using first_problem = Impl::Problem<operand_a_type, operand_p_type>;
  using second_problem = Impl::Problem<operand_r_type, operand_ap_type>;

  struct State {
    State(const execution_space& exec, const SpGEMMOptions& options)
        : used_options(options), workspace(std::make_shared<Impl::Workspace<execution_space>>(exec, options)) {}

    /// \brief Forms A P with its columns, and R's transpose if that is multiplied. \return the second product
    second_problem form(const execution_space& exec, const operand_r_type& r, bool is_r_transposed,
                        const operand_a_type& a, const operand_p_type& p, const SpGEMMOptions& options,
                        SpGEMMReport& report) {
      transpose_r = is_r_transposed;
      const first_problem problem_ap{a, p};
      SpGEMMOptions ap_options = options;
      ap_options.sorted_output = true;  // what the second product keeps depends on the positions in A P
      ap = first.symbolic(exec, problem_ap, ap_options, report, workspace);
      operand_ap = Impl::operand_of_product<execution_space>(a.num_rows, p.num_cols, ap);
      first.fill_columns(exec, problem_ap, ap.entries);
      if (transpose_r) transposed_r = Impl::transpose_graph(exec, r, "R", options.deterministic, *workspace);
      return second_problem_of(r);
    }
    /// \brief Memory that is enough for all calls. Cost  the symbolic call and the columns of A P
    static Impl::EnoughMemory enough(const execution_space& exec, const operand_r_type& r, bool is_r_transposed,
                                     const operand_a_type& a, const operand_p_type& p, const SpGEMMOptions& options) {
      const SpGEMMOptions unbounded = Impl::without_bounds(options);
      State state(exec, unbounded);
      const Impl::WorkspaceCall<execution_space> call(*state.workspace, exec);
      SpGEMMReport report;
      const auto problem = state.form(exec, r, is_r_transposed, a, p, unbounded, report);
      return Impl::enough_before(*state.workspace, Impl::enough_for_calls<product_type>(exec, problem, unbounded));
    }
    second_problem second_problem_of(const operand_r_type& r) const {
      return {transpose_r ? transposed_r.operand : r, operand_ap};
    }

    SpGEMMOptions used_options;
    std::shared_ptr<Impl::Workspace<execution_space>> workspace;
    bool transpose_r = false;
    Impl::TransposedOperand<operand_r_type> transposed_r;
    product_type ap;
    operand_ap_type operand_ap;
    Impl::RepeatedProduct<execution_space, first_problem, product_type> first;
    Impl::RepeatedProduct<execution_space, second_problem, product_type> second;
    Impl::PatternGuards<execution_space, 3> guards;  // of R, A and P
  };
  Impl::PatternReads m_reads = Impl::pattern_reads_default<execution_space>;
  std::unique_ptr<State> m_state;
};

}  // namespace Ocean

#endif
