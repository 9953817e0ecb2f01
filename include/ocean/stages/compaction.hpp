#ifndef OCEAN_STAGES_COMPACTION_HPP
#define OCEAN_STAGES_COMPACTION_HPP
/// \file
/// \brief C itself: its row map, its allocation, and the move of staged rows to their places.

#include <algorithm>
#include <cstdint>
#include <exception>
#include <limits>
#include <utility>

#include "../backend/managed_view.hpp"
#include "../backend/prefix_sum.hpp"
#include "../kernels/compaction/compact_rows.hpp"
#include "../pipeline/workspace.hpp"
#include "../results/row_analysis.hpp"

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

/// \brief Starts writing \p row_map from \p row_begin, both [num_rows + 1]; returns without a fence.
template <class ExecutionSpace, class Begins, class RowMap>
void write_row_map(const ExecutionSpace& exec, const Begins& row_begin, const RowMap& row_map, count_type num_rows) {
  Kokkos::parallel_for("Ocean::compaction::write_row_map",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows + 1),
                       WriteRowMap<Begins, RowMap>{row_begin, row_map});
}

/// \brief C's row map, uninitialised: may be allocated while kernels run.
/// \throws OutOfMemory if the memory is not there.
template <class Product, class ExecutionSpace>
typename Product::row_map_type allocate_row_map(const ExecutionSpace& exec, count_type num_rows,
                                                Workspace<ExecutionSpace>& workspace) {
  const std::size_t bytes = static_cast<std::size_t>(num_rows + 1) * sizeof(typename Product::offset_type);
  workspace.add_output(bytes);
  try {
    return allocate_view<typename Product::row_map_type>(exec, "Ocean::row_map",
                                                         static_cast<std::size_t>(num_rows) + 1);
  } catch (const OutOfMemory&) {
    throw_out_of_memory("spgemm", "C's row map of ", num_rows, " rows takes ", bytes, " bytes on ",
                        ExecutionSpace::memory_space::name(), " (need more memory: ", workspace.available_bytes(),
                        " bytes are free)");
  }
}

/// \throws std::runtime_error if C's offset type cannot hold \p nnz.
template <class Offset>
void check_offsets(count_type nnz) {
  if (static_cast<std::uint64_t>(nnz) > static_cast<std::uint64_t>(std::numeric_limits<Offset>::max()))
    throw_runtime_error("spgemm", "C has ", nnz, " entries (need an offset type that holds them; this one ends at ",
                        std::numeric_limits<Offset>::max(), ")");
}

/// \brief Bytes of \p num_entries columns and values of C.
template <class Product>
std::size_t entries_bytes(count_type num_entries) {
  return static_cast<std::size_t>(num_entries) *
         (sizeof(typename Product::ordinal_type) + sizeof(typename Product::scalar_type));
}

/// \brief Gives \p product columns and values for \p num_entries entries, uninitialised.
template <class Product, class ExecutionSpace>
void allocate_entries(const ExecutionSpace& exec, count_type num_entries, Product& product) {
  const auto size = static_cast<std::size_t>(num_entries);
  product.entries = allocate_view<typename Product::entries_type>(exec, "Ocean::entries", size);
  product.values = allocate_view<typename Product::values_type>(exec, "Ocean::values", size);
}

/// \brief Largest C for which room is allocated early: of a larger one the allocation is a small share of the time,
/// and the room too much a larger one is not. UNMEASURED
inline constexpr double output_room_bytes_max = std::size_t(1) << 29;
/// Room beyond the expected size: relative bounds of the sampled compression ratio, and a share for what its rows do
/// not show. UNMEASURED
inline constexpr double output_room_deviations = 3.0, output_room_share = 0.02;
/// Share of the sampled rows' products that the sample must have seen. UNMEASURED
inline constexpr double output_room_walked_share_min = 0.98;
/// Room that is never too much: the device's memory comes in pages of this size. source: CUDA's granularity
inline constexpr std::size_t output_page_bytes = std::size_t(1) << 21;

/// \brief Entries that C will have at most, as its sample shows, or 0 where its size should be known first: room that
/// turns out too small or too large costs more than it saves.
inline count_type choose_output_room(const AnalysisSummary& summary, const SpGEMMOptions& options,
                                     std::size_t entry_bytes, bool is_bounded) {
  const SampledCompression& sampled = summary.sampled;
  if (is_bounded || sampled.num_rows == 0 || sampled.walked_share < output_room_walked_share_min) return 0;
  const double expected = static_cast<double>(summary.total_products) / sampled.ratio;
  const double margin = expected * (output_room_deviations * sampled.relative_bound + output_room_share);
  const double bytes = static_cast<double>(entry_bytes);
  if (options.output_slack == 0.0 || expected * bytes > output_room_bytes_max) return 0;
  if (margin > options.output_slack * expected && margin * bytes > output_page_bytes) return 0;
  return std::min(static_cast<count_type>(expected + margin), summary.capped_products);
}

/// \brief Allocates \p room entries of C, if there is memory enough; none are no error.
template <class Product, class ExecutionSpace>
void allocate_output_room(const ExecutionSpace& exec, count_type room, Product& output,
                          Workspace<ExecutionSpace>& workspace) {
  if (room == 0) return;
  try {
    allocate_entries(exec, room, output);
    workspace.add_output(entries_bytes<Product>(room));
  } catch (const OutOfMemory&) {
    output.entries = {};
    output.values = {};
  }
}

/// \brief Whether C's \p nnz entries fit their room, and leave no more of it than the options allow.
template <class Product>
bool fits_output_room(const Product& output, count_type nnz, const SpGEMMOptions& options) {
  const auto room = static_cast<count_type>(output.values.extent(0));
  if (room == 0 || nnz > room) return false;
  const double slack = options.output_slack * static_cast<double>(entries_bytes<Product>(nnz));
  return static_cast<double>(entries_bytes<Product>(room - nnz)) <=
         std::max(slack, static_cast<double>(output_page_bytes));
}

/// \brief Allocates C's \p nnz entries; what room it had goes back first.
/// \throws OutOfMemory if the memory is not there.
template <class Product, class ExecutionSpace>
void allocate_output(const ExecutionSpace& exec, count_type nnz, Product& output,
                     Workspace<ExecutionSpace>& workspace) {
  workspace.remove_output(entries_bytes<Product>(static_cast<count_type>(output.values.extent(0))));
  output.entries = {};
  output.values = {};
  const std::size_t bytes = entries_bytes<Product>(nnz);
  workspace.add_output(bytes);
  try {
    allocate_entries(exec, nnz, output);
  } catch (const OutOfMemory&) {
    throw_out_of_memory("spgemm", "C with ", nnz, " entries takes ", bytes, " bytes on ",
                        ExecutionSpace::memory_space::name(), " (need more memory: ", workspace.available_bytes(),
                        " bytes are free)");
  }
}

/// \brief \p output with its first \p nnz entries alone.
template <class Product>
Product entries_of_output(Product output, count_type nnz) {
  const std::pair<std::size_t, std::size_t> used(0, static_cast<std::size_t>(nnz));
  if (used.second < output.entries.extent(0)) {
    output.entries = Kokkos::subview(output.entries, used);
    output.values = Kokkos::subview(output.values, used);
  }
  return output;
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
