#ifndef OCEAN_SPGEMM_NUMERIC_HPP
#define OCEAN_SPGEMM_NUMERIC_HPP
/// \file
/// \brief The numeric call: columns and values of C, with KokkosSparse::spgemm_numeric's signatures.

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "ocean/handle/block_handle_calls.hpp"
#include "ocean/handle/handle_calls.hpp"

namespace Ocean {

/// \brief Computes C's columns and values. A later call with new values, in the same or other arrays, rewrites the
/// values. The second call (the first, if SpGEMMOptions::reuse_early_products asks for it) prepares for later ones:
/// from the third on, calls neither allocate nor predict, and wait only where patterns are compared.
///
/// Shapes  op(A) [m x n], op(B) [n x k]; row_map_c [m + 1] as spgemm_symbolic() filled it, entries_c [get_c_nnz()],
///         values_c [get_c_nnz() * block_dim^2]
/// Units   entries, or blocks of block_dim x block_dim values, row by row, if block_dim is above 1
/// Pre     spgemm_symbolic() with these patterns. The patterns are compared on the first call, whenever an array's
///         address has changed, and always on host spaces. Columns that a call has written must not be changed
///         before the next call; a new array entries_c is filled again
/// Launch  all work is on \p exec
/// \throws std::invalid_argument with KokkosKernels' text if there is no spgemm handle and for different patterns, with
///         Ocean's for arrays that are too short; std::runtime_error with KokkosKernels' text before spgemm_symbolic();
///         C is then unchanged. OutOfMemory if there is not enough memory even for one row; the rows before it have
///         then been written
/// Source  interface: KokkosSparse::spgemm_numeric() of KokkosKernels 4.6 to 5
template <class ExecutionSpace, class KernelHandle, class RowMapA, class EntriesA, class ValuesA, class RowMapB,
          class EntriesB, class ValuesB, class RowMapC, class EntriesC, class ValuesC,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_numeric(const ExecutionSpace& exec, KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                    typename KernelHandle::const_nnz_lno_t n, typename KernelHandle::const_nnz_lno_t k,
                    RowMapA row_map_a, EntriesA entries_a, ValuesA values_a, bool transpose_a, RowMapB row_map_b,
                    EntriesB entries_b, ValuesB values_b, bool transpose_b, RowMapC row_map_c, EntriesC& entries_c,
                    ValuesC& values_c, typename KernelHandle::const_nnz_lno_t block_dim = 1) {
  Impl::with_out_of_memory("spgemm_numeric", [&] {
    const auto arguments = Impl::make_arguments<KernelHandle>(m, n, k, row_map_a, entries_a, values_a, transpose_a,
                                                              row_map_b, entries_b, values_b, transpose_b);
    if (block_dim > 1)
      Impl::numeric_blocks_through_handle(exec, *handle, arguments, block_dim, row_map_c, entries_c, values_c);
    else
      Impl::numeric_through_handle(exec, *handle, arguments, row_map_c, entries_c, values_c);
  });
}

/// \brief The same on the default instance of the handle's execution space.
template <class KernelHandle, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC>
void spgemm_numeric(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                    typename KernelHandle::const_nnz_lno_t n, typename KernelHandle::const_nnz_lno_t k,
                    RowMapA row_map_a, EntriesA entries_a, ValuesA values_a, bool transpose_a, RowMapB row_map_b,
                    EntriesB entries_b, ValuesB values_b, bool transpose_b, RowMapC row_map_c, EntriesC& entries_c,
                    ValuesC& values_c, typename KernelHandle::const_nnz_lno_t block_dim = 1) {
  spgemm_numeric(typename KernelHandle::HandleExecSpace(), handle, m, n, k, row_map_a, entries_a, values_a, transpose_a,
                 row_map_b, entries_b, values_b, transpose_b, row_map_c, entries_c, values_c, block_dim);
}

/// \brief C = op(A) op(B) in the arrays that the symbolic call on matrices allocated.
/// \throws as the form on views.
template <class ExecutionSpace, class KernelHandle, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_numeric(const ExecutionSpace& exec, KernelHandle& handle, const AMatrix& a, bool transpose_a,
                    const BMatrix& b, bool transpose_b, CMatrix& c) {
  Impl::require_inner("spgemm_numeric", a, transpose_a, b, transpose_b);
  spgemm_numeric(exec, &handle, transpose_a ? a.numCols() : a.numRows(), transpose_b ? b.numCols() : b.numRows(),
                 transpose_b ? b.numRows() : b.numCols(), a.graph.row_map, a.graph.entries, a.values, transpose_a,
                 b.graph.row_map, b.graph.entries, b.values, transpose_b, c.graph.row_map, c.graph.entries, c.values);
}

/// \brief The same on the default instance of the handle's execution space.
template <class KernelHandle, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<!Kokkos::is_execution_space_v<KernelHandle>, int> = 0>
void spgemm_numeric(KernelHandle& handle, const AMatrix& a, const bool transpose_a, const BMatrix& b,
                    const bool transpose_b, CMatrix& c) {
  spgemm_numeric(typename KernelHandle::HandleExecSpace(), handle, a, transpose_a, b, transpose_b, c);
}

namespace Experimental {
using Ocean::spgemm_numeric;
}

}  // namespace Ocean

#endif
