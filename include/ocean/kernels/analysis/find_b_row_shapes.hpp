#ifndef OCEAN_KERNELS_ANALYSIS_FIND_B_ROW_SHAPES_HPP
#define OCEAN_KERNELS_ANALYSIS_FIND_B_ROW_SHAPES_HPP
/// \file
/// \brief Length, first and last column of every row of B, whether it has the columns of the row before, and whether
/// all strictly increase.

#include "../../backend/team_launch.hpp"
#include "../../results/row_analysis.hpp"
#include "analysis_counters.hpp"
#include "row_groups.hpp"

namespace Ocean::Impl {

/// \brief One group of lanes per row of B; a warp or the whole team for longer rows.
/// Shapes  b_row_shape, continues [num_inner] (out), counters [1] (in and out)
/// Pre     nothing: offsets and columns outside their bounds raise counters.defect and are not followed
/// Launch  no scratch; one atomic per row that is not strictly increasing
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

  /// \brief Columns of one row as far as one lane has seen them.
  struct Partial {
    column_type first, last;
    bool increases, inside, continues;
  };

  template <class Lanes>
  KOKKOS_FUNCTION Partial read(count_type row, count_type begin, count_type end, const Lanes& lanes) const {
    const count_type length = end - begin;
    const bool is_as_long =
        row > 0 && length > 0 && begin >= length && static_cast<count_type>(b.row_map(row - 1)) == begin - length;
    Partial seen{Kokkos::Experimental::finite_max_v<column_type>, column_type(-1), true, true, is_as_long};
    for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size()) {
      const column_type column = b.entries(entry);
      if (column < 0 || column >= b.num_cols) seen.inside = false;
      if (entry + 1 < end && b.entries(entry + 1) <= column) seen.increases = false;
      if (seen.continues && b.entries(entry - length) != column) seen.continues = false;
      seen.first = column < seen.first ? column : seen.first;
      seen.last = column > seen.last ? column : seen.last;
    }
    return seen;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const RowGroups<Width, Team> groups(team, b.num_rows, rounds);
    groups.for_each_row(
        b.row_map, static_cast<count_type>(b.entries.extent(0)), &counters(0).defect,
        [&](count_type row, count_type begin, count_type end, const auto& lanes) {
          const Partial seen = read(row, begin, end, lanes);
          const column_type first = lanes.min(seen.first), last = lanes.max(seen.last);
          const bool unsorted = lanes.any(!seen.increases), outside = lanes.any(!seen.inside);
          const bool differs = lanes.any(!seen.continues);
          if (lanes.rank() != 0 || row < 0) return;
          constexpr count_type longest = BRowShape<column_type>::longest;
          b_row_shape(row) = {{first, last}, static_cast<std::uint32_t>(Kokkos::min(end - begin, longest))};
          continues(row) = differs ? 0 : 1;
          if (unsorted) counters(0).unsorted_b_row = 1;
          if (outside) counters(0).defect = 1;
        });
  }
};

/// \brief Launches FindBRowShapes on \p exec; returns without a fence.
template <TeamLauncher Launcher, class OperandB, class Shapes, class Flags, class Counters>
void find_b_row_shapes(const Launcher& launcher, const OperandB& b, const Shapes& b_row_shape, const Flags& continues,
                       const Counters& counters) {
  dispatch_row_width(mean_row_length(b), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds = choose_row_rounds(launcher.limits(), lanes, b.num_rows);
    launcher.launch(
        row_groups_launch("Ocean::analysis::find_b_row_shapes", rounds),
        FindBRowShapes<lanes, OperandB, Shapes, Flags, Counters>{b, b_row_shape, continues, counters, rounds});
  });
}

}  // namespace Ocean::Impl

#endif
