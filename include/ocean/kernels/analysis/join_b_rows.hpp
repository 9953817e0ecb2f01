#ifndef OCEAN_KERNELS_ANALYSIS_JOIN_B_ROWS_HPP
#define OCEAN_KERNELS_ANALYSIS_JOIN_B_ROWS_HPP
/// \file
/// \brief Finds the rows of B that are added to a row of C together: those that have the same columns.

#include "../../core/supernodes.hpp"
#include "row_groups.hpp"

namespace Ocean::Impl {

/// \brief One group of lanes per row of A; a warp or the whole team for longer rows.
/// Shapes  b_continues [num_inner]; b_rows_at_once [nnz(A)] (out): rows of B that go with that of an entry, itself
///         included, 0 if it goes with one before; row_columns [num_rows] (out, unless empty): columns of the rows of B
///         that do not
/// Pre     A's columns are within their bounds
/// Launch  no scratch
/// Cost    a read of A's entries and of flags near each; of the bounds of rows of B unless row_columns is empty
template <int Width, class ProblemType, class Bytes, class Counts>
struct JoinBRows {
  static constexpr int max_team_size = analysis_team_size;
  static constexpr int min_teams_per_unit = analysis_teams_per_unit;
  ProblemType problem;
  Bytes b_continues, b_rows_at_once;
  Counts row_columns;
  int* defect;
  RowRounds rounds;

  KOKKOS_FUNCTION int joined_rows(count_type entry, count_type begin, count_type end) const {
    const auto& columns = problem.a.entries;
    const auto inner = static_cast<count_type>(columns(entry));
    const SupernodePlace place = find_supernode(b_continues, inner, problem.b.num_rows, joined_b_rows_max);
    if (place.place > 0 && entry > begin && static_cast<count_type>(columns(entry - 1)) == inner - 1) return 0;
    int joined = 1;
    while (joined < place.num_rows - place.place && entry + joined < end &&
           static_cast<count_type>(columns(entry + joined)) == inner + joined)
      ++joined;
    return joined;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const RowGroups<Width, Team> groups(team, problem.a.num_rows, rounds);
    groups.for_each_row(
        problem.a.row_map, static_cast<count_type>(problem.a.entries.extent(0)), defect,
        [&](count_type row, count_type begin, count_type end, const auto& lanes) {
          count_type count = 0;
          for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size()) {
            const int joined = joined_rows(entry, begin, end);
            b_rows_at_once(entry - problem.a.first_offset) = static_cast<std::uint8_t>(joined);
            if (joined == 0 || row_columns.data() == nullptr) continue;
            count += problem.products_of(entry);
          }
          if (row_columns.data() == nullptr) return;
          count = lanes.sum(count);
          if (lanes.rank() == 0 && row >= 0) row_columns(row) = count;
        },
        problem.a.first_offset);
  }
};

/// \brief Launches JoinBRows on \p exec; returns without a fence.
/// \param defect  on the device, raised if offsets of A are out of bounds; null: they are known to be valid
template <TeamLauncher Launcher, class ProblemType, class Bytes, class Counts>
void join_b_rows(const Launcher& launcher, const ProblemType& problem, const Bytes& b_continues,
                 const Bytes& b_rows_at_once, const Counts& row_columns, int* defect) {
  dispatch_row_width(mean_row_length(problem.a), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds = choose_row_rounds(launcher.limits(), lanes, problem.num_rows());
    launcher.launch(row_groups_launch("Ocean::analysis::join_b_rows", rounds),
                    JoinBRows<lanes, ProblemType, Bytes, Counts>{problem, b_continues, b_rows_at_once, row_columns,
                                                                 defect, rounds});
  });
}

}  // namespace Ocean::Impl

#endif
