#ifndef OCEAN_ACCUMULATORS_PRODUCTS_HPP
#define OCEAN_ACCUMULATORS_PRODUCTS_HPP
/// \file
/// \brief Walks of a group of lanes through the products of one row of C.

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

/// Lanes that would suit a row of B in a walk through the products of a row: as few as take most rows in one step. With
/// fewer lanes than a group has, rows of less than 16 entries on average, the walk is term by term.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_buckets.csv (bounds of 16, 22 and 28 entries)
/// measured: perf_tests/results/nvidia_h200_2026-11-23_lanes.csv (0.5 against 0.75: 0.91 and 0.92 of the time on
/// x_smallworld and x_wathen, level on average), and
/// perf_tests/results/nvidia_h200_2026-11-24_constants.csv, the most
inline constexpr LaneRange walk_lanes = {1, 16 * product_group_width, 0.5};

/// Rows of B with more entries for each of their lanes are left to the whole group where it walks term by term.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr std::uint32_t entries_per_lane_max = 8;

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
/// perf_tests/results/nvidia_h100_2026-11-26_rank_directory.csv (x_wathen 1.07, x_grid27 1.04 of the numeric time).
/// They ask for the next row when they have read one; the walk above asks in every step, as rows that are counted take
/// 1.02 of the time otherwise. measured: perf_tests/results/nvidia_h200_2026-11-28_long_rows_variants.csv
/// (row_broadcasts in run 5: sizes_ms, and numeric_ms, of which walks that locate first take 0.95 to 0.97 on six large
/// matrices)
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
  int source = 0;                                             // lane that has selected the row of the next step
  entry_type first = group.broadcast(first_of_mine, source);  // entry of that row which the first lane takes
  entry_type last = group.broadcast(last_of_mine, source);
  while (source < num_selected) {
    loaded_type loaded[in_flight];
    int source_of[in_flight];
    bool valid[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const entry_type entry = first + group.rank();
      source_of[ahead] = source;
      valid[ahead] = source < num_selected && entry <= last;
      loaded[ahead] = loaded_type::at(problem, Kokkos::min(entry, last));
      first += group.size();
      if (first > last) {
        ++source;
        first = group.broadcast(first_of_mine, source);
        last = group.broadcast(last_of_mine, source);
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

/// \brief Entries that a row of B may have in a walk of several rows together; a longer one is left to the whole group.
/// \param lanes_per_row lanes that would suit a row of B, a power of two
template <class Group>
KOKKOS_INLINE_FUNCTION std::uint32_t longest_of_several(const Group& group, int lanes_per_row) {
  return lanes_per_row < group.size() ? lanes_per_row * entries_per_lane_max : longest_selected_row / 2;
}

/// \brief A group walks through the terms of the rows of B that its lanes have selected, none longer than
/// longest_of_several().
template <class Scalar, bool WithValues, class Group, class ProblemType, class Row, class Body>
KOKKOS_INLINE_FUNCTION void walk_several(const Group& group, int lanes_per_row, const ProblemType& problem,
                                         const Row& mine, int num_selected, count_type first_column, const Body& body) {
  if (lanes_per_row < group.size())
    walk_term_by_term<Scalar, WithValues>(group, problem, mine, first_column, body);
  else if constexpr (LocatesFirst<Body>)
    locate_row_by_row<Scalar, WithValues>(group, problem, mine, num_selected, first_column, body);
  else
    walk_row_by_row<Scalar, WithValues>(group, problem, mine, num_selected, first_column, body);
}

/// \brief One group of lanes walks through the products of a row.
///
/// body(key, product) is called once per product, or, where it has them, body.find_together(group, valid, key) by all
/// lanes and body.add(found, product) by those that have a product, or body.locate(key) and then
/// body.add<OneRow>(place, product, valid), both by all lanes (LocatesFirst); key = column - first_column. A barrier of
/// the group separates what it has read of different rows of B: when all its lanes share a row of B and that holds no
/// column twice, the body may update what only this group owns without atomics.
/// \param lanes_per_row lanes that would suit a row of B, a power of two
template <class Scalar, bool WithValues, class Group, class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_product_of_group(const Group& group, const ProblemType& problem, const RowOfA& row,
                                                      count_type first_column, int lanes_per_row, const Body& body) {
  constexpr int in_flight = Group::max_size == 1 ? 1 : rows_in_flight;
  const std::uint32_t longest = longest_of_several(group, lanes_per_row);
  const int batch = static_cast<int>(Kokkos::min<count_type>(group.size(), row.end - row.begin));
  for (count_type base = row.begin; base < row.end; base += batch) {
    const int num_selected = static_cast<int>(Kokkos::min<count_type>(batch, row.end - base));
    SelectedRowOf<ProblemType> mine;
    if (group.rank() < num_selected) mine = select_row<WithValues>(problem, base + group.rank());
    const bool is_long = mine.length > longest;
    if (is_long) mine.length = 0;
    walk_several<Scalar, WithValues>(group, lanes_per_row, problem, mine, num_selected, first_column, body);
    for (std::uint32_t rest = group.ballot(is_long); rest != 0; rest &= rest - 1) {
      const count_type entry = base + Kokkos::Experimental::countr_zero_builtin(rest);
      read_ahead<Scalar, WithValues, in_flight>(group, problem, first_column,
                                                select_whole_row<WithValues>(problem, entry), 0, group.size(), body);
    }
  }
}

}  // namespace Ocean::Impl

#endif
