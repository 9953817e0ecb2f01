#ifndef OCEAN_OPERATIONS_BLOCK_HANDLE_CALLS_HPP
#define OCEAN_OPERATIONS_BLOCK_HANDLE_CALLS_HPP
/// \file
/// \brief The numeric call through a handle for matrices of square blocks.

#include <stdexcept>

#include "../handle/handle_calls.hpp"
#include "block_product.hpp"

namespace Ocean::Impl {

/// \brief Blocks are multiplied as they are.
/// \throws std::runtime_error with KokkosKernels' words if an operand is to be transposed.
inline void require_plain_blocks(bool transpose_a, bool transpose_b) {
  if (transpose_a || transpose_b)
    throw std::runtime_error(
        "SpGEMM is not implemented for Transposes yet. "
        "If you need this case please let kokkos-kernels developers know.\n");
}

/// \brief Numeric phase for blocks of \p block_dim x \p block_dim values: C's columns and values, and the handle's
/// flags. \throws as begin_numeric(); std::runtime_error for transposed operands.
template <class ExecutionSpace, class KernelHandle, class RowMapC, class EntriesC, class ValuesC>
void numeric_blocks_through_handle(const ExecutionSpace& exec, KernelHandle& handle,
                                   const HandleArguments<KernelHandle>& arguments, count_type block_dim,
                                   const RowMapC& row_map_c, const EntriesC& entries_c, const ValuesC& values_c) {
  require_plain_blocks(arguments.transpose_a, arguments.transpose_b);
  const auto state = begin_numeric(exec, handle, arguments, row_map_c, entries_c, values_c, block_dim * block_dim);
  if (state->nnz_c() > 0) {
    using problem_type = typename HandleTypes<KernelHandle>::problem_type;
    const problem_type problem{arguments.a, arguments.b};
    state->fill_columns(exec, problem_type{without_values(problem.a), without_values(problem.b)}, row_map_c.data(),
                        entries_c, false);
    fill_block_values(exec, problem, {block_dim, block_dim, block_dim}, state->nnz_c(), row_map_c.data(),
                      entries_c.data(), values_c.data());
  }
  finish_numeric(handle);
}

}  // namespace Ocean::Impl

#endif
