#ifndef OCEAN_STAGES_COMPACTION_HPP
#define OCEAN_STAGES_COMPACTION_HPP
/// \file
/// \brief C itself: its row map, its allocation, and the move of staged rows to their places.

#include <cstdint>
#include <exception>
#include <limits>

#include "../backend/prefix_sum.hpp"
#include "../kernels/compaction/compact_rows.hpp"
#include "../pipeline/workspace.hpp"

namespace Ocean::Impl {

/// \brief Copies the offsets of C into its own offset type.
template <class Begins, class RowMap>
struct WriteRowMap {
  Begins row_begin;
  RowMap row_map;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    row_map(row) = static_cast<typename RowMap::non_const_value_type>(row_begin(row));
  }
};

/// \brief C's row map, uninitialised: may be allocated while kernels run.
/// \throws std::runtime_error if the memory is not there.
template <class Product, class ExecutionSpace>
typename Product::row_map_type allocate_row_map(const ExecutionSpace& exec, count_type num_rows,
                                                Workspace<ExecutionSpace>& workspace) {
  const std::size_t bytes = static_cast<std::size_t>(num_rows + 1) * sizeof(typename Product::offset_type);
  workspace.add_output(bytes);
  try {
    return
        typename Product::row_map_type(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "Ocean::product::row_map"),
                                       static_cast<std::size_t>(num_rows) + 1);
  } catch (const std::exception&) {
    throw_runtime_error("spgemm", "C's row map of ", num_rows, " rows takes ", bytes, " bytes on ",
                        ExecutionSpace::memory_space::name(), " (need more memory: ", workspace.available_bytes(),
                        " bytes are free)");
  }
}

/// \brief Allocates C for \p nnz entries and starts writing \p row_map from \p row_begin [num_rows + 1].
/// \throws std::runtime_error if C's offset type cannot hold nnz, or the memory is not there.
template <class Product, class ExecutionSpace, class Begins>
Product allocate_product(const ExecutionSpace& exec, count_type num_rows, count_type nnz,
                         const typename Product::row_map_type& row_map, const Begins& row_begin,
                         Workspace<ExecutionSpace>& workspace) {
  using offset_type = typename Product::offset_type;
  using entries_type = typename Product::entries_type;
  using values_type = typename Product::values_type;
  using row_map_type = typename Product::row_map_type;
  if (static_cast<std::uint64_t>(nnz) > static_cast<std::uint64_t>(std::numeric_limits<offset_type>::max()))
    throw_runtime_error("spgemm", "C has ", nnz, " entries (need an offset type that holds them; this one ends at ",
                        std::numeric_limits<offset_type>::max(), ")");
  const std::size_t bytes =
      static_cast<std::size_t>(nnz) * (sizeof(typename Product::ordinal_type) + sizeof(typename Product::scalar_type));
  workspace.add_output(bytes);
  Product product;
  product.row_map = row_map;
  try {
    using Kokkos::view_alloc;
    using Kokkos::WithoutInitializing;
    const auto entries = static_cast<std::size_t>(nnz);
    product.entries = entries_type(view_alloc(exec, WithoutInitializing, "Ocean::product::entries"), entries);
    product.values = values_type(view_alloc(exec, WithoutInitializing, "Ocean::product::values"), entries);
  } catch (const std::exception&) {
    throw_runtime_error("spgemm", "C with ", nnz, " entries takes ", bytes, " bytes on ",
                        ExecutionSpace::memory_space::name(), " (need more memory: ", workspace.available_bytes(),
                        " bytes are free)");
  }
  Kokkos::parallel_for("Ocean::compaction::write_row_map",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows + 1),
                       WriteRowMap<Begins, row_map_type>{row_begin, product.row_map});
  return product;
}

/// \brief Points the overflowed rows at their second staging, which lies behind the first.
template <class Rows, class Begins>
struct RedirectRows {
  Rows overflow_rows;
  Begins overflow_begin;
  Begins staged_begin;
  count_type first_slots;
  KOKKOS_FUNCTION void operator()(count_type position) const {
    staged_begin(overflow_rows(position)) = first_slots + overflow_begin(position);
  }
};

/// \brief Launches RedirectRows on \p exec; returns without a fence.
template <class ExecutionSpace, class Rows, class Begins>
void redirect_rows(const ExecutionSpace& exec, const Rows& overflow_rows, const Begins& overflow_begin,
                   const Begins& staged_begin, count_type first_slots, count_type num_overflowed) {
  Kokkos::parallel_for("Ocean::compaction::redirect_rows",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_overflowed),
                       RedirectRows<Rows, Begins>{overflow_rows, overflow_begin, staged_begin, first_slots});
}

}  // namespace Ocean::Impl

#endif
