#ifndef OCEAN_STAGES_REUSE_HPP
#define OCEAN_STAGES_REUSE_HPP
/// \file
/// \brief The reuse stage: the products of every entry of C are listed once, later calls only sum them.

#include <algorithm>

#include "../backend/prefix_sum.hpp"
#include "../kernels/reuse/list_products_host.hpp"
#include "../kernels/reuse/sum_products.hpp"
#include "../kernels/reuse/visit_products.hpp"
#include "../pipeline/workspace.hpp"

namespace Ocean::Impl {

/// \brief Bytes of the lists of \p num_products products of \p nnz_c entries.
inline std::size_t product_lists_bytes(count_type num_products, count_type nnz_c) {
  return static_cast<std::size_t>(num_products) * sizeof(ProductIndex) +
         2 * static_cast<std::size_t>(nnz_c) * sizeof(std::uint32_t);
}

/// \brief Lanes that share a list: each has a few products of a mean one.
inline int choose_lanes_per_list(count_type num_products, count_type nnz_c) {
  constexpr int narrow = 4, wide = 32;
  constexpr double narrow_from = 12.0, wide_from = 64.0;  // UNMEASURED
  const double mean_products = static_cast<double>(num_products) / static_cast<double>(std::max<count_type>(1, nnz_c));
  if (mean_products >= wide_from) return wide;
  return mean_products >= narrow_from ? narrow : 1;
}

/// \brief Lanes that share a row of B where its products are visited: the power of two below its mean length.
inline int choose_lanes_per_visited_row(count_type mean_b_row) {
  constexpr int lanes_max = 32;
  int lanes = 1;
  while (lanes < lanes_max && 2 * lanes <= mean_b_row) lanes *= 2;
  return lanes;
}

/// Products of a lane from which a list is left to a team. UNMEASURED
inline constexpr count_type products_per_lane_max = 32;

/// \brief Which part of a product is listed.
struct ListedRange {
  count_type first_entry_a = 0, num_entries_a = 0;
  count_type first_entry_c = 0, num_entries_c = 0;
  count_type num_products = 0;
  int lanes = 1;  ///< that share a list: of the whole product, so that parts of it are summed in the same order
};

/// \brief Views of the lists of \p range, not yet filled.
template <class ExecutionSpace>
ProductLists<typename ExecutionSpace::memory_space> allocate_product_lists(const ListedRange& range,
                                                                           Workspace<ExecutionSpace>& workspace) {
  ProductLists<typename ExecutionSpace::memory_space> lists;
  lists.first_entry = range.first_entry_c;
  lists.num_entries = range.num_entries_c;
  lists.lanes = range.lanes;
  lists.long_min = products_per_lane_max * lists.lanes;
  const count_type long_entries_max = std::min(range.num_entries_c, range.num_products / (lists.long_min + 1));
  lists.begin = workspace.template allocate<std::uint32_t>("Ocean::reuse::begin", range.num_entries_c + 1);
  lists.products = workspace.template allocate<ProductIndex>("Ocean::reuse::products", range.num_products);
  lists.long_entries = workspace.template allocate<std::uint32_t>("Ocean::reuse::long_entries", long_entries_max);
  return lists;
}

/// \brief Gives the lists back.
template <class ExecutionSpace>
void release_product_lists(const ProductLists<typename ExecutionSpace::memory_space>& lists,
                           Workspace<ExecutionSpace>& workspace) {
  workspace.release(lists.begin);
  workspace.release(lists.products);
  workspace.release(lists.long_entries);
}

/// \brief Sorts the lists and finds the long ones; waits for their number.
template <class ExecutionSpace>
void order_product_lists(const ExecutionSpace& exec, ExecutionPath path,
                         ProductLists<typename ExecutionSpace::memory_space>& lists,
                         Workspace<ExecutionSpace>& workspace) {
  using lists_type = ProductLists<typename ExecutionSpace::memory_space>;
  const auto num_long = workspace.template allocate<count_type>("Ocean::reuse::num_long", 1);
  Kokkos::deep_copy(exec, num_long, count_type(0));
  Kokkos::parallel_for("Ocean::reuse::sort_short_lists",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, lists.num_entries),
                       SortShortLists<lists_type, decltype(num_long)>{lists, num_long});
  DeviceMemory<ExecutionSpace>::read_back(exec, num_long.data(), &lists.num_long, 1);
  if (lists.num_long > 0)
    launch_teams(exec, path, {"Ocean::reuse::sort_long_lists", lists.num_long, long_list_team_size},
                 SortLongLists<lists_type>{lists});
  workspace.release(num_long);
}

/// \brief Lists the products of \p range with team kernels; waits once.
/// Pre     range.num_products and all entries are at most listed_products_max; the graph has every product's column
template <class ExecutionSpace, class ProblemType, class Graph>
auto list_products(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, const Graph& graph,
                   const ListedRange& range, Workspace<ExecutionSpace>& workspace) {
  auto lists = allocate_product_lists(range, workspace);
  const auto left = workspace.template allocate<std::uint32_t>("Ocean::reuse::left", range.num_entries_c + 1);
  using counts_type = std::decay_t<decltype(left)>;
  using products_type = decltype(lists.products);
  const int lanes = choose_lanes_per_visited_row(range.num_products / std::max<count_type>(1, range.num_entries_a));
  Kokkos::deep_copy(exec, left, 0u);
  visit_products(exec, "Ocean::reuse::count_products", problem, graph, range.first_entry_a, range.num_entries_a, lanes,
                 CountProduct<counts_type>{left, range.first_entry_c});
  prefix_sum(exec, "Ocean::reuse::begin", left, lists.begin, range.num_entries_c, workspace);
  visit_products(exec, "Ocean::reuse::list_products", problem, graph, range.first_entry_a, range.num_entries_a, lanes,
                 ListProduct<counts_type, products_type>{lists.begin, left, lists.products, range.first_entry_c});
  workspace.release(left);
  order_product_lists(exec, path, lists, workspace);
  return lists;
}

/// \brief Lists the products of \p range on the CPU path; they come in their order.
/// \param row_products [num_rows + 1] products before every row
template <class ExecutionSpace, class ProblemType, class Graph, class RowProducts>
auto list_products_host(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                        const RowProducts& row_products, const ListedRange& range,
                        Workspace<ExecutionSpace>& workspace) {
  auto lists = allocate_product_lists(range, workspace);
  lists.long_min = listed_products_max;  // a thread sums every list, in the order of the products
  const int num_workers = std::max(1, exec.concurrency());
  const auto places =
      workspace.template allocate<std::int32_t>("Ocean::reuse::places", num_workers * problem.num_cols());
  const auto next_row = workspace.template allocate<count_type>("Ocean::reuse::next_row", 1);
  next_row(0) = 0;
  lists.begin(0) = 0;
  launch_workers(exec, "Ocean::reuse::list_products_host", num_workers,
                 ListProductsHost<ProblemType, Graph>{{problem, graph, places.data(), next_row.data()},
                                                      row_products.data(),
                                                      range.first_entry_c,
                                                      lists.begin.data(),
                                                      lists.products.data()});
  exec.fence("Ocean::reuse::list_products_host");
  workspace.release(places);
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
