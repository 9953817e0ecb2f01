#ifndef OCEAN_OPERATIONS_STACKED_PRODUCT_HPP
#define OCEAN_OPERATIONS_STACKED_PRODUCT_HPP
/// \file
/// \brief alpha A B + beta D as the product of [alpha A, beta I] and B stacked on D: C has the union of both patterns
/// and is written once.

#include <cstdint>
#include <limits>

#include "../core/workspace.hpp"
#include "../kernels/operations/stack_operands.hpp"
#include "../stages/check_operands.hpp"
#include "../stages/skip_zeros.hpp"

namespace Ocean::Impl {

/// \brief Throws if \p count does not fit into \p Number.
/// \throws std::invalid_argument with \p what and both numbers.
template <class Number>
void require_number(count_type count, const char* what) {
  constexpr auto number_max = std::numeric_limits<Number>::max();
  require(static_cast<std::uint64_t>(count) <= static_cast<std::uint64_t>(number_max), "spgemm_add", what, count,
          " (need at most ", +number_max, ", the largest number of their type)");
}

/// \brief Checks that A B and D can be added; reads the contents of all three, because later an error could no longer
/// name the operand.
/// \throws std::invalid_argument naming the operand and the numbers.
template <class ExecutionSpace, class OperandA, class OperandB, class OperandD>
void check_addition(const ExecutionSpace& exec, const OperandA& a, const OperandB& b, const OperandD& d) {
  check_graph_shape(a, "A");
  check_graph_shape(b, "B");
  check_graph_shape(d, "D");
  check_inner_dimension("spgemm_add", a, b);
  require(d.num_rows == a.num_rows && d.num_cols == b.num_cols, "spgemm_add", "D is [", d.num_rows, " x ", d.num_cols,
          "] and A B [", a.num_rows, " x ", b.num_cols, "] (need equal dimensions)");
  check_operand(exec, a, "A", true);
  check_operand(exec, b, "B", true);
  check_operand(exec, d, "D", true);
  require_number<typename OperandA::ordinal_type>(a.num_cols + a.num_rows, "columns of A and rows of D: ");
  require_number<typename OperandA::offset_type>(count_entries(exec, a) + a.num_rows, "entries of A and rows of D: ");
  require_number<typename OperandB::offset_type>(count_entries(exec, b) + count_entries(exec, d),
                                                 "entries of B and D: ");
}

/// \brief The two stacked operands, in the memory of a workspace.
template <class ExecutionSpace, class OperandA, class OperandB, class OperandD, class ScalarC>
class StackedProduct {
 public:
  using left_type =
      CsrOperand<ExecutionSpace, typename OperandA::offset_type, typename OperandA::ordinal_type, ScalarC>;
  using right_type =
      CsrOperand<ExecutionSpace, typename OperandB::offset_type, typename OperandB::ordinal_type, ScalarC>;
  using problem_type = Problem<left_type, right_type>;

  /// \brief Forms the graphs and allocates the values.
  /// Pre     check_addition() has passed, C has rows (there are row maps); \p a, \p b, \p d may be without values;
  /// waits for \p exec \throws OutOfMemory if the workspace does not have the bytes.
  StackedProduct(const ExecutionSpace& exec, const OperandA& a, const OperandB& b, const OperandD& d,
                 Workspace<ExecutionSpace>& workspace)
      : m_nnz_a(count_entries(exec, a)), m_nnz_b(count_entries(exec, b)), m_nnz_d(count_entries(exec, d)) {
    const count_type rows_b = b.num_rows, rows_d = d.num_rows;
    const offsets_a row_map_left = workspace.template allocate<offset_a_type>("Ocean::stack::row_map", rows_d + 1);
    const columns_a entries_left =
        workspace.template allocate<ordinal_a_type>("Ocean::stack::entries", m_nnz_a + rows_d);
    const offsets_b row_map_right =
        workspace.template allocate<offset_b_type>("Ocean::stack::row_map", rows_b + rows_d + 1);
    const columns_b entries_right =
        workspace.template allocate<ordinal_b_type>("Ocean::stack::entries", m_nnz_b + m_nnz_d);
    m_values_left = workspace.template allocate<ScalarC>("Ocean::stack::values", m_nnz_a + rows_d);
    m_values_right = workspace.template allocate<ScalarC>("Ocean::stack::values", m_nnz_b + m_nnz_d);
    m_problem.a = {rows_d, a.num_cols + rows_d, row_map_left, entries_left, m_values_left};
    m_problem.b = {rows_b + rows_d, b.num_cols, row_map_right, entries_right, m_values_right};
    launch_stacking(exec, "Ocean::stack::shift_offsets", rows_d + 1,
                    ShiftOffsets<typename OperandA::row_map_type, offsets_a>{a.row_map, row_map_left});
    append_diagonal(exec, "Ocean::stack::append_diagonal_columns", a,
                    AppendDiagonalColumns<OperandA, columns_a>{a, entries_left});
    launch_stacking(exec, "Ocean::stack::stack_offsets", rows_b + rows_d + 1,
                    StackOffsets<typename OperandB::row_map_type, typename OperandD::row_map_type, offsets_b>{
                        b.row_map, d.row_map, row_map_right, rows_b, m_nnz_b});
    stack(exec, "Ocean::stack::stack_columns", b.entries, d.entries, entries_right);
  }

  /// \brief The values of alpha A, beta I, B and D; allocates nothing, returns without a fence.
  void fill_values(const ExecutionSpace& exec, const ScalarC& alpha, const OperandA& a, const OperandB& b,
                   const ScalarC& beta, const OperandD& d) const {
    append_diagonal(exec, "Ocean::stack::append_diagonal_values", a,
                    AppendDiagonalValues<OperandA, values_type>{a, m_values_left, alpha, beta});
    stack(exec, "Ocean::stack::stack_values", b.values, d.values, m_values_right);
  }

  const problem_type& problem() const { return m_problem; }
  count_type nnz_a() const { return m_nnz_a; }
  count_type nnz_b() const { return m_nnz_b; }

 private:
  using offset_a_type = typename OperandA::offset_type;
  using ordinal_a_type = typename OperandA::ordinal_type;
  using offset_b_type = typename OperandB::offset_type;
  using ordinal_b_type = typename OperandB::ordinal_type;
  template <class T>
  using view_type = typename Workspace<ExecutionSpace>::template view_type<T>;
  using offsets_a = view_type<offset_a_type>;
  using columns_a = view_type<ordinal_a_type>;
  using offsets_b = view_type<offset_b_type>;
  using columns_b = view_type<ordinal_b_type>;
  using values_type = view_type<ScalarC>;

  template <class Functor>
  void append_diagonal(const ExecutionSpace& exec, const char* label, const OperandA& a, const Functor& append) const {
    visit_entries(exec, label, a.row_map, a.num_rows, m_nnz_a, append);
    launch_stacking(exec, label, a.num_rows, append);
  }

  template <class ItemsB, class ItemsD, class Items>
  void stack(const ExecutionSpace& exec, const char* label, const ItemsB& items_b, const ItemsD& items_d,
             const Items& items) const {
    launch_stacking(exec, label, m_nnz_b + m_nnz_d,
                    StackItems<ItemsB, ItemsD, Items>{items_b, items_d, items, m_nnz_b});
  }

  count_type m_nnz_a, m_nnz_b, m_nnz_d;
  values_type m_values_left, m_values_right;
  problem_type m_problem;
};

}  // namespace Ocean::Impl

#endif
