#ifndef OCEAN_OPERATIONS_JACOBI_HPP
#define OCEAN_OPERATIONS_JACOBI_HPP
/// \file
/// \brief C = (I - omega D^-1 A) B as a product with other values of A: C is written once.

#include <Kokkos_Core.hpp>
#include <limits>

#include "../backend/host_pages.hpp"
#include "../core/workspace.hpp"
#include "../kernels/operations/scale_jacobi_rows.hpp"
#include "../stages/check_operands.hpp"

namespace Ocean::Impl {

/// \brief What must hold of the arguments of a Jacobi product beside those of the product A B.
/// \throws std::invalid_argument with the numbers that do not fit.
template <class Operand, class Dinv>
void check_jacobi(const Operand& a, const Dinv& dinv) {
  static_assert(Dinv::rank == 1 || Dinv::rank == 2, "Ocean::spgemm_jacobi takes dinv of rank 1 or 2");
  static_assert(Kokkos::SpaceAccessibility<typename Operand::execution_space, typename Dinv::memory_space>::accessible,
                "Ocean::spgemm_jacobi needs dinv in memory that the execution space can access");
  require(a.num_rows <= a.num_cols, "spgemm_jacobi", "A is [", a.num_rows, " x ", a.num_cols,
          "] (need at most as many rows as columns)");
  require(dinv.extent(0) >= static_cast<std::size_t>(a.num_rows), "spgemm_jacobi", "dinv has ", dinv.extent(0),
          " rows (need at least ", a.num_rows, ")");
  require(Dinv::rank == 1 || dinv.extent(1) > 0 || a.num_rows == 0, "spgemm_jacobi",
          "dinv has no column (need at least 1)");
}

/// \brief I - omega D^-1 A in the pattern of A, valid while \p workspace lives. I is [num_rows x num_cols] as A is,
/// with ones at (i, i). The 1 goes to the first diagonal entry of a row; a row without one stays without it.
///
/// \param b               its rows tell which diagonals are needed
/// \param check_diagonal  throw where one is missing; waits for \p exec
/// Pre     check_jacobi() has passed; the row map of A is sound
/// Launch  on \p exec
/// Cost    a read and a write per entry of A, on a device log2(num_rows) reads more; nnz(A) scalars and num_rows counts
///         of work memory
///
/// \throws std::invalid_argument naming the row if \p check_diagonal is set.
template <class ScalarC, class ExecutionSpace, class OperandA, class OperandB, class Dinv>
CsrOperand<ExecutionSpace, typename OperandA::offset_type, typename OperandA::ordinal_type, ScalarC> jacobi_operand(
    const ExecutionSpace& exec, const OperandA& a, const OperandB& b, const ScalarC& omega, const Dinv& dinv,
    bool check_diagonal, Workspace<ExecutionSpace>& workspace) {
  constexpr count_type no_diagonal = std::numeric_limits<count_type>::max();
  const auto nnz = static_cast<count_type>(a.entries.extent(0));
  const auto values = workspace.template allocate<ScalarC>("Ocean::jacobi::values", nnz);
  if constexpr (is_host_space_v<ExecutionSpace>)  // its pages, one by one, took longer than what is written there
    prefer_large_pages(values.data(), static_cast<std::size_t>(nnz) * sizeof(ScalarC));
  const auto diagonal = workspace.template allocate<count_type>("Ocean::jacobi::diagonal", a.num_rows);
  if (a.num_rows > 0) {
    using scale_type =
        ScaleJacobiEntries<OperandA, Dinv, std::decay_t<decltype(values)>, std::decay_t<decltype(diagonal)>>;
    scale_jacobi_rows(exec, scale_type{a, dinv, values, diagonal, omega}, nnz, no_diagonal);
    if (check_diagonal) {
      using find_type = FindMissingDiagonal<std::decay_t<decltype(diagonal)>, typename OperandB::row_map_type>;
      const count_type row = find_first(exec, "Ocean::jacobi::find_missing_diagonal", a.num_rows,
                                        find_type{diagonal, b.row_map, no_diagonal});
      require(row >= a.num_rows, "spgemm_jacobi", "row ", row, " of A has no diagonal entry, row ", row,
              " of B is not empty (need the diagonal of A in the rows that B has entries in)");
    }
  }
  workspace.release(diagonal);
  return {a.num_rows, a.num_cols, a.row_map, a.entries, values};
}

}  // namespace Ocean::Impl

#endif
