#ifndef OCEAN_KERNELS_SIZE_PREDICTION_GATHER_COLUMN_WORDS_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_GATHER_COLUMN_WORDS_HPP
/// \file
/// \brief The columns of B in words of bitmaps.

#include <cstdint>
#include <type_traits>

#include "../../core/word_operand.hpp"
#include "../analysis/row_groups.hpp"

namespace Ocean::Impl {

/// \brief One group of lanes per row of B; a warp or the whole team for longer rows.
///
/// A word begins where a column lies in another word than the one before it: rows in any order are right, rows that are
/// sorted have each word once. A lane takes neighbouring columns, and those behind them that lie in its last word.
/// Shapes  words.entries [nnz(B)], words.num_words [num_rows] (out)
/// Pre     offsets and columns are within their bounds
/// Launch  no scratch
/// Cost    a read of B's columns, some of them twice; a write of the words
template <int Width, class OperandB>
struct GatherColumnWords {
  static constexpr int max_team_size = analysis_team_size;
  static constexpr int min_teams_per_unit = analysis_teams_per_unit;
  static constexpr int in_flight = analysis_entries_in_flight;
  using column_type = std::make_unsigned_t<typename OperandB::ordinal_type>;
  OperandB b;
  WordOperand<OperandB> words;
  RowRounds rounds;

  KOKKOS_FUNCTION static std::uint32_t position_of(column_type column) { return word_of_column(column).position; }

  /// \brief The columns of a lane, and the one before them.
  template <class Offset>
  struct Columns {
    column_type before{};
    column_type own[in_flight];
    bool begins[in_flight];  ///< a word
    int num_words = 0;       ///< that begin here

    KOKKOS_FUNCTION Columns(const OperandB& b, Offset begin, Offset mine, Offset end) {
      if (mine > begin && mine < end) before = static_cast<column_type>(b.entries(mine - 1));
      for (int ahead = 0; ahead < in_flight; ++ahead)
        own[ahead] = mine + ahead < end ? static_cast<column_type>(b.entries(mine + ahead)) : 0;
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const bool is_first = ahead == 0 && mine == begin;
        const column_type previous = ahead == 0 ? before : own[ahead == 0 ? 0 : ahead - 1];
        begins[ahead] = mine + ahead < end && (is_first || position_of(previous) != position_of(own[ahead]));
        num_words += begins[ahead] ? 1 : 0;
      }
    }
  };

  /// \brief Writes the words that begin in a lane's columns, the first of which is entry \p mine.
  template <class Offset>
  KOKKOS_FUNCTION void write(const Columns<Offset>& columns, Offset mine, Offset end, Offset place) const {
    BitmapWord word{0, 0};
    bool has_word = false;
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      if (columns.begins[ahead]) {
        if (has_word) words.entries(place++) = word;
        word = {position_of(columns.own[ahead]), 0};
        has_word = true;
      }
      if (mine + ahead < end) word.bits |= word_of_column(columns.own[ahead]).bits;
    }
    if (!has_word) return;
    for (Offset entry = mine + in_flight; entry < end; ++entry) {
      const auto column = static_cast<column_type>(b.entries(entry));
      if (position_of(column) != word.position) break;
      word.bits |= word_of_column(column).bits;
    }
    words.entries(place) = word;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const RowGroups<Width, Team> groups(team, b.num_rows, rounds);
    groups.for_each_row(
        b.row_map, static_cast<count_type>(b.entries.extent(0)), nullptr,
        [&](count_type row, auto first, auto last, const auto& lanes) {
          using entry_type = std::make_unsigned_t<decltype(first)>;  // a step beyond the last offset fits
          const auto begin = static_cast<entry_type>(first), end = static_cast<entry_type>(last);
          entry_type place = begin;
          for (entry_type chunk = begin; lanes.any_of_warp(chunk < end); chunk += in_flight * lanes.size()) {
            const entry_type mine = chunk + lanes.rank() * in_flight;
            const Columns<entry_type> columns(b, begin, mine, end);
            int total = 0;
            const int before = lanes.exclusive_sum(columns.num_words, total);
            if (columns.num_words > 0) write(columns, mine, end, static_cast<entry_type>(place + before));
            place += total;
          }
          if (lanes.rank() == 0 && row >= 0) words.num_words(row) = static_cast<std::uint32_t>(place - begin);
        });
  }
};

/// \brief Launches GatherColumnWords on \p exec; returns without a fence.
template <TeamLauncher Launcher, class OperandB>
void gather_column_words(const Launcher& launcher, const OperandB& b, const WordOperand<OperandB>& words) {
  dispatch_row_width(launcher.limits(), mean_row_length(b), b.num_rows, [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds = choose_row_rounds(launcher.limits(), lanes, mean_row_length(b), b.num_rows);
    launcher.launch(row_groups_launch("Ocean::size_prediction::gather_column_words", rounds),
                    GatherColumnWords<lanes, OperandB>{b, words, rounds});
  });
}

}  // namespace Ocean::Impl

#endif
