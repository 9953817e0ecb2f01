#ifndef OCEAN_DRIVERS_FILL_VALUES_DRIVER_HPP
#define OCEAN_DRIVERS_FILL_VALUES_DRIVER_HPP
/// \file
/// \brief Values of C = A B where C's graph is there already.

#include <algorithm>
#include <vector>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../core/row_slice.hpp"
#include "../stages/check_operands.hpp"
#include "../stages/reuse.hpp"
#include "../stages/reuse_places.hpp"
#include "fill_values.hpp"

namespace Ocean::Impl {

/// Products whose lists are held at once when they serve a single call: 1 GiB. UNMEASURED
inline constexpr count_type transient_products_max = count_type(1) << 27;

/// \brief Products whose lists may be held at once under the workspace's limit.
template <class ExecutionSpace>
count_type choose_listed_products(const Workspace<ExecutionSpace>& workspace) {
  if (!workspace.is_bounded()) return transient_products_max;
  // an entry of C has a product at least, so that this bounds the lists whatever the compression
  const std::size_t bytes_of_product = product_lists_bytes(1, 1) + sizeof(std::uint32_t);
  return std::min(transient_products_max,
                  static_cast<count_type>(workspace.available_work_bytes() / (2 * bytes_of_product)) + 1);
}

/// \brief Rows [begin[i], begin[i + 1]) have at most \p products_max products, or are a single row.
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

/// \brief Values of C from lists of the products of every entry, in the order of A's entries, however they are found.
///
/// Shapes  graph of C: row_map [num_rows + 1], sorted entries; values [row_map(num_rows)] (out)
/// Cost    the products are listed, some rows at a time, and read back: 16 bytes each beside their factors
/// \throws std::runtime_error if a row has more products, or an operand more entries, than the lists can number.
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar>
void sum_in_order(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, const Graph& graph,
                  Scalar* values, Workspace<ExecutionSpace>& workspace) {
  const count_type num_rows = problem.num_rows();
  if (num_rows == 0) return;
  const auto row_products = count_row_products(exec, problem, workspace);
  const std::vector<count_type> begin = split_rows(exec, row_products, num_rows, choose_listed_products(workspace));
  const auto unmanaged = [](const auto* data, count_type count) {
    return Kokkos::View<decltype(data), typename ExecutionSpace::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        data, static_cast<std::size_t>(count));
  };
  const auto row_map_c = unmanaged(graph.row_map, num_rows + 1);
  for (std::size_t part = 0; part + 1 < begin.size(); ++part) {
    const count_type first = begin[part], last = begin[part + 1];
    const ProblemType slice = row_slice(problem, first, last);
    const auto extent = [&](const auto& offsets, count_type& start, count_type& count) {
      start = static_cast<count_type>(read_element(exec, offsets, first));
      count = static_cast<count_type>(read_element(exec, offsets, last)) - start;
    };
    ListedRange range;
    count_type before = 0;
    extent(problem.a.row_map, range.first_entry_a, range.num_entries_a);
    extent(row_map_c, range.first_entry_c, range.num_entries_c);
    extent(row_products, before, range.num_products);
    const count_type numbered = std::max({range.num_products, range.first_entry_a + range.num_entries_a,
                                          static_cast<count_type>(problem.b.entries.extent(0))});
    if (numbered > listed_products_max)
      throw_runtime_error("spgemm", "deterministic sums of rows ", first, " to ", last, " number ", numbered,
                          " products or entries (need at most ", listed_products_max, ")");
    const Graph graph_of_slice{graph.row_map + first, graph.entries};
    const auto lists = list_products(exec, path, slice, graph_of_slice, range, workspace);
    sum_products(exec, path, slice, lists, values);
    release_product_lists(lists, workspace);
  }
  workspace.release(row_products);
}

/// \brief The work memory of the plan and of fill_values_deterministic(); \p num_products and \p nnz_c of the whole
/// product. Where the rows are summed in parts, their lists are taken to be of the size that the parts may have.
/// \param by_places    what the plan has chosen
/// \param tables       of fill_values_host()
template <class ExecutionSpace, class ProblemType>
void forecast_ordered_sums(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, bool by_places,
                           count_type num_products, count_type nnz_c, count_type listed_products,
                           const HostPlaceTables& tables, WorkspaceForecast& forecast) {
  if (path == ExecutionPath::host) {
    forecast.take<std::uint32_t>(tables.num_all_slots());
    forecast.take<count_type>(1);
    return;
  }
  forecast_places_plan(exec, problem, reuse_tuning_default, forecast);
  if (by_places) return;
  forecast.take<count_type>(problem.num_rows() + 1);
  forecast.pass<unsigned char>(PrefixSum<ExecutionSpace>::scratch_bytes(exec, problem.num_rows()));
  const count_type listed = std::min(num_products, listed_products);
  forecast_product_lists(exec, listed, std::min(nnz_c, listed), forecast);
}

/// \brief Values of C on the CPU path, a thread per row: summed in the order of A's entries.
/// Shapes, Pre  as fill_values()
/// Cost         work memory of C's size at most, whatever the number of columns
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar>
void fill_values_host(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph, Scalar* values,
                      Workspace<ExecutionSpace>& workspace) {
  const auto nnz_c = static_cast<count_type>(graph.row_map[problem.num_rows()]);
  const HostPlaceTables tables = choose_place_tables(exec, problem.num_cols(), nnz_c, workspace);
  const auto slots = workspace.template allocate<std::uint32_t>("Ocean::reuse::slots", tables.num_all_slots());
  const auto next_row = workspace.template allocate<count_type>("Ocean::reuse::next_row", 1);
  next_row(0) = 0;
  launch_workers(exec, "Ocean::reuse::fill_values_host", tables.num_workers,
                 FillValuesHost<ProblemType, Graph, Scalar>{
                     {problem, graph, slots.data(), tables.num_slots, next_row.data()}, values});
  exec.fence("Ocean::reuse::fill_values_host");
}

/// \brief How values are summed in a known graph: plan_places(), and on the CPU path a plan that nothing reads.
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar>
auto plan_ordered_sums(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, const Graph& graph,
                       const Scalar* values, SumCalls calls, const ReuseTuning& tuning,
                       Workspace<ExecutionSpace>& workspace) {
  using plan_type = decltype(plan_places(exec, path, problem, graph, values, calls, tuning, workspace));
  if (path == ExecutionPath::host) return plan_type();
  return plan_places(exec, path, problem, graph, values, calls, tuning, workspace);
}

/// \brief Values of C whose bits do not depend on the run, the workflow or the parts of the product.
/// Shapes, Pre  as fill_values()
/// \param plan what plan_ordered_sums() has made of the same arguments; it is given back
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar, class Plan>
void fill_values_deterministic(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                               const Graph& graph, const Plan& plan, Scalar* values,
                               Workspace<ExecutionSpace>& workspace) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (path == ExecutionPath::host) return fill_values_host(exec, problem, graph, values, workspace);
  }
  if (!plan.is_chosen) return sum_in_order(exec, path, problem, graph, values, workspace);
  sum_by_places(exec, path, problem, graph, plan.places, values);
  release_places(plan.places, workspace);
}

// Its contract is where it is declared.
template <class ExecutionSpace, class ProblemType, class Offset, class Ordinal, class Scalar>
void fill_values(const ExecutionSpace& exec, const ProblemType& problem, count_type nnz_c, const Offset* row_map,
                 const Ordinal* entries, Scalar* values, const SpGEMMOptions& options, const ReuseTuning& tuning) {
  using graph_type = GraphOfC<Offset, Ordinal>;
  if (problem.num_rows() == 0 || nnz_c == 0) return;
  const ExecutionPath path = resolve_path<ExecutionSpace>(options.path);
  const graph_type graph{row_map, entries};
  Workspace<ExecutionSpace> workspace(exec, options);
  const SumCalls calls = options.deterministic ? SumCalls::one : SumCalls::repeated;  // lists, or atomics
  const auto plan = plan_ordered_sums(exec, path, problem, graph, values, calls, tuning, workspace);
  if (path == ExecutionPath::host || options.deterministic || plan.is_chosen)
    return fill_values_deterministic(exec, path, problem, graph, plan, values, workspace);
  Kokkos::deep_copy(
      exec,
      Kokkos::View<Scalar*, typename ExecutionSpace::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
          values, static_cast<std::size_t>(nnz_c)),
      Scalar(0));
  const auto num_entries_a = static_cast<count_type>(problem.a.entries.extent(0));
  const int lanes = choose_lanes_per_visited_row(static_cast<count_type>(problem.b.entries.extent(0)) /
                                                 std::max<count_type>(1, problem.num_inner()));
  visit_products(exec, "Ocean::reuse::scatter_products", problem, graph, 0, num_entries_a, lanes,
                 ScatterProduct<ProblemType, Scalar>{problem, values});
}

}  // namespace Ocean::Impl

#endif
