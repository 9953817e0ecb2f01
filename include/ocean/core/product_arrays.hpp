#ifndef OCEAN_CORE_PRODUCT_ARRAYS_HPP
#define OCEAN_CORE_PRODUCT_ARRAYS_HPP
/// \file
/// \brief The arrays of C: their bytes, the only place that allocates them (under labels that tools see), and what fits
/// their types.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "../../Ocean_Error.hpp"
#include "../backend/managed_view.hpp"
#include "problem.hpp"
#include "workspace.hpp"

namespace Ocean::Impl {

/// \brief Bytes of the row map of \p num_rows rows of C.
template <class Product>
std::size_t row_map_bytes(count_type num_rows) {
  return (static_cast<std::size_t>(num_rows) + 1) * sizeof(typename Product::offset_type);
}

/// \brief Bytes of \p num_entries columns and values of C.
template <class Product>
std::size_t entries_bytes(count_type num_entries) {
  return static_cast<std::size_t>(num_entries) *
         (sizeof(typename Product::ordinal_type) + sizeof(typename Product::scalar_type));
}

/// \brief An uninitialised row map of \p num_rows rows, allocated in the order of the instance's work. It is allocated
/// before C's other arrays, so the memory of released Cs is found here.
/// \throws OutOfMemory
template <class RowMap, class ExecutionSpace>
RowMap allocate_row_map(const ExecutionSpace& exec, count_type num_rows) {
  settle_kept_views(exec);
  return allocate_array_of_c<RowMap>(exec, "Ocean::row_map", static_cast<std::size_t>(num_rows) + 1);
}

/// \brief Uninitialised columns of \p num_entries entries.
/// \throws OutOfMemory
template <class Entries, class ExecutionSpace>
Entries allocate_columns(const ExecutionSpace& exec, count_type num_entries) {
  return allocate_array_of_c<Entries>(exec, "Ocean::entries", static_cast<std::size_t>(num_entries));
}

/// \brief Uninitialised values; matrices of blocks have several per entry.
/// \throws OutOfMemory
template <class Values, class ExecutionSpace>
Values allocate_values(const ExecutionSpace& exec, count_type num_values) {
  return allocate_array_of_c<Values>(exec, "Ocean::values", static_cast<std::size_t>(num_values));
}

/// \brief Allocates uninitialised columns and values of \p product for \p num_entries entries.
/// \throws OutOfMemory naming the entries and the bytes; \p product is then unchanged.
template <class Product, class ExecutionSpace>
void allocate_entries(const ExecutionSpace& exec, count_type num_entries, Product& product) {
  try {
    const auto entries = allocate_columns<typename Product::entries_type>(exec, num_entries);
    product.values = allocate_values<typename Product::values_type>(exec, num_entries);
    product.entries = entries;
  } catch (const OutOfMemory&) {
    throw_out_of_memory("spgemm", "C with ", num_entries, " entries takes ", entries_bytes<Product>(num_entries),
                        " bytes on ", ExecutionSpace::memory_space::name(), " (need more memory)");
  }
}

/// \brief Tells that only the first \p num_entries entries of \p product are in use: for these its arrays may be kept.
template <class Product, class ExecutionSpace>
void keep_used_entries(const ExecutionSpace& exec, count_type num_entries, const Product& product) {
  keep_used_array_of_c(exec, product.entries, static_cast<std::size_t>(num_entries));
  keep_used_array_of_c(exec, product.values, static_cast<std::size_t>(num_entries));
}

/// \brief C without entries: a row map of zeros.
/// \throws OutOfMemory
template <class Product, class ExecutionSpace>
Product empty_product(const ExecutionSpace& exec, count_type num_rows) {
  Product product;
  product.row_map = allocate_row_map<typename Product::row_map_type>(exec, num_rows);
  allocate_entries(exec, 0, product);
  Kokkos::deep_copy(exec, product.row_map, typename Product::offset_type(0));
  return product;
}

/// \brief Allocates C's row map, uninitialised, as an output of \p workspace; kernels may be running at the same time.
/// \throws OutOfMemory if there is not enough memory.
template <class Product, class ExecutionSpace>
typename Product::row_map_type allocate_output_row_map(const ExecutionSpace& exec, count_type num_rows,
                                                       Workspace<ExecutionSpace>& workspace) {
  workspace.add_output(row_map_bytes<Product>(num_rows));
  return allocate_row_map<typename Product::row_map_type>(exec, num_rows);
}

/// \brief Allocates C's \p nnz entries as an output of \p workspace; frees an earlier allocation of them first.
/// \throws OutOfMemory if there is not enough memory.
template <class Product, class ExecutionSpace>
void allocate_output(const ExecutionSpace& exec, count_type nnz, Product& output,
                     Workspace<ExecutionSpace>& workspace) {
  workspace.remove_output(entries_bytes<Product>(static_cast<count_type>(output.values.extent(0))));
  output.entries = {};
  output.values = {};
  workspace.add_output(entries_bytes<Product>(nnz));
  allocate_entries(exec, nnz, output);
}

/// \brief Whether C's offset type can count \p nnz_c entries.
template <class Offset>
KOKKOS_FUNCTION constexpr bool fits_offsets(count_type nnz_c) {
  return static_cast<std::uint64_t>(nnz_c) <= static_cast<std::uint64_t>(Kokkos::Experimental::finite_max_v<Offset>);
}

/// \brief Checks that C's offset type can count \p nnz_c entries.
/// \throws std::runtime_error naming both numbers.
template <class Offset>
void check_offsets(count_type nnz_c) {
  constexpr auto offset_max = std::numeric_limits<Offset>::max();
  if (!fits_offsets<Offset>(nnz_c))
    throw_runtime_error("spgemm", "C has ", nnz_c, " entries (need at most ", +offset_max,
                        ", the largest number of its offset type)");
}

}  // namespace Ocean::Impl

#endif
