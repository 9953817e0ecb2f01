#ifndef OCEAN_ACCUMULATORS_PRODUCTS_HPP
#define OCEAN_ACCUMULATORS_PRODUCTS_HPP
/// \file
/// \brief Walks through the products of one row of C, by a group of lanes or by a whole team.

#include <Kokkos_Core.hpp>

#include "../pipeline/problem.hpp"

namespace Ocean::Impl {

/// \brief One row of B that a lane is about to read, and the entry of A that selects it.
template <class Scalar>
struct SelectedRow {
  count_type begin = 0;
  count_type length = 0;
  Scalar value{};
};

/// \brief Reads entry \p entry of A and the bounds of the row of B it selects.
template <bool WithValues, class ProblemType>
KOKKOS_INLINE_FUNCTION SelectedRow<typename ProblemType::operand_a_type::scalar_type> select_row(
    const ProblemType& problem, count_type entry) {
  SelectedRow<typename ProblemType::operand_a_type::scalar_type> row;
  const auto inner = problem.a.entries(entry);
  row.begin = static_cast<count_type>(problem.b.row_map(inner));
  row.length = static_cast<count_type>(problem.b.row_map(inner + 1)) - row.begin;
  if constexpr (WithValues) row.value = problem.a.values(entry);
  return row;
}

/// \brief Copy of \p row as lane \p source holds it.
template <bool WithValues, class Lanes, class Scalar>
KOKKOS_INLINE_FUNCTION SelectedRow<Scalar> broadcast_row(const Lanes& lanes, const SelectedRow<Scalar>& row,
                                                         int source) {
  SelectedRow<Scalar> copy;
  copy.begin = lanes.broadcast(row.begin, source);
  copy.length = lanes.broadcast(row.length, source);
  if constexpr (WithValues) copy.value = lanes.broadcast(row.value, source);
  return copy;
}

/// \brief One group of lanes reads the rows of B one after another, all lanes in the same row of B.
///
/// body(b_entry, a_value) is called once per product; a barrier of the group separates the rows of B, so that the
/// body may update what it owns without atomics when the rows of B hold no column twice.
template <bool WithValues, class Lanes, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product_in_order(const Lanes& lanes, const ProblemType& problem, count_type row,
                                                      const Body& body) {
  const count_type begin = static_cast<count_type>(problem.a.row_map(row));
  const count_type end = static_cast<count_type>(problem.a.row_map(row + 1));
  for (count_type base = begin; base < end; base += lanes.size()) {
    const int selected = static_cast<int>(Kokkos::min<count_type>(lanes.size(), end - base));
    SelectedRow<typename ProblemType::operand_a_type::scalar_type> mine;
    if (lanes.rank() < selected) mine = select_row<WithValues>(problem, base + lanes.rank());
    for (int source = 0; source < selected; ++source) {
      const auto current = broadcast_row<WithValues>(lanes, mine, source);
      for (count_type offset = lanes.rank(); offset < current.length; offset += lanes.size())
        body(current.begin + offset, current.value);
      lanes.barrier();
    }
  }
}

/// Lanes of a warp on the native path: the widest group that shares its reads of A.
inline constexpr int product_group_width = 32;

/// \brief All threads of a team walk through the products of a row in no particular order.
///
/// \param lanes_per_row lanes that share a row of B, a power of two up to product_group_width
/// body(b_entry, a_value) is called once per product, concurrently.
template <bool WithValues, class Team, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product(const Team& team, const ProblemType& problem, count_type row,
                                             int lanes_per_row, const Body& body) {
  const auto group = team.template group<product_group_width>();
  const int num_groups = team.template num_groups<product_group_width>();
  const int group_rank = team.template group_rank<product_group_width>();
  const count_type begin = static_cast<count_type>(problem.a.row_map(row));
  const count_type end = static_cast<count_type>(problem.a.row_map(row + 1));
  const count_type length = end - begin;
  if (length < num_groups && length > 0) {  // several groups share a row of B
    const int sharing = num_groups / static_cast<int>(length);
    const count_type entry = begin + group_rank / sharing;
    if (entry >= end) return;
    const auto selected = select_row<WithValues>(problem, entry);
    const count_type stride = static_cast<count_type>(sharing) * group.size();
    for (count_type offset = (group_rank % sharing) * group.size() + group.rank(); offset < selected.length;
         offset += stride)
      body(selected.begin + offset, selected.value);
    return;
  }
  const int lanes = Kokkos::min(lanes_per_row, group.size());
  const int rows_at_once = group.size() / lanes;
  const int batch = static_cast<int>(Kokkos::min<count_type>(group.size(), (length + num_groups - 1) / num_groups));
  for (count_type base = begin + static_cast<count_type>(group_rank) * batch; base < end;
       base += static_cast<count_type>(num_groups) * batch) {
    const int selected = static_cast<int>(Kokkos::min<count_type>(batch, end - base));
    SelectedRow<typename ProblemType::operand_a_type::scalar_type> mine;
    if (group.rank() < selected) mine = select_row<WithValues>(problem, base + group.rank());
    for (int first = 0; first < selected; first += rows_at_once) {
      const int source = first + group.rank() / lanes;
      const auto current = broadcast_row<WithValues>(group, mine, source < selected ? source : 0);
      if (source < selected)
        for (count_type offset = group.rank() % lanes; offset < current.length; offset += lanes)
          body(current.begin + offset, current.value);
      group.barrier();
    }
  }
}

}  // namespace Ocean::Impl

#endif
