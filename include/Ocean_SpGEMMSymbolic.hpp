#ifndef OCEAN_SPGEMM_SYMBOLIC_HPP
#define OCEAN_SPGEMM_SYMBOLIC_HPP
/// \file
/// \brief The symbolic call: the sizes of C, and its columns on request, with KokkosSparse::spgemm_symbolic's
/// signatures.

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "ocean/core/product_arrays.hpp"
#include "ocean/handle/handle_calls.hpp"

namespace Ocean {

/// \brief Computes C's row map, and stores the number of C's entries in the handle (get_c_nnz()).
///
/// Shapes  op(A) [m x n], op(B) [n x k]; row maps [rows + 1]; row_map_c [m + 1] (out), whatever it held before
/// Units   entries; A and B may be unsorted and have duplicate columns
/// Pre     work on other instances that writes A or B is ordered before that on \p exec
/// Launch  all work is on \p exec, which is waited for
/// \param handle an Ocean::KernelHandle or a KokkosKernelsHandle with an spgemm handle. A second call with the same
///         patterns fills the row map again.
/// \param compute_row_map ignored: the row map is always filled
/// \throws std::invalid_argument with KokkosKernels' text if there is no spgemm handle or for patterns other than those
///         the handle has been used with; with Ocean's for operands that cannot be multiplied, or if row_map_c does not
///         have m + 1 offsets; std::runtime_error for an algorithm that Ocean does not have; OutOfMemory if memory
///         runs out.
/// Source  interface: KokkosSparse::spgemm_symbolic() of KokkosKernels 4.6 to 5
template <class ExecutionSpace, class KernelHandle, class RowMapA, class EntriesA, class RowMapB, class EntriesB,
          class RowMapC, std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_symbolic(const ExecutionSpace& exec, KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                     typename KernelHandle::const_nnz_lno_t n, typename KernelHandle::const_nnz_lno_t k,
                     RowMapA row_map_a, EntriesA entries_a, bool transpose_a, RowMapB row_map_b, EntriesB entries_b,
                     bool transpose_b, RowMapC row_map_c, [[maybe_unused]] bool compute_row_map = true) {
  Impl::with_out_of_memory("spgemm_symbolic", [&] {
    const Impl::no_values_type<KernelHandle> none;
    Impl::symbolic_through_handle(exec, *handle,
                                  Impl::make_arguments<KernelHandle>(m, n, k, row_map_a, entries_a, none, transpose_a,
                                                                     row_map_b, entries_b, none, transpose_b),
                                  row_map_c);
  });
}

/// \brief The same on the default instance of the handle's execution space.
template <class KernelHandle, class RowMapA, class EntriesA, class RowMapB, class EntriesB, class RowMapC>
void spgemm_symbolic(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                     typename KernelHandle::const_nnz_lno_t n, typename KernelHandle::const_nnz_lno_t k,
                     RowMapA row_map_a, EntriesA entries_a, bool transpose_a, RowMapB row_map_b, EntriesB entries_b,
                     bool transpose_b, RowMapC row_map_c, bool compute_row_map = false) {
  spgemm_symbolic(typename KernelHandle::HandleExecSpace(), handle, m, n, k, row_map_a, entries_a, transpose_a,
                  row_map_b, entries_b, transpose_b, row_map_c, compute_row_map);
}

/// \brief Computes the sorted columns of C, without values (to get them, PETSc runs a numeric call with dummy values).
///
/// Shapes  as spgemm_symbolic(); row_map_c [m + 1] as it filled it, entries_c [get_c_nnz()] (out)
/// Pre     spgemm_symbolic() with these operands
/// Launch  on \p exec; waits only where the patterns are compared
/// \throws as spgemm_numeric().
template <class ExecutionSpace, class KernelHandle, class RowMapA, class EntriesA, class RowMapB, class EntriesB,
          class RowMapC, class EntriesC, std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_entries(const ExecutionSpace& exec, KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                    typename KernelHandle::const_nnz_lno_t n, typename KernelHandle::const_nnz_lno_t k,
                    RowMapA row_map_a, EntriesA entries_a, bool transpose_a, RowMapB row_map_b, EntriesB entries_b,
                    bool transpose_b, RowMapC row_map_c, EntriesC& entries_c) {
  Impl::with_out_of_memory("spgemm_numeric", [&] {
    const Impl::no_values_type<KernelHandle> none;
    Impl::entries_through_handle(exec, *handle,
                                 Impl::make_arguments<KernelHandle>(m, n, k, row_map_a, entries_a, none, transpose_a,
                                                                    row_map_b, entries_b, none, transpose_b),
                                 row_map_c, entries_c);
  });
}

/// \brief The same on the default instance of the handle's execution space.
template <class KernelHandle, class RowMapA, class EntriesA, class RowMapB, class EntriesB, class RowMapC,
          class EntriesC>
void spgemm_entries(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                    typename KernelHandle::const_nnz_lno_t n, typename KernelHandle::const_nnz_lno_t k,
                    RowMapA row_map_a, EntriesA entries_a, bool transpose_a, RowMapB row_map_b, EntriesB entries_b,
                    bool transpose_b, RowMapC row_map_c, EntriesC& entries_c) {
  spgemm_entries(typename KernelHandle::HandleExecSpace(), handle, m, n, k, row_map_a, entries_a, transpose_a,
                 row_map_b, entries_b, transpose_b, row_map_c, entries_c);
}

/// \brief The same for matrices: allocates the three arrays of C and fills the row map.
/// \param compute_entries  also fill the columns
/// \throws as the form on views; also std::invalid_argument if op(A) does not have as many columns as op(B) has rows. C
///         is then unchanged.
template <class ExecutionSpace, class KernelHandle, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_symbolic(const ExecutionSpace& exec, KernelHandle& handle, const AMatrix& a, bool transpose_a,
                     const BMatrix& b, bool transpose_b, CMatrix& c, bool compute_entries = false) {
  Impl::with_out_of_memory("spgemm_symbolic", [&] {
    using row_map_type = typename CMatrix::row_map_type::non_const_type;
    using entries_type = typename CMatrix::index_type::non_const_type;
    using values_type = typename CMatrix::values_type::non_const_type;
    const auto num_rows = transpose_a ? a.numCols() : a.numRows();
    const auto num_cols = transpose_b ? b.numRows() : b.numCols();
    Impl::require_inner("spgemm_symbolic", a, transpose_a, b, transpose_b);
    const auto num_inner = transpose_b ? b.numCols() : b.numRows();
    const auto row_map = Impl::allocate_row_map<row_map_type>(exec, num_rows);
    spgemm_symbolic(exec, &handle, num_rows, num_inner, num_cols, a.graph.row_map, a.graph.entries, transpose_a,
                    b.graph.row_map, b.graph.entries, transpose_b, row_map, true);
    const auto nnz_c = static_cast<Impl::count_type>(handle.get_spgemm_handle()->get_c_nnz());
    auto entries = Impl::allocate_columns<entries_type>(exec, nnz_c);
    const auto values = Impl::allocate_values<values_type>(exec, nnz_c);
    if (compute_entries)
      spgemm_entries(exec, &handle, num_rows, num_inner, num_cols, a.graph.row_map, a.graph.entries, transpose_a,
                     b.graph.row_map, b.graph.entries, transpose_b, row_map, entries);
    c = CMatrix("C=AB", num_rows, num_cols, nnz_c, values, row_map, entries);
  });
}

/// \brief The same on the default instance of the handle's execution space.
template <class KernelHandle, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<!Kokkos::is_execution_space_v<KernelHandle>, int> = 0>
void spgemm_symbolic(KernelHandle& handle, const AMatrix& a, const bool transpose_a, const BMatrix& b,
                     const bool transpose_b, CMatrix& c, bool compute_entries = false) {
  spgemm_symbolic(typename KernelHandle::HandleExecSpace(), handle, a, transpose_a, b, transpose_b, c, compute_entries);
}

namespace Experimental {
using Ocean::spgemm_symbolic;
}

}  // namespace Ocean

#endif
