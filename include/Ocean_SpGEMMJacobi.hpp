#ifndef OCEAN_SPGEMM_JACOBI_HPP
#define OCEAN_SPGEMM_JACOBI_HPP
/// \file
/// \brief The fused product of a Jacobi step, C = (I - omega D^-1 A) B: with the signature of KokkosKernels'
/// Experimental::spgemm_jacobi, and as a single call.

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "Ocean_SpGEMM.hpp"
#include "ocean/handle/jacobi_handle_calls.hpp"
#include "ocean/operations/crs_conversion.hpp"

namespace Ocean {
namespace Experimental {

/// \brief Computes C's columns and the values of (I - omega D^-1 A) B; may be called again with other values.
///
/// Shapes  A [m x n] with m <= n, as on a process whose rows also have columns of other processes; I [m x n] has ones
///         at (i, i); B [n x k]; row_map_c [m + 1] as spgemm_symbolic() for A B filled it; entries_c, values_c
///         [get_c_nnz()] (out); dinv [m x 1], or [m]: the inverse of D, whose row i scales row i of A
/// Pre     spgemm_symbolic() with these patterns. C's pattern is that of A B, so A needs a diagonal entry in every row
///         in which B has entries: checked if the handle's options set check_indices, otherwise that row of B is left
///         out
/// Launch  all work is on \p exec; nnz(A) scalars of work memory
/// \throws as spgemm_numeric(); std::runtime_error with KokkosKernels' text for transposed operands;
///         std::invalid_argument if A has more rows than columns, dinv is too short, or a diagonal entry is missing.
/// Source  interface: KokkosSparse::Experimental::spgemm_jacobi() of KokkosKernels 4.6 to 5. The product smooths the
///         prolongators of smoothed aggregation: Vanek, Mandel, Brezina, Computing 56 (1996)
template <class ExecutionSpace, class KernelHandle, class RowMapA, class EntriesA, class ValuesA, class RowMapB,
          class EntriesB, class ValuesB, class RowMapC, class EntriesC, class ValuesC, class Dinv,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_jacobi(const ExecutionSpace& exec, KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                   typename KernelHandle::const_nnz_lno_t n, typename KernelHandle::const_nnz_lno_t k,
                   RowMapA row_map_a, EntriesA entries_a, ValuesA values_a, bool transpose_a, RowMapB row_map_b,
                   EntriesB entries_b, ValuesB values_b, bool transpose_b, RowMapC row_map_c, EntriesC& entries_c,
                   ValuesC& values_c, typename ValuesC::const_value_type omega, Dinv dinv) {
  Impl::with_out_of_memory("spgemm_jacobi", [&] {
    Impl::jacobi_through_handle(exec, *handle,
                                Impl::make_arguments<KernelHandle>(m, n, k, row_map_a, entries_a, values_a, transpose_a,
                                                                   row_map_b, entries_b, values_b, transpose_b),
                                row_map_c, entries_c, values_c, omega, dinv);
  });
}

/// \brief The same on the default instance of the handle's execution space.
template <class KernelHandle, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC, class Dinv>
void spgemm_jacobi(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                   typename KernelHandle::const_nnz_lno_t n, typename KernelHandle::const_nnz_lno_t k,
                   RowMapA row_map_a, EntriesA entries_a, ValuesA values_a, bool transpose_a, RowMapB row_map_b,
                   EntriesB entries_b, ValuesB values_b, bool transpose_b, RowMapC row_map_c, EntriesC& entries_c,
                   ValuesC& values_c, typename ValuesC::const_value_type omega, Dinv dinv) {
  spgemm_jacobi(typename KernelHandle::HandleExecSpace(), handle, m, n, k, row_map_a, entries_a, values_a, transpose_a,
                row_map_b, entries_b, values_b, transpose_b, row_map_c, entries_c, values_c, omega, dinv);
}

}  // namespace Experimental

/// \brief C = (I - omega D^-1 A) B in one call, for KokkosSparse::CrsMatrix (or a type with the same members).
/// \param dinv [rows of A] or [rows of A x 1]: the inverse of D
/// \param options  skip_zeros applies to the entries of A and B, except that diagonal entries of A stay, because the 1
///         of I is added to them
/// Pre     as Experimental::spgemm_jacobi(); options.check_indices also checks the diagonal
/// Cost    work memory: on the path of CPU threads, which scale the rows of A as they read them, a scalar and a count
///         per row of A; elsewhere, or if C has another scalar type than A, nnz(A) scalars
/// \throws as spgemm(); std::invalid_argument if A has more rows than columns, dinv is too short, or a diagonal
///         entry is missing.
template <class CMatrix, class ExecutionSpace, class AMatrix, class BMatrix, class Dinv,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
CMatrix spgemm_jacobi(const ExecutionSpace& exec, const AMatrix& a, const BMatrix& b,
                      const typename CMatrix::non_const_value_type& omega, const Dinv& dinv,
                      const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) {
  return Impl::with_out_of_memory("spgemm_jacobi", [&] {
    SpGEMMReport own_report;
    const auto product = Impl::run_jacobi<Impl::product_of_type<ExecutionSpace, CMatrix>>(
        exec, Impl::operand_of<ExecutionSpace>(a), Impl::operand_of<ExecutionSpace>(b), omega, dinv, options,
        report == nullptr ? own_report : *report);
    return Impl::to_matrix<CMatrix>(a.numRows(), b.numCols(), product);
  });
}

/// \brief The same on the default instance of C's execution space.
template <class CMatrix, class AMatrix, class BMatrix, class Dinv,
          std::enable_if_t<!Kokkos::is_execution_space_v<AMatrix>, int> = 0>
CMatrix spgemm_jacobi(const AMatrix& a, const BMatrix& b, const typename CMatrix::non_const_value_type& omega,
                      const Dinv& dinv, const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) {
  return spgemm_jacobi<CMatrix>(typename CMatrix::execution_space(), a, b, omega, dinv, options, report);
}

}  // namespace Ocean

#endif
