#ifndef OCEAN_STAGES_HOST_PLACE_TABLES_HPP
#define OCEAN_STAGES_HOST_PLACE_TABLES_HPP
/// \file
/// \brief Sizes of the tables with which the threads of the CPU path sum values: windows over C's columns, or indices
/// of C's rows.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../accumulators/storage_host.hpp"
#include "../core/workspace.hpp"
#include "../kernels/reuse/fill_windows_host.hpp"
#include "../tuning/host_tuning.hpp"

namespace Ocean::Impl {

/// Slots of all threads together, per entry of C: their memory is proportional to the size of C. measured:
/// perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
inline constexpr count_type place_slots_per_entry = 8;

/// \brief The slots of ColumnPlacesHost for every worker.
struct HostPlaceTables {
  int num_workers = 1;
  count_type num_slots = host_slice_bytes;  ///< of each; no two workers share a page

  count_type num_all_slots() const { return num_workers * num_slots; }
};

/// \brief The slots of all workers, and the next row to be taken.
template <class Memory>
struct PlaceTableMemory {
  typename Memory::template view_type<std::uint32_t> slots;
  typename Memory::template view_type<count_type> next_row;

  PlaceTableMemory(const HostPlaceTables& tables, Memory& memory)
      : slots(memory.template allocate<std::uint32_t>("Ocean::reuse::slots", tables.num_all_slots())),
        next_row(memory.template allocate<count_type>("Ocean::reuse::next_row", 1)) {}
};

/// \brief A slot for every column, if C has as many entries: rows of C whose columns are farther apart than the
/// slots need a search.
inline HostPlaceTables choose_place_tables(int num_workers, count_type num_cols, count_type nnz_c) {
  const count_type share = (place_slots_per_entry * nnz_c + num_workers - 1) / num_workers;
  return {num_workers, worker_array_elements(1, std::max<count_type>(1, std::min(num_cols, share)))};
}

/// \brief The same within what the workspace has left: fewer slots, down to one page per worker, and then fewer
/// workers.
/// \param taken_bytes  of what is left, bytes that are taken before the tables
template <class ExecutionSpace>
HostPlaceTables choose_place_tables(const ExecutionSpace& exec, count_type num_cols, count_type nnz_c,
                                    const Workspace<ExecutionSpace>& workspace, std::size_t taken_bytes = 0) {
  HostPlaceTables tables = choose_place_tables(std::max(1, exec.concurrency()), num_cols, nnz_c);
  if (!workspace.is_bounded()) return tables;
  constexpr std::size_t alignment_bytes = 2 * MemoryLayout::alignment;  // the row counter, and the alignment of both
  const std::size_t spare_bytes = alignment_bytes + taken_bytes, bytes = workspace.available_work_bytes();
  const auto pages = static_cast<count_type>((bytes - std::min(bytes, spare_bytes)) /
                                             (sizeof(std::uint32_t) * static_cast<std::size_t>(host_slice_bytes)));
  tables.num_workers = static_cast<int>(std::clamp<count_type>(pages, 1, tables.num_workers));
  tables.num_slots = std::min(tables.num_slots, std::max<count_type>(1, pages / tables.num_workers) * host_slice_bytes);
  return tables;
}

/// \brief The windows of GraphWindowHost for every worker.
struct HostWindows {
  int num_workers = 0;
  int lanes = 0;               ///< 0: there is no room for windows
  count_type num_values = 0;   ///< of each; no two workers share a page
  count_type num_numbers = 0;  ///< of each: a number for every column, if the columns of C are looked at

  bool is_chosen() const { return lanes > 0; }
};

/// \brief The windows of all workers, and the next row to be taken.
template <class Memory, class Scalar>
struct WindowMemory {
  typename Memory::template view_type<Scalar> values;
  typename Memory::template view_type<std::uint32_t> numbers;
  typename Memory::template view_type<count_type> next_row;

  WindowMemory(const HostWindows& windows, Memory& memory)
      : values(memory.template allocate<Scalar>("Ocean::reuse::windows", windows.num_workers * windows.num_values)),
        numbers(memory.template allocate<std::uint32_t>("Ocean::reuse::numbers",
                                                        windows.num_workers * windows.num_numbers)),
        next_row(memory.template allocate<count_type>("Ocean::reuse::next_row", 1)) {}
};

/// \brief Windows over all columns, if all of them together are not larger than place tables may be, or each is small
/// enough for the cache and not larger than a table; side by side for as many rows as are small enough for the cache,
/// or all together no more values than C has; measured: perf_tests/results/epyc_2cores_2026-11-23_masked.csv
template <class Scalar>
HostWindows choose_windows(int num_workers, count_type num_cols, count_type nnz_c, MissingEntries missing) {
  const auto table_bytes = place_slots_per_entry * static_cast<count_type>(sizeof(std::uint32_t)) * nnz_c;
  const auto cached = static_cast<count_type>(host_tuning_default.window_bytes / sizeof(Scalar));
  const count_type most = std::max(table_bytes / num_workers / static_cast<count_type>(sizeof(Scalar)),
                                   std::min(cached, table_bytes / static_cast<count_type>(sizeof(Scalar))));
  if (num_cols > std::max(most, host_slice_bytes)) return {};
  HostWindows windows{num_workers, 1, 0, 0};
  const count_type side_by_side = std::max(std::min(most, cached), nnz_c / num_workers);
  for (const int lanes : {2, graph_lanes_node, graph_lanes_max})
    if (num_cols <= side_by_side / lanes) windows.lanes = lanes;
  const bool checks = missing == MissingEntries::error;
  if (checks) windows.num_numbers = worker_array_elements(1, num_cols);
  // rows whose columns are looked at are summed in C, unless they go side by side
  if (!checks || windows.lanes > 1) windows.num_values = worker_array_elements(1, num_cols * windows.lanes);
  return windows;
}

/// \brief Work memory of WindowMemory.
template <class Scalar>
std::size_t bytes_of_windows(const HostWindows& windows) {
  constexpr std::size_t spare_bytes = 4 * MemoryLayout::alignment;  // the row counter, and the alignment of all
  return static_cast<std::size_t>(windows.num_workers) *
             (static_cast<std::size_t>(windows.num_values) * sizeof(Scalar) +
              static_cast<std::size_t>(windows.num_numbers) * sizeof(std::uint32_t)) +
         spare_bytes;
}

/// \brief The same as choose_windows() above, if the workspace has the bytes left.
template <class Scalar, class ExecutionSpace>
HostWindows choose_windows(const ExecutionSpace& exec, count_type num_cols, count_type nnz_c, MissingEntries missing,
                           const Workspace<ExecutionSpace>& workspace) {
  if constexpr (!may_sum_unread<Scalar>) return {};
  const auto windows = choose_windows<Scalar>(std::max(1, exec.concurrency()), num_cols, nnz_c, missing);
  if (workspace.is_bounded() && workspace.available_work_bytes() < bytes_of_windows<Scalar>(windows)) return {};
  return windows;
}

}  // namespace Ocean::Impl

#endif
