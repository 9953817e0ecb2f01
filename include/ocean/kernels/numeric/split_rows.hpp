#ifndef OCEAN_KERNELS_NUMERIC_SPLIT_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_SPLIT_ROWS_HPP
/// \file
/// \brief Ranked bitmaps for the longest rows: several teams share a row of C, each with a part of its row of A.

#include <algorithm>
#include <cstdint>

#include "../../core/workspace.hpp"
#include "row_pass.hpp"
#include "split_bitmaps.hpp"
#include "window_parts.hpp"

namespace Ocean::Impl {

/// \brief Marks the columns of every row: a team in a bitmap of its own, if there is scratch for it, and what it has
/// found there in the row's. A row of so many products has many of them in the same words.
/// Pre     bitmaps.bits is zero
/// Launch  parts_max teams per row; counters in scratch, and own_words words if they are as many as bitmaps.words
/// Cost    one walk over the products; an atomic in global memory for each of them, or for each word that is not empty
template <class PassData>
struct MarkSplitRows {
  static constexpr int max_team_size = split_team_size;
  SplitRows<PassData> rows;
  count_type own_words;

  template <class Team, class Bitmap>
  KOKKOS_FUNCTION void mark(const Team& team, const Bitmap& bitmap) const {
    rows.template walk<false>(team, bitmap, [&](std::uint32_t key, const auto& product) {
      const BitmapWord marked = marked_word<typename PassData::problem_type>(key, product);
      bitmap.template mark<typename Team::atomics>(marked, rows.pass.tests_bits);
    });
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type position = team.league_rank() / rows.parts_max;
    const RowOfA part = rows.part_of(position, team.league_rank() % rows.parts_max);
    if (part.begin == part.end) return;
    const auto bitmap = rows.bitmap_of(position);
    if (own_words < rows.bitmaps.words) return mark(team, bitmap);
    auto own = bitmap;
    own.bits = team.template scratch<std::uint32_t>(team_counter_bytes);
    own.clear(TeamLanes<Team>(team));
    team.barrier();
    mark(team, own);
    team.barrier();
    for (int word = team.thread_rank(); word < bitmap.words; word += team.num_threads())
      if (own.bits[word] != 0)
        bitmap.template mark<typename Team::atomics>({static_cast<std::uint32_t>(word), own.bits[word]}, true);
  }
};

/// \brief Counts the columns of every row; ranks them and finds its room when accumulating.
/// Pre     the columns are marked
/// Launch  a team per row; counters in scratch
/// Cost    one read of the bitmap, and a write of the ranks when accumulating
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
    } else {
      distinct = bitmap.count(lanes);
    }
    if (team.thread_rank() == 0) pass.row_nnz(row) = distinct;
  }
};

/// \brief Writes the columns of every row, and zeros beside them.
/// Pre     RankSplitRows is ahead on the instance
/// Launch  num_writers teams per row
/// Cost    a read of the bitmap and the ranks, a write of the row
template <class PassData>
struct WriteSplitColumns {
  static constexpr int max_team_size = split_team_size;
  SplitRows<PassData> rows;
  count_type num_writers;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto& pass = rows.pass;
    const count_type position = team.league_rank() / num_writers, begin = rows.bitmaps.begin(position);
    if (begin == no_room) return;
    const count_type writer = team.league_rank() % num_writers, distinct = pass.row_nnz(pass.row_at(position));
    const count_type num_threads = num_writers * team.num_threads();
    for (count_type entry = writer * team.num_threads() + team.thread_rank(); entry < distinct; entry += num_threads)
      pass.values(begin + entry) = typename PassData::scalar_type(0);
    const int num_groups = team.template num_groups<product_group_width>();
    rows.bitmap_of(position).write_columns(
        team.template group<product_group_width>(),
        static_cast<int>(writer) * num_groups + team.template group_rank<product_group_width>(),
        static_cast<int>(num_writers) * num_groups, pass.entries.data() + begin);
  }
};

/// \brief Adds the products of every row up at their place in the output.
/// Pre     WriteSplitColumns is ahead on the instance
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
  const count_type part_products = choose_split_products(launcher.limits(), at_once, products_max);
  const count_type parts_max = std::clamp<count_type>(products_max / part_products + 1, 1, split_parts_max);
  const auto bitmaps = allocate_split_bitmaps<PassData::with_values>(at_once, span_max, workspace);
  const count_type own_words = num_own_words(pass.config.row_bytes, bitmaps.words);
  for (count_type first = 0; first < pass.num_rows; first += at_once) {
    const count_type num_rows = std::min(at_once, pass.num_rows - first);
    const SplitRows<PassData> rows{part_of_pass(pass, first, num_rows),
                                   {bitmaps.bits, bitmaps.ranks, bitmaps.begin, bitmaps.words},
                                   parts_max,
                                   part_products};
    const auto num_words = static_cast<std::size_t>(num_rows * bitmaps.words);
    DeviceMemory<typename Launcher::execution_space>::clear(launcher.exec(), bitmaps.bits.data(), num_words);
    launcher.launch({"Ocean::numeric::mark_split_rows", num_rows * parts_max, split_team_size,
                     static_cast<std::size_t>(team_counter_bytes + own_words * count_type{sizeof(std::uint32_t)})},
                    MarkSplitRows<PassData>{rows, own_words});
    launcher.launch({"Ocean::numeric::rank_split_rows", num_rows, largest_team_size, team_counter_bytes},
                    RankSplitRows<PassData>{rows});
    if constexpr (PassData::with_values) {
      const count_type num_writers = num_column_writers(bitmaps.words);
      launcher.launch({"Ocean::numeric::write_split_columns", num_rows * num_writers, split_team_size},
                      WriteSplitColumns<PassData>{rows, num_writers});
      launcher.launch({"Ocean::numeric::add_split_rows", num_rows * parts_max, split_team_size, team_counter_bytes},
                      AddSplitRows<PassData>{rows});
    }
  }
  release_split_bitmaps(bitmaps, workspace);
}

}  // namespace Ocean::Impl

#endif
