#ifndef OCEAN_ACCUMULATORS_PRODUCTS_HPP
#define OCEAN_ACCUMULATORS_PRODUCTS_HPP
/// \file
/// \brief Walks through the products of one row of C, by a group of lanes or by a whole team.

#include <Kokkos_Core.hpp>
#include <cstdint>

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

/// Rows of B that a group has in flight: their loads are issued before the first is used.
/// source: performance.md section 9, four rows in flight
inline constexpr int rows_in_flight = 4;

/// \brief One column and the product that belongs to it; without values only the column.
template <bool WithValues, class Scalar>
struct Term {
  std::uint32_t key = 0;  ///< column - first column of the row
  Scalar value{};
};

/// \brief Reads the term at \p offset of \p selected.
template <class Scalar, bool WithValues, class ProblemType, class AScalar>
KOKKOS_INLINE_FUNCTION Term<WithValues, Scalar> read_term(const ProblemType& problem, count_type first_column,
                                                          const SelectedRow<AScalar>& selected, count_type offset) {
  Term<WithValues, Scalar> term;
  term.key = static_cast<std::uint32_t>(problem.b.entries(selected.begin + offset) - first_column);
  if constexpr (WithValues) term.value = multiply<Scalar>(selected.value, problem.b.values(selected.begin + offset));
  return term;
}

/// \brief One group of lanes reads the rows of B one after another, all lanes in the same row of B.
///
/// body(key, product) is called once per product, key = column - first_column; a barrier of the group separates the
/// rows of B, so that the body may update what it owns without atomics when the rows of B hold no column twice.
template <class Scalar, bool WithValues, class Lanes, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product_in_order(const Lanes& lanes, const ProblemType& problem, count_type row,
                                                      count_type first_column, const Body& body) {
  using selected_type = SelectedRow<typename ProblemType::operand_a_type::scalar_type>;
  constexpr int in_flight = Lanes::max_size == 1 ? 1 : rows_in_flight;
  const count_type begin = static_cast<count_type>(problem.a.row_map(row));
  const count_type end = static_cast<count_type>(problem.a.row_map(row + 1));
  for (count_type base = begin; base < end; base += lanes.size()) {
    const int num_selected = static_cast<int>(Kokkos::min<count_type>(lanes.size(), end - base));
    selected_type mine;
    if (lanes.rank() < num_selected) mine = select_row<WithValues>(problem, base + lanes.rank());
    for (int first = 0; first < num_selected; first += in_flight) {
      selected_type selected[in_flight];
      Term<WithValues, Scalar> term[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const int source = first + ahead;
        selected[ahead] = broadcast_row<WithValues>(lanes, mine, source < num_selected ? source : 0);
        if (source >= num_selected) selected[ahead].length = 0;
        if (lanes.rank() < selected[ahead].length)
          term[ahead] = read_term<Scalar, WithValues>(problem, first_column, selected[ahead], lanes.rank());
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        if (lanes.rank() < selected[ahead].length) body(term[ahead].key, term[ahead].value);
        for (count_type offset = lanes.rank() + lanes.size(); offset < selected[ahead].length; offset += lanes.size()) {
          const auto later = read_term<Scalar, WithValues>(problem, first_column, selected[ahead], offset);
          body(later.key, later.value);
        }
        lanes.barrier();
      }
    }
  }
}

/// Lanes of a warp on the native path: the widest group that shares its reads of A.
inline constexpr int product_group_width = 32;

/// \brief Few rows of B for many groups: several groups share a row of B.
template <class Scalar, bool WithValues, class Team, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void share_long_rows(const Team& team, const ProblemType& problem, count_type begin,
                                            count_type end, count_type first_column, const Body& body) {
  const auto group = team.template group<product_group_width>();
  const int group_rank = team.template group_rank<product_group_width>();
  const int sharing = team.template num_groups<product_group_width>() / static_cast<int>(end - begin);
  const count_type entry = begin + group_rank / sharing;
  if (entry >= end) return;
  const auto selected = select_row<WithValues>(problem, entry);
  const count_type stride = static_cast<count_type>(sharing) * group.size();
  const count_type first = (group_rank % sharing) * group.size() + group.rank();
  for (count_type chunk = first; chunk < selected.length; chunk += rows_in_flight * stride) {
    Term<WithValues, Scalar> term[rows_in_flight];
    for (int ahead = 0; ahead < rows_in_flight; ++ahead)
      if (chunk + ahead * stride < selected.length)
        term[ahead] = read_term<Scalar, WithValues>(problem, first_column, selected, chunk + ahead * stride);
    for (int ahead = 0; ahead < rows_in_flight; ++ahead)
      if (chunk + ahead * stride < selected.length) body(term[ahead].key, term[ahead].value);
  }
}

/// \brief All threads of a team walk through the products of a row in no particular order.
///
/// \param lanes_per_row lanes that share a row of B, a power of two up to product_group_width
/// body(key, product) is called once per product, concurrently; key = column - first_column.
template <class Scalar, bool WithValues, class Team, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product(const Team& team, const ProblemType& problem, count_type row,
                                             count_type first_column, int lanes_per_row, const Body& body) {
  using selected_type = SelectedRow<typename ProblemType::operand_a_type::scalar_type>;
  const auto group = team.template group<product_group_width>();
  const int num_groups = team.template num_groups<product_group_width>();
  const count_type begin = static_cast<count_type>(problem.a.row_map(row));
  const count_type end = static_cast<count_type>(problem.a.row_map(row + 1));
  const count_type length = end - begin;
  if (length == 0) return;
  if (length < num_groups)
    return share_long_rows<Scalar, WithValues>(team, problem, begin, end, first_column, body);
  const int lanes = Kokkos::min(lanes_per_row, group.size());
  const int rows_at_once = group.size() / lanes, my_row = group.rank() / lanes, my_lane = group.rank() % lanes;
  const int batch = static_cast<int>(Kokkos::min<count_type>(group.size(), (length + num_groups - 1) / num_groups));
  for (count_type base = begin + static_cast<count_type>(team.template group_rank<product_group_width>()) * batch;
       base < end; base += static_cast<count_type>(num_groups) * batch) {
    const int num_selected = static_cast<int>(Kokkos::min<count_type>(batch, end - base));
    selected_type mine;
    if (group.rank() < num_selected) mine = select_row<WithValues>(problem, base + group.rank());
    for (int first = 0; first < num_selected; first += rows_in_flight * rows_at_once) {
      selected_type selected[rows_in_flight];
      Term<WithValues, Scalar> term[rows_in_flight];
      for (int ahead = 0; ahead < rows_in_flight; ++ahead) {
        const int source = first + ahead * rows_at_once + my_row;
        selected[ahead] = broadcast_row<WithValues>(group, mine, source < num_selected ? source : 0);
        if (source >= num_selected) selected[ahead].length = 0;
        if (my_lane < selected[ahead].length)
          term[ahead] = read_term<Scalar, WithValues>(problem, first_column, selected[ahead], my_lane);
      }
      for (int ahead = 0; ahead < rows_in_flight; ++ahead) {
        if (my_lane < selected[ahead].length) body(term[ahead].key, term[ahead].value);
        for (count_type offset = my_lane + lanes; offset < selected[ahead].length; offset += lanes) {
          const auto later = read_term<Scalar, WithValues>(problem, first_column, selected[ahead], offset);
          body(later.key, later.value);
        }
      }
      group.barrier();
    }
  }
}

}  // namespace Ocean::Impl

#endif
