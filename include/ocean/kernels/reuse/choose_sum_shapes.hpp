#ifndef OCEAN_KERNELS_REUSE_CHOOSE_SUM_SHAPES_HPP
#define OCEAN_KERNELS_REUSE_CHOOSE_SUM_SHAPES_HPP
/// \file
/// \brief The shape of every row of C, and which rows are summed together.

#include "../../results/product_places.hpp"
#include "../../results/supernodes.hpp"
#include "../binning/classify_rows.hpp"

namespace Ocean::Impl {

/// \brief One thread per row, counts of a team gathered in scratch.
/// Shapes  continues, row_shape and rows_at_once [num_rows] (the latter out), row_products [num_rows + 1] (in and out:
///         0 for rows that are summed with the first of their supernode), counters [1] (in and out)
/// Launch  sum_shapes_max counters of scratch; one atomic per team and shape
template <class Graph, class Bytes, class Products, class Counters>
struct ChooseSumShapes {
  static constexpr int max_team_size = binning_team_size;
  Graph graph;  ///< without a row map: every row is taken to be empty
  SumShapes shapes;
  Bytes continues;
  Bytes row_shape;
  Bytes rows_at_once;
  Products row_products;
  Counters counters;
  count_type num_rows;
  count_type rows_per_team;

  KOKKOS_FUNCTION int choose(count_type row) const {
    const SupernodePlace supernode = find_supernode(continues, row, num_rows);
    const count_type row_nnz =
        graph.row_map ? static_cast<count_type>(graph.row_map[row + 1]) - static_cast<count_type>(graph.row_map[row])
                      : count_type(0);
    rows_at_once(row) = static_cast<std::uint8_t>(supernode.num_rows);
    const int shape = shapes.choose(row_nnz, supernode.num_rows);
    if (supernode.place == 0 || !shapes.shape[shape].of_nodes) return shape;
    row_products(row) = 0;
    return SumShapes::none;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    unsigned* rows = team.template scratch<unsigned>();
    for (int shape = team.thread_rank(); shape < sum_shapes_max; shape += team.num_threads()) rows[shape] = 0;
    team.barrier();
    const count_type first = team.league_rank() * rows_per_team;
    const count_type last = Kokkos::min(first + rows_per_team, num_rows);
    for (count_type row = first + team.thread_rank(); row < last; row += team.num_threads()) {
      const int shape = choose(row);
      row_shape(row) = static_cast<std::uint8_t>(shape);
      Team::atomics::fetch_add(&rows[shape], 1u);
    }
    team.barrier();
    for (int shape = team.thread_rank(); shape < sum_shapes_max; shape += team.num_threads())
      if (rows[shape] > 0)
        Team::atomics::fetch_add(&counters(0).rows[shape], static_cast<unsigned long long>(rows[shape]));
  }
};

/// \brief Launches ChooseSumShapes on \p exec; returns without a fence.
template <class ExecutionSpace, class Graph, class Bytes, class Products, class Counters>
void choose_sum_shapes(const ExecutionSpace& exec, ExecutionPath path, const Graph& graph, const SumShapes& shapes,
                       const Bytes& continues, const Bytes& row_shape, const Bytes& rows_at_once,
                       const Products& row_products, const Counters& counters, count_type num_rows) {
  const count_type rows_per_team = choose_binning_rows_per_team(team_limits(exec, path), num_rows);
  launch_teams(exec, path,
               {"Ocean::reuse::choose_sum_shapes", (num_rows + rows_per_team - 1) / rows_per_team, binning_team_size,
                sum_shapes_max * sizeof(unsigned)},
               ChooseSumShapes<Graph, Bytes, Products, Counters>{graph, shapes, continues, row_shape, rows_at_once,
                                                                 row_products, counters, num_rows, rows_per_team});
}

}  // namespace Ocean::Impl

#endif
