#ifndef OCEAN_KERNELS_NUMERIC_SPLIT_BITMAPS_HPP
#define OCEAN_KERNELS_NUMERIC_SPLIT_BITMAPS_HPP
/// \file
/// \brief Rows that several teams share: their bitmaps, and the part that a team has of them.

#include <algorithm>
#include <cstdint>

#include "../../accumulators/ranked_bitmap.hpp"
#include "../../accumulators/shared_products.hpp"
#include "../../backend/team_launch.hpp"
#include "../../tuning/accumulator_table.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// Threads of a team, products that it should have of a row, and the most teams that share one.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int split_team_size = 256;
inline constexpr count_type split_products_per_team = 8192, split_parts_max = 256;
/// Where that gives less than this many teams to a processor, they have fewer products, down to the second number.
/// measured: perf_tests/results/nvidia_h100_2026-11-26_long_rows.csv (ncu: 267 instead of 54 teams mark the three such
/// rows of tw_denserc in 38 instead of 53 us)
inline constexpr count_type split_teams_per_unit = 2, split_products_per_team_min = 1024;

/// \brief Products of a row that a team should have where \p num_rows rows have \p products_max at most.
inline count_type choose_split_products(const TeamLimits& limits, count_type num_rows, count_type products_max) {
  return std::clamp(num_rows * products_max / (split_teams_per_unit * limits.num_units), split_products_per_team_min,
                    split_products_per_team);
}

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

/// \brief Words of the bitmap that a team marks for itself where rows have bitmaps of \p words; 0: none.
/// \param scratch_bytes of a team
inline count_type num_own_words(std::int64_t scratch_bytes, count_type words) {
  return team_counter_bytes + words * count_type{sizeof(std::uint32_t)} <= scratch_bytes ? words : 0;
}

/// \brief Teams that write the columns of a row of \p words words: each of their threads has about one.
inline count_type num_column_writers(count_type words) {
  return std::clamp<count_type>(words / split_team_size, 1, split_parts_max);
}

/// \brief The parts of rows that teams share.
template <class PassData>
struct SplitRows {
  using bits_type = typename PassData::template view_type<std::uint32_t>;
  PassData pass;
  SplitBitmaps<bits_type, typename PassData::template view_type<count_type>> bitmaps;
  count_type parts_max;      ///< of any row
  count_type part_products;  ///< of a row

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
    const count_type wanted = (pass.row_products(row) + part_products - 1) / part_products;
    const count_type parts = Kokkos::max<count_type>(1, Kokkos::min(Kokkos::min(wanted, length), parts_max));
    if (part >= parts) return {};
    return {whole.begin + length * part / parts, whole.begin + length * (part + 1) / parts};
  }

  /// \brief Calls body(column - first column, product) for the products of this team's part of a row.
  template <bool WithValues, class Team, class Body>
  KOKKOS_FUNCTION void walk(const Team& team, const auto& bitmap, const Body& body) const {
    const count_type position = team.league_rank() / parts_max, part = team.league_rank() % parts_max;
    for_each_product<typename PassData::scalar_type, WithValues>(team, pass.problem, part_of(position, part),
                                                                 bitmap.first_column, pass.lanes_per_b_row,
                                                                 pass.b_rows_uneven, body);
  }
};

}  // namespace Ocean::Impl

#endif
