#ifndef OCEAN_KERNELS_REUSE_MEASURE_SUMS_HPP
#define OCEAN_KERNELS_REUSE_MEASURE_SUMS_HPP
/// \file
/// \brief What the choice between lists and places is made from, and the shape of every row of C.

#include "../../backend/device_memory.hpp"
#include "../../results/product_places.hpp"
#include "../analysis/find_b_row_shapes.hpp"
#include "../analysis/row_groups.hpp"
#include "../binning/classify_rows.hpp"
#include "visit_products.hpp"

namespace Ocean::Impl {

/// \brief Rows of every shape, and facts; zero before the first kernel.
struct SumCounters : BinCounters {
  count_type nnz_a;
  count_type nnz_c;
  count_type num_products;
  count_type longest_row_a;
  count_type longest_row_c;
  int unsorted_b_row;
  int defect;
};

/// \brief Whether \p columns [begin, end) repeat the row before them, which begins at \p before.
template <class Columns, class Lanes>
KOKKOS_FUNCTION bool repeats_row(const Lanes& lanes, const Columns& columns, count_type before, count_type begin,
                                 count_type end) {
  const count_type length = end - begin;
  bool same = before >= 0 && length == begin - before;
  for (count_type entry = begin + lanes.rank(); same && entry < end; entry += lanes.size())
    same = columns[entry] == columns[entry - length];
  return !lanes.any(!same);
}

/// \brief Products and shape of every row of C, and whether it has the columns of the row before, in A and in C.
/// Shapes  row_products [num_rows + 1] (out, the last is not written), row_shape and continues [num_rows] (out),
///         counters [1]
/// Launch  sum_shapes_max counters of scratch; an atomic per team and shape
/// Cost    nnz(A) reads of the bounds of a row of B; C's columns where A's rows are alike
template <int Width, class ProblemType, class Graph, class Products, class Bytes, class Counters>
struct MeasureSums {
  static constexpr int max_team_size = analysis_team_size;
  ProblemType problem;
  Graph graph;  ///< without a row map: nothing is known of C, every row is taken to be empty
  SumShapes shapes;
  Products row_products;
  Bytes row_shape;
  Bytes continues;
  Counters counters;
  RowRounds rounds;

  /// \brief Whether a row has the columns of the row before; called by the groups of a warp together.
  template <class Lanes>
  KOKKOS_FUNCTION bool continues_row(const Lanes& lanes, count_type row, count_type begin, count_type end) const {
    const bool has_before = row > 0 && graph.row_map != nullptr;
    const count_type before = has_before ? static_cast<count_type>(problem.a.row_map(row - 1)) : begin;
    const bool is_alike = repeats_row(lanes, problem.a.entries, before, begin, has_before ? end : begin) && has_before;
    count_type before_c = 0, begin_c = 0, end_c = 0;
    if (is_alike) {
      before_c = static_cast<count_type>(graph.row_map[row - 1]);
      begin_c = static_cast<count_type>(graph.row_map[row]);
      end_c = static_cast<count_type>(graph.row_map[row + 1]);
    }
    return repeats_row(lanes, graph.entries, before_c, begin_c, end_c) && is_alike;
  }

  /// \return entries of the row of C, in the first lane
  template <class Team, class Lanes>
  KOKKOS_FUNCTION count_type measure(const Lanes& lanes, count_type row, count_type begin, count_type end,
                                     const BinTally<Team>& tally, count_type& all_products) const {
    count_type products = 0;
    for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size())
      products += problem.products_of(entry);
    products = lanes.sum(products);
    const bool is_alike = continues_row(lanes, row, begin, end);
    if (lanes.rank() != 0 || row < 0) return 0;
    all_products += products;
    row_products(row) = products;
    continues(row) = is_alike ? 1 : 0;
    const count_type row_nnz =
        graph.row_map ? static_cast<count_type>(graph.row_map[row + 1]) - static_cast<count_type>(graph.row_map[row])
                      : count_type(0);
    const int shape = shapes.choose(row_nnz);
    row_shape(row) = static_cast<std::uint8_t>(shape);
    tally.add(shape);
    return row_nnz;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const BinTally<Team> tally(team, sum_shapes_max);
    count_type longest_a = 0, longest_c = 0, products = 0;
    const RowGroups<Width, Team> groups(team, problem.a.num_rows, rounds);
    groups.for_each_row(
        problem.a.row_map, static_cast<count_type>(problem.a.entries.extent(0)), &counters(0).defect,
        [&](count_type row, count_type begin, count_type end, const auto& lanes) {
          longest_a = Kokkos::max(longest_a, end - begin);
          longest_c = Kokkos::max(longest_c, measure(lanes, row, begin, end, tally, products));
        },
        problem.a.first_offset);
    longest_a = team.max(longest_a);
    longest_c = team.max(longest_c);
    products = team.sum(products);
    SumCounters& all = counters(0);
    tally.flush(all.rows);
    if (team.thread_rank() != 0) return;
    Team::atomics::fetch_add(&all.num_products, products);
    Team::atomics::max(&all.longest_row_a, longest_a);
    Team::atomics::max(&all.longest_row_c, longest_c);
    if (team.league_rank() > 0) return;
    const count_type num_rows = problem.a.num_rows;
    all.nnz_a = static_cast<count_type>(problem.a.row_map(num_rows)) - problem.a.first_offset;
    if (graph.row_map)
      all.nnz_c = static_cast<count_type>(graph.row_map[num_rows]) - static_cast<count_type>(graph.row_map[0]);
  }
};

/// \brief Launches MeasureSums on \p exec, and FindBRowShapes for the order of B's rows; returns without a fence.
template <TeamLauncher Launcher, class ProblemType, class Graph, class Products, class Bytes, class Counters>
void measure_sums(const Launcher& launcher, const ProblemType& problem, const Graph& graph, const SumShapes& shapes,
                  const Products& row_products, const Bytes& row_shape, const Bytes& continues,
                  const Bytes& b_continues, const Counters& counters) {
  DeviceMemory<typename Launcher::execution_space>::clear(launcher.exec(), counters.data(), 1);
  const TeamLimits limits = launcher.limits();
  find_b_row_shapes(launcher, problem.b, NoShapes{}, b_continues, counters);
  dispatch_row_width(limits, mean_row_length(problem.a), problem.num_rows(), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds = choose_row_rounds(limits, lanes, mean_row_length(problem.a), problem.num_rows());
    TeamLaunch launch = row_groups_launch("Ocean::reuse::measure_sums", rounds);
    launch.scratch_bytes = sum_shapes_max * sizeof(unsigned);
    launcher.launch(launch, MeasureSums<lanes, ProblemType, Graph, Products, Bytes, Counters>{
                                problem, graph, shapes, row_products, row_shape, continues, counters, rounds});
  });
}

}  // namespace Ocean::Impl

#endif
