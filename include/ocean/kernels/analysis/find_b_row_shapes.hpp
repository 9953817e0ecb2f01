#ifndef OCEAN_KERNELS_ANALYSIS_FIND_B_ROW_SHAPES_HPP
#define OCEAN_KERNELS_ANALYSIS_FIND_B_ROW_SHAPES_HPP
/// \file
/// \brief Length, first and last column of every row of B, whether it has the columns of the row before, and whether
/// all strictly increase.

#include <algorithm>
#include <bit>
#include <type_traits>

#include "../../backend/team_launch.hpp"
#include "../../core/word_operand.hpp"
#include "../../results/row_analysis.hpp"
#include "analysis_counters.hpp"
#include "row_groups.hpp"

namespace Ocean::Impl {

/// \brief In place of b_row_shape where nobody asks for lengths and ranges: columns are then not compared with their
/// bounds either.
struct NoShapes {};

/// Rows of B in whose columns words of bitmaps are counted, if it has as many; up to twice as many. source: an
/// estimate; 3 % of error with rows that differ as much as their mean, and two atomics for each
inline constexpr count_type sampled_b_rows = 1024;

/// \brief One group of lanes per row of B; a warp or the whole team for longer rows.
/// Shapes  b_row_shape (or NoShapes), continues [num_inner] (out), counters [copies] (in and out)
/// Pre     nothing: offsets and columns outside their bounds raise counters.defect and are not followed
/// Launch  no scratch; two atomics per row whose words are counted, unless there are no shapes
/// Cost    one read of B's entries and row map, a second one where rows are alike
template <int Width, class OperandB, class Shapes, class Flags, class Counters>
struct FindBRowShapes {
  static constexpr int max_team_size = analysis_team_size;
  static constexpr int min_teams_per_unit = analysis_teams_per_unit;
  using column_type = typename OperandB::ordinal_type;
  OperandB b;
  Shapes b_row_shape;
  Flags continues;
  Counters counters;
  RowRounds rounds;
  count_type unsampled_bits;  ///< zero in the numbers of the rows of the sample

  /// \brief Whether what a lane reads of a row strictly increases.
  template <class Offset, class Lanes>
  KOKKOS_FUNCTION bool increases(Offset begin, Offset end, const Lanes& lanes) const {
    constexpr int in_flight = analysis_entries_in_flight;
    using length_type = std::make_unsigned_t<Offset>;  // a step beyond the last offset fits
    const auto length = static_cast<length_type>(end - begin), size = static_cast<length_type>(lanes.size());
    const column_type* const columns = b.entries.data() + begin;
    bool seen = true;
    for (length_type chunk = lanes.rank() * in_flight; chunk < length; chunk += in_flight * size) {
      column_type mine[in_flight + 1];  // neighbours, and the one before, which only the first entry does not have
      for (int ahead = 0; ahead <= in_flight; ++ahead) {
        const length_type entry = Kokkos::min<length_type>(chunk + ahead, length);
        mine[ahead] = columns[entry - (entry > 0 ? 1 : 0)];
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const length_type entry = chunk + ahead;
        if (entry > 0 && entry < length && mine[ahead] >= mine[ahead + 1]) seen = false;
      }
    }
    return seen;
  }

  /// \brief Whether what a lane reads of a row are the columns of the row before, which begins at \p previous. Most
  /// rows differ in the first: the others are only read where they do not.
  template <class Offset, class Lanes>
  KOKKOS_FUNCTION bool repeats(Offset previous, Offset begin, Offset end, const Lanes& lanes) const {
    using length_type = std::make_unsigned_t<Offset>;
    const auto length = static_cast<length_type>(end - begin), size = static_cast<length_type>(lanes.size());
    if (length == 0 || begin < end - begin || previous != begin - (end - begin)) return false;
    const column_type *const columns = b.entries.data() + begin, *const before = b.entries.data() + previous;
    if (before[0] != columns[0]) return false;
    bool seen = true;
    for (length_type entry = lanes.rank(); entry < length; entry += size)
      if (before[entry] != columns[entry]) seen = false;
    return seen;
  }

  /// \brief First and last column of a row in any order, for all lanes.
  template <class Offset, class Lanes>
  KOKKOS_FUNCTION ColumnRange<column_type> find_range(Offset begin, Offset end, const Lanes& lanes) const {
    ColumnRange<column_type> seen = no_columns();
    for (count_type entry = begin + lanes.rank(); entry < static_cast<count_type>(end); entry += lanes.size()) {
      seen.first = Kokkos::min(seen.first, b.entries(entry));
      seen.last = Kokkos::max(seen.last, b.entries(entry));
    }
    return {lanes.min(seen.first), lanes.max(seen.last)};
  }
  KOKKOS_FUNCTION static ColumnRange<column_type> no_columns() {
    return {Kokkos::Experimental::finite_max_v<column_type>, column_type(-1)};
  }

  /// \brief Counts the words of bitmaps that a row has, if it is one of the sample.
  template <class Atomics, class Offset, class Lanes>
  KOKKOS_FUNCTION void count_words(AnalysisCounters& totals, count_type row, Offset begin, Offset end,
                                   const Lanes& lanes) const {
    const bool is_sampled = row >= 0 && (row & unsampled_bits) == 0;
    if (!lanes.any_of_warp(is_sampled)) return;
    count_type words = 0;
    for (count_type entry = static_cast<count_type>(begin) + lanes.rank(); entry < static_cast<count_type>(end);
         entry += lanes.size())
      if (entry == static_cast<count_type>(begin) ||
          bitmap_begin(b.entries(entry)) != bitmap_begin(b.entries(entry - 1)))
        ++words;
    words = lanes.sum(words);
    if (lanes.rank() != 0 || !is_sampled) return;
    Atomics::add(&totals.sampled_b_entries, static_cast<count_type>(end - begin));
    Atomics::add(&totals.sampled_b_words, words);
  }

  template <class Team, class Offset, class Lanes>
  KOKKOS_FUNCTION void describe(const Team& team, count_type row, Offset begin, Offset end, const Lanes& lanes) const {
    const bool has_before = row > 0 && begin < end;
    const Offset previous = has_before ? b.row_map(row - 1) : end;  // read early, used late
    const bool unsorted = lanes.any(!increases(begin, end, lanes));
    if constexpr (!std::is_same_v<Shapes, NoShapes>) {
      write_shape(row, begin, end, lanes, unsorted);
      count_words<typename Team::atomics>(counters_of_team(counters, team.league_rank()), row, begin, end, lanes);
    }
    const bool differs = lanes.any(!repeats(previous, begin, end, lanes));
    if (lanes.rank() != 0 || row < 0) return;
    continues(row) = differs ? 0 : 1;
    if (unsorted) counters(0).unsorted_b_row = 1;
  }
  template <class Offset, class Lanes>
  KOKKOS_FUNCTION void write_shape(count_type row, Offset begin, Offset end, const Lanes& lanes, bool unsorted) const {
    ColumnRange<column_type> range = no_columns();
    if (lanes.any_of_warp(unsorted)) range = find_range(begin, end, lanes);
    if (lanes.rank() != 0 || row < 0) return;
    if (!unsorted && begin < end) range = {b.entries(begin), b.entries(end - 1)};
    constexpr count_type longest = BRowShape<column_type>::longest;
    b_row_shape(row) = {range, static_cast<std::uint32_t>(Kokkos::min<count_type>(end - begin, longest))};
    if (begin < end && (range.first < 0 || range.last >= b.num_cols)) counters(0).defect = 1;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const RowGroups<Width, Team> groups(team, b.num_rows, rounds);
    groups.for_each_row(
        b.row_map, static_cast<count_type>(b.entries.extent(0)), &counters(0).defect,
        [&](count_type row, auto begin, auto end, const auto& lanes) { describe(team, row, begin, end, lanes); });
  }
};

/// \brief Launches FindBRowShapes on \p exec; returns without a fence.
template <TeamLauncher Launcher, class OperandB, class Shapes, class Flags, class Counters>
void find_b_row_shapes(const Launcher& launcher, const OperandB& b, const Shapes& b_row_shape, const Flags& continues,
                       const Counters& counters) {
  // a power of two: a remainder for every row took up to 8 % of the instructions (ncu, H100, four matrices)
  const auto rows_per_sampled_row =
      static_cast<count_type>(std::bit_floor(std::max<std::uint64_t>(1, b.num_rows / sampled_b_rows)));
  dispatch_row_width(launcher.limits(), mean_row_length(b), b.num_rows, [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds = choose_row_rounds(launcher.limits(), lanes, mean_row_length(b), b.num_rows);
    launcher.launch(row_groups_launch("Ocean::analysis::find_b_row_shapes", rounds),
                    FindBRowShapes<lanes, OperandB, Shapes, Flags, Counters>{b, b_row_shape, continues, counters,
                                                                             rounds, rows_per_sampled_row - 1});
  });
}

}  // namespace Ocean::Impl

#endif
