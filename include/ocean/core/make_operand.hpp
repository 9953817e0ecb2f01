#ifndef OCEAN_CORE_MAKE_OPERAND_HPP
#define OCEAN_CORE_MAKE_OPERAND_HPP
/// \file
/// \brief Operands over a caller's views.

#include <Kokkos_Core.hpp>

#include "problem.hpp"

namespace Ocean::Impl {

/// \brief Unmanaged operand over a caller's views; their memory must be accessible from \p ExecutionSpace.
template <class ExecutionSpace, class RowMap, class Entries, class Values>
auto make_operand(count_type num_rows, count_type num_cols, const RowMap& row_map, const Entries& entries,
                  const Values& values) {
  static_assert(RowMap::rank == 1 && Entries::rank == 1 && Values::rank == 1, "Ocean::spgemm takes views of rank 1");
  static_assert(Kokkos::SpaceAccessibility<ExecutionSpace, typename RowMap::memory_space>::accessible &&
                    Kokkos::SpaceAccessibility<ExecutionSpace, typename Entries::memory_space>::accessible &&
                    Kokkos::SpaceAccessibility<ExecutionSpace, typename Values::memory_space>::accessible,
                "Ocean::spgemm needs operands in memory that the execution space can access");
  using operand_type = CsrOperand<ExecutionSpace, typename RowMap::non_const_value_type,
                                  typename Entries::non_const_value_type, typename Values::non_const_value_type>;
  operand_type operand;
  operand.num_rows = num_rows;
  operand.num_cols = num_cols;
  operand.row_map = typename operand_type::row_map_type(row_map.data(), row_map.extent(0));
  operand.entries = typename operand_type::entries_type(entries.data(), entries.extent(0));
  operand.values = typename operand_type::values_type(values.data(), values.extent(0));
  return operand;
}

}  // namespace Ocean::Impl

#endif
