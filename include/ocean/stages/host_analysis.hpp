#ifndef OCEAN_STAGES_HOST_ANALYSIS_HPP
#define OCEAN_STAGES_HOST_ANALYSIS_HPP
/// \file
/// \brief Analysis stage of the CPU path: checks every index that is followed; totals, blocks of rows.

#include <algorithm>

#include "../../Ocean_Error.hpp"
#include "../core/workspace.hpp"
#include "../kernels/analysis/check_b_rows_host.hpp"
#include "../kernels/analysis/measure_row_blocks_host.hpp"
#include "../results/host_analysis.hpp"
#include "../tuning/host_tuning.hpp"
#include "check_operands.hpp"

namespace Ocean::Impl {

/// \brief An offset of an operand. Pre: the space is a host space
template <class Operand>
count_type host_offset(const Operand& operand, count_type row) {
  return static_cast<count_type>(operand.row_map.data()[row]);
}

/// \brief Number of an operand's entries, from its row map. Pre: the space is a host space
template <class Operand>
count_type host_nnz(const Operand& operand) {
  return operand.num_rows > 0 ? host_offset(operand, operand.num_rows) - operand.first_offset : 0;
}

/// \brief Throws what check_operand() finds; called after a fast check has failed.
template <class ExecutionSpace, class Operand>
void throw_operand_fault(const ExecutionSpace& exec, const Operand& operand, const char* name) {
  check_operand(exec, operand, name, true);
  throw_invalid_argument("spgemm", name,
                         " changed while it was read (need operands that do not change during the call)");
}

/// \brief Analyses B; waits for its kernels.
/// \throws std::invalid_argument if an offset or a column of B is out of bounds.
template <class ExecutionSpace, class ProblemType>
auto analyze_b_host(const ExecutionSpace& exec, const ProblemType& problem, Workspace<ExecutionSpace>& workspace) {
  using column_type = typename ProblemType::column_type;
  HostAnalysis<typename ExecutionSpace::memory_space, column_type> analysis;
  CheckedRows found;
  if (problem.num_inner() > 0) {
    analysis.b_relations =
        workspace.template allocate<RowRelation>("Ocean::analysis::b_relations", problem.num_inner());
    found = check_b_rows_host(exec, problem.b, analysis.b_relations);
    if (found.faults > 0 || problem.b.row_map.data()[0] != 0) throw_operand_fault(exec, problem.b, "B");
  }
  analysis.summary.b_rows_sorted = found.unsorted == 0;
  analysis.summary.nnz_b = host_nnz(problem.b);
  const auto is_most = [&](count_type rows) { return rows > 0 && 2 * rows >= problem.num_inner(); };
  analysis.b_kinds.mostly_repeats = is_most(found.same_columns);
  analysis.b_kinds.mostly_stencil = is_most(found.next_columns);
  analysis.b_kinds.has_single_entries = has_single_entries_host(exec, problem.b, analysis.summary.nnz_b);
  if (!analysis.summary.b_rows_sorted) {
    analysis.b_row_range =
        workspace.template allocate<ColumnRange<column_type>>("Ocean::analysis::b_row_range", problem.num_inner());
    scan_b_row_ranges_host(exec, problem.b, analysis.b_row_range);
  }
  return analysis;
}

/// \brief Rows whose work is noted together: one, a few where there are many for every thread, more where there are
/// more than blocks.
inline count_type choose_rows_per_block(count_type num_rows, int num_threads, const HostTuning& tuning) {
  const auto shared_by = [num_rows](count_type blocks) { return (num_rows + blocks - 1) / blocks; };
  return std::max(shared_by(tuning.row_blocks_max),
                  std::min(tuning.block_rows, shared_by(tuning.row_blocks_per_thread * num_threads)));
}

/// \brief Adds what is known about A, or a slice of its rows, to the analysis of B; waits for its kernels.
/// \param problem all of A, for the text of an error
/// \throws std::invalid_argument if an offset or a column of A is out of bounds.
template <class ExecutionSpace, class ProblemType, class Analysis>
Analysis analyze_slice_host(const ExecutionSpace& exec, const ProblemType& problem, const ProblemType& slice,
                            const Analysis& b_rows, Workspace<ExecutionSpace>& workspace, const HostTuning& tuning) {
  Analysis analysis = b_rows;
  const count_type num_rows = slice.num_rows();
  if (num_rows == 0) return analysis;
  analysis.rows_per_block = choose_rows_per_block(num_rows, std::max(1, exec.concurrency()), tuning);
  analysis.num_blocks = (num_rows + analysis.rows_per_block - 1) / analysis.rows_per_block;
  analysis.blocks = workspace.template allocate<RowBlockWork>("Ocean::analysis::blocks", analysis.num_blocks);
  const RowBlockTotals totals =
      measure_row_blocks_host(exec, slice, analysis.rows_per_block, analysis.num_blocks, analysis.blocks);
  if (totals.faults > 0 || host_offset(slice.a, 0) != slice.a.first_offset) throw_operand_fault(exec, problem.a, "A");
  analysis.summary.nnz_a = host_nnz(slice.a);
  analysis.summary.total_products = totals.products;
  analysis.summary.max_row_products = totals.max_row_products;
  analysis.summary.capped_products = totals.capped;
  analysis.max_block_capped = totals.max_block_capped;
  return analysis;
}

/// \brief Analyses A and B; waits for its kernels.
/// Cost    one read of A's structure, one of B's, nnz(A) reads of B's row map
/// \throws std::invalid_argument if an offset or a column is out of bounds.
template <class ExecutionSpace, class ProblemType>
auto analyze_host(const ExecutionSpace& exec, const ProblemType& problem, Workspace<ExecutionSpace>& workspace,
                  const HostTuning& tuning) {
  return analyze_slice_host(exec, problem, problem, analyze_b_host(exec, problem, workspace), workspace, tuning);
}

}  // namespace Ocean::Impl

#endif
