#ifndef OCEAN_KERNELS_COMPACTION_WRITE_ROW_MAP_HPP
#define OCEAN_KERNELS_COMPACTION_WRITE_ROW_MAP_HPP
/// \file
/// \brief Writes C's row map from the prefix sums of its row sizes.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"
#include "../../core/product_arrays.hpp"

namespace Ocean::Impl {

/// \brief Copies the offsets of C into its own offset type; writes nothing if they do not fit there.
template <class Begins, class RowMap>
struct WriteRowMap {
  using offset_type = typename RowMap::non_const_value_type;
  Begins row_begin;
  RowMap row_map;
  count_type num_rows;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    if (fits_offsets<offset_type>(row_begin(num_rows))) row_map(row) = static_cast<offset_type>(row_begin(row));
  }
};

/// \brief Starts writing \p row_map from \p row_begin, both [num_rows + 1]; returns without a fence.
template <class ExecutionSpace, class Begins, class RowMap>
void write_row_map(const ExecutionSpace& exec, const Begins& row_begin, const RowMap& row_map, count_type num_rows) {
  Kokkos::parallel_for("Ocean::compaction::write_row_map",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows + 1),
                       WriteRowMap<Begins, RowMap>{row_begin, row_map, num_rows});
}

}  // namespace Ocean::Impl

#endif
