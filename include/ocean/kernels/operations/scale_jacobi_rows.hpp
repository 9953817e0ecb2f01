#ifndef OCEAN_KERNELS_OPERATIONS_SCALE_JACOBI_ROWS_HPP
#define OCEAN_KERNELS_OPERATIONS_SCALE_JACOBI_ROWS_HPP
/// \file
/// \brief Computes the values of I - omega D^-1 A in the pattern of A.

#include "visit_entries.hpp"

namespace Ocean::Impl {

/// \brief values(e) = -omega dinv(row) A(e), and the first entry of every row that lies on the diagonal.
/// Shapes  row_map [num_rows + 1], entries and values_a [nnz]; dinv [num_rows] or [num_rows x 1]; values [nnz] (out),
///         diagonal [num_rows] (in: no_diagonal; out: lowest diagonal entry of the row)
/// Launch  by visit_entries(); an atomic minimum for entries on the diagonal
template <class Operand, class Dinv, class Values, class Diagonal>
struct ScaleJacobiEntries {
  using scalar_type = typename Values::non_const_value_type;
  Operand a;
  Dinv dinv;
  Values values;
  Diagonal diagonal;
  scalar_type omega;

  KOKKOS_FUNCTION void operator()(count_type entry, count_type row) const {
    if (entry >= static_cast<count_type>(a.row_map(a.num_rows))) return;  // behind the last row
    values(entry) = factor_of(row) * static_cast<scalar_type>(a.values(entry));
    if (static_cast<count_type>(a.entries(entry)) == row) Kokkos::atomic_min(&diagonal(row), entry);
  }

  KOKKOS_FUNCTION scalar_type factor_of(count_type row) const {
    if constexpr (Dinv::rank == 1)
      return -omega * static_cast<scalar_type>(dinv(row));
    else
      return -omega * static_cast<scalar_type>(dinv(row, 0));
  }
};

/// \brief A whole row at a time: values(e) = -omega dinv(row) A(e), plus 1 on the first diagonal entry.
/// Shapes  as ScaleJacobiEntries; diagonal [num_rows] (out: first diagonal entry of the row, or no_diagonal)
/// Launch  RangePolicy over the rows, for host spaces
template <class Operand, class Dinv, class Values, class Diagonal>
struct ScaleJacobiRows {
  ScaleJacobiEntries<Operand, Dinv, Values, Diagonal> entries;
  count_type no_diagonal;

  KOKKOS_FUNCTION void operator()(count_type row) const {
    using scalar_type = typename Values::non_const_value_type;
    const Operand& a = entries.a;
    const auto begin = static_cast<count_type>(a.row_map(row)), end = static_cast<count_type>(a.row_map(row + 1));
    const scalar_type factor = entries.factor_of(row);
    const auto* values_a = a.values.data();
    scalar_type* values = entries.values.data();
    for (count_type entry = begin; entry < end; ++entry)
      values[entry] = factor * static_cast<scalar_type>(values_a[entry]);
    count_type entry = begin;
    while (entry < end && static_cast<count_type>(a.entries(entry)) != row) ++entry;
    if (entry < end) values[entry] += scalar_type(1);
    entries.diagonal(row) = entry < end ? entry : no_diagonal;
  }
};

/// \brief What rows of A are scaled by where they are read: see JacobiRows.
/// Shapes  factor, diagonal [num_rows] (out)
/// Launch  RangePolicy over the rows, for host spaces
template <class Operand, class Dinv, class Scalar>
struct FindJacobiRows {
  Operand a;
  Dinv dinv;
  Scalar omega;
  Scalar* factor;
  count_type* diagonal;

  KOKKOS_FUNCTION void operator()(count_type row) const {
    if constexpr (Dinv::rank == 1)
      factor[row] = -omega * static_cast<Scalar>(dinv(row));
    else
      factor[row] = -omega * static_cast<Scalar>(dinv(row, 0));
    const auto end = static_cast<count_type>(a.row_map(row + 1));
    auto entry = static_cast<count_type>(a.row_map(row));
    while (entry < end && static_cast<count_type>(a.entries(entry)) != row) ++entry;
    diagonal[row] = entry < end ? entry : JacobiRows<Scalar>::no_diagonal;
  }
};

/// \brief Forgets the diagonal entries.
/// Launch  RangePolicy over the rows
template <class Diagonal>
struct ClearJacobiDiagonal {
  Diagonal diagonal;
  count_type no_diagonal;
  KOKKOS_FUNCTION void operator()(count_type row) const { diagonal(row) = no_diagonal; }
};

/// \brief Adds the 1 of I to the entry that ScaleJacobiEntries found.
/// Launch  RangePolicy over the rows
template <class Values, class Diagonal>
struct AddJacobiIdentity {
  Values values;
  Diagonal diagonal;
  count_type no_diagonal;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    if (diagonal(row) != no_diagonal) values(diagonal(row)) += typename Values::non_const_value_type(1);
  }
};

/// \brief First row that lacks a diagonal entry although it needs one, because that row of B is not empty.
/// Launch  RangePolicy over the rows, minimum over the row
template <class Diagonal, class RowMapB>
struct FindMissingDiagonal {
  Diagonal diagonal;
  RowMapB row_map_b;
  count_type no_diagonal;
  KOKKOS_FUNCTION void operator()(count_type row, count_type& first) const {
    if (diagonal(row) == no_diagonal && row_map_b(row) < row_map_b(row + 1) && row < first) first = row;
  }
};

/// \brief Launches ScaleJacobiRows on \p exec; returns without a fence.
template <class ExecutionSpace, class Operand, class Dinv, class Values, class Diagonal>
void scale_jacobi_by_rows(const ExecutionSpace& exec, const ScaleJacobiEntries<Operand, Dinv, Values, Diagonal>& scale,
                          count_type no_diagonal) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for("Ocean::jacobi::scale_jacobi_rows", policy_type(exec, 0, scale.a.num_rows),
                       ScaleJacobiRows<Operand, Dinv, Values, Diagonal>{scale, no_diagonal});
}

/// \brief Launches ClearJacobiDiagonal, \p scale and AddJacobiIdentity on \p exec; returns without a fence.
template <class ExecutionSpace, class Operand, class Dinv, class Values, class Diagonal>
void scale_jacobi_by_entries(const ExecutionSpace& exec,
                             const ScaleJacobiEntries<Operand, Dinv, Values, Diagonal>& scale, count_type nnz,
                             count_type no_diagonal) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for("Ocean::jacobi::clear_jacobi_diagonal", policy_type(exec, 0, scale.a.num_rows),
                       ClearJacobiDiagonal<Diagonal>{scale.diagonal, no_diagonal});
  visit_entries(exec, "Ocean::jacobi::scale_jacobi_entries", scale.a.row_map, scale.a.num_rows, nnz, scale);
  Kokkos::parallel_for("Ocean::jacobi::add_jacobi_identity", policy_type(exec, 0, scale.a.num_rows),
                       AddJacobiIdentity<Values, Diagonal>{scale.values, scale.diagonal, no_diagonal});
}

/// \brief By rows on a host space, elsewhere by entries.
template <class ExecutionSpace, class Operand, class Dinv, class Values, class Diagonal>
void scale_jacobi_rows(const ExecutionSpace& exec, const ScaleJacobiEntries<Operand, Dinv, Values, Diagonal>& scale,
                       count_type nnz, count_type no_diagonal) {
  if constexpr (is_host_space_v<ExecutionSpace>)
    scale_jacobi_by_rows(exec, scale, no_diagonal);
  else
    scale_jacobi_by_entries(exec, scale, nnz, no_diagonal);
}

}  // namespace Ocean::Impl

#endif
