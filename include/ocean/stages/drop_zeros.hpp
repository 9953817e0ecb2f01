#ifndef OCEAN_STAGES_DROP_ZEROS_HPP
#define OCEAN_STAGES_DROP_ZEROS_HPP
/// \file
/// \brief A product without the entries whose value is exactly zero.

#include "../core/prefix_sum.hpp"
#include "../core/product_arrays.hpp"
#include "../core/workspace.hpp"
#include "../core/workspace_forecast.hpp"
#include "../kernels/operations/compact_nonzeros.hpp"

namespace Ocean::Impl {

/// \brief The new position of every entry that is kept, [nnz + 1].
template <class Offset, class Memory>
auto allocate_kept_offsets(count_type nnz, Memory& memory) {
  return memory.template allocate<Offset>("Ocean::drop_zeros::kept", nnz + 1);
}

/// \brief The work memory that without_zeros() takes.
template <class Product, class ExecutionSpace>
void forecast_drop_zeros(const ExecutionSpace& exec, count_type nnz_c, WorkspaceForecast& forecast) {
  allocate_kept_offsets<typename Product::offset_type>(nnz_c, forecast);
  forecast_prefix_sum(exec, nnz_c, forecast);
}

/// \brief \p c without its exact zeros, in new arrays; \p c itself if it has none.
///
/// Old and new arrays both exist until it returns: an allocation cannot be shortened, and if entries moved within one
/// array, threads would overwrite what others have yet to read.
///
/// Cost    reads the values twice and writes what is kept; work memory of one offset per entry; waits once
/// \throws OutOfMemory if the workspace or the space does not have the bytes.
template <class Product, class ExecutionSpace>
Product without_zeros(const ExecutionSpace& exec, const Product& c, Workspace<ExecutionSpace>& workspace) {
  using offset_type = typename Product::offset_type;
  const auto nnz = static_cast<count_type>(c.values.extent(0));
  if (nnz == 0) return c;
  const auto kept = allocate_kept_offsets<offset_type>(nnz, workspace);
  mark_nonzeros(exec, c.values, kept, nnz);
  prefix_sum(exec, "Ocean::drop_zeros::kept", kept, kept, nnz, workspace);
  offset_type num_kept = 0;
  DeviceMemory<ExecutionSpace>::read_back(exec, kept.data() + nnz, &num_kept, 1);  // the new arrays have this size
  if (static_cast<count_type>(num_kept) == nnz) {
    workspace.release(kept);
    return c;
  }
  const auto num_rows = static_cast<count_type>(c.row_map.extent(0)) - 1;
  workspace.add_output(row_map_bytes<Product>(num_rows) + entries_bytes<Product>(static_cast<count_type>(num_kept)));
  Product result;
  const auto new_row_map = allocate_row_map<typename Product::row_map_type>(exec, num_rows);
  allocate_entries(exec, static_cast<count_type>(num_kept), result);
  result.row_map = new_row_map;
  read_kept_offsets(exec, c.row_map, kept, new_row_map);
  move_nonzeros(exec,
                MoveNonzeros<typename Product::entries_type, typename Product::values_type,
                             typename Workspace<ExecutionSpace>::template view_type<offset_type>>{
                    c.entries, c.values, kept, result.entries, result.values},
                nnz);
  workspace.release(kept);
  return result;
}

}  // namespace Ocean::Impl

#endif
