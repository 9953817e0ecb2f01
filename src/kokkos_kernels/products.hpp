#ifndef OCEAN_KOKKOS_KERNELS_PRODUCTS_HPP
#define OCEAN_KOKKOS_KERNELS_PRODUCTS_HPP
/// \file
/// \brief The functions that KokkosSparse::spgemm_symbolic, spgemm_numeric, spgemm_jacobi and spgemm finally call, on
/// top of Ocean.
///
/// KokkosKernels declares them as members of class templates with two flags, tpl_spec_avail and eti_spec_avail, and
/// defines them in partial specializations for <false, eti_spec_avail>, where the flag is false in programs and true in
/// its own library. In a program, those of <false, true> are thus declared but not defined. Here they are defined for
/// the general template, so an instantiation has the same symbol as the one in KokkosKernels' library.

#include <KokkosSparse_spgemm.hpp>
#include <KokkosSparse_spgemm_jacobi.hpp>
#include <Kokkos_Core.hpp>
#include <Ocean_AnyTypes.hpp>
#include <Ocean_KokkosKernelsShim.hpp>
#include <stdexcept>
#include <string>

namespace Ocean::Impl {

/// \brief Whether KokkosKernels returns without reading the arrays.
template <class EntriesA, class EntriesB>
bool is_empty_product(count_type m, count_type n, count_type k, const EntriesA& entries_a, const EntriesB& entries_b) {
  return m == 0 || n == 0 || k == 0 || entries_a.extent(0) == 0 || entries_b.extent(0) == 0;
}

/// \brief Runs Ocean's symbolic phase if KokkosKernels' own was called, because calls within its library may be
/// inlined.
/// \param words  KokkosKernels' error text for a missing symbolic call
/// \throws std::runtime_error with these words; as Ocean::spgemm_symbolic.
template <class KernelHandle, class RowMapA, class EntriesA, class RowMapB, class EntriesB>
void complete_symbolic(KernelHandle& handle, const char* words, count_type m, count_type n, count_type k,
                       const RowMapA& row_map_a, const EntriesA& entries_a, bool transpose_a, const RowMapB& row_map_b,
                       const EntriesB& entries_b, bool transpose_b) {
  if (!spgemm_handle_of(handle, "spgemm_numeric").is_symbolic_called()) throw std::runtime_error(words);
  if (state_of(handle, "spgemm_numeric")->is_symbolic_done()) return;
  using execution_space = typename KernelHandle::HandleExecSpace;
  using row_map_type = Kokkos::View<typename RowMapA::non_const_value_type*, typename RowMapA::device_type>;
  const auto row_map_c = allocate_view<row_map_type>(execution_space(), "Ocean::kokkos_kernels::row_map_c", m + 1);
  spgemm_symbolic(&handle, m, n, k, row_map_a, entries_a, transpose_a, row_map_b, entries_b, transpose_b, row_map_c);
}

}  // namespace Ocean::Impl

namespace KokkosSparse::Impl {

/// \brief As in KokkosKernels, a second call with a handle does nothing.
template <class KernelHandle, class RowMapA, class EntriesA, class RowMapB, class EntriesB, class RowMapC, bool Tpl,
          bool Eti>
void SPGEMM_SYMBOLIC<KernelHandle, RowMapA, EntriesA, RowMapB, EntriesB, RowMapC, Tpl, Eti>::spgemm_symbolic(
    KernelHandle* handle, typename KernelHandle::nnz_lno_t m, typename KernelHandle::nnz_lno_t n,
    typename KernelHandle::nnz_lno_t k, RowMapA row_map_a, EntriesA entries_a, bool transpose_a, RowMapB row_map_b,
    EntriesB entries_b, bool transpose_b, RowMapC row_map_c, bool compute_row_map) {
  const Kokkos::Profiling::ScopedRegion region("Ocean::kokkos_kernels::spgemm_symbolic");
  auto& sub_handle = Ocean::Impl::spgemm_handle_of(*handle, "spgemm_symbolic");
  if (sub_handle.is_symbolic_called() && sub_handle.are_rowptrs_computed()) return;
  if (Ocean::Impl::is_empty_product(m, n, k, entries_a, entries_b)) {
    sub_handle.set_computed_rowptrs();
    sub_handle.set_call_symbolic();
    sub_handle.set_c_nnz(0);
    Kokkos::deep_copy(typename KernelHandle::HandleExecSpace(), row_map_c, 0);
    return;
  }
  Ocean::spgemm_symbolic(handle, m, n, k, row_map_a, entries_a, transpose_a, row_map_b, entries_b, transpose_b,
                         row_map_c, compute_row_map);
}

template <class KernelHandle, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC, bool Tpl, bool Eti>
void SPGEMM_NUMERIC<KernelHandle, RowMapA, EntriesA, ValuesA, RowMapB, EntriesB, ValuesB, RowMapC, EntriesC, ValuesC,
                    Tpl, Eti>::spgemm_numeric(KernelHandle* handle, typename KernelHandle::nnz_lno_t m,
                                              typename KernelHandle::nnz_lno_t n, typename KernelHandle::nnz_lno_t k,
                                              RowMapA row_map_a, EntriesA entries_a, ValuesA values_a, bool transpose_a,
                                              RowMapB row_map_b, EntriesB entries_b, ValuesB values_b, bool transpose_b,
                                              RowMapC row_map_c, EntriesC entries_c, ValuesC values_c) {
  const Kokkos::Profiling::ScopedRegion region("Ocean::kokkos_kernels::spgemm_numeric");
  auto& sub_handle = Ocean::Impl::spgemm_handle_of(*handle, "spgemm_numeric");
  if (sub_handle.is_symbolic_called() && Ocean::Impl::is_empty_product(m, n, k, entries_a, entries_b)) {
    sub_handle.set_call_numeric();
    sub_handle.set_computed_entries();
    return;
  }
  Ocean::Impl::complete_symbolic(*handle, "Call spgemm symbolic before calling SpGEMM numeric", m, n, k, row_map_a,
                                 entries_a, transpose_a, row_map_b, entries_b, transpose_b);
  Ocean::spgemm_numeric(handle, m, n, k, row_map_a, entries_a, values_a, transpose_a, row_map_b, entries_b, values_b,
                        transpose_b, row_map_c, entries_c, values_c);
}

template <class KernelHandle, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC, class Dinv, bool Tpl, bool Eti>
void SPGEMM_JACOBI<KernelHandle, RowMapA, EntriesA, ValuesA, RowMapB, EntriesB, ValuesB, RowMapC, EntriesC, ValuesC,
                   Dinv, Tpl, Eti>::spgemm_jacobi(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                                                  typename KernelHandle::const_nnz_lno_t n,
                                                  typename KernelHandle::const_nnz_lno_t k, RowMapA row_map_a,
                                                  EntriesA entries_a, ValuesA values_a, bool transpose_a,
                                                  RowMapB row_map_b, EntriesB entries_b, ValuesB values_b,
                                                  bool transpose_b, RowMapC row_map_c, EntriesC& entries_c,
                                                  ValuesC& values_c, typename ValuesA::const_value_type omega,
                                                  Dinv dinv) {
  const Kokkos::Profiling::ScopedRegion region("Ocean::kokkos_kernels::spgemm_jacobi");
  Ocean::Impl::complete_symbolic(*handle,
                                 "KokkosSparse::spgemm_jacobi: must first call spgemm_symbolic with the same handle.",
                                 m, n, k, row_map_a, entries_a, transpose_a, row_map_b, entries_b, transpose_b);
  Ocean::Experimental::spgemm_jacobi(handle, m, n, k, row_map_a, entries_a, values_a, transpose_a, row_map_b, entries_b,
                                     values_b, transpose_b, row_map_c, entries_c, values_c, omega, dinv);
}

template <class KernelHandle, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC, bool Tpl, bool Eti>
void BSPGEMM_NUMERIC<KernelHandle, RowMapA, EntriesA, ValuesA, RowMapB, EntriesB, ValuesB, RowMapC, EntriesC, ValuesC,
                     Tpl, Eti>::bspgemm_numeric(KernelHandle* handle, typename KernelHandle::const_nnz_lno_t m,
                                                typename KernelHandle::const_nnz_lno_t n,
                                                typename KernelHandle::const_nnz_lno_t k,
                                                typename KernelHandle::const_nnz_lno_t block_dim, RowMapA row_map_a,
                                                EntriesA entries_a, ValuesA values_a, bool transpose_a,
                                                RowMapB row_map_b, EntriesB entries_b, ValuesB values_b,
                                                bool transpose_b, RowMapC row_map_c, EntriesC& entries_c,
                                                ValuesC& values_c) {
  const Kokkos::Profiling::ScopedRegion region("Ocean::kokkos_kernels::bspgemm_numeric");
  Ocean::Impl::complete_symbolic(*handle,
                                 "KokkosSparse::bspgemm_numeric: must first call spgemm_symbolic with the same handle.",
                                 m, n, k, row_map_a, entries_a, transpose_a, row_map_b, entries_b, transpose_b);
  Ocean::spgemm_numeric(handle, m, n, k, row_map_a, entries_a, values_a, transpose_a, row_map_b, entries_b, values_b,
                        transpose_b, row_map_c, entries_c, values_c, block_dim);
}

template <class CMatrix, class AMatrix, class BMatrix, bool Tpl, bool Eti>
CMatrix SPGEMM_NOREUSE<CMatrix, AMatrix, BMatrix, Tpl, Eti>::spgemm_noreuse(const AMatrix& a, bool transpose_a,
                                                                            const BMatrix& b, bool transpose_b) {
  const Kokkos::Profiling::ScopedRegion region("Ocean::kokkos_kernels::spgemm");
  return Ocean::spgemm<CMatrix>(a, transpose_a, b, transpose_b);
}

}  // namespace KokkosSparse::Impl

#endif
