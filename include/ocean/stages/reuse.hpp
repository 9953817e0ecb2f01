#ifndef OCEAN_STAGES_REUSE_HPP
#define OCEAN_STAGES_REUSE_HPP
/// \file
/// \brief The reuse stage: the products of every entry of C are listed once, later calls only sum them.

#include <algorithm>

#include "../core/prefix_sum.hpp"
#include "../core/workspace.hpp"
#include "../core/workspace_forecast.hpp"
#include "../kernels/reuse/count_row_products.hpp"
#include "../kernels/reuse/list_products_host.hpp"
#include "../kernels/reuse/sort_product_lists.hpp"
#include "../kernels/reuse/sum_lists_host.hpp"
#include "../kernels/reuse/sum_products.hpp"
#include "../kernels/reuse/visit_products.hpp"
#include "host_place_tables.hpp"

namespace Ocean::Impl {

/// \brief Bytes of the lists of \p num_products products of \p nnz_c entries while they are made.
inline std::size_t product_lists_bytes(count_type num_products, count_type nnz_c) {
  return static_cast<std::size_t>(num_products) * sizeof(ProductIndex) +
         2 * static_cast<std::size_t>(nnz_c) * sizeof(std::uint32_t);
}

/// Mean number of products per list from which lanes sum a list together; measured:
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr count_type shared_sums_from = 32;

/// \brief The part of a product that is listed.
struct ListedRange {
  count_type first_entry_a = 0, num_entries_a = 0;
  count_type first_entry_c = 0, num_entries_c = 0;
  count_type num_products = 0;
  bool shared_sums = false;
  bool ordered =
      true;  ///< also sort long lists, and sum them in order: as a serial product does, unless sums are shared
};

/// \brief Whether the lanes of a group sum a list together.
inline bool choose_shared_sums(count_type num_products, count_type nnz_c) {
  return num_products >= shared_sums_from * std::max<count_type>(1, nnz_c);
}

/// \brief The lists of products, where they begin, and what is needed to make them.
/// Shapes  products [num_products]; begin, places [num_entries + 1]; team_begin [num_teams + 1]
template <class Memory>
struct ListMemory {
  count_type num_teams;
  typename Memory::template view_type<ProductIndex> products;
  typename Memory::template view_type<std::uint32_t> begin, team_begin, places;

  ListMemory(count_type num_products, count_type num_entries, Memory& memory)
      : num_teams(std::max<count_type>(1, (num_products + products_per_team - 1) / products_per_team)),
        products(memory.template allocate<ProductIndex>("Ocean::reuse::products", num_products)),
        begin(memory.template allocate<std::uint32_t>("Ocean::reuse::begin", num_entries + 1)),
        team_begin(memory.template allocate<std::uint32_t>("Ocean::reuse::team_begin", num_teams + 1)),
        places(memory.template allocate<std::uint32_t>("Ocean::reuse::places", num_entries + 1)) {}
};

/// \brief The lists that are too long for a lane.
/// Shapes  counts [1]; entries [num_max]; begin [num_max + 1]
template <class Memory>
struct LongListMemory {
  count_type num_max;
  typename Memory::template view_type<ListCounts> counts;
  typename Memory::template view_type<std::uint32_t> entries, begin;

  LongListMemory(count_type num_products, count_type num_entries, Memory& memory)
      : num_max(std::min(num_entries, num_products / (short_list_max + 1))),
        counts(memory.template allocate<ListCounts>("Ocean::reuse::list_counts", 1)),
        entries(memory.template allocate<std::uint32_t>("Ocean::reuse::long_entries", num_max)),
        begin(memory.template allocate<std::uint32_t>("Ocean::reuse::long_begin", num_max + 1)) {}
};

/// \brief Frees the lists.
template <class ExecutionSpace>
void release_product_lists(const ProductLists<typename ExecutionSpace::memory_space>& lists,
                           Workspace<ExecutionSpace>& workspace) {
  workspace.release(lists.begin);
  workspace.release(lists.products);
  workspace.release(lists.host_products);
  workspace.release(lists.team_begin);
  workspace.release(lists.long_entries);
  workspace.release(lists.long_begin);
}

/// \brief Finds where the list of every entry goes: the short ones first, then the long ones. Waits once.
/// Shapes  size [num_entries + 1]: products of every entry (in), ends of the lists (out)
template <class ExecutionSpace, class Sizes>
void place_lists(const ExecutionSpace& exec, count_type num_products, const Sizes& size,
                 ProductLists<typename ExecutionSpace::memory_space>& lists, Workspace<ExecutionSpace>& workspace) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  const LongListMemory<Workspace<ExecutionSpace>> memory(num_products, lists.num_entries, workspace);
  const auto counts = memory.counts;
  using counts_type = std::decay_t<decltype(counts)>;
  lists.long_entries = memory.entries;
  lists.long_begin = memory.begin;
  Kokkos::deep_copy(exec, counts, ListCounts{});
  if (memory.num_max > 0)
    Kokkos::parallel_for("Ocean::reuse::count_lists", policy_type(exec, 0, lists.num_entries),
                         CountLists<Sizes, counts_type>{size, counts});
  ListCounts found{};
  DeviceMemory<ExecutionSpace>::read_back(exec, counts.data(), &found, 1);
  lists.num_team_lists = found.of_teams;
  lists.num_long = found.of_teams + found.of_groups;
  lists.has_empty = found.without_products > 0;
  if (lists.num_long > 0) {
    Kokkos::deep_copy(exec, counts, ListCounts{});
    Kokkos::parallel_for("Ocean::reuse::find_long_lists", policy_type(exec, 0, lists.num_entries),
                         FindLongLists<Sizes, counts_type>{size, lists.long_entries, counts, lists.num_team_lists});
    Kokkos::parallel_for("Ocean::reuse::take_long_sizes", policy_type(exec, 0, lists.num_long),
                         TakeLongSizes<Sizes>{size, lists.long_entries, lists.long_begin});
    prefix_sum(exec, "Ocean::reuse::long_begin", lists.long_begin, lists.long_begin, lists.num_long, workspace);
  }
  workspace.release(counts);
  prefix_sum(exec, "Ocean::reuse::begin", size, lists.begin, lists.num_entries, workspace);
  Kokkos::parallel_for("Ocean::reuse::set_short_ends", policy_type(exec, 0, lists.num_entries),
                       SetShortEnds<Sizes>{lists.begin, size});
  if (lists.num_long > 0)
    Kokkos::parallel_for(
        "Ocean::reuse::set_long_ends", policy_type(exec, 0, lists.num_long),
        SetLongEnds<Sizes>{lists.begin, lists.long_entries, lists.long_begin, size, lists.num_entries});
}

/// \brief Sorts the short lists, the long ones if requested, and deals out the short ones to teams.
template <TeamLauncher Launcher>
void order_product_lists(const Launcher& launcher, const ProductLists<typename Launcher::memory_space>& lists,
                         bool sort_long) {
  using lists_type = ProductLists<typename Launcher::memory_space>;
  using policy_type = Kokkos::RangePolicy<typename Launcher::execution_space, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for("Ocean::reuse::sort_short_lists", policy_type(launcher.exec(), 0, lists.num_entries),
                       SortShortLists<lists_type>{lists});
  if (sort_long && lists.num_long > 0)
    launcher.launch({"Ocean::reuse::sort_long_lists", lists.num_long, long_list_team_size},
                    SortLongLists<lists_type>{lists});
  Kokkos::parallel_for("Ocean::reuse::deal_lists_to_teams", policy_type(launcher.exec(), 0, lists.num_teams + 1),
                       DealListsToTeams<lists_type>{lists});
}

/// \brief Lists the products of \p range with team kernels; waits once.
/// Pre     range.num_products and all entries are at most listed_products_max
template <TeamLauncher Launcher, class ProblemType, class Graph>
auto list_products(const Launcher& launcher, const ProblemType& problem, const Graph& graph, const ListedRange& range,
                   Workspace<typename Launcher::execution_space>& workspace) {
  ProductLists<typename Launcher::memory_space> lists;
  lists.first_entry = range.first_entry_c;
  lists.num_entries = range.num_entries_c;
  lists.shared_sums = range.shared_sums;
  lists.in_order = range.ordered;
  const ListMemory<Workspace<typename Launcher::execution_space>> memory(range.num_products, range.num_entries_c,
                                                                         workspace);
  lists.num_teams = memory.num_teams;
  lists.products = memory.products;
  lists.begin = memory.begin;
  lists.team_begin = memory.team_begin;
  const auto places = memory.places;
  using places_type = std::decay_t<decltype(places)>;
  using products_type = decltype(lists.products);
  const int lanes = choose_lanes(
      static_cast<double>(range.num_products) / static_cast<double>(std::max<count_type>(1, range.num_entries_a)),
      visit_lanes);
  Kokkos::deep_copy(launcher.exec(), places, 0u);
  visit_products(launcher.exec(), "Ocean::reuse::count_products", problem, graph, range.first_entry_a,
                 range.num_entries_a, lanes, CountProduct<places_type>{places, range.first_entry_c});
  place_lists(launcher.exec(), range.num_products, places, lists, workspace);
  visit_products(launcher.exec(), "Ocean::reuse::list_products", problem, graph, range.first_entry_a,
                 range.num_entries_a, lanes,
                 ListProduct<places_type, products_type>{places, lists.products, range.first_entry_c});
  workspace.release(places);
  order_product_lists(launcher, lists, range.ordered);
  return lists;
}

/// \brief The work memory that list_products() takes, and keeps, for \p num_products products and \p num_entries
/// entries.
template <class ExecutionSpace>
void forecast_product_lists(const ExecutionSpace& exec, count_type num_products, count_type num_entries,
                            WorkspaceForecast& forecast) {
  const ListMemory<WorkspaceForecast> memory(num_products, num_entries, forecast);
  forecast.release(LongListMemory<WorkspaceForecast>(num_products, num_entries, forecast).counts);
  forecast_prefix_sum<std::uint32_t>(exec, num_entries, forecast);
  forecast.release(memory.places);
}

/// \brief Lists the products of \p range on the CPU path, which treats all lists as short; products come in order.
/// \param row_products [num_rows + 1] products before every row
/// Pre     as list_products(); with MissingEntries::drop, the graph contains the column of every product
/// \return also, with MissingEntries::error, the first row with a product that C has no column for: the lists are of no
///         use then; otherwise, or if there is none, the largest count
template <class ExecutionSpace, class ProblemType, class Graph, class RowProducts>
auto list_products_host(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                        const RowProducts& row_products, const ListedRange& range, MissingEntries missing,
                        Workspace<ExecutionSpace>& workspace) {
  struct {
    ProductLists<typename ExecutionSpace::memory_space> lists;
    count_type first_missing = std::numeric_limits<count_type>::max();
  } listed;
  auto& lists = listed.lists;
  lists.first_entry = range.first_entry_c;
  lists.num_entries = range.num_entries_c;
  lists.host_products = workspace.template allocate<HostProductIndex>("Ocean::reuse::products", range.num_products);
  lists.begin = workspace.template allocate<std::uint32_t>("Ocean::reuse::begin", range.num_entries_c + 1);
  const HostPlaceTables tables = choose_place_tables(exec, problem.num_cols(), range.num_entries_c, workspace);
  const PlaceTableMemory<Workspace<ExecutionSpace>> memory(tables, workspace);
  const auto slots = memory.slots;
  const auto next_row = memory.next_row;
  next_row(0) = 0;
  lists.begin(0) = 0;
  count_type num_empty = 0;
  Kokkos::parallel_reduce(
      "Ocean::reuse::list_products_host",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<int>>(exec, 0, tables.num_workers),
      ListProductsHost<ProblemType, Graph>{{problem, graph, slots.data(), tables.num_slots, next_row.data()},
                                           row_products.data(),
                                           range.first_entry_c,
                                           lists.begin.data(),
                                           lists.host_products.data(),
                                           missing == MissingEntries::error ? &listed.first_missing : nullptr},
      num_empty);
  lists.has_empty = num_empty > 0;
  workspace.release(slots);
  workspace.release(next_row);
  return listed;
}

/// \brief Allocates the result of count_row_products().
template <class Memory>
auto allocate_row_products(count_type num_rows, Memory& memory) {
  return memory.template allocate<count_type>("Ocean::reuse::row_products", num_rows + 1);
}

/// \brief Products before every row of C, [num_rows + 1] on the space.
template <class ExecutionSpace, class ProblemType>
auto count_row_products(const ExecutionSpace& exec, const ProblemType& problem, Workspace<ExecutionSpace>& workspace) {
  const auto row_products = allocate_row_products(problem.num_rows(), workspace);
  Kokkos::parallel_for("Ocean::reuse::count_row_products",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, problem.num_rows()),
                       CountRowProducts<ProblemType>{problem, row_products.data()});
  prefix_sum(exec, "Ocean::reuse::row_products", row_products, row_products, problem.num_rows(), workspace);
  return row_products;
}

/// \brief Products of all rows. Waits for \p exec.
template <class ExecutionSpace, class ProblemType>
count_type count_products(const ExecutionSpace& exec, const ProblemType& problem) {
  count_type products = 0;
  Kokkos::parallel_reduce(
      "Ocean::reuse::count_products",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, problem.num_rows()),
      CountProducts<ProblemType>{problem}, products);
  return products;
}

}  // namespace Ocean::Impl

#endif
