#ifndef OCEAN_STAGES_HOST_PLACES_HPP
#define OCEAN_STAGES_HOST_PLACES_HPP
/// \file
/// \brief The reuse stage with places on the CPU path: joins rows, then finds the places of all products while
/// it sums.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>

#include "../core/prefix_sum.hpp"
#include "../core/workspace.hpp"
#include "../kernels/reuse/count_row_products.hpp"
#include "../kernels/reuse/find_places_host.hpp"
#include "../kernels/reuse/flat_places_host.hpp"
#include "../kernels/reuse/single_places_host.hpp"
#include "../kernels/reuse/unforeseen_rows_host.hpp"
#include "../tuning/reuse_tuning.hpp"
#include "host_place_tables.hpp"

namespace Ocean::Impl {

/// \brief Entries of the longest row of a graph.
template <class ExecutionSpace, class Graph>
count_type find_longest_row_host(const ExecutionSpace& exec, const Graph& graph, count_type num_rows) {
  count_type longest = 0;
  Kokkos::parallel_reduce(
      "Ocean::reuse::find_longest_row_host",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows),
      [row_map = graph.row_map](const count_type row, count_type& most) {
        most = std::max(most, static_cast<count_type>(row_map[row + 1]) - static_cast<count_type>(row_map[row]));
      },
      Kokkos::Max<count_type>(longest));
  return longest;
}

/// \brief Whether no row of B has several entries, and the places of A's entries in windows of C can be kept.
///
/// Cost    a read of the row maps of B and C, if B has no more entries than rows
template <class ExecutionSpace, class ProblemType, class Graph>
bool choose_single_places(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph) {
  if (problem.num_rows() == 0 || problem.num_inner() == 0) return false;
  const auto nnz_b = static_cast<count_type>(problem.b.row_map(problem.num_inner())) - problem.b.first_offset;
  if (nnz_b == 0 || nnz_b > problem.num_inner() || find_longest_row_host(exec, problem.b, problem.num_inner()) > 1)
    return false;
  count_type entries_c = 0;
  Kokkos::parallel_reduce("Ocean::reuse::measure_windows_host",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(
                              exec, 0, (problem.num_rows() + supernode_window - 1) / supernode_window),
                          MeasureWindowsHost<Graph>{graph, problem.num_rows()}, Kokkos::Max<count_type>(entries_c));
  return entries_c <= no_place;
}

/// \brief Whether flat places are faster, and hold the product: where a processor does not foresee the ends of many
/// rows of A and B, for the products that there are.
///
/// Cost    where lengths are not foreseen, one read of the columns of A
template <class ExecutionSpace, class ProblemType, class Graph>
bool choose_flat_places(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                        count_type num_products) {
  const auto nnz_a = static_cast<count_type>(problem.a.row_map(problem.num_rows())) - problem.a.first_offset;
  const double unforeseen = share_of_unforeseen_rows(problem) * static_cast<double>(nnz_a) +
                            share_of_unforeseen_rows_of_a(problem) * static_cast<double>(problem.num_rows());
  if (unforeseen <= host_tuning_default.flat_unforeseen_min * static_cast<double>(num_products)) return false;
  count_type entries_c = 0, empty_rows = 0;
  Kokkos::parallel_reduce("Ocean::reuse::measure_flat_places_host",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(
                              exec, 0, (problem.num_rows() + supernode_window - 1) / supernode_window),
                          MeasureFlatPlacesHost<ProblemType, Graph>{problem, graph}, Kokkos::Max<count_type>(entries_c),
                          Kokkos::Max<count_type>(empty_rows));
  return entries_c <= FlatPlace::places_max && empty_rows < FlatPlace::step_max;
}

/// \brief Joins rows and finds where the places of each begin; \p plan has no places yet.
///
/// Nothing is chosen, or held, if a row of C is too long for kept places.
/// Pre     the graph's rows ascend
/// Cost    one read of the columns of A; of those of B and C where rows of A repeat
template <class ExecutionSpace, class ProblemType, class Graph>
auto plan_places_host(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                      const ReuseTuning& tuning, Workspace<ExecutionSpace>& workspace) {
  PlacesPlan<typename ExecutionSpace::memory_space, typename ProblemType::row_index_type> plan;
  const count_type num_rows = problem.num_rows(), num_inner = problem.num_inner();
  if (choose_single_places(exec, problem, graph)) {
    plan.is_chosen = true;
    plan.places.kind = PlacesKind::single;
    plan.places.num_products = static_cast<count_type>(problem.a.row_map(num_rows)) - problem.a.first_offset;
    return plan;
  }
  if (num_rows == 0 || find_longest_row_host(exec, graph, num_rows) > tuning.kept_row_max) return plan;
  plan.is_chosen = true;
  auto& places = plan.places;
  places.first_product = workspace.template allocate<count_type>("Ocean::reuse::first_product", num_rows + 1);
  places.rows_at_once = workspace.template allocate<std::uint8_t>("Ocean::reuse::rows_at_once", num_rows);
  places.b_rows_at_once = workspace.template allocate<std::uint8_t>(
      "Ocean::reuse::b_rows_at_once", static_cast<count_type>(problem.a.entries.extent(0)) - problem.a.first_offset);
  const auto b_flags = workspace.template allocate<std::uint8_t>("Ocean::reuse::b_flags", num_inner);
  std::fill_n(b_flags.data(), num_inner, std::uint8_t(0));
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>, Kokkos::Schedule<Kokkos::Dynamic>>;
  count_type num_joined = 0;
  Kokkos::parallel_reduce("Ocean::reuse::join_places_host",
                          policy_type(exec, 0, (num_rows + supernode_window - 1) / supernode_window),
                          JoinPlacesHost<ProblemType, Graph>{problem, graph, RowSearchHost(problem.b, b_flags.data()),
                                                             places.first_product.data(), places.rows_at_once.data(),
                                                             places.b_rows_at_once.data()},
                          num_joined);
  workspace.release(b_flags);
  const auto add_up = [&] {
    prefix_sum(exec, "Ocean::reuse::first_product", places.first_product, places.first_product, num_rows, workspace);
    exec.fence("Ocean::reuse::plan_places_host");
    places.num_products = places.first_product(num_rows);
  };
  add_up();
  const bool is_flat =
      static_cast<double>(num_joined) <= host_tuning_default.flat_joined_max * static_cast<double>(num_rows) &&
      choose_flat_places(exec, problem, graph, places.num_products);
  if (is_flat) places.kind = PlacesKind::flat;
  places.joins_rows = num_joined > 0 && !is_flat;
  if (!places.joins_rows) {
    workspace.release(places.rows_at_once);
    workspace.release(places.b_rows_at_once);
    places.rows_at_once = places.b_rows_at_once = {};
  }
  if (num_joined > 0 && is_flat) {  // each row has places of its own
    Kokkos::parallel_for("Ocean::reuse::count_row_products",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows),
                         CountRowProducts<ProblemType>{problem, places.first_product.data()});
    add_up();
  }
  return plan;
}

/// \brief Work memory with which the first sum finds the places.
template <class ExecutionSpace, class ProblemType, class Graph, class Places>
void allocate_place_tables(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph, Places& places,
                           Workspace<ExecutionSpace>& workspace) {
  const auto nnz_c = static_cast<count_type>(graph.row_map[problem.num_rows()]);
  const HostPlaceTables tables = choose_place_tables(exec, problem.num_cols(), nnz_c, workspace);
  const PlaceTableMemory<Workspace<ExecutionSpace>> memory(tables, workspace);
  places.num_workers = tables.num_workers;
  places.slots = memory.slots;
  places.next_row = memory.next_row;
}

/// \brief What sums at single places.
template <class ProblemType, class Graph, class Places, class Scalar>
SumSinglePlacesHost<ProblemType, Graph, Scalar> single_places_sums(const ProblemType& problem, const Graph& graph,
                                                                   const Places& places, Scalar* values) {
  const auto nnz_b = static_cast<count_type>(problem.b.row_map(problem.num_inner())) - problem.b.first_offset;
  return {problem, graph, places.places.data(), values, nnz_b != problem.num_inner()};
}

/// \brief Values of C, and the places of all products, which later sums need; waits for \p exec, and releases the
/// tables.
/// Shapes  values [nnz(C)] (out)
/// Pre     allocate_place_tables(); with MissingEntries::drop, C has the column of every product
/// \param places  as plan_places_host() returned them, with memory for num_products places, which are written
/// \return with MissingEntries::error, the first row with a product that C has no column for: values are of no use
/// then;
///         otherwise, or if there is none, the largest count
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar, class Places>
count_type sum_finding_places_host(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                                   MissingEntries missing, Places& places, Scalar* values,
                                   Workspace<ExecutionSpace>& workspace) {
  places.next_row(0) = 0;
  count_type first_missing = std::numeric_limits<count_type>::max();
  count_type* const checks = missing == MissingEntries::error ? &first_missing : nullptr;
  const PlacedRowsHost<ProblemType, Graph> rows{problem, graph, places.slots.data(),
                                                static_cast<count_type>(places.slots.extent(0)) / places.num_workers,
                                                places.next_row.data()};
  if (places.kind == PlacesKind::single) {
    const auto sums = single_places_sums(problem, graph, places, values);
    if (sums.has_empty_rows) std::fill_n(places.places.data(), places.places.extent(0), no_place);
    launch_workers(exec, "Ocean::reuse::find_single_places_host", places.num_workers,
                   FindSinglePlacesHost<ProblemType, Graph, Scalar>{rows, sums, places.places.data(), checks});
  } else if (places.kind == PlacesKind::flat)
    launch_workers(exec, "Ocean::reuse::find_flat_places_host", places.num_workers,
                   FindFlatPlacesHost<ProblemType, Graph, Scalar>{
                       rows,
                       {problem, graph, places.first_product.data(), places.flat_places.data(), values},
                       places.flat_places.data(),
                       checks});
  else
    launch_workers(
        exec, "Ocean::reuse::find_places_host", places.num_workers,
        FindPlacesHost<ProblemType, Graph, Scalar>{rows,
                                                   {problem, graph, places.first_product.data(), places.places.data(),
                                                    places.rows_at_once.data(), places.b_rows_at_once.data(), values},
                                                   places.places.data(),
                                                   checks});
  exec.fence("Ocean::reuse::find_places_host");
  workspace.release(places.slots);
  workspace.release(places.next_row);
  places.slots = {};
  places.next_row = {};
  places.is_known = first_missing == std::numeric_limits<count_type>::max();
  return first_missing;
}

/// Products that a thread takes at a time at least, for each thread that waits for its turn: with 16 threads Kokkos
/// would deal single windows of up to some thousand. measured:
/// perf_tests/results/xeon_16cores_2026-12-01_single_places.csv
inline constexpr count_type places_taken_per_thread = 256;
/// ... but so that a thread takes windows as often as this. source: a bound: in the end, the others wait for a quarter
/// of a thread's share at most
inline constexpr count_type turns_min = 4;

/// \brief Windows of rows, dealt to threads some at a time: as many as Kokkos chooses, or more where products are few.
template <class ExecutionSpace>
auto deal_windows(const ExecutionSpace& exec, count_type num_rows, count_type num_products) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>, Kokkos::Schedule<Kokkos::Dynamic>>;
  const count_type num_windows = (num_rows + supernode_window - 1) / supernode_window;
  const count_type num_threads = exec.concurrency(), products_taken = places_taken_per_thread * num_threads;
  const count_type windows_taken = std::min(num_windows / (turns_min * num_threads),
                                            num_windows * products_taken / std::max<count_type>(1, num_products));
  policy_type policy(exec, 0, num_windows);
  policy.set_chunk_size(static_cast<int>(std::max<count_type>(policy.chunk_size(), windows_taken)));
  return policy;
}

/// \brief Values of C from places that sum_finding_places_host() has written: one kernel, no allocation, no fence.
/// Shapes  values [nnz(C)] (out); the graph is that of the places
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar, class Places>
void sum_at_places_host(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                        const Places& places, Scalar* values) {
  const auto windows = deal_windows(exec, problem.num_rows(), places.num_products);
  if (places.kind == PlacesKind::single)
    return Kokkos::parallel_for("Ocean::reuse::sum_single_places_host", windows,
                                single_places_sums(problem, graph, places, values));
  if (places.kind == PlacesKind::flat)
    return Kokkos::parallel_for("Ocean::reuse::sum_flat_places_host", windows,
                                SumFlatPlacesHost<ProblemType, Graph, Scalar>{
                                    problem, graph, places.first_product.data(), places.flat_places.data(), values});
  Kokkos::parallel_for(
      "Ocean::reuse::sum_at_places_host", windows,
      SumAtPlacesHost<ProblemType, Graph, Scalar>{problem, graph, places.first_product.data(), places.places.data(),
                                                  places.rows_at_once.data(), places.b_rows_at_once.data(), values});
}

}  // namespace Ocean::Impl

#endif
