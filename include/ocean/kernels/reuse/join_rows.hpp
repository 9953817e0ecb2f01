#ifndef OCEAN_KERNELS_REUSE_JOIN_ROWS_HPP
#define OCEAN_KERNELS_REUSE_JOIN_ROWS_HPP
/// \file
/// \brief Which rows of C are summed together, and which rows of B are added to them together.

#include "../analysis/row_groups.hpp"
#include "measure_sums.hpp"

namespace Ocean::Impl {

/// \brief The supernodes of C's rows and of the rows of B that an entry of A and those behind it select.
/// Shapes  continues [num_rows], b_continues [num_inner]; rows_at_once and row_shape [num_rows] (out): shape 0 for the
///         rows that are summed with one before; b_rows_at_once [nnz(A)] (out): 0 for an entry whose row of B goes with
///         one before; row_products [num_rows + 1] (out, the last is not written): places of every row; counters [1]
/// Launch  sum_shapes_max counters of scratch; an atomic per team and shape
/// Cost    a read of A's entries, of the bounds of a row of B for each, and of flags near it
template <int Width, class ProblemType, class Graph, class Products, class Bytes, class Counters>
struct JoinRows {
  static constexpr int max_team_size = analysis_team_size;
  ProblemType problem;
  Graph graph;
  SumShapes shapes;
  Bytes continues, b_continues;
  Products row_products;
  Bytes row_shape, rows_at_once, b_rows_at_once;
  Counters counters;
  count_type rows_per_team;

  /// \brief Rows of B that go with that of \p entry, itself included; 0 if it goes with one before.
  KOKKOS_FUNCTION int joined_rows(count_type entry, count_type begin, count_type end) const {
    const auto& columns = problem.a.entries;
    const auto inner = static_cast<count_type>(columns(entry));
    const SupernodePlace place = find_supernode(b_continues, inner, problem.b.num_rows, joined_b_rows_max);
    if (place.place > 0 && entry > begin && static_cast<count_type>(columns(entry - 1)) == inner - 1) return 0;
    int joined = 1;
    while (joined < place.num_rows - place.place && entry + joined < end &&
           static_cast<count_type>(columns(entry + joined)) == inner + joined)
      ++joined;
    return joined;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    unsigned* rows_of_shape = team.template scratch<unsigned>();
    for (int shape = team.thread_rank(); shape < sum_shapes_max; shape += team.num_threads()) rows_of_shape[shape] = 0;
    team.barrier();
    const RowGroups<Width, Team> groups(team, problem.a.num_rows, rows_per_team);
    groups.for_each_row(
        problem.a.row_map, static_cast<count_type>(problem.a.entries.extent(0)), &counters(0).defect,
        [&](count_type row, count_type begin, count_type end, const auto& lanes) {
          count_type products = 0;
          for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size()) {
            const int joined = joined_rows(entry, begin, end);
            b_rows_at_once(entry - problem.a.first_offset) = static_cast<std::uint8_t>(joined);
            if (joined == 0) continue;
            const auto inner = problem.a.entries(entry);
            products += static_cast<count_type>(problem.b.row_map(inner + 1)) -
                        static_cast<count_type>(problem.b.row_map(inner));
          }
          products = lanes.sum(products);
          if (lanes.rank() != 0 || row < 0) return;
          row_products(row) = products;
          const SupernodePlace place = find_supernode(continues, row, problem.a.num_rows, joined_rows_max);
          const count_type row_nnz =
              static_cast<count_type>(graph.row_map[row + 1]) - static_cast<count_type>(graph.row_map[row]);
          const int shape = place.place > 0 ? 0 : shapes.choose(row_nnz);
          rows_at_once(row) = static_cast<std::uint8_t>(place.num_rows);
          row_shape(row) = static_cast<std::uint8_t>(shape);
          Team::atomics::fetch_add(&rows_of_shape[shape], 1u);
        },
        problem.a.first_offset);
    team.barrier();
    for (int shape = team.thread_rank(); shape < sum_shapes_max; shape += team.num_threads())
      if (rows_of_shape[shape] > 0)
        Team::atomics::fetch_add(&counters(0).rows[shape], static_cast<unsigned long long>(rows_of_shape[shape]));
  }
};

/// \brief Launches JoinRows on \p exec after clearing the counters; returns without a fence.
template <class ExecutionSpace, class ProblemType, class Graph, class Products, class Bytes, class Counters>
void join_rows(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, const Graph& graph,
               const SumShapes& shapes, const Bytes& continues, const Bytes& b_continues, const Products& row_products,
               const Bytes& row_shape, const Bytes& rows_at_once, const Bytes& b_rows_at_once,
               const Counters& counters) {
  DeviceMemory<ExecutionSpace>::clear(exec, counters.data(), 1);
  dispatch_row_width(mean_row_length(problem.a), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const count_type rows_per_team = choose_rows_per_team(team_limits(exec, path), lanes, problem.num_rows());
    TeamLaunch launch = row_groups_launch("Ocean::reuse::join_rows", problem.num_rows(), rows_per_team);
    launch.scratch_bytes = sum_shapes_max * sizeof(unsigned);
    launch_teams(exec, path, launch,
                 JoinRows<lanes, ProblemType, Graph, Products, Bytes, Counters>{
                     problem, graph, shapes, continues, b_continues, row_products, row_shape, rows_at_once,
                     b_rows_at_once, counters, rows_per_team});
  });
}

}  // namespace Ocean::Impl

#endif
