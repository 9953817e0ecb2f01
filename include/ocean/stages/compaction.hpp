#ifndef OCEAN_STAGES_COMPACTION_HPP
#define OCEAN_STAGES_COMPACTION_HPP
/// \file
/// \brief C itself: its row map, its allocation, and the move of staged rows to their positions.

#include <algorithm>
#include <utility>

#include "../core/prefix_sum.hpp"
#include "../core/product_arrays.hpp"
#include "../core/workspace.hpp"
#include "../kernels/compaction/compact_rows.hpp"
#include "../kernels/compaction/redirect_rows.hpp"
#include "../kernels/compaction/write_row_map.hpp"
#include "../results/row_analysis.hpp"
#include "claims.hpp"

namespace Ocean::Impl {

/// \brief Largest C that is allocated early: for a larger C, the allocation is a small share of the time, whereas the
/// unused part of it is not small. measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr double output_room_bytes_max = std::size_t(1) << 29;
/// Share of the sampled rows' products that the sample must have seen.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr double output_room_walked_share_min = 0.98;
/// Excess that never matters: the device's memory comes in pages of this size. source: CUDA's granularity
inline constexpr std::size_t output_page_bytes = std::size_t(1) << 21;

/// \brief Entries that C will have at most according to the bounds of its rows, if all of them fit in a page, or to the
/// sample, or 0 if the size should be known first: an
/// allocation that turns out too small or too large costs more than it saves.
inline count_type choose_output_room(const AnalysisSummary& summary, const SpGEMMOptions& options,
                                     std::size_t entry_bytes, bool is_bounded) {
  const SampledCompression& sampled = summary.sampled;
  if (is_bounded || options.output_slack == 0.0) return 0;
  if (static_cast<double>(summary.capped_products) * static_cast<double>(entry_bytes) <= output_page_bytes)
    return summary.capped_products;
  if (sampled.num_rows == 0 || sampled.walked_share < output_room_walked_share_min) return 0;
  const double expected = expected_entries(summary);
  const double margin = expected_room(summary) - expected;
  const double bytes = static_cast<double>(entry_bytes);
  if (expected * bytes > output_room_bytes_max) return 0;
  if (margin > options.output_slack * expected && margin * bytes > output_page_bytes) return 0;
  return std::min(static_cast<count_type>(expected + margin), summary.capped_products);
}

/// \brief Allocates \p room entries of C if there is memory for them; otherwise C is allocated once its size is known.
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

/// \brief Whether C's \p nnz entries fit in the early allocation and leave no more of it unused than the options allow.
template <class Product>
bool fits_output_room(const Product& output, count_type nnz, const SpGEMMOptions& options) {
  const auto room = static_cast<count_type>(output.values.extent(0));
  if (room == 0 || nnz > room) return false;
  const double slack = options.output_slack * static_cast<double>(entries_bytes<Product>(nnz));
  return static_cast<double>(entries_bytes<Product>(room - nnz)) <=
         std::max(slack, static_cast<double>(output_page_bytes));
}

/// \brief \p output with only its first \p nnz entries.
template <class Product>
Product entries_of_output(Product output, count_type nnz) {
  const std::pair<std::size_t, std::size_t> used(0, static_cast<std::size_t>(nnz));
  if (used.second < output.entries.extent(0)) {
    output.entries = Kokkos::subview(output.entries, used);
    output.values = Kokkos::subview(output.values, used);
  }
  return output;
}

}  // namespace Ocean::Impl

#endif
