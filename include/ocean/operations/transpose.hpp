#ifndef OCEAN_OPERATIONS_TRANSPOSE_HPP
#define OCEAN_OPERATIONS_TRANSPOSE_HPP
/// \file
/// \brief The transpose of an operand, in work memory.

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "../backend/managed_view.hpp"
#include "../backend/team_launch.hpp"
#include "../core/prefix_sum.hpp"
#include "../core/workspace.hpp"
#include "../kernels/operations/scatter_entries.hpp"
#include "../kernels/operations/sort_by_digit.hpp"
#include "../stages/check_operands.hpp"
#include "../stages/skip_zeros.hpp"
#include "../stages/sort_entries.hpp"
#include "../tuning/transpose_tuning.hpp"

namespace Ocean::Impl {

/// \brief The transpose of an operand; lives as long as the workspace it was formed in.
/// Shapes  operand [num_cols x num_rows of the original]; values [nnz]: those of operand, to be refilled; positions
///         [nnz]: entry i of the transpose is entry positions(i) of the original
template <class Operand>
struct TransposedOperand {
  using execution_space = typename Operand::execution_space;
  template <class T>
  using view_type = typename Workspace<execution_space>::template view_type<T>;
  using offset_type = typename Operand::offset_type;

  Operand operand;
  view_type<typename Operand::scalar_type> values;
  view_type<offset_type> positions;
};

/// \brief Values of a transpose from those of the original, whose pattern is still that of the transpose.
/// Does nothing if the original has no values. Returns without a fence, allocates nothing.
template <class ExecutionSpace, class Operand>
void refill_transpose(const ExecutionSpace& exec, const Operand& original,
                      const TransposedOperand<Operand>& transposed) {
  if (original.values.data() == nullptr || transposed.values.extent(0) == 0) return;
  gather_values(exec, original.values, transposed.positions, transposed.values,
                static_cast<count_type>(transposed.positions.extent(0)));
}

/// \brief Forms the graph of a transpose: each method fills row_map, positions and entries.
template <class ExecutionSpace, class Operand>
class TransposeGraph {
 public:
  using offset_type = typename Operand::offset_type;
  using ordinal_type = typename Operand::ordinal_type;
  using scalar_type = typename Operand::scalar_type;
  template <class T>
  using view_type = typename Workspace<ExecutionSpace>::template view_type<T>;

  TransposeGraph(const ExecutionSpace& exec, const Operand& original, count_type nnz,
                 Workspace<ExecutionSpace>& workspace)
      : m_exec(exec),
        m_original(original),
        m_nnz(nnz),
        m_workspace(workspace),
        row_map(workspace.template allocate<offset_type>("Ocean::transpose::row_map", original.num_cols + 1)),
        entries(workspace.template allocate<ordinal_type>("Ocean::transpose::entries", nnz)),
        values(workspace.template allocate<scalar_type>("Ocean::transpose::values",
                                                        original.values.data() == nullptr ? 0 : nnz)),
        positions(workspace.template allocate<offset_type>("Ocean::transpose::positions", nnz)) {}

  /// \brief Writes into the caller's arrays; only positions are work memory, values are not written.
  TransposeGraph(const ExecutionSpace& exec, const Operand& original, count_type nnz, offset_type* given_row_map,
                 ordinal_type* given_entries, Workspace<ExecutionSpace>& workspace)
      : m_exec(exec),
        m_original(original),
        m_nnz(nnz),
        m_workspace(workspace),
        row_map(given_row_map, static_cast<std::size_t>(original.num_cols) + 1),
        entries(given_entries, static_cast<std::size_t>(nnz)),
        positions(workspace.template allocate<offset_type>("Ocean::transpose::positions", nnz)) {}

  void form(TransposeMethod method, const TransposeTuning& tuning) {
    if (method == TransposeMethod::atomics) form_by_atomics();
    if (method == TransposeMethod::chunks) form_by_chunks();
    if (method == TransposeMethod::digits) form_by_digits(tuning);
  }

 private:
  using entries_type = typename Operand::entries_type;
  using pass_type = DigitPass<entries_type, view_type<offset_type>, view_type<count_type>>;
  using scatter_type =
      ScatterDigits<pass_type, typename Operand::row_map_type, view_type<offset_type>, view_type<ordinal_type>>;

  /// Mask of a pass that uses all bits of a column.
  static constexpr count_type whole_column = ~count_type(0);

  /// \brief Fills row_map from the counts of all columns; the counts are returned.
  view_type<offset_type> count() {
    const count_type num_cols = m_original.num_cols;
    const auto column_nnz = m_workspace.template allocate<offset_type>("Ocean::transpose::column_nnz", num_cols + 1);
    Kokkos::deep_copy(m_exec, column_nnz, offset_type(0));
    count_columns(m_exec, m_original.entries, column_nnz, m_nnz);
    prefix_sum(m_exec, "Ocean::transpose::row_map", column_nnz, row_map, num_cols, m_workspace);
    return column_nnz;
  }

  void form_by_atomics() {
    const auto column_nnz = count();
    using atomic_scatter =
        ScatterEntries<typename Operand::row_map_type, entries_type, view_type<offset_type>, view_type<ordinal_type>>;
    scatter_entries(m_exec,
                    atomic_scatter{m_original.row_map, m_original.entries, row_map, column_nnz, positions, entries,
                                   m_original.num_rows},
                    m_nnz);
    m_workspace.release(column_nnz);
  }

  /// \brief One pass over the whole column; counters stay within one per entry, or one per column.
  void form_by_chunks() {
    const count_type num_cols = m_original.num_cols;
    const count_type num_chunks =
        std::clamp<count_type>(m_nnz / std::max<count_type>(1, num_cols), 1, m_exec.concurrency());
    const auto counts =
        m_workspace.template allocate<count_type>("Ocean::transpose::digit_begin", num_cols * num_chunks + 1);
    const pass_type pass{m_original.entries, {}, counts, m_nnz, num_cols, num_chunks, whole_column, 0, true};
    count_digits(m_exec, pass);
    prefix_sum(m_exec, "Ocean::transpose::digit_begin", pass.counts, pass.counts, num_cols * num_chunks, m_workspace);
    read_column_begins(m_exec, pass.counts, row_map, num_chunks, num_cols);
    scatter_digits(m_exec, scatter_type{pass, m_original.row_map, positions, entries, m_original.num_rows, true});
    m_workspace.release(pass.counts);
  }

  /// \brief A radix sort, least significant digit first.
  void form_by_digits(const TransposeTuning& tuning) {
    m_workspace.release(count());
    sort_entries(m_exec, m_original, m_nnz, positions, entries, m_workspace, tuning);
  }

  const ExecutionSpace& m_exec;
  const Operand& m_original;
  count_type m_nnz;
  Workspace<ExecutionSpace>& m_workspace;

 public:
  view_type<offset_type> row_map;  // what stays is allocated before what goes
  view_type<ordinal_type> entries;
  view_type<scalar_type> values;
  view_type<offset_type> positions;
};

/// \brief The transpose of \p original by \p method, with the positions its entries came from. Values are not
/// conjugated; duplicate entries stay duplicates.
/// Pre     check_operand() accepted \p original, its columns too; values may be null (a pattern)
/// Launch  all work is on \p exec; waits once, for the number of entries
/// Cost    atomics: one read of the entries for the counts, a random write per entry; digits: as many passes as the
///         number of columns has digits
/// \throws OutOfMemory if the workspace does not have the bytes.
template <class ExecutionSpace, class Operand>
TransposedOperand<Operand> transpose_with_positions(const ExecutionSpace& exec, const Operand& original,
                                                    Workspace<ExecutionSpace>& workspace, TransposeMethod method,
                                                    const TransposeTuning& tuning = transpose_tuning_default) {
  const count_type nnz = original.row_map.extent(0) == 0
                             ? 0
                             : static_cast<count_type>(read_element(exec, original.row_map, original.num_rows));
  TransposeGraph<ExecutionSpace, Operand> graph(exec, original, nnz, workspace);
  if (nnz > 0)
    graph.form(method, tuning);
  else
    Kokkos::deep_copy(exec, graph.row_map, typename Operand::offset_type(0));
  TransposedOperand<Operand> transposed;
  transposed.values = graph.values;
  transposed.operand = {original.num_cols, original.num_rows, graph.row_map, graph.entries, transposed.values};
  transposed.positions = graph.positions;
  refill_transpose(exec, original, transposed);
  return transposed;
}

/// \brief The transpose of an operand's graph, with values allocated: refill_transpose() gathers them whenever they
/// change. Values of \p operand are not read.
/// \param name  of the operand, for errors
/// \throws std::invalid_argument for an invalid graph; otherwise as transpose_with_positions().
template <class ExecutionSpace, class Operand>
TransposedOperand<Operand> transpose_graph(const ExecutionSpace& exec, Operand operand, const char* name,
                                           bool deterministic, Workspace<ExecutionSpace>& workspace) {
  check_operand(exec, operand, name, true);
  operand.values = {};
  auto transposed = transpose_with_positions(exec, operand, workspace,
                                             choose_transpose_method(is_host_space_v<ExecutionSpace>, deterministic));
  transposed.values = workspace.template allocate<typename Operand::scalar_type>(
      "Ocean::transpose::values", static_cast<count_type>(transposed.positions.extent(0)));
  transposed.operand.values = transposed.values;
  return transposed;
}

/// \brief The transpose of \p original, valid while \p workspace lives.
/// \param deterministic  whether the order within a row must not depend on the scheduling of threads Pre, cost and
/// throws as transpose_with_positions().
template <class ExecutionSpace, class Operand>
Operand transpose_operand(const ExecutionSpace& exec, const Operand& original, Workspace<ExecutionSpace>& workspace,
                          bool deterministic = false) {
  const auto transposed = transpose_with_positions(
      exec, original, workspace, choose_transpose_method(is_host_space_v<ExecutionSpace>, deterministic));
  workspace.release(transposed.positions);
  return transposed.operand;
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

/// \brief op(A) and op(B) with the zeros to be skipped removed, in work memory.
/// \param num_skipped  zeros that are left out (out)
/// \throws as form_operands() and nonzero_problem().
template <class ExecutionSpace, class OperandA, class OperandB>
Problem<OperandA, OperandB> form_nonzero_operands(const ExecutionSpace& exec, const OperandA& a, bool transpose_a,
                                                  const OperandB& b, bool transpose_b, const OperandsWithZeros& zeros,
                                                  bool deterministic, Workspace<ExecutionSpace>& workspace,
                                                  std::int64_t& num_skipped) {
  const auto kept = nonzero_problem(exec, a, b, zeros, workspace, num_skipped);
  return form_operands(exec, kept.a, transpose_a, kept.b, transpose_b, deterministic, workspace);
}

}  // namespace Ocean::Impl

#endif
