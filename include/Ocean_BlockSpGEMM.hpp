#ifndef OCEAN_BLOCKSPGEMM_HPP
#define OCEAN_BLOCKSPGEMM_HPP
/// \file
/// \brief Products of matrices of dense blocks: block_spgemm_symbolic/numeric with KokkosSparse's signatures for
/// BsrMatrix, and a one-call form for blocks of any shape.

#include <Kokkos_Core.hpp>
#include <stdexcept>
#include <type_traits>

#include "Ocean_SpGEMM.hpp"
#include "ocean/core/product_arrays.hpp"
#include "ocean/handle/block_handle_calls.hpp"

namespace Ocean {

/// \brief Computes C's row map and allocates its columns and values, for matrices of equal square blocks. Each operand
/// may be transposed (KokkosKernels has no transposed blocks).
/// Shapes  op(A) [m x n] and op(B) [n x k] blocks, C [m x k] blocks, all of blockDim() x blockDim() values
/// \param handle an Ocean::KernelHandle or a KokkosKernelsHandle with an spgemm handle
/// Launch  all work is on \p exec, which is waited for
/// \throws std::invalid_argument with KokkosKernels' text if the blocks differ in size, with Ocean's if the matrices
///         cannot be multiplied. C is then unchanged.
/// Source  interface: KokkosSparse::block_spgemm_symbolic() of KokkosKernels 4.6 to 5
template <class ExecutionSpace, class KernelHandle, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void block_spgemm_symbolic(const ExecutionSpace& exec, KernelHandle& handle, const AMatrix& a, bool transpose_a,
                           const BMatrix& b, bool transpose_b, CMatrix& c) {
  Impl::with_out_of_memory("block_spgemm_symbolic", [&] {
    if (a.blockDim() != b.blockDim())
      throw std::invalid_argument("Block SpGEMM must be called for matrices with the same block size");
    Impl::require_inner("block_spgemm_symbolic", a, transpose_a, b, transpose_b);
    const auto num_rows = transpose_a ? a.numCols() : a.numRows(), num_cols = transpose_b ? b.numRows() : b.numCols();
    const auto row_map = Impl::allocate_row_map<typename CMatrix::row_map_type::non_const_type>(exec, num_rows);
    const Impl::no_values_type<KernelHandle> none;
    const auto arguments = Impl::make_arguments<KernelHandle>(
        num_rows, transpose_b ? b.numCols() : b.numRows(), num_cols, a.graph.row_map, a.graph.entries, none,
        transpose_a, b.graph.row_map, b.graph.entries, none, transpose_b);
    Impl::symbolic_through_handle(exec, handle, arguments, row_map);
    const auto nnz_c = static_cast<Impl::count_type>(handle.get_spgemm_handle()->get_c_nnz());
    const auto block_dim = static_cast<Impl::count_type>(a.blockDim());
    const auto entries = Impl::allocate_columns<typename CMatrix::index_type::non_const_type>(exec, nnz_c);
    const auto values =
        Impl::allocate_values<typename CMatrix::values_type::non_const_type>(exec, nnz_c * block_dim * block_dim);
    c = CMatrix("C=AB", num_rows, num_cols, nnz_c, values, row_map, entries, a.blockDim());
  });
}

/// \brief The same on the default instance of the handle's execution space.
template <class KernelHandle, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<!Kokkos::is_execution_space_v<KernelHandle>, int> = 0>
void block_spgemm_symbolic(KernelHandle& handle, const AMatrix& a, const bool transpose_a, const BMatrix& b,
                           const bool transpose_b, CMatrix& c) {
  block_spgemm_symbolic(typename KernelHandle::HandleExecSpace(), handle, a, transpose_a, b, transpose_b, c);
}

/// \brief Computes C's columns and the values of its blocks, in the arrays that block_spgemm_symbolic() allocated; may
/// be called again with new values. The values do not depend on the launch; for transposed operands on a device this
/// holds only with SpGEMMOptions::deterministic.
/// \throws std::invalid_argument with KokkosKernels' text if the blocks differ in size, and as spgemm_numeric(). C is
///         then unchanged.
template <class ExecutionSpace, class KernelHandle, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void block_spgemm_numeric(const ExecutionSpace& exec, KernelHandle& handle, const AMatrix& a, bool transpose_a,
                          const BMatrix& b, bool transpose_b, CMatrix& c) {
  Impl::with_out_of_memory("block_spgemm_numeric", [&] {
    if (a.blockDim() != b.blockDim() || a.blockDim() != c.blockDim())
      throw std::invalid_argument("Block SpGEMM must be called for matrices with the same block size");
    Impl::require_inner("block_spgemm_numeric", a, transpose_a, b, transpose_b);
    const auto arguments = Impl::make_arguments<KernelHandle>(
        transpose_a ? a.numCols() : a.numRows(), transpose_b ? b.numCols() : b.numRows(),
        transpose_b ? b.numRows() : b.numCols(), a.graph.row_map, a.graph.entries, a.values, transpose_a,
        b.graph.row_map, b.graph.entries, b.values, transpose_b);
    Impl::numeric_blocks_through_handle(exec, handle, arguments, a.blockDim(), c.graph.row_map, c.graph.entries,
                                        c.values);
  });
}

/// \brief The same on the default instance of the handle's execution space.
template <class KernelHandle, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<!Kokkos::is_execution_space_v<KernelHandle>, int> = 0>
void block_spgemm_numeric(KernelHandle& handle, const AMatrix& a, const bool transpose_a, const BMatrix& b,
                          const bool transpose_b, CMatrix& c) {
  block_spgemm_numeric(typename KernelHandle::HandleExecSpace(), handle, a, transpose_a, b, transpose_b, c);
}

/// \brief C = A B in one call for blocks of any shape, on raw views. Allocates C's views; leaves them unchanged if it
/// throws.
///
/// Shapes  A [num_rows x num_inner] blocks of [shape.rows x shape.inner], B [num_inner x num_cols] blocks of
///         [shape.inner x shape.cols]; row maps [rows + 1]; values block by block, row by row within a block
/// Launch  all work is on \p exec
/// \throws as spgemm(); std::invalid_argument if blocks have no elements or there are too few values.
template <class ExecutionSpace, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void block_spgemm(const ExecutionSpace& exec, const BlockShape& shape, std::int64_t num_rows, std::int64_t num_inner,
                  std::int64_t num_cols, const RowMapA& row_map_a, const EntriesA& entries_a, const ValuesA& values_a,
                  const RowMapB& row_map_b, const EntriesB& entries_b, const ValuesB& values_b, RowMapC& row_map_c,
                  EntriesC& entries_c, ValuesC& values_c, const SpGEMMOptions& options = {},
                  SpGEMMReport* report = nullptr) {
  Impl::with_out_of_memory("block_spgemm", [&] {
    const auto a = Impl::make_operand<ExecutionSpace>(num_rows, num_inner, row_map_a, entries_a, values_a);
    const auto b = Impl::make_operand<ExecutionSpace>(num_inner, num_cols, row_map_b, entries_b, values_b);
    using problem_type = Impl::Problem<std::decay_t<decltype(a)>, std::decay_t<decltype(b)>>;
    using product_type =
        Impl::CsrProduct<ExecutionSpace, typename RowMapC::non_const_value_type,
                         typename EntriesC::non_const_value_type, typename ValuesC::non_const_value_type>;
    SpGEMMReport own_report;
    const auto product = Impl::run_block_spgemm<product_type>(exec, problem_type{a, b}, shape, options,
                                                              report == nullptr ? own_report : *report);
    row_map_c = product.row_map;
    entries_c = product.entries;
    values_c = product.values;
  });
}

/// \brief The names that KokkosKernels has in its namespace Experimental.
namespace Experimental {
using Ocean::block_spgemm_numeric;
using Ocean::block_spgemm_symbolic;
}  // namespace Experimental

}  // namespace Ocean

#endif
