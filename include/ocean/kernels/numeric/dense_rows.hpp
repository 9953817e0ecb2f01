#ifndef OCEAN_KERNELS_NUMERIC_DENSE_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_DENSE_ROWS_HPP
/// \file
/// \brief Dense accumulation: one window of values over all columns of a row.

#include "../../accumulators/dense_window.hpp"
#include "found_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief A team per row, its span within config.columns_max, from the word of a bitmap on that has its first column.
/// Launch  one team per row; a value (when accumulating) and a bit per column in scratch
/// Cost    one walk over the products; the window is cleared and its bitmap read once
/// Source  [LG26] section 3.3
template <class PassData>
struct DenseRows {
  static constexpr int max_team_size = largest_team_size;
  PassData pass;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type position = team.league_rank(), row = pass.row_at(position);
    const auto range = pass.row_range(row);
    const FoundRow found = pass.found_row(row);
    auto window = DenseWindow<PassData>::make(team, bitmap_begin(range.first), pass.config.columns_max,
                                              static_cast<count_type>(range.first) + range.width());
    window.clear(team);
    if (found.num_words > 0) {
      load_columns(TeamLanes<Team>(team), pass.found, found, window.bits);
      window.marks = false;
    }
    window.accumulate_whole(team, pass, row);
    team.barrier();
    count_type distinct = 0, capacity = pass.capacity_of(position);
    if constexpr (PassData::with_values) {
      if (pass.rows_claim()) {
        distinct = window.count(team);
        const count_type begin =
            find_room(team, TeamLanes<Team>(team), pass, position, distinct, team.template scratch<count_type>());
        capacity = begin == no_room ? no_room : distinct;
        if (begin != no_room) window.write(team, pass, begin, distinct);
      } else {
        distinct = window.write(team, pass, pass.begin_of(position), capacity);
      }
    } else {
      distinct = window.count(team);
    }
    if (team.thread_rank() != 0) return;
    if (distinct > capacity)
      pass.note_overflow(team, row);
    else
      pass.row_nnz(row) = distinct;
  }
};

/// \brief Launches DenseRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData>
void dense_rows(const Launcher& launcher, const PassData& pass) {
  launch_row_pass<DenseRows<PassData>>(launcher, "Ocean::numeric::dense_rows", pass);
}

}  // namespace Ocean::Impl

#endif
