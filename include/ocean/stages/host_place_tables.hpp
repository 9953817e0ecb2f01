#ifndef OCEAN_STAGES_HOST_PLACE_TABLES_HPP
#define OCEAN_STAGES_HOST_PLACE_TABLES_HPP
/// \file
/// \brief Sizes of the indices of C's rows that the threads of the CPU path use to sum values.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../accumulators/storage_host.hpp"
#include "../core/workspace.hpp"

namespace Ocean::Impl {

/// Slots of all threads together per entry of C: their memory is proportional to C's size. UNMEASURED
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
template <class ExecutionSpace>
HostPlaceTables choose_place_tables(const ExecutionSpace& exec, count_type num_cols, count_type nnz_c,
                                    const Workspace<ExecutionSpace>& workspace) {
  HostPlaceTables tables = choose_place_tables(std::max(1, exec.concurrency()), num_cols, nnz_c);
  if (!workspace.is_bounded()) return tables;
  constexpr std::size_t spare_bytes = 2 * MemoryLayout::alignment;  // the row counter, and the alignment of both
  const std::size_t bytes = workspace.available_work_bytes();
  const auto pages = static_cast<count_type>((bytes - std::min(bytes, spare_bytes)) /
                                             (sizeof(std::uint32_t) * static_cast<std::size_t>(host_slice_bytes)));
  tables.num_workers = static_cast<int>(std::clamp<count_type>(pages, 1, tables.num_workers));
  tables.num_slots = std::min(tables.num_slots, std::max<count_type>(1, pages / tables.num_workers) * host_slice_bytes);
  return tables;
}

}  // namespace Ocean::Impl

#endif
