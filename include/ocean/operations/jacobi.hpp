#ifndef OCEAN_OPERATIONS_JACOBI_HPP
#define OCEAN_OPERATIONS_JACOBI_HPP
/// \file
/// \brief C = (I - omega D^-1 A) B as a product with other values of A: C is written once. CPU threads scale the rows
/// of A as they read them; elsewhere the values are formed.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

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

/// \brief Throws for the first row without a diagonal entry that would need it; waits for \p exec.
/// Shapes  diagonal [num_rows of A]
/// \throws std::invalid_argument naming the row.
template <class ExecutionSpace, class Diagonal, class OperandB>
void check_jacobi_diagonal(const ExecutionSpace& exec, const Diagonal& diagonal, count_type num_rows, const OperandB& b,
                           count_type no_diagonal) {
  using find_type = FindMissingDiagonal<Diagonal, typename OperandB::row_map_type>;
  const count_type row =
      find_first(exec, "Ocean::jacobi::find_missing_diagonal", num_rows, find_type{diagonal, b.row_map, no_diagonal});
  require(row >= num_rows, "spgemm_jacobi", "row ", row, " of A has no diagonal entry, but row ", row,
          " of B is not empty (need a diagonal entry of A in every row in which B has entries)");
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
    if (check_diagonal) check_jacobi_diagonal(exec, diagonal, a.num_rows, b, no_diagonal);
  }
  workspace.release(diagonal);
  return {a.num_rows, a.num_cols, a.row_map, a.entries, values};
}

/// \brief Whether the rows of A can be read as those of I - omega D^-1 A, which then is not formed: by CPU threads,
/// where C has A's scalars.
template <class ScalarC, class OperandA>
inline constexpr bool may_read_jacobi_rows_v =
    is_host_space_v<typename OperandA::execution_space>&& std::is_same_v<ScalarC, typename OperandA::scalar_type>;

/// \brief I - omega D^-1 A as A with JacobiRows, valid while \p workspace lives; the rest as for jacobi_operand().
/// Pre     the product takes the path of CPU threads
/// Cost    a read of A's columns up to the diagonal; num_rows scalars and counts of work memory
template <class ExecutionSpace, class OperandA, class OperandB, class Dinv>
OperandA jacobi_rows_of(const ExecutionSpace& exec, const OperandA& a, const OperandB& b,
                        const typename OperandA::scalar_type& omega, const Dinv& dinv, bool check_diagonal,
                        Workspace<ExecutionSpace>& workspace) {
  using scalar_type = typename OperandA::scalar_type;
  const auto factor = workspace.template allocate<scalar_type>("Ocean::jacobi::factor", a.num_rows);
  const auto diagonal = workspace.template allocate<count_type>("Ocean::jacobi::diagonal", a.num_rows);
  OperandA scaled = a;
  if (a.num_rows == 0) return scaled;
  Kokkos::parallel_for("Ocean::jacobi::find_jacobi_rows",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, a.num_rows),
                       FindJacobiRows<OperandA, Dinv, scalar_type>{a, dinv, omega, factor.data(), diagonal.data()});
  if (check_diagonal) check_jacobi_diagonal(exec, diagonal, a.num_rows, b, JacobiRows<scalar_type>::no_diagonal);
  scaled.jacobi = {factor.data(), diagonal.data()};
  return scaled;
}

/// \brief One past the last byte of what jacobi_rows_of() took.
template <class Operand>
std::uintptr_t end_of_jacobi_rows(const Operand& operand) {
  if (operand.jacobi.factor == nullptr) return 0;
  return std::max(reinterpret_cast<std::uintptr_t>(operand.jacobi.factor + operand.num_rows),
                  reinterpret_cast<std::uintptr_t>(operand.jacobi.diagonal + operand.num_rows));
}

}  // namespace Ocean::Impl

#endif
