#ifndef OCEAN_STAGES_REUSE_HPP
#define OCEAN_STAGES_REUSE_HPP
/// \file
/// \brief The reuse stage: the products of every entry of C are listed once, later calls only sum them.

#include <algorithm>

#include "../core/prefix_sum.hpp"
#include "../core/workspace.hpp"
#include "../kernels/reuse/list_products_host.hpp"
#include "../kernels/reuse/sum_products.hpp"
#include "../kernels/reuse/visit_products.hpp"
#include "host_place_tables.hpp"
#include "workspace_forecast.hpp"

namespace Ocean::Impl {

/// \brief Bytes of the lists of \p num_products products of \p nnz_c entries while they are made.
inline std::size_t product_lists_bytes(count_type num_products, count_type nnz_c) {
  return static_cast<std::size_t>(num_products) * sizeof(ProductIndex) +
         2 * static_cast<std::size_t>(nnz_c) * sizeof(std::uint32_t);
}

/// Mean products of a list from which its lanes sum it together. UNMEASURED
inline constexpr count_type shared_sums_from = 32;

/// \brief Lanes that share a row of B where its products are visited: the power of two below its mean length.
inline int choose_lanes_per_visited_row(count_type mean_b_row) {
  constexpr int lanes_max = 32;
  int lanes = 1;
  while (lanes < lanes_max && 2 * lanes <= mean_b_row) lanes *= 2;
  return lanes;
}

/// \brief Which part of a product is listed.
struct ListedRange {
  count_type first_entry_a = 0, num_entries_a = 0;
  count_type first_entry_c = 0, num_entries_c = 0;
  count_type num_products = 0;
  bool shared_sums = false;
  bool ordered =
      true;  ///< sort long lists, too, and sum them in order: as a serial product does, unless sums are shared
};

/// \brief Whether the lanes of a group sum a list together.
inline bool choose_shared_sums(count_type num_products, count_type nnz_c) {
  return num_products >= shared_sums_from * std::max<count_type>(1, nnz_c);
}

/// \brief Gives the lists back.
template <class ExecutionSpace>
void release_product_lists(const ProductLists<typename ExecutionSpace::memory_space>& lists,
                           Workspace<ExecutionSpace>& workspace) {
  workspace.release(lists.begin);
  workspace.release(lists.products);
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
  const count_type long_max = std::min(lists.num_entries, num_products / (short_list_max + 1));
  const auto num_long = workspace.template allocate<count_type>("Ocean::reuse::num_long", 1);
  lists.long_entries = workspace.template allocate<std::uint32_t>("Ocean::reuse::long_entries", long_max);
  lists.long_begin = workspace.template allocate<std::uint32_t>("Ocean::reuse::long_begin", long_max + 1);
  Kokkos::deep_copy(exec, num_long, count_type(0));
  if (long_max > 0)
    Kokkos::parallel_for("Ocean::reuse::find_long_lists", policy_type(exec, 0, lists.num_entries),
                         FindLongLists<Sizes, decltype(num_long)>{size, lists.long_entries, num_long});
  DeviceMemory<ExecutionSpace>::read_back(exec, num_long.data(), &lists.num_long, 1);
  workspace.release(num_long);
  if (lists.num_long > 0) {
    Kokkos::parallel_for("Ocean::reuse::take_long_sizes", policy_type(exec, 0, lists.num_long),
                         TakeLongSizes<Sizes>{size, lists.long_entries, lists.long_begin});
    prefix_sum(exec, "Ocean::reuse::long_begin", lists.long_begin, lists.long_begin, lists.num_long, workspace);
  }
  prefix_sum(exec, "Ocean::reuse::begin", size, lists.begin, lists.num_entries, workspace);
  Kokkos::parallel_for("Ocean::reuse::set_short_ends", policy_type(exec, 0, lists.num_entries),
                       SetShortEnds<Sizes>{lists.begin, size});
  if (lists.num_long > 0)
    Kokkos::parallel_for(
        "Ocean::reuse::set_long_ends", policy_type(exec, 0, lists.num_long),
        SetLongEnds<Sizes>{lists.begin, lists.long_entries, lists.long_begin, size, lists.num_entries});
}

/// \brief Sorts the short lists, the long ones if that is asked for, and deals the short ones to teams.
template <class ExecutionSpace>
void order_product_lists(const ExecutionSpace& exec, ExecutionPath path,
                         const ProductLists<typename ExecutionSpace::memory_space>& lists, bool sort_long) {
  using lists_type = ProductLists<typename ExecutionSpace::memory_space>;
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for("Ocean::reuse::sort_short_lists", policy_type(exec, 0, lists.num_entries),
                       SortShortLists<lists_type>{lists});
  if (sort_long && lists.num_long > 0)
    launch_teams(exec, path, {"Ocean::reuse::sort_long_lists", lists.num_long, long_list_team_size},
                 SortLongLists<lists_type>{lists});
  Kokkos::parallel_for("Ocean::reuse::deal_lists_to_teams", policy_type(exec, 0, lists.num_teams + 1),
                       DealListsToTeams<lists_type>{lists});
}

/// \brief Lists the products of \p range with team kernels; waits once.
/// Pre     range.num_products and all entries are at most listed_products_max
template <class ExecutionSpace, class ProblemType, class Graph>
auto list_products(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, const Graph& graph,
                   const ListedRange& range, Workspace<ExecutionSpace>& workspace) {
  ProductLists<typename ExecutionSpace::memory_space> lists;
  lists.first_entry = range.first_entry_c;
  lists.num_entries = range.num_entries_c;
  lists.shared_sums = range.shared_sums;
  lists.in_order = range.ordered;
  lists.num_teams = std::max<count_type>(1, (range.num_products + products_per_team - 1) / products_per_team);
  lists.products = workspace.template allocate<ProductIndex>("Ocean::reuse::products", range.num_products);
  lists.begin = workspace.template allocate<std::uint32_t>("Ocean::reuse::begin", range.num_entries_c + 1);
  lists.team_begin = workspace.template allocate<std::uint32_t>("Ocean::reuse::team_begin", lists.num_teams + 1);
  const auto places = workspace.template allocate<std::uint32_t>("Ocean::reuse::places", range.num_entries_c + 1);
  using places_type = std::decay_t<decltype(places)>;
  using products_type = decltype(lists.products);
  const int lanes = choose_lanes_per_visited_row(range.num_products / std::max<count_type>(1, range.num_entries_a));
  Kokkos::deep_copy(exec, places, 0u);
  visit_products(exec, "Ocean::reuse::count_products", problem, graph, range.first_entry_a, range.num_entries_a, lanes,
                 CountProduct<places_type>{places, range.first_entry_c});
  place_lists(exec, range.num_products, places, lists, workspace);
  visit_products(exec, "Ocean::reuse::list_products", problem, graph, range.first_entry_a, range.num_entries_a, lanes,
                 ListProduct<places_type, products_type>{places, lists.products, range.first_entry_c});
  workspace.release(places);
  order_product_lists(exec, path, lists, range.ordered);
  return lists;
}

/// \brief The work memory that list_products() takes, and keeps, for \p num_products products of \p num_entries
/// entries.
template <class ExecutionSpace>
void forecast_product_lists(const ExecutionSpace& exec, count_type num_products, count_type num_entries,
                            WorkspaceForecast& forecast) {
  const count_type long_max = std::min(num_entries, num_products / (short_list_max + 1));
  forecast.take<ProductIndex>(num_products);
  forecast.take<std::uint32_t>(num_entries + 1);
  forecast.take<std::uint32_t>(std::max<count_type>(1, (num_products + products_per_team - 1) / products_per_team) + 1);
  const WorkspacePlace places = forecast.take<std::uint32_t>(num_entries + 1);
  const WorkspacePlace num_long = forecast.take<count_type>(1);
  forecast.take<std::uint32_t>(long_max);
  forecast.take<std::uint32_t>(long_max + 1);
  forecast.give(num_long);
  forecast.pass<unsigned char>(PrefixSum<ExecutionSpace>::scratch_bytes(exec, num_entries));
  forecast.give(places);
}

/// \brief Lists the products of \p range on the CPU path, for which all are short; they come in their order.
/// \param row_products [num_rows + 1] products before every row
/// Pre     as list_products(); the graph has the column of every product
template <class ExecutionSpace, class ProblemType, class Graph, class RowProducts>
auto list_products_host(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                        const RowProducts& row_products, const ListedRange& range,
                        Workspace<ExecutionSpace>& workspace) {
  ProductLists<typename ExecutionSpace::memory_space> lists;
  lists.first_entry = range.first_entry_c;
  lists.num_entries = range.num_entries_c;
  lists.products = workspace.template allocate<ProductIndex>("Ocean::reuse::products", range.num_products);
  lists.begin = workspace.template allocate<std::uint32_t>("Ocean::reuse::begin", range.num_entries_c + 1);
  const HostPlaceTables tables = choose_place_tables(exec, problem.num_cols(), range.num_entries_c, workspace);
  const auto slots = workspace.template allocate<std::uint32_t>("Ocean::reuse::slots", tables.num_all_slots());
  const auto next_row = workspace.template allocate<count_type>("Ocean::reuse::next_row", 1);
  next_row(0) = 0;
  lists.begin(0) = 0;
  launch_workers(exec, "Ocean::reuse::list_products_host", tables.num_workers,
                 ListProductsHost<ProblemType, Graph>{{problem, graph, slots.data(), tables.num_slots, next_row.data()},
                                                      row_products.data(),
                                                      range.first_entry_c,
                                                      lists.begin.data(),
                                                      lists.products.data()});
  exec.fence("Ocean::reuse::list_products_host");
  workspace.release(slots);
  return lists;
}

/// \brief Products before every row of C, [num_rows + 1] on the space.
template <class ExecutionSpace, class ProblemType>
auto count_row_products(const ExecutionSpace& exec, const ProblemType& problem, Workspace<ExecutionSpace>& workspace) {
  const auto row_products =
      workspace.template allocate<count_type>("Ocean::reuse::row_products", problem.num_rows() + 1);
  Kokkos::parallel_for("Ocean::reuse::count_row_products",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, problem.num_rows()),
                       CountRowProducts<ProblemType>{problem, row_products.data()});
  prefix_sum(exec, "Ocean::reuse::row_products", row_products, row_products, problem.num_rows(), workspace);
  return row_products;
}

}  // namespace Ocean::Impl

#endif
