#ifndef OCEAN_STAGES_ORDERED_SUMS_HPP
#define OCEAN_STAGES_ORDERED_SUMS_HPP
/// \file
/// \brief Values of C when its graph is known, summed in the order of A's entries: from lists of products, some rows at
/// a time; on CPUs, by one thread per row.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "../core/row_slice.hpp"
#include "../kernels/reuse/fill_values_host.hpp"
#include "reuse.hpp"

namespace Ocean::Impl {

/// Maximum number of products whose lists are held at the same time if they serve a single call: 1 GiB. source: a bound
/// on memory, a hundredth of a large device's; ranges of that many products fill a device many times over
inline constexpr count_type transient_products_max = count_type(1) << 27;

/// \brief Products whose lists may be held at once under the workspace's limit.
template <class ExecutionSpace>
count_type choose_listed_products(const Workspace<ExecutionSpace>& workspace) {
  if (!workspace.is_bounded()) return transient_products_max;
  // an entry of C has at least one product, so this bounds the lists whatever the compression
  const std::size_t bytes_of_product = product_lists_bytes(1, 1) + sizeof(std::uint32_t);
  return std::min(transient_products_max,
                  static_cast<count_type>(workspace.available_work_bytes() / (2 * bytes_of_product)) + 1);
}

/// \brief Ranges of rows [begin[i], begin[i + 1]) with at most \p products_max products, or of a single row.
template <class ExecutionSpace, class RowProducts>
std::vector<count_type> split_rows(const ExecutionSpace& exec, const RowProducts& row_products, count_type num_rows,
                                   count_type products_max) {
  std::vector<count_type> begin{0};
  if (read_element(exec, row_products, num_rows) > products_max) {
    std::vector<count_type> before(static_cast<std::size_t>(num_rows) + 1);
    DeviceMemory<ExecutionSpace>::read_back(exec, row_products.data(), before.data(), before.size());
    while (true) {
      const auto limit = before[static_cast<std::size_t>(begin.back())] + products_max;
      const auto fitting = std::upper_bound(before.begin() + begin.back(), before.end(), limit) - before.begin() - 1;
      const auto next = std::max<count_type>(fitting, begin.back() + 1);
      if (next >= num_rows) break;
      begin.push_back(next);
    }
  }
  begin.push_back(num_rows);
  return begin;
}

/// \brief Values of C from lists of every entry's products, in the order of A's entries on every path.
///
/// Shapes  graph of C: row_map [num_rows + 1], sorted entries; values [row_map(num_rows)] (out)
/// Cost    the products are listed, some rows at a time, and read back: 16 bytes each in addition to their factors
/// \throws std::runtime_error if a row has more products, or an operand more entries, than the lists can count.
template <TeamLauncher Launcher, class ProblemType, class Graph, class Scalar>
void sum_in_order(const Launcher& launcher, const ProblemType& problem, const Graph& graph, Scalar* values,
                  Workspace<typename Launcher::execution_space>& workspace) {
  const count_type num_rows = problem.num_rows();
  if (num_rows == 0) return;
  const auto row_products = count_row_products(launcher.exec(), problem, workspace);
  const std::vector<count_type> begin =
      split_rows(launcher.exec(), row_products, num_rows, choose_listed_products(workspace));
  const auto unmanaged = [](const auto* data, count_type count) {
    return Kokkos::View<decltype(data), typename Launcher::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        data, static_cast<std::size_t>(count));
  };
  const auto row_map_c = unmanaged(graph.row_map, num_rows + 1);
  for (std::size_t part = 0; part + 1 < begin.size(); ++part) {
    const count_type first = begin[part], last = begin[part + 1];
    const ProblemType slice = row_slice(problem, first, last);
    const auto extent = [&](const auto& offsets, count_type& start, count_type& count) {
      start = static_cast<count_type>(read_element(launcher.exec(), offsets, first));
      count = static_cast<count_type>(read_element(launcher.exec(), offsets, last)) - start;
    };
    ListedRange range;
    count_type before = 0;
    extent(problem.a.row_map, range.first_entry_a, range.num_entries_a);
    extent(row_map_c, range.first_entry_c, range.num_entries_c);
    extent(row_products, before, range.num_products);
    const count_type numbered = std::max({range.num_products, range.first_entry_a + range.num_entries_a,
                                          static_cast<count_type>(problem.b.entries.extent(0))});
    if (numbered > listed_products_max)
      throw_runtime_error("spgemm", "deterministic sums of rows ", first, " to ", last, " involve ", numbered,
                          " products or entries (need at most ", listed_products_max, ")");
    const Graph graph_of_slice{graph.row_map + first, graph.entries};
    const auto lists = list_products(launcher, slice, graph_of_slice, range, workspace);
    sum_products(launcher, slice, lists, values);
    release_product_lists(lists, workspace);
  }
  workspace.release(row_products);
}

/// \brief fill_values_host() by windows over all columns of C.
template <bool Checks, class ExecutionSpace, class ProblemType, class Graph, class Scalar>
void fill_by_windows(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                     const HostWindows& windows, const WindowMemory<Workspace<ExecutionSpace>, Scalar>& memory,
                     std::uint8_t* b_flags, Scalar* values, count_type* first_missing) {
  const RowSearchHost search(problem.b, b_flags);
  memory.next_row(0) = 0;
  launch_workers(exec, "Ocean::reuse::fill_windows_host", windows.num_workers,
                 FillWindowsHost<Checks, ProblemType, Graph, Scalar>{
                     problem, graph, values, memory.values.data(), memory.numbers.data(), windows.num_values,
                     windows.num_numbers, windows.lanes, search, memory.next_row.data(), first_missing});
  exec.fence("Ocean::reuse::fill_windows_host");
}

/// \brief Whether fill_values_host(), with errors for missing entries and within no limit of memory, is right for rows
/// of C in any order: columns are then looked up by their number.
/// \return false on a device
template <class Scalar, class ExecutionSpace>
bool checks_rows_in_any_order(const ExecutionSpace& exec, count_type num_cols, count_type nnz_c) {
  if constexpr (is_host_space_v<ExecutionSpace> && may_sum_unread<Scalar>)
    return choose_windows<Scalar>(std::max(1, exec.concurrency()), num_cols, nnz_c, MissingEntries::error).is_chosen();
  return false;
}

/// \brief fill_values_host() by indices of C's rows.
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar>
void fill_by_places(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                    const HostPlaceTables& tables, const PlaceTableMemory<Workspace<ExecutionSpace>>& memory,
                    std::uint8_t* b_flags, Scalar* values, count_type* first_missing) {
  memory.next_row(0) = 0;
  launch_workers(exec, "Ocean::reuse::fill_values_host", tables.num_workers,
                 FillValuesHost<ProblemType, Graph, Scalar>{
                     {problem, graph, memory.slots.data(), tables.num_slots, memory.next_row.data()},
                     values,
                     first_missing,
                     b_flags});
  exec.fence("Ocean::reuse::fill_values_host");
}

/// \brief How the graph of C relates to that of the product.
enum class GraphKind {
  product,  ///< the product's own: rows of C are no shorter than B's rows that go into them
  given     ///< the caller's, which may be a mask with few entries
};

/// \brief Flags of RowSearchHost: one per row of B, or none if the workspace does not have the bytes in addition to
/// \p spare_bytes.
template <class ExecutionSpace>
count_type choose_b_flags(count_type num_inner, std::size_t spare_bytes, const Workspace<ExecutionSpace>& workspace) {
  const std::size_t needed = static_cast<std::size_t>(num_inner) + MemoryLayout::alignment + spare_bytes;
  return workspace.is_bounded() && workspace.available_work_bytes() < needed ? 0 : num_inner;
}

/// \brief How fill_values_host() sums: by windows or, if none are chosen, by tables; with or without flags.
struct HostSumsPlan {
  count_type num_flags = 0;
  HostWindows windows;
  HostPlaceTables tables;
};

/// \brief Plans sums within what the workspace has left.
template <class Scalar, class ExecutionSpace, class ProblemType>
HostSumsPlan choose_host_sums(const ExecutionSpace& exec, const ProblemType& problem, count_type nnz_c, GraphKind kind,
                              MissingEntries missing, const Workspace<ExecutionSpace>& workspace) {
  const bool checks = missing == MissingEntries::error;
  HostSumsPlan plan;
  plan.windows = choose_windows<Scalar>(exec, problem.num_cols(), nnz_c, missing, workspace);
  if (plan.windows.is_chosen()) {
    if (!checks || plan.windows.lanes > 1)
      plan.num_flags = choose_b_flags(problem.num_inner(), bytes_of_windows<Scalar>(plan.windows), workspace);
    return plan;
  }
  // the sums can do with few slots, but are slow then: they get as much as the flags
  const std::size_t slot_bytes = static_cast<std::size_t>(2 * host_slice_bytes) * sizeof(std::uint32_t),
                    spare_bytes = static_cast<std::size_t>(problem.num_inner()) + 2 * slot_bytes;
  if (kind == GraphKind::given && !checks) plan.num_flags = choose_b_flags(problem.num_inner(), spare_bytes, workspace);
  const std::size_t flag_bytes =
      plan.num_flags > 0 ? workspace.account().find(static_cast<std::size_t>(plan.num_flags)).growth : 0;
  plan.tables = choose_place_tables(exec, problem.num_cols(), nnz_c, workspace, flag_bytes);
  return plan;
}

/// \brief What a plan takes: the flags, then windows or tables.
template <class Memory, class Scalar>
struct HostSumsMemory {
  typename Memory::template view_type<std::uint8_t> b_flags;
  std::optional<WindowMemory<Memory, Scalar>> windows;
  std::optional<PlaceTableMemory<Memory>> tables;

  HostSumsMemory(const HostSumsPlan& plan, Memory& memory)
      : b_flags(memory.template allocate<std::uint8_t>("Ocean::reuse::b_flags", plan.num_flags)) {
    if (plan.windows.is_chosen())
      windows.emplace(plan.windows, memory);
    else
      tables.emplace(plan.tables, memory);
  }
};

/// \brief Values of C on the CPU path, a thread per row: summed in the order of A's entries.
/// Shapes, Pre  as fill_values()
/// Cost         work memory of C's size at most, or a window of the cache's size per thread, whatever the number of
///              columns; a byte per row of B, if there is memory for it
/// \return with MissingEntries::error, the first row with a product that the graph has no entry for, or the largest
///         count; the values are then unspecified
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar>
count_type fill_values_host(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph, GraphKind kind,
                            MissingEntries missing, Scalar* values, Workspace<ExecutionSpace>& workspace) {
  const auto nnz_c = static_cast<count_type>(graph.row_map[problem.num_rows()]);
  const bool checks = missing == MissingEntries::error;
  const HostSumsPlan plan = choose_host_sums<Scalar>(exec, problem, nnz_c, kind, missing, workspace);
  const HostSumsMemory<Workspace<ExecutionSpace>, Scalar> memory(plan, workspace);
  std::uint8_t* const b_flags = memory.b_flags.data();
  std::fill_n(b_flags, plan.num_flags, std::uint8_t(0));
  count_type first_missing = std::numeric_limits<count_type>::max();
  if constexpr (may_sum_unread<Scalar>) {
    if (memory.windows) {
      if (checks)
        fill_by_windows<true>(exec, problem, graph, plan.windows, *memory.windows, b_flags, values, &first_missing);
      else
        fill_by_windows<false>(exec, problem, graph, plan.windows, *memory.windows, b_flags, values, nullptr);
      return first_missing;
    }
  }
  fill_by_places(exec, problem, graph, plan.tables, *memory.tables, b_flags, values, checks ? &first_missing : nullptr);
  return first_missing;
}

}  // namespace Ocean::Impl

#endif
