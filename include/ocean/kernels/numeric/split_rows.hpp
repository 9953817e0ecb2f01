#ifndef OCEAN_KERNELS_NUMERIC_SPLIT_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_SPLIT_ROWS_HPP
/// \file
/// \brief Ranked bitmaps for the longest rows: several teams share a row of C, each with a part of its row of A.

#include <algorithm>
#include <cstdint>

#include "../../accumulators/ranked_bitmap.hpp"
#include "../../core/workspace.hpp"
#include "row_pass.hpp"
#include "window_parts.hpp"

namespace Ocean::Impl {

/// Threads of a team, products that it should have of a row, and the most teams that share one.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int split_team_size = 256;
inline constexpr count_type split_products_per_team = 8192, split_parts_max = 256;

/// \brief Words of the bitmap of a row that is split, where none spans more than \p span_max columns.
inline count_type split_words(count_type span_max) {
  return std::clamp(AccumulatorTable::bitmap_words(span_max), bitmap_padding_words, split_words_max);
}

/// \brief Rows whose bitmaps are held at once; one at least.
inline count_type num_split_rows_at_once(count_type num_rows, count_type span_max) {
  return std::min(num_rows, std::max<count_type>(1, split_words_max / split_words(span_max)));
}

/// \brief What the teams of a row share: its bitmap, the ranks of its words, and where its entries begin.
template <class View, class Begins>
struct SplitBitmaps {
  View bits;     ///< [rows at once * words]
  View ranks;    ///< [rows at once * words], empty when counting
  Begins begin;  ///< [rows at once] first slot in the output, or no_room
  count_type words = 0;
};

/// \brief The bitmaps of \p num_rows rows.
template <bool WithValues, class Memory>
auto allocate_split_bitmaps(count_type num_rows, count_type span_max, Memory& memory) {
  const count_type words = split_words(span_max);
  const auto bits = memory.template allocate<std::uint32_t>("Ocean::numeric::split_bits", num_rows * words);
  const count_type rank_words = WithValues ? num_rows * words : 0;
  const auto ranks = memory.template allocate<std::uint32_t>("Ocean::numeric::split_ranks", rank_words);
  const auto begin = memory.template allocate<count_type>("Ocean::numeric::split_begin", num_rows);
  return SplitBitmaps<decltype(bits), decltype(begin)>{bits, ranks, begin, words};
}

template <class Bitmaps, class Memory>
void release_split_bitmaps(const Bitmaps& bitmaps, Memory& memory) {
  memory.release(bitmaps.begin);
  memory.release(bitmaps.ranks);
  memory.release(bitmaps.bits);
}

/// \brief The parts of rows that the kernels of this file share.
template <class PassData>
struct SplitRows {
  using bits_type = typename PassData::template view_type<std::uint32_t>;
  PassData pass;
  SplitBitmaps<bits_type, typename PassData::template view_type<count_type>> bitmaps;
  count_type parts_max;  ///< of any row

  KOKKOS_FUNCTION auto bitmap_of(count_type position) const {
    const count_type first = position * bitmaps.words;
    auto bitmap = RankedBitmap<std::uint32_t>::make(bitmaps.bits.data() + first, pass.row_range(pass.row_at(position)));
    bitmap.ranks = bitmaps.ranks.data() + first;
    return bitmap;
  }

  /// \brief The entries of A of number \p part of the row at \p position; none for teams that the row does not need.
  KOKKOS_FUNCTION RowOfA part_of(count_type position, count_type part) const {
    const count_type row = pass.row_at(position);
    const RowOfA whole = a_row(pass.problem, row);
    const count_type length = whole.end - whole.begin;
    const count_type wanted = (pass.row_products(row) + split_products_per_team - 1) / split_products_per_team;
    const count_type parts = Kokkos::max<count_type>(1, Kokkos::min(Kokkos::min(wanted, length), parts_max));
    if (part >= parts) return {};
    return {whole.begin + length * part / parts, whole.begin + length * (part + 1) / parts};
  }

  /// \brief Calls body(column - first column, product) for the products of this team's part of a row.
  template <bool WithValues, class Team, class Body>
  KOKKOS_FUNCTION void walk(const Team& team, const auto& bitmap, const Body& body) const {
    const count_type position = team.league_rank() / parts_max, part = team.league_rank() % parts_max;
    for_each_product_of_long_row<typename PassData::scalar_type, WithValues>(
        team, pass.problem, part_of(position, part), bitmap.first_column, pass.lanes_per_b_row, body);
  }
};

/// \brief Marks the columns of every row.
/// Pre     bitmaps.bits is zero
/// Launch  parts_max teams per row; counters in scratch
/// Cost    one walk over the products, an atomic in global memory for each
template <class PassData>
struct MarkSplitRows {
  static constexpr int max_team_size = split_team_size;
  SplitRows<PassData> rows;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto bitmap = rows.bitmap_of(team.league_rank() / rows.parts_max);
    rows.template walk<false>(team, bitmap, [&](std::uint32_t key, const auto& product) {
      const BitmapWord marked = marked_word<typename PassData::problem_type>(key, product);
      bitmap.template mark<typename Team::atomics>(marked, rows.pass.tests_bits);
    });
  }
};

/// \brief Counts the columns of every row; ranks them and makes its room ready when accumulating.
/// Pre     the columns are marked
/// Launch  a team per row; counters in scratch
/// Cost    one read of the bitmap when counting, two and a write of the row else
template <class PassData>
struct RankSplitRows {
  static constexpr int max_team_size = largest_team_size;
  SplitRows<PassData> rows;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto& pass = rows.pass;
    const count_type position = team.league_rank(), row = pass.row_at(position);
    const TeamLanes<Team> lanes(team);
    const auto bitmap = rows.bitmap_of(position);
    count_type distinct = 0;
    if constexpr (PassData::with_values) {
      distinct = bitmap.rank_words(lanes);
      count_type begin = no_room;
      if (distinct <= pass.capacity_of(position))
        begin = find_room(team, lanes, pass, position, distinct, team.template scratch<count_type>());
      if (team.thread_rank() == 0) rows.bitmaps.begin(position) = begin;
      if (begin == no_room) {
        if (team.thread_rank() == 0) pass.note_overflow(team, row);
        return;
      }
      for (count_type entry = lanes.rank(); entry < distinct; entry += lanes.size())
        pass.values(begin + entry) = typename PassData::scalar_type(0);
      team.barrier();  // for the ranks
      bitmap.write_columns(team.template group<product_group_width>(), team.template group_rank<product_group_width>(),
                           team.template num_groups<product_group_width>(), pass.entries.data() + begin);
    } else {
      distinct = bitmap.count(lanes);
    }
    if (team.thread_rank() == 0) pass.row_nnz(row) = distinct;
  }
};

/// \brief Adds the products of every row up at their place in the output.
/// Pre     RankSplitRows is ahead on the instance
/// Launch  parts_max teams per row; counters in scratch
/// Cost    one walk over the products, an atomic in global memory for each
template <class PassData>
struct AddSplitRows {
  static constexpr int max_team_size = split_team_size;
  SplitRows<PassData> rows;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type position = team.league_rank() / rows.parts_max, begin = rows.bitmaps.begin(position);
    if (begin == no_room) return;
    const auto bitmap = rows.bitmap_of(position);
    auto* const sums = rows.pass.values.data() + begin;
    rows.template walk<true>(team, bitmap, [&](std::uint32_t column, const auto& product) {
      Team::atomics::add(&sums[bitmap.place(column)], product);
    });
  }
};

/// \brief Counts and, in an accumulating pass, adds up rows of any length on \p exec, as many at once as their bitmaps
/// may be; returns without a fence.
/// \param span_max     largest span of the rows
/// \param products_max of any row, or a bound
template <TeamLauncher Launcher, class PassData>
void split_rows(const Launcher& launcher, const PassData& pass, count_type span_max, count_type products_max,
                Workspace<typename Launcher::execution_space>& workspace) {
  const count_type at_once = num_split_rows_at_once(pass.num_rows, span_max);
  const count_type parts_max = std::clamp<count_type>(products_max / split_products_per_team + 1, 1, split_parts_max);
  const auto bitmaps = allocate_split_bitmaps<PassData::with_values>(at_once, span_max, workspace);
  for (count_type first = 0; first < pass.num_rows; first += at_once) {
    const count_type num_rows = std::min(at_once, pass.num_rows - first);
    const SplitRows<PassData> rows{
        part_of_pass(pass, first, num_rows), {bitmaps.bits, bitmaps.ranks, bitmaps.begin, bitmaps.words}, parts_max};
    const auto num_words = static_cast<std::size_t>(num_rows * bitmaps.words);
    DeviceMemory<typename Launcher::execution_space>::clear(launcher.exec(), bitmaps.bits.data(), num_words);
    launcher.launch({"Ocean::numeric::mark_split_rows", num_rows * parts_max, split_team_size, team_counter_bytes},
                    MarkSplitRows<PassData>{rows});
    launcher.launch({"Ocean::numeric::rank_split_rows", num_rows, largest_team_size, team_counter_bytes},
                    RankSplitRows<PassData>{rows});
    if constexpr (PassData::with_values)
      launcher.launch({"Ocean::numeric::add_split_rows", num_rows * parts_max, split_team_size, team_counter_bytes},
                      AddSplitRows<PassData>{rows});
  }
  release_split_bitmaps(bitmaps, workspace);
}

}  // namespace Ocean::Impl

#endif
