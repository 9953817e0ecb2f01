#ifndef OCEAN_STAGES_REUSE_PLACES_HPP
#define OCEAN_STAGES_REUSE_PLACES_HPP
/// \file
/// \brief The reuse stage with places: sorts rows of C by length, then sums at the places of all products.

#include <algorithm>
#include <limits>

#include "../backend/concurrent_launches.hpp"
#include "../core/prefix_sum.hpp"
#include "../core/workspace.hpp"
#include "../core/workspace_forecast.hpp"
#include "../kernels/analysis/join_b_rows.hpp"
#include "../kernels/binning/order_rows.hpp"
#include "../kernels/reuse/measure_sums.hpp"
#include "../kernels/reuse/shape_supernodes.hpp"
#include "../kernels/reuse/share_places.hpp"
#include "../kernels/reuse/sum_at_places.hpp"
#include "../kernels/reuse/sum_supernodes.hpp"
#include "../results/product_places.hpp"
#include "../tuning/reuse_tuning.hpp"

namespace Ocean::Impl {

/// Capacities in scratch are multiples of this, so that what follows the sums is aligned.
inline constexpr count_type sum_capacity_unit = 4;

/// \brief Capacities of the shapes; set_sum_teams() adds the lanes.
/// \param entry_bytes scratch per entry when places are searched
inline SumShapes make_sum_shapes(const TeamLimits& limits, std::size_t entry_bytes, const ReuseTuning& tuning) {
  SumShapes shapes;
  const auto add = [&](SumShape shape) {
    if (shape.in_scratch)
      shape.capacity = std::min(shape.capacity, static_cast<count_type>(limits.scratch_bytes_max / entry_bytes)) /
                       sum_capacity_unit * sum_capacity_unit;
    const bool is_larger = shapes.num_shapes == 0 || shape.capacity > shapes.shape[shapes.num_shapes - 1].capacity;
    if (is_larger) shapes.shape[shapes.num_shapes++] = shape;
  };
  add({.capacity = 0});
  for (std::size_t groups = 0; groups < tuning.group_capacity.size(); ++groups)
    add({.capacity = tuning.group_capacity[groups], .width = tuning.group_lanes_min[groups]});
  for (const int capacity : tuning.shared_team_capacity) add({.capacity = capacity});
  add({.capacity = tuning.team_capacity});
  add({.capacity = tuning.kept_row_max, .in_scratch = false});
  add({.capacity = std::numeric_limits<count_type>::max(), .in_scratch = false, .keeps_places = false});
  return shapes;
}

/// \brief Sets lanes for the rows of B that \p facts describe, and no more scratch than C's longest row needs.
inline void set_sum_teams(const TeamLimits& limits, std::size_t entry_bytes, const SumFacts& facts, bool has_lanes,
                          const ReuseTuning& tuning, SumShapes& shapes) {
  const count_type longest = (facts.longest_row_c + sum_capacity_unit - 1) / sum_capacity_unit * sum_capacity_unit;
  for (int number = 1; number < shapes.num_shapes; ++number) {
    SumShape& shape = shapes.shape[number];
    if (shape.in_scratch) shape.capacity = std::min(shape.capacity, longest);
    if (shape.width == 0) {
      shape.team_size = choose_lanes(facts.mean_b_row(), {tuning.team_size_min, tuning.team_size_max, 1.0});
      continue;
    }
    shape.width = choose_lanes(facts.mean_b_row(), {shape.width, sum_lanes_max, tuning.entries_per_lane_min});
    const std::size_t row_bytes = static_cast<std::size_t>(shape.capacity) * entry_bytes;
    shape.rows_per_team = std::max(1, tuning.group_team_size / shape.width);
    while (shape.rows_per_team > 1 && shape.rows_per_team * row_bytes > limits.scratch_bytes_max)
      shape.rows_per_team /= 2;
    shape.team_size = shape.rows_per_team * (has_lanes ? shape.width : 1);
  }
}

/// \brief Shapes of teams that sum supernodes entirely in scratch, by their scratch bytes beyond \p walk_bytes.
/// \param bytes  per entry (in); rows that are summed together (out): as many as fit for the longest rows of C
/// \return none if not even one fits
inline SumShapes make_supernode_shapes(const TeamLimits& limits, const SumFacts& facts, std::size_t walk_bytes,
                                       const ReuseTuning& tuning, SupernodeBytes& bytes) {
  SumShapes shapes;
  const auto room = static_cast<count_type>(limits.scratch_bytes_max) - static_cast<count_type>(walk_bytes);
  bytes.rows_max = supernode_rows_max;
  while (bytes.rows_max > 0 && bytes.of(facts.longest_row_c, bytes.rows_max) > room) --bytes.rows_max;
  if (bytes.rows_max == 0 || facts.longest_row_c > tuning.kept_row_max) return shapes;
  const auto add = [&](count_type capacity) {
    const int team_size =
        choose_supernode_team_size(limits, facts.mean_b_row(), walk_bytes + static_cast<std::size_t>(capacity));
    shapes.shape[shapes.num_shapes++] = {.capacity = capacity, .team_size = team_size};
  };
  add(0);
  const count_type largest = bytes.of(facts.longest_row_c, bytes.rows_max);
  for (const count_type step : tuning.supernode_bytes)
    if (step < largest) add(step);
  add(largest);
  return shapes;
}

/// \brief Entries of A, which may be some rows of a larger operand.
template <class ProblemType>
count_type num_entries_a(const ProblemType& problem) {
  return static_cast<count_type>(problem.a.entries.extent(0)) - problem.a.first_offset;
}

/// \brief Allocates places_bytes() for the places that are planned, which the first sum writes.
template <class ExecutionSpace, class Places>
void allocate_places(Places& places, Workspace<ExecutionSpace>& workspace) {
  if (places.kind == PlacesKind::flat)
    places.flat_places = workspace.template allocate<FlatPlace>("Ocean::reuse::flat_places", places.num_products);
  else
    places.places = workspace.template allocate<place_type>("Ocean::reuse::product_places", places.num_products);
}

/// \brief Frees everything.
template <class ExecutionSpace, class Places>
void release_places(const Places& places, Workspace<ExecutionSpace>& workspace) {
  workspace.release(places.row_order);
  workspace.release(places.first_product);
  workspace.release(places.places);
  workspace.release(places.flat_places);
  workspace.release(places.rows_at_once);
  workspace.release(places.b_rows_at_once);
}

/// \brief What plan_places() needs until it ends.
template <class Memory>
struct PlanTemporaries {
  template <class T>
  using view_type = typename Memory::template view_type<T>;
  view_type<SumCounters> counters;
  view_type<std::uint8_t> row_shape, continues, b_continues, b_place;

  PlanTemporaries(count_type num_rows, count_type num_inner, Memory& memory)
      : counters(memory.template allocate<SumCounters>("Ocean::reuse::sum_counters", 1)),
        row_shape(memory.template allocate<std::uint8_t>("Ocean::reuse::row_shape", num_rows)),
        continues(memory.template allocate<std::uint8_t>("Ocean::reuse::continues_supernode", num_rows)),
        b_continues(memory.template allocate<std::uint8_t>("Ocean::reuse::b_continues_supernode", num_inner)),
        b_place(memory.template allocate<std::uint8_t>("Ocean::reuse::b_place", num_inner)) {}

  void release(Memory& memory) const {
    memory.release(counters);
    memory.release(row_shape);
    memory.release(continues);
    memory.release(b_continues);
    memory.release(b_place);
  }
};

/// \brief What ProductPlaces hold, except the places themselves.
template <class Memory, class RowIndex>
struct PlacesMemory {
  typename Memory::template view_type<std::uint8_t> rows_at_once, b_rows_at_once;
  typename Memory::template view_type<count_type> first_product;
  typename Memory::template view_type<RowIndex> row_order;

  PlacesMemory(count_type num_rows, count_type num_entries_a, Memory& memory)
      : rows_at_once(memory.template allocate<std::uint8_t>("Ocean::reuse::rows_at_once", num_rows)),
        b_rows_at_once(memory.template allocate<std::uint8_t>("Ocean::reuse::b_rows_at_once", num_entries_a)),
        first_product(memory.template allocate<count_type>("Ocean::reuse::first_product", num_rows + 1)),
        row_order(memory.template allocate<RowIndex>("Ocean::reuse::row_order", num_rows)) {}

  void release(Memory& memory) const {
    memory.release(rows_at_once);
    memory.release(b_rows_at_once);
    memory.release(first_product);
    memory.release(row_order);
  }
};

/// \brief Sorts the rows by shape, and finds where the places of each begin; waits once.
/// \param temporaries  the shape of every row, and how many rows each shape has (in)
/// \param places  first_product: places of every row (in)
template <TeamLauncher Launcher, class Places>
SumCounters order_places(const Launcher& launcher, count_type num_rows,
                         const PlanTemporaries<Workspace<typename Launcher::execution_space>>& temporaries,
                         Places& places, Workspace<typename Launcher::execution_space>& workspace) {
  drop_shared_products(launcher.exec(), temporaries.continues, places.first_product, num_rows);
  prefix_sum(launcher.exec(), "Ocean::reuse::first_product", places.first_product, places.first_product, num_rows,
             workspace);
  order_rows(launcher, temporaries.row_shape, places.row_order, places.first_product, temporaries.counters, num_rows);
  share_first_products(launcher.exec(), temporaries.continues, places.first_product, num_rows);
  SumCounters totals;
  DeviceMemory<typename Launcher::execution_space>::read_back(launcher.exec(), temporaries.counters.data(), &totals, 1);
  places.num_products = totals.total_slots;
  for (int shape = 0; shape < sum_shapes_max; ++shape)
    places.shape_begin[shape + 1] = places.shape_begin[shape] + static_cast<count_type>(totals.rows[shape]);
  return totals;
}

/// \brief Plans sums of whole supernodes, if they fit in scratch; waits once.
/// \param walk_bytes  scratch in addition to the sums; bytes: for the sums
template <TeamLauncher Launcher, class ProblemType, class Graph, class Places>
void join_places(const Launcher& launcher, const ProblemType& problem, const Graph& graph, const SumFacts& facts,
                 std::size_t walk_bytes, SupernodeBytes bytes, const ReuseTuning& tuning,
                 const PlanTemporaries<Workspace<typename Launcher::execution_space>>& temporaries, Places& places,
                 Workspace<typename Launcher::execution_space>& workspace) {
  const SumShapes shapes = make_supernode_shapes(launcher.limits(), facts, walk_bytes, tuning, bytes);
  if (shapes.num_shapes == 0) return;
  places.joins_rows = true;
  places.shapes = shapes;
  join_b_rows(launcher, problem, temporaries.b_continues, temporaries.b_place, places.b_rows_at_once,
              places.first_product, &temporaries.counters.data()->defect);
  shape_supernodes(launcher, graph, shapes, bytes, temporaries.continues, temporaries.row_shape, places.rows_at_once,
                   temporaries.counters, facts.num_rows);
  order_places(launcher, facts.num_rows, temporaries, places, workspace);
}

/// \brief Frees what \p places does not need: all of it, if they are not \p kept.
template <class ExecutionSpace, class Places>
void trim_places(count_type num_rows, bool kept, Places& places, Workspace<ExecutionSpace>& workspace) {
  if (!kept) {
    release_places(places, workspace);
    places = {};
    return;
  }
  if (!places.joins_rows) {
    workspace.release(places.rows_at_once);
    workspace.release(places.b_rows_at_once);
    places.rows_at_once = places.b_rows_at_once = {};
  }
  for (int shape = 0; shape < sum_shapes_max; ++shape)
    if (places.num_rows_of(shape) == num_rows) {
      workspace.release(places.row_order);
      places.row_order = {};
      return;
    }
}

/// \brief Chooses between places and other ways for that many \p calls, and for places sorts the rows of C by shape;
/// waits once, or twice if supernodes are summed.
/// \param graph of C; without a row map, only the choice is made, for \p nnz_c entries of C
/// Cost  one read of B's entries, and of the bounds of B's rows for every entry of A
template <TeamLauncher Launcher, class ProblemType, class Graph, class Scalar>
auto plan_places(const Launcher& launcher, const ProblemType& problem, const Graph& graph, const Scalar*,
                 SumCalls calls, const ReuseTuning& tuning, Workspace<typename Launcher::execution_space>& workspace,
                 count_type nnz_c = 0) {
  using execution_space = typename Launcher::execution_space;
  using row_index_type = typename ProblemType::row_index_type;
  using sums_type = PlacedSums<ProblemType, Graph, Scalar>;
  PlacesPlan<typename Launcher::memory_space, row_index_type> plan;
  const count_type num_rows = problem.num_rows();
  if (num_rows == 0 || tuning.sums == ReuseSums::lists) return plan;
  const TeamLimits limits = launcher.limits();
  const std::size_t column_bytes = sizeof(*graph.entries), entry_bytes = sizeof(Scalar) + column_bytes;
  auto& places = plan.places;
  places.shapes = make_sum_shapes(limits, entry_bytes, tuning);
  const PlanTemporaries<Workspace<execution_space>> temporaries(num_rows, problem.num_inner(), workspace);
  const PlacesMemory<Workspace<execution_space>, row_index_type> memory(num_rows, num_entries_a(problem), workspace);
  places.rows_at_once = memory.rows_at_once;
  places.b_rows_at_once = memory.b_rows_at_once;
  places.first_product = memory.first_product;
  places.row_order = memory.row_order;
  measure_sums(launcher, problem, graph, places.shapes, places.first_product, temporaries.row_shape,
               temporaries.continues, temporaries.b_continues, temporaries.counters);
  const SumCounters totals = order_places(launcher, num_rows, temporaries, places, workspace);
  plan.facts = {num_rows,
                totals.nnz_a,
                graph.row_map ? totals.nnz_c : nnz_c,
                totals.num_products,
                totals.longest_row_a,
                totals.longest_row_c,
                totals.unsorted_b_row == 0};
  plan.is_chosen = choose_places(plan.facts, calls, limits, tuning);
  set_sum_teams(limits, entry_bytes, plan.facts, Launcher::has_lanes, tuning, places.shapes);
  const bool has_places = plan.is_chosen && graph.row_map;
  if (has_places && choose_supernode_sums(plan.facts, places.num_products, tuning))
    join_places(launcher, problem, graph, plan.facts, SumSupernodes<PlaceSource::searched, sums_type>::sums_begin,
                {1, sizeof(Scalar), static_cast<count_type>(column_bytes)}, tuning, temporaries, places, workspace);
  temporaries.release(workspace);
  trim_places(num_rows, has_places, places, workspace);
  return plan;
}

/// \brief The work memory of plan_places().
template <class ExecutionSpace, class ProblemType>
void forecast_places_plan(const ExecutionSpace& exec, const ProblemType& problem, const ReuseTuning& tuning,
                          WorkspaceForecast& forecast) {
  const count_type num_rows = problem.num_rows();
  if (num_rows == 0 || tuning.sums == ReuseSums::lists) return;
  const PlanTemporaries<WorkspaceForecast> temporaries(num_rows, problem.num_inner(), forecast);
  const PlacesMemory<WorkspaceForecast, typename ProblemType::row_index_type> memory(num_rows, num_entries_a(problem),
                                                                                     forecast);
  forecast_prefix_sum(exec, num_rows, forecast);
  temporaries.release(forecast);
  memory.release(forecast);
}

/// \brief Computes the values of C on \p exec, longest rows first: places that are not known yet are searched, and kept
/// if there is memory for them. No allocation, no fence.
/// Shapes  values [nnz(C)] (out); the graph is the one of plan_places()
/// Launch  one per shape, concurrently, even two. measured:
///         perf_tests/results/nvidia_h200_2026-11-28_handles_variants.csv (two_shapes)
template <TeamLauncher Launcher, class ProblemType, class Graph, class Scalar, class Places>
void sum_by_places(const Launcher& launcher, const ProblemType& problem, const Graph& graph, const Places& places,
                   Scalar* values) {
  PlacedSums<ProblemType, Graph, Scalar> sums{};
  sums.problem = problem;
  sums.graph = graph;
  sums.values = values;
  sums.first_product = places.first_product.data();
  sums.rows_at_once = places.rows_at_once.data();
  sums.b_rows_at_once = places.b_rows_at_once.data();
  int num_launches = 0;
  for (int shape = 1; shape < places.shapes.num_shapes; ++shape) num_launches += places.num_rows_of(shape) > 0;
  ConcurrentLaunches<typename Launcher::execution_space> launches(launcher.exec(),
                                                                  Launcher::is_native ? num_launches : 1);
  for (int shape = places.shapes.num_shapes - 1; shape > 0; --shape) {
    sums.shape = places.shapes.shape[shape];
    sums.num_rows = places.num_rows_of(shape);
    if (sums.num_rows == 0) continue;
    sums.rows = places.row_order.data() ? places.row_order.data() + places.shape_begin[shape] : nullptr;
    sums.places = sums.shape.keeps_places ? places.places.data() : nullptr;
    launches.branch();
    const bool is_known = places.is_known && sums.shape.keeps_places;
    if (places.joins_rows)
      is_known ? sum_supernodes<PlaceSource::known>(launcher, sums)
               : sum_supernodes<PlaceSource::searched>(launcher, sums);
    else
      is_known ? sum_at_places<PlaceSource::known>(launcher, sums)
               : sum_at_places<PlaceSource::searched>(launcher, sums);
  }
}

}  // namespace Ocean::Impl

#endif
