#ifndef OCEAN_KERNELS_NUMERIC_ROW_PASS_HPP
#define OCEAN_KERNELS_NUMERIC_ROW_PASS_HPP
/// \file
/// \brief What every kernel of a pass over the rows of C reads and writes.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"
#include "../../results/found_columns.hpp"
#include "../../results/row_analysis.hpp"
#include "../../tuning/accumulator_table.hpp"
#include "../analysis/row_groups.hpp"

namespace Ocean::Impl {

/// First slot of a row that has claimed room in vain: it overflows.
inline constexpr count_type no_room = -1;

/// \brief One pass over the rows of one configuration.
/// Shapes  row_order [num_rows of the bin, from first_position on], or empty where all rows are of one bin,
/// rows_at_once [rows] and b_rows_at_once [nnz(A)] (read for supernodes), row_begin [rows + 1], row_nnz [rows] (out),
///         entries and values [row_begin(rows)] (out, unused when counting), overflow_rows [rows] (out) and
///         num_overflowed [1] (in and out), or empty where sizes are exact, num_claimed [1] (in and out), or empty
///         where every row has its room
///
/// Where rows claim their room, each takes it from slots that all of them share once its size is known, and row_begin
/// is written then; the shortest, whose sizes are bounded well, have theirs all the same.
template <Pass ThisPass, class ProblemT, class RowIndex, class ColumnC, class ScalarC>
struct RowPass {
  static constexpr Pass pass = ThisPass;
  static constexpr bool with_values = ThisPass == Pass::accumulate;
  using problem_type = ProblemT;
  using memory_space = typename ProblemT::memory_space;
  using column_type = typename ProblemT::column_type;
  using scalar_type = ScalarC;
  using row_index_type = RowIndex;
  template <class T>
  using view_type = Kokkos::View<T*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  ProblemT problem;
  view_type<ColumnRange<column_type>> row_range;
  view_type<count_type> row_products;
  view_type<RowIndex> row_order;
  view_type<std::uint8_t> rows_at_once;
  view_type<std::uint8_t> b_rows_at_once;
  view_type<count_type> row_begin;
  view_type<ColumnC> entries;
  view_type<ScalarC> values;
  view_type<count_type> row_nnz;
  view_type<RowIndex> overflow_rows;
  view_type<count_type> num_overflowed;
  view_type<count_type> num_claimed;  ///< slots that rows have claimed
  FoundColumns<memory_space> found;   ///< columns of rows: written when counting, read when accumulating
  count_type first_claim = 0;         ///< first slot that rows may claim
  count_type claims_max = 0;          ///< slots that there are to claim
  int esc_claims_from = 0;            ///< size class of esc from which its rows claim, too
  AccumulatorConfig config;
  count_type first_position = 0;  ///< of the bin in row_order
  count_type num_rows = 0;        ///< of the bin
  int lanes_per_b_row = 1;        ///< lanes that share a row of B when a team owns a row
  bool b_rows_sorted = false;     ///< rows of B strictly increase
  bool tests_bits = true;         ///< look at a bit before setting it
  bool sorted_output = true;
  bool may_overflow = false;       ///< sizes are estimates: a row may turn out not to fit its accumulator
  bool begin_by_position = false;  ///< row_begin is indexed by position in the bin: a rerun with its own staging
  bool b_rows_uneven = false;      ///< the rows of B that long rows of A select differ much in length

  KOKKOS_FUNCTION count_type row_at(count_type position) const {
    return row_order.data() == nullptr ? position : static_cast<count_type>(row_order(first_position + position));
  }
  /// \brief First slot of the row at \p position in the output, or of the one \p behind it in its supernode; nothing is
  /// written when counting.
  KOKKOS_FUNCTION count_type begin_of(count_type position, int behind = 0) const {
    if constexpr (ThisPass == Pass::count) return 0;
    return row_begin(begin_by_position ? position : row_at(position) + behind);
  }
  /// \brief Whether rows claim their room once their sizes are known.
  KOKKOS_FUNCTION bool rows_claim() const {
    if constexpr (ThisPass == Pass::count) return false;
    return num_claimed.data() != nullptr;
  }
  /// \brief Called by one thread for a row, or for \p at_once rows of a supernode, of \p size entries each: the first
  /// slot of their room, or no_room. Pre: rows_claim()
  template <class Team>
  KOKKOS_FUNCTION count_type claim(const Team&, count_type position, count_type size, int at_once = 1) const {
    const count_type taken = Team::atomics::fetch_add(&num_claimed(0), size * at_once);
    const bool fits = taken + size * at_once <= claims_max;
    for (int of = 0; of < at_once; ++of)
      row_begin(row_at(position) + of) = fits ? first_claim + taken + of * size : no_room;
    return fits ? first_claim + taken : no_room;
  }
  /// \brief Entries of C that the row at \p position may take; without bound when counting and where rows claim.
  KOKKOS_FUNCTION count_type capacity_of(count_type position) const {
    if (ThisPass == Pass::count || rows_claim()) return Kokkos::Experimental::finite_max_v<count_type>;
    const count_type index = begin_by_position ? position : row_at(position);
    return row_begin(index + 1) - row_begin(index);
  }
  /// \brief The columns of \p row that the counting pass has found; none while it counts.
  KOKKOS_FUNCTION FoundRow found_row(count_type row) const {
    if constexpr (ThisPass == Pass::count) return {};
    return found.are_kept() ? found.rows(row) : FoundRow{};
  }
  /// \brief Called by one thread for a row: it has to be done again with more room. Nobody is told where sizes are
  /// exact: such a row has another pattern than when it was counted.
  template <class Team>
  KOKKOS_FUNCTION void note_overflow(const Team&, count_type row) const {
    if (num_overflowed.data() == nullptr) return;
    const count_type place = Team::atomics::fetch_add(&num_overflowed(0), count_type(1));
    overflow_rows(place) = static_cast<RowIndex>(row);
    row_nnz(row) = 0;
  }
};

/// \brief Copies the rows of a pass, their configuration and where their sizes go to another pass over them.
template <class From, class To>
void copy_rows(const From& from, To& to) {
  to.row_range = from.row_range;
  to.row_order = from.row_order;
  to.row_nnz = from.row_nnz;
  to.config = from.config;
  to.first_position = from.first_position;
  to.num_rows = from.num_rows;
  to.b_rows_uneven = from.b_rows_uneven;
  to.b_rows_sorted = from.b_rows_sorted;
  to.tests_bits = from.tests_bits;
}

/// \brief The first slot of the row at \p position for all lanes that own it, or no_room; where rows claim, one of the
/// lanes does so, and a barrier of them is behind it.
/// \param size   entries of the row
/// \param shared [1] in scratch
template <class Team, class Lanes, class PassData>
KOKKOS_INLINE_FUNCTION count_type find_room(const Team& team, const Lanes& lanes, const PassData& pass,
                                            count_type position, count_type size, count_type* shared) {
  if (!pass.rows_claim()) return pass.begin_of(position);
  if (lanes.rank() == 0) *shared = pass.claim(team, position, size);
  lanes.barrier();
  return *shared;
}

/// \brief Lanes that own a row of C: a group of \p Width, or the whole team for Width == 0.
template <int Width, class Team>
KOKKOS_INLINE_FUNCTION auto row_lanes(const Team& team) {
  if constexpr (Width == 0)
    return TeamLanes<Team>(team);
  else
    return team.template group<Width>();
}

/// \brief Where one bin has all rows: whether the row at \p position has no products; its size is then written.
template <class Team, class PassData>
KOKKOS_INLINE_FUNCTION bool is_empty_row(const Team&, const PassData& pass, count_type position) {
  if (pass.row_order.data() != nullptr || pass.row_range(position).width() > 0) return false;
  pass.row_nnz(position) = 0;
  return true;
}

/// \brief Calls body(position, slot) for each row of this team: one for a team, one per group otherwise.
/// \p slot numbers the team's rows and so their parts of scratch.
template <int Width, class Team, class PassData, class Body>
KOKKOS_INLINE_FUNCTION void for_each_row_of_team(const Team& team, const PassData& pass, const Body& body) {
  if constexpr (Width == 0) {
    if (!is_empty_row(team, pass, team.league_rank())) body(team.league_rank(), 0);
  } else {
    const int rows_per_team = pass.config.rows_per_team();
    for (int slot = team.template group_rank<Width>(); slot < rows_per_team;
         slot += team.template num_groups<Width>()) {
      const count_type position = team.league_rank() * rows_per_team + slot;
      if (position < pass.num_rows && !is_empty_row(team, pass, position)) body(position, slot);
    }
  }
}

/// \brief Launches \p kernel over the rows of its pass: a team per row, or a group per row.
template <TeamLauncher Launcher, class Kernel>
void launch_over_rows(const Launcher& launcher, const char* label, const Kernel& kernel) {
  const auto& config = kernel.pass.config;
  const int rows_per_team = config.rows_per_team();
  launcher.launch({label, (kernel.pass.num_rows + rows_per_team - 1) / rows_per_team, config.team_size,
                   static_cast<std::size_t>(config.row_bytes) * rows_per_team},
                  kernel);
}

/// \brief Launches \p Kernel over the rows of \p pass.
template <class Kernel, TeamLauncher Launcher, class PassData>
void launch_row_pass(const Launcher& launcher, const char* label, const PassData& pass) {
  launch_over_rows(launcher, label, Kernel{pass});
}

}  // namespace Ocean::Impl

#endif
