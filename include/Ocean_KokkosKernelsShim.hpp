#ifndef OCEAN_KOKKOS_KERNELS_SHIM_HPP
#define OCEAN_KOKKOS_KERNELS_SHIM_HPP
/// \file
/// \brief The only include needed by code that calls `Ocean::` instead of `KokkosSparse::`; docs/kokkos-kernels.md has
/// the patches for Tpetra and PETSc.

#include <KokkosKernels_Handle.hpp>

#include "Ocean_BlockSpGEMM.hpp"
#include "Ocean_KernelHandle.hpp"
#include "Ocean_SPGEMMAlgorithm.hpp"
#include "Ocean_SPGEMMHandle.hpp"
#include "Ocean_SpGEMM.hpp"
#include "Ocean_SpGEMMIntoGraph.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_SpGEMMNumeric.hpp"
#include "Ocean_SpGEMMSymbolic.hpp"

namespace Ocean {

/// \brief C = op(A) op(B) with the arguments that KokkosSparse::spgemm has had since 2026.
/// \param input_sorted  ignored: Ocean accepts operands in any order
/// \param result_sorted false: the rows of C may be in any order
template <class CMatrix, class AMatrix, class BMatrix>
CMatrix spgemm(const AMatrix& a, const bool transpose_a, const BMatrix& b, const bool transpose_b,
               [[maybe_unused]] bool input_sorted, bool result_sorted = true) {
  SpGEMMOptions options;
  options.sorted_output = result_sorted;
  return spgemm<CMatrix>(a, transpose_a, b, transpose_b, options);
}

}  // namespace Ocean

#endif
