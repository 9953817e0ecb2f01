#ifndef OCEAN_KERNELS_REUSE_FIND_B_NODES_HPP
#define OCEAN_KERNELS_REUSE_FIND_B_NODES_HPP
/// \file
/// \brief Nodes of B: consecutive rows with the same columns, which sums at places take together.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../results/product_places.hpp"
#include "../../results/supernodes.hpp"

namespace Ocean::Impl {

/// \brief Whether a row has the columns of the row before.
/// Shapes  repeats [num_rows] (out)
/// Launch  one thread per row
template <class RowMap, class Entries, class Flags>
struct FindRepeatedRows {
  RowMap row_map;
  Entries entries;
  Flags repeats;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    const auto begin = static_cast<count_type>(row_map(row)), end = static_cast<count_type>(row_map(row + 1));
    const count_type length = end - begin;
    bool same = row > 0 && length > 0 && length == begin - static_cast<count_type>(row_map(row > 0 ? row - 1 : row));
    for (count_type entry = begin; same && entry < end; ++entry) same = entries(entry) == entries(entry - length);
    repeats(row) = same ? 1 : 0;
  }
};

/// \brief The place of a row in its node, 0 for the first.
/// Shapes  repeats, node_place [num_rows] (out)
/// Launch  one thread per row
template <class Flags>
struct PlaceRowsInNodes {
  Flags repeats;
  Flags node_place;
  count_type num_rows;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    node_place(row) = static_cast<std::uint8_t>(find_supernode(repeats, row, num_rows, node_rows_max).place);
  }
};

/// \brief Entries of A that select the row behind the one that the entry before selects, in its node.
/// Launch  one thread per entry; a reduction
template <class Entries, class Flags>
struct CountFollowingEntries {
  Entries entries;  ///< A's
  Flags node_place;
  count_type first;  ///< entry of A
  KOKKOS_FUNCTION void operator()(count_type index, count_type& following) const {
    const count_type entry = first + index;
    if (index == 0 || entries(entry) != entries(entry - 1) + 1) return;
    following += node_place(entries(entry)) > 0 ? 1 : 0;
  }
};

/// \brief Places of B's rows in their nodes; waits once.
/// Shapes  repeats, node_place [num_inner] (out)
/// \return entries of A whose products are taken with those of the entry before
template <class ExecutionSpace, class ProblemType, class Flags>
count_type find_b_nodes(const ExecutionSpace& exec, const ProblemType& problem, count_type nnz_a, const Flags& repeats,
                        const Flags& node_place) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  using operand_a = typename ProblemType::operand_a_type;
  using operand_b = typename ProblemType::operand_b_type;
  const count_type num_rows = problem.num_inner();
  Kokkos::parallel_for("Ocean::reuse::find_repeated_rows", policy_type(exec, 0, num_rows),
                       FindRepeatedRows<typename operand_b::row_map_type, typename operand_b::entries_type, Flags>{
                           problem.b.row_map, problem.b.entries, repeats});
  Kokkos::parallel_for("Ocean::reuse::place_rows_in_nodes", policy_type(exec, 0, num_rows),
                       PlaceRowsInNodes<Flags>{repeats, node_place, num_rows});
  count_type following = 0;
  Kokkos::parallel_reduce("Ocean::reuse::count_following_entries", policy_type(exec, 0, nnz_a),
                          CountFollowingEntries<typename operand_a::entries_type, Flags>{problem.a.entries, node_place,
                                                                                         problem.a.first_offset},
                          following);
  return following;
}

}  // namespace Ocean::Impl

#endif
