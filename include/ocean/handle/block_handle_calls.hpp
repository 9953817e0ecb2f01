#ifndef OCEAN_HANDLE_BLOCK_HANDLE_CALLS_HPP
#define OCEAN_HANDLE_BLOCK_HANDLE_CALLS_HPP
/// \file
/// \brief The numeric call through a handle for matrices of square blocks.

#include "../core/call_workspace.hpp"
#include "../kernels/operations/gather_transposed_blocks.hpp"
#include "../operations/block_product.hpp"
#include "handle_calls.hpp"

namespace Ocean::Impl {

/// \brief The values of an operand's blocks as they are multiplied: its own or, if \p transposed holds the transpose of
/// its graph, those of the transposed blocks in memory of \p workspace.
/// Launch  on \p exec, returns without a fence
/// \throws OutOfMemory if the workspace does not have the bytes.
template <class ExecutionSpace, class Operand>
typename Operand::values_type block_values(const ExecutionSpace& exec, const Operand& original,
                                           const TransposedOperand<Operand>& transposed, count_type block_dim,
                                           Workspace<ExecutionSpace>& workspace) {
  const auto num_blocks = static_cast<count_type>(transposed.positions.extent(0));
  if (num_blocks == 0) return original.values;
  const auto values = workspace.template allocate<typename Operand::scalar_type>("Ocean::block_product::values",
                                                                                 num_blocks * block_dim * block_dim);
  gather_transposed_blocks(exec, original.values, transposed.positions, values, num_blocks, block_dim);
  return values;
}

/// \brief Bytes of work memory that block_values() takes, in one piece of memory or in several.
template <class Operand>
std::size_t block_values_bytes(const TransposedOperand<Operand>& transposed, count_type block_dim) {
  return MemoryLayout::aligned(transposed.positions.extent(0) * static_cast<std::size_t>(block_dim * block_dim) *
                               sizeof(typename Operand::scalar_type));
}

/// \brief Numeric phase for blocks of \p block_dim x \p block_dim values: C's columns and values, and the handle's
/// flags. Transposed operands take work memory for the values of their blocks.
/// \throws as begin_numeric(); OutOfMemory if memory runs out.
template <class ExecutionSpace, class KernelHandle, class RowMapC, class EntriesC, class ValuesC>
void numeric_blocks_through_handle(const ExecutionSpace& exec, KernelHandle& handle,
                                   const HandleArguments<KernelHandle>& arguments, count_type block_dim,
                                   const RowMapC& row_map_c, const EntriesC& entries_c, const ValuesC& values_c) {
  const auto timed = state_of(handle, "spgemm_numeric");  // outlives the timer, which writes its report
  const CallTimer timer(timed->report);
  const auto state = begin_numeric(exec, handle, arguments, row_map_c, entries_c, values_c, block_dim * block_dim);
  const auto call = state->begin_call(exec);
  state->report.value_source = ValueSource::product;
  state->report.workflow_reason = "values of blocks are computed afresh in every call";
  if (state->nnz_c() > 0) {
    const auto graphs = state->graphs(arguments.a, arguments.b);
    state->fill_columns(exec, graphs, row_map_c.data(), entries_c, false);
    const auto multiply = [&] {
      CallWorkspace<ExecutionSpace> workspace(state->workspace());
      auto problem = graphs;
      problem.a.values = block_values(exec, arguments.a, state->transposed_a(), block_dim, workspace.get());
      problem.b.values = block_values(exec, arguments.b, state->transposed_b(), block_dim, workspace.get());
      workspace.close();
      fill_block_values(exec, problem, {block_dim, block_dim, block_dim}, state->nnz_c(), row_map_c.data(),
                        entries_c.data(), values_c.data());
    };
    const std::size_t transposed_bytes =
        block_values_bytes(state->transposed_a(), block_dim) + block_values_bytes(state->transposed_b(), block_dim);
    state->product().run_within_memory(exec, graphs, multiply, transposed_bytes);
  }
  finish_numeric(handle);
}

}  // namespace Ocean::Impl

#endif
