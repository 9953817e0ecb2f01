#ifndef OCEAN_KERNELS_OPERATIONS_STACK_OPERANDS_HPP
#define OCEAN_KERNELS_OPERATIONS_STACK_OPERANDS_HPP
/// \file
/// \brief The two factors of A B + D as one product: [A, I] side by side, and B stacked on D.

#include "visit_entries.hpp"

namespace Ocean::Impl {

/// \brief Offsets of [A, I]: every row has one entry more than in A.
/// Shapes  row_map_a [num_rows + 1], row_map [num_rows + 1] (out)
/// Launch  RangePolicy over the offsets
template <class RowMapA, class RowMap>
struct ShiftOffsets {
  RowMapA row_map_a;
  RowMap row_map;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    row_map(row) = static_cast<typename RowMap::non_const_value_type>(row_map_a(row)) +
                   static_cast<typename RowMap::non_const_value_type>(row);
  }
};

/// \brief Columns of [A, I]: those of A, then one for the row.
/// Shapes  entries_a [nnz], entries [nnz + num_rows] (out)
/// Launch  by visit_entries() for the entries of A, RangePolicy over the rows
template <class Operand, class Entries>
struct AppendDiagonalColumns {
  using ordinal_type = typename Entries::non_const_value_type;
  Operand a;
  Entries entries;

  KOKKOS_FUNCTION void operator()(count_type entry, count_type row) const {
    entries(entry + row) = static_cast<ordinal_type>(a.entries(entry));
  }
  KOKKOS_FUNCTION void operator()(count_type row) const {
    entries(static_cast<count_type>(a.row_map(row + 1)) + row) = static_cast<ordinal_type>(a.num_cols + row);
  }
};

/// \brief Values of [alpha A, beta I].
/// Shapes, Launch  as AppendDiagonalColumns
template <class Operand, class Values>
struct AppendDiagonalValues {
  using scalar_type = typename Values::non_const_value_type;
  Operand a;
  Values values;
  scalar_type alpha, beta;

  KOKKOS_FUNCTION void operator()(count_type entry, count_type row) const {
    values(entry + row) = alpha * static_cast<scalar_type>(a.values(entry));
  }
  KOKKOS_FUNCTION void operator()(count_type row) const {
    values(static_cast<count_type>(a.row_map(row + 1)) + row) = beta;
  }
};

/// \brief Offsets of B stacked on D.
/// Shapes  row_map_b [rows_b + 1], row_map_d [rows_d + 1], row_map [rows_b + rows_d + 1] (out)
/// Launch  RangePolicy over the offsets
template <class RowMapB, class RowMapD, class RowMap>
struct StackOffsets {
  using offset_type = typename RowMap::non_const_value_type;
  RowMapB row_map_b;
  RowMapD row_map_d;
  RowMap row_map;
  count_type rows_b, nnz_b;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    row_map(row) = row < rows_b ? static_cast<offset_type>(row_map_b(row))
                                : static_cast<offset_type>(nnz_b) + static_cast<offset_type>(row_map_d(row - rows_b));
  }
};

/// \brief Items of B, then those of D: columns or values.
/// Shapes  items_b [>= nnz_b], items_d [>= the rest], items (out)
/// Launch  RangePolicy over both
template <class ItemsB, class ItemsD, class Items>
struct StackItems {
  using item_type = typename Items::non_const_value_type;
  ItemsB items_b;
  ItemsD items_d;
  Items items;
  count_type nnz_b;
  KOKKOS_FUNCTION void operator()(count_type entry) const {
    items(entry) =
        entry < nnz_b ? static_cast<item_type>(items_b(entry)) : static_cast<item_type>(items_d(entry - nnz_b));
  }
};

/// \brief Launches \p functor over \p count indices on \p exec; returns without a fence.
template <class ExecutionSpace, class Functor>
void launch_stacking(const ExecutionSpace& exec, const char* label, count_type count, const Functor& functor) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, count),
                       functor);
}

}  // namespace Ocean::Impl

#endif
