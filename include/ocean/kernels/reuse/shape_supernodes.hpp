#ifndef OCEAN_KERNELS_REUSE_SHAPE_SUPERNODES_HPP
#define OCEAN_KERNELS_REUSE_SHAPE_SUPERNODES_HPP
/// \file
/// \brief The shape of every supernode of C that is summed at places.

#include "../../backend/device_memory.hpp"
#include "../../core/supernodes.hpp"
#include "../../results/product_places.hpp"
#include "../binning/classify_rows.hpp"

namespace Ocean::Impl {

/// \brief One thread per row, counts of a team gathered in scratch.
/// Pre     the capacities of the shapes are bytes of scratch
/// Shapes  continues [num_rows]; row_shape [num_rows] (out): 0 for the rows that are summed with one before;
///         rows_at_once [num_rows] (out); counters [1] (in and out): rows of every shape
/// Launch  sum_shapes_max counters of scratch; one atomic per team and shape
template <class Graph, class Bytes, class Counters>
struct ShapeSupernodes {
  static constexpr int max_team_size = binning_team_size;
  Graph graph;
  SumShapes shapes;
  SupernodeBytes bytes;
  Bytes continues, row_shape, rows_at_once;
  Counters counters;
  count_type num_rows;
  count_type rows_per_team;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const BinTally<Team> tally(team, sum_shapes_max);
    const count_type first = team.league_rank() * rows_per_team;
    const count_type last = Kokkos::min(first + rows_per_team, num_rows);
    for (count_type row = first + team.thread_rank(); row < last; row += team.num_threads()) {
      const SupernodePlace place = find_supernode(continues, row, num_rows, bytes.rows_max);
      const count_type row_nnz =
          static_cast<count_type>(graph.row_map[row + 1]) - static_cast<count_type>(graph.row_map[row]);
      const int shape = place.place > 0 ? 0 : shapes.choose(bytes.of(row_nnz, place.num_rows));
      rows_at_once(row) = static_cast<std::uint8_t>(place.num_rows);
      row_shape(row) = static_cast<std::uint8_t>(shape);
      tally.add(shape);
    }
    tally.flush(counters(0).rows);
  }
};

/// \brief Launches ShapeSupernodes on \p exec after clearing the counters; returns without a fence.
template <TeamLauncher Launcher, class Graph, class Bytes, class Counters>
void shape_supernodes(const Launcher& launcher, const Graph& graph, const SumShapes& shapes,
                      const SupernodeBytes& bytes, const Bytes& continues, const Bytes& row_shape,
                      const Bytes& rows_at_once, const Counters& counters, count_type num_rows) {
  DeviceMemory<typename Launcher::execution_space>::clear(launcher.exec(), counters.data(), 1);
  const count_type rows_per_team = choose_binning_rows_per_team(launcher.limits(), num_rows);
  launcher.launch({"Ocean::reuse::shape_supernodes", (num_rows + rows_per_team - 1) / rows_per_team, binning_team_size,
                   sum_shapes_max * sizeof(unsigned)},
                  ShapeSupernodes<Graph, Bytes, Counters>{graph, shapes, bytes, continues, row_shape, rows_at_once,
                                                          counters, num_rows, rows_per_team});
}

}  // namespace Ocean::Impl

#endif
