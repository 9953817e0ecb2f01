#ifndef OCEAN_ACCUMULATORS_PRODUCTS_HPP
#define OCEAN_ACCUMULATORS_PRODUCTS_HPP
/// \file
/// \brief Walks through the products of one row of C, by a group of lanes or by a whole team.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "../core/binary_search.hpp"
#include "../tuning/accumulator_table.hpp"
#include "../tuning/lane_choice.hpp"
#include "product_steps.hpp"

namespace Ocean::Impl {

/// Lanes of a warp on the native path: the widest group that shares its reads of A.
inline constexpr int product_group_width = 32;

/// \brief Long rows of B, a group each, or several groups where there are fewer rows than groups.
template <class Scalar, bool WithValues, class Team, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void share_long_rows(const Team& team, const ProblemType& problem, const RowOfA& row,
                                            count_type first_column, const Body& body) {
  const auto group = team.template group<product_group_width>();
  const int group_rank = team.template group_rank<product_group_width>();
  const int num_groups = team.template num_groups<product_group_width>();
  const count_type num_entries = row.end - row.begin;
  const int sharing = num_entries < num_groups ? num_groups / static_cast<int>(num_entries) : 1;
  const count_type stride = static_cast<count_type>(sharing) * group.size();
  const count_type first = static_cast<count_type>(group_rank % sharing) * group.size();
  for (count_type entry = row.begin + group_rank / sharing; entry < row.end; entry += num_groups / sharing) {
    const auto selected = select_whole_row<WithValues>(problem, entry);
    read_ahead<Scalar, WithValues, rows_in_flight>(group, problem, first_column, selected, first, stride, body);
    if (sharing > 1) return;  // every row has its groups
  }
}

/// Lanes that would suit a row of B in a walk through the products of a row: as few as take most rows in one step. With
/// fewer lanes than a group has, rows of less than 16 entries on average, the walk is term by term.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_buckets.csv (bounds of 16, 22 and 28 entries)
/// measured: perf_tests/results/nvidia_h200_2026-11-23_lanes.csv (0.5 against 0.75: 0.91 and 0.92 of the time on
/// x_smallworld and x_wathen, level on average), and
/// perf_tests/results/nvidia_h200_2026-11-24_constants.csv, the most
inline constexpr LaneRange walk_lanes = {1, 16 * product_group_width, 0.5};

/// Lanes that suit rows of B so long that a group of a team is given one at a time: their bounds are read one after the
/// other then, but nothing is handed from lane to lane. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_lanes.csv (rows of 105 to 170 entries take 0.88 to 0.94 of the time when
/// they are handed on, mycielskian13's of 505 take 1.38 times as long), and
/// perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int long_row_lanes = walk_lanes.max;

/// Rows of B with more entries for each of their lanes are left to the whole group.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr std::uint32_t entries_per_lane_max = 8;

/// \brief The groups that walk through a row together, and how they share the rows of B.
struct WalkShape {
  int group_rank = 0;  ///< of the calling group
  int num_groups = 1;
  int lanes = 1;  ///< lanes that would suit a row of B, a power of two
};

/// \brief The value of A beside the row of B that lane \p source has selected, for all lanes.
template <bool WithValues, class Group, class Row>
KOKKOS_INLINE_FUNCTION auto value_of_lane(const Group& group, const Row& mine, int source) {
  if constexpr (WithValues)
    return group.broadcast(mine.value, source);
  else
    return mine.value;  // is not used
}

/// \brief All lanes together go through the rows of B that the lanes of a group have selected, one row after the other:
/// in each step they take up to a group's size of terms of one row.
/// \param mine the row that this lane has selected, of no length if it has none
template <class Scalar, bool WithValues, class Group, class ProblemType, class Row, class Body>
KOKKOS_INLINE_FUNCTION void walk_row_by_row(const Group& group, const ProblemType& problem, const Row& mine,
                                            int num_selected, count_type first_column, const Body& body) {
  using loaded_type = LoadedEntry<ProblemType, WithValues>;
  constexpr int in_flight = Group::max_size == 1 ? 1 : rows_in_flight;
  int source = 0;          // lane that has selected the row of the next step
  std::uint32_t next = 0;  // term of that row which the first lane takes
  while (source < num_selected) {
    loaded_type loaded[in_flight];
    int source_of[in_flight];
    bool valid[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const auto begin = group.broadcast(mine.begin, source);
      const std::uint32_t length = group.broadcast(mine.length, source);
      source_of[ahead] = source;
      valid[ahead] = source < num_selected && next + group.rank() < length;
      if (valid[ahead]) loaded[ahead] = loaded_type::at(problem, begin + next + group.rank());
      next += group.size();
      if (next >= length) {
        next = 0;
        ++source;
      }
    }
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const std::uint32_t key = loaded[ahead].key(first_column);
      const Scalar product =
          loaded[ahead].template product<Scalar>(value_of_lane<WithValues>(group, mine, source_of[ahead]));
      take_step(group, valid[ahead], key, product, body);
    }
  }
}

/// \brief The same for a body that locates products first. Lanes without a term read the last one of their row, so that
/// no load depends on a condition; for other bodies that is slower. measured:
/// perf_tests/results/nvidia_h100_2026-11-26_rank_directory.csv (x_wathen 1.07, x_grid27 1.04 of the numeric time)
template <class Scalar, bool WithValues, class Group, class ProblemType, class Row, class Body>
KOKKOS_INLINE_FUNCTION void locate_row_by_row(const Group& group, const ProblemType& problem, const Row& mine,
                                              int num_selected, count_type first_column, const Body& body) {
  using loaded_type = LoadedEntry<ProblemType, WithValues>;
  using entry_type = std::make_unsigned_t<std::decay_t<decltype(mine.begin)>>;  // steps beyond the last entry fit
  constexpr int in_flight = Group::max_size == 1 ? 1 : rows_in_flight;
  if (!group.any(mine.length > 0)) return;         // there may be no entry 0 to read
  entry_type first_of_mine = 1, last_of_mine = 0;  // a row without entries: all read entry 0, and none takes it
  if (mine.length > 0) {
    first_of_mine = static_cast<entry_type>(mine.begin);
    last_of_mine = first_of_mine + mine.length - 1;
  }
  int source = 0;        // lane that has selected the row of the next step
  entry_type taken = 0;  // terms of that row
  while (source < num_selected) {
    loaded_type loaded[in_flight];
    int source_of[in_flight];
    bool valid[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const entry_type first = group.broadcast(first_of_mine, source) + taken;
      const entry_type last = group.broadcast(last_of_mine, source);
      const entry_type entry = first + group.rank();
      source_of[ahead] = source;
      valid[ahead] = source < num_selected && entry <= last;
      loaded[ahead] = loaded_type::at(problem, Kokkos::min(entry, last));
      taken += group.size();
      if (first + group.size() > last) {
        taken = 0;
        ++source;
      }
    }
    take_located<true, Scalar>(
        group, loaded, valid, first_column,
        [&](int ahead) { return value_of_lane<WithValues>(group, mine, source_of[ahead]); }, body);
  }
}

/// \brief The same without idle lanes: the terms of all selected rows are numbered, and in each step the lanes take the
/// next ones. A lane finds the row of its term by a binary search among the rows' first terms, which the lanes hold.
template <class Scalar, bool WithValues, class Group, class ProblemType, class Row, class Body>
KOKKOS_INLINE_FUNCTION void walk_term_by_term(const Group& group, const ProblemType& problem, const Row& mine,
                                              count_type first_column, const Body& body) {
  using loaded_type = LoadedEntry<ProblemType, WithValues>;
  constexpr int in_flight = Group::max_size == 1 ? 1 : rows_in_flight;
  std::uint32_t num_terms = 0;
  const std::uint32_t first_term = group.exclusive_sum(mine.length, num_terms);
  const auto begin = mine.begin - first_term;  // so that term t is entry begin + t
  for (std::uint32_t base = 0; base < num_terms; base += in_flight * group.size()) {
    loaded_type loaded[in_flight];
    int source_of[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const std::uint32_t term = Kokkos::min(base + ahead * group.size() + group.rank(), num_terms - 1);
      const int source = find_lane(group, group.size(), first_term, term);
      source_of[ahead] = source;
      loaded[ahead] = loaded_type::at(problem, group.broadcast(begin, source) + term);
    }
    const auto value_of = [&](int ahead) { return value_of_lane<WithValues>(group, mine, source_of[ahead]); };
    if constexpr (LocatesFirst<Body>) {
      bool valid[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead)
        valid[ahead] = base + ahead * group.size() + group.rank() < num_terms;
      take_located<false, Scalar>(group, loaded, valid, first_column, value_of, body);
    } else {
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const std::uint32_t key = loaded[ahead].key(first_column);
        const Scalar product = loaded[ahead].template product<Scalar>(value_of(ahead));
        const std::uint32_t step = base + ahead * group.size();
        if (step < num_terms) take_step(group, step + group.rank() < num_terms, key, product, body);
      }
    }
  }
}

/// \brief Whether lanes that own a row of C never have the same column in one step of a walk, so that they add without
/// atomics: they share one row of B at a time, which holds no column twice, or there is only one lane.
KOKKOS_INLINE_FUNCTION bool columns_differ(int num_lanes, int lanes_per_b_row, bool b_rows_sorted) {
  return num_lanes == 1 || (b_rows_sorted && lanes_per_b_row >= num_lanes);
}

/// \brief Rows of B so long that the groups of a team that meet one leave it to all of them: the entries of A that
/// select them. Those that find no place here are walked through by one group.
struct SharedRows {
  static constexpr unsigned num_rows_max = 5;
  /// Entries of a row of B that is shared.
  /// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
  static constexpr count_type entries_min = 2048;
  /// Scratch of the list, within the team_counter_bytes; before it is room for what a kernel counts itself.
  static constexpr std::size_t first_byte = 16;
  unsigned* num_found = nullptr;
  count_type* entries = nullptr;

  /// \brief An empty list in the team's scratch. A team barrier.
  template <class Team>
  KOKKOS_FUNCTION static SharedRows make(const Team& team) {
    static_assert(first_byte + sizeof(count_type) * (1 + num_rows_max) <= team_counter_bytes);
    const SharedRows rows{team.template scratch<unsigned>(first_byte),
                          team.template scratch<count_type>(first_byte + sizeof(count_type))};
    if (team.thread_rank() == 0) *rows.num_found = 0;
    team.barrier();
    return rows;
  }
  /// \brief Called by a group: notes \p entry if there is a place for it.
  template <class Atomics, class Group>
  KOKKOS_FUNCTION bool add(const Group& group, count_type entry) const {
    unsigned place = 0;
    if (group.rank() == 0) place = Atomics::fetch_add(num_found, 1u);
    place = group.broadcast(place, 0);
    if (place < num_rows_max && group.rank() == 0) entries[place] = entry;
    return place < num_rows_max;
  }
  /// \brief Entries that are noted. Pre: a team barrier since the last add()
  KOKKOS_FUNCTION unsigned size() const { return *num_found < num_rows_max ? *num_found : num_rows_max; }
};

/// \brief For a group that has no team to share with.
struct NoSharedRows {
  static constexpr count_type entries_min = Kokkos::Experimental::finite_max_v<count_type>;
  template <class Atomics, class Group>
  KOKKOS_FUNCTION static bool add(const Group&, count_type) {
    return false;
  }
};

/// \brief Groups of lanes walk through the products of a row.
///
/// body(key, product) is called once per product, or, where it has them, body.find_together(group, valid, key) by all
/// lanes and body.add(found, product) by those that have a product, or body.locate(key) and then
/// body.add<OneRow>(place, product, valid), both by all lanes (LocatesFirst); key = column - first_column. A barrier of
/// the group separates what it has read of different rows of B: when all its lanes share a row of B and that holds no
/// column twice, the body may update what only this group owns without atomics.
///
/// \param shared takes rows of B from shared.entries_min entries on, if it has a place for them
template <class Scalar, bool WithValues, class Atomics, class Group, class ProblemType, class Shared, class Body>
KOKKOS_INLINE_FUNCTION void walk_products(const Group& group, const WalkShape& shape, const ProblemType& problem,
                                          const RowOfA& row, count_type first_column, const Shared& shared,
                                          const Body& body) {
  constexpr int in_flight = Group::max_size == 1 ? 1 : rows_in_flight;
  constexpr std::uint32_t longest_of_group = longest_selected_row / 2;
  const int lanes = Kokkos::min(shape.lanes, group.size());
  const std::uint32_t longest = lanes < group.size() ? lanes * entries_per_lane_max : longest_of_group;
  const int batch = static_cast<int>(
      Kokkos::min<count_type>(group.size(), (row.end - row.begin + shape.num_groups - 1) / shape.num_groups));
  for (count_type base = row.begin + static_cast<count_type>(shape.group_rank) * batch; base < row.end;
       base += static_cast<count_type>(shape.num_groups) * batch) {
    const int num_selected = static_cast<int>(Kokkos::min<count_type>(batch, row.end - base));
    SelectedRowOf<ProblemType> mine;
    if (group.rank() < num_selected) mine = select_row<WithValues>(problem, base + group.rank());
    const bool is_long = mine.length > longest;
    if (is_long) mine.length = 0;
    if (lanes < group.size())
      walk_term_by_term<Scalar, WithValues>(group, problem, mine, first_column, body);
    else if constexpr (LocatesFirst<Body>)
      locate_row_by_row<Scalar, WithValues>(group, problem, mine, num_selected, first_column, body);
    else
      walk_row_by_row<Scalar, WithValues>(group, problem, mine, num_selected, first_column, body);
    for (std::uint32_t rest = group.ballot(is_long); rest != 0; rest &= rest - 1) {
      const count_type entry = base + Kokkos::Experimental::countr_zero_builtin(rest);
      const auto current = select_whole_row<WithValues>(problem, entry);
      if (current.length >= Shared::entries_min && shared.template add<Atomics>(group, entry)) continue;
      read_ahead<Scalar, WithValues, in_flight>(group, problem, first_column, current, 0, group.size(), body);
    }
  }
}

/// \brief All threads of a team walk through the products of a row, in no particular order.
/// \param lanes_per_row lanes that would suit a row of B, a power of two
template <class Scalar, bool WithValues, class Team, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product(const Team& team, const ProblemType& problem, const RowOfA& row,
                                             count_type first_column, int lanes_per_row, const Body& body) {
  if (row.begin == row.end) return;
  const WalkShape shape{team.template group_rank<product_group_width>(),
                        team.template num_groups<product_group_width>(), lanes_per_row};
  if (row.end - row.begin < shape.num_groups || lanes_per_row >= long_row_lanes)
    share_long_rows<Scalar, WithValues>(team, problem, row, first_column, body);
  else
    walk_products<Scalar, WithValues, typename Team::atomics>(team.template group<product_group_width>(), shape,
                                                              problem, row, first_column, NoSharedRows(), body);
}

/// \brief The same for the longest rows, which may select rows of B that would keep one group busy after all others are
/// done: the team shares those. Team barriers; scratch of SharedRows.
template <class Scalar, bool WithValues, class Team, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product_of_long_row(const Team& team, const ProblemType& problem,
                                                         const RowOfA& row, count_type first_column, int lanes_per_row,
                                                         const Body& body) {
  if (row.begin == row.end) return;
  const WalkShape shape{team.template group_rank<product_group_width>(),
                        team.template num_groups<product_group_width>(), lanes_per_row};
  const bool takes_long_rows = row.end - row.begin < shape.num_groups || lanes_per_row >= long_row_lanes;
  SharedRows shared;
  unsigned num_left = 1;
  if (!takes_long_rows) {
    shared = SharedRows::make(team);
    walk_products<Scalar, WithValues, typename Team::atomics>(team.template group<product_group_width>(), shape,
                                                              problem, row, first_column, shared, body);
    team.barrier();
    num_left = shared.size();
  }
  for (unsigned left = 0; left < num_left; ++left)
    share_long_rows<Scalar, WithValues>(team, problem,
                                        takes_long_rows ? row : RowOfA{shared.entries[left], shared.entries[left] + 1},
                                        first_column, body);
}

/// \brief One group of lanes walks through the products of a row.
template <class Scalar, bool WithValues, class Group, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product_of_group(const Group& group, const ProblemType& problem, const RowOfA& row,
                                                      count_type first_column, int lanes_per_row, const Body& body) {
  walk_products<Scalar, WithValues, void>(group, WalkShape{0, 1, lanes_per_row}, problem, row, first_column,
                                          NoSharedRows(), body);
}

}  // namespace Ocean::Impl

#endif
