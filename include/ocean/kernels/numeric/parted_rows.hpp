#ifndef OCEAN_KERNELS_NUMERIC_PARTED_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_PARTED_ROWS_HPP
/// \file
/// \brief Ranked bitmaps for rows of C with more values than scratch has room for: one part of them after the other.

#include "row_windows.hpp"

namespace Ocean::Impl {

/// \brief Marks the columns of a row in a bitmap and adds its values up in scratch at their rank, one part of them
/// after the other: sums in C would go to memory where the rows that all teams work on do not fit in the cache.
///
/// Of a row of B that increases, a part reads only the entries that it needs. A thread that has added up what it shares
/// of a part looks for what the next one needs of its row of B while it waits for the others.
/// Pre     as RowWindows; part_slots() of a window is not 0
/// Launch  a team per row; config.row_bytes of scratch
/// Cost    two walks over the products, three in windows if rows claim their room, one when counting; a search in every
///         row of B for each part; where rows of B do not increase, a walk for each of them
template <bool HasWindows, class PassData>
struct PartedRows : RowWindows<HasWindows, PassData> {
  static constexpr int max_team_size = largest_team_size;
  using windows_type = RowWindows<HasWindows, PassData>;
  using typename windows_type::problem_type;
  using typename windows_type::Row;
  using typename windows_type::row_in_parts_type;
  using typename windows_type::scalar_type;
  using windows_type::count;
  using windows_type::for_each_window;
  using windows_type::layout;
  using windows_type::pass;

  /// \brief What is added up between two barriers: of a part, the products of some entries of A.
  struct Step {
    RowPart part;
    count_type first_entry;
  };

  /// \brief Lanes for what a part needs of a row of B.
  KOKKOS_FUNCTION int lanes_of_part(const Row& of) const {
    int lanes = pass.lanes_per_b_row;
    for (int share = (of.distinct + of.slots - 1) / of.slots; pass.b_rows_sorted && share > 1 && lanes > 1; share /= 2)
      lanes /= 2;
    return lanes;
  }

  template <class Team>
  KOKKOS_FUNCTION void add_up(const Team& team, const Row& of, const Step& step) const {
    const PartProblem<problem_type> needed{pass.problem, of.needed, step.first_entry};
    const RowOfA entries{step.first_entry, Kokkos::min(step.first_entry + of.entries_at_once, of.entries.end)};
    for_each_product<scalar_type, true>(
        team, needed, entries, of.bitmap.first_column, lanes_of_part(of), pass.b_rows_uneven,
        PartAddition<typename Team::atomics, scalar_type>{of.bitmap, of.sums, step.part});
  }

  KOKKOS_FUNCTION Step behind(const Row& of, const Step& step) const {
    const count_type next = step.first_entry + of.entries_at_once;
    if (next < of.entries.end) return {step.part, next};
    return {RowPart::behind(step.part, of.bitmap, of.distinct, of.slots), of.entries.begin};
  }

  /// \brief Writes the sums of a part to C, the entries of the window from \p begin on, and clears them.
  template <class Team>
  KOKKOS_FUNCTION void write(const Team& team, const Row& of, const RowPart& part, count_type begin) const {
    for (int entry = team.thread_rank(); entry < part.size; entry += team.num_threads()) {
      pass.values(begin + part.first + entry) = of.sums[entry];
      of.sums[entry] = scalar_type(0);
    }
  }

  /// \brief Finds what \p step needs of the row of B that the thread's entry of A selects; none for threads without
  /// one.
  template <class Team>
  KOKKOS_FUNCTION void find(const Team& team, const Row& of, const Step& step, bool is_same_row,
                            row_in_parts_type& found) const {
    const count_type entry = step.first_entry + team.thread_rank();
    if (team.thread_rank() >= of.entries_at_once || entry >= of.entries.end) return;
    const auto columns = NeededColumns::of(step.part, of.bitmap, of.is_first_window(), of.is_last_window());
    if (is_same_row)
      found.go_on(pass.problem.b, columns, pass.b_rows_sorted);
    else
      found = row_in_parts_type::of(pass.problem.b, pass.problem.a.entries(entry), columns, pass.b_rows_sorted);
  }

  /// \brief Adds up and writes the values of the window, whose columns are ranked. \param begin of its entries in C
  template <class Team>
  KOKKOS_FUNCTION void add_up_parts(const Team& team, const Row& of, count_type begin) const {
    for (int entry = team.thread_rank(); entry < Kokkos::min(of.distinct, of.slots); entry += team.num_threads())
      of.sums[entry] = scalar_type(0);
    Step step{RowPart::behind({}, of.bitmap, of.distinct, of.slots), of.entries.begin};
    row_in_parts_type found;
    find(team, of, step, false, found);
    while (step.part.size > 0) {
      if (team.thread_rank() < of.entries_at_once) of.needed[team.thread_rank()] = found.needed();
      team.barrier();
      add_up(team, of, step);
      const Step next = behind(of, step);
      if (next.part.size > 0) find(team, of, next, next.first_entry == step.first_entry, found);
      team.barrier();
      if (next.first_entry == of.entries.begin) write(team, of, step.part, begin);
      step = next;
    }
  }

  /// \brief Ranks, adds up and writes the columns of a window, behind \p before entries of its row.
  /// \param begin_for begin_for(columns of the window) is where the row begins in C
  /// \return whether there is room
  template <class Team, class BeginFor>
  KOKKOS_FUNCTION bool compute_window(const Team& team, Row& of, count_type position, count_type before,
                                      const BeginFor& begin_for) const {
    of.distinct = of.bitmap.rank_words_in_parts(TeamLanes<Team>(team));
    count_type begin = no_room;
    if (before + of.distinct <= pass.capacity_of(position)) begin = begin_for(of.distinct);
    if (begin == no_room) return false;
    begin += before;
    team.barrier();
    of.bitmap.write_columns(team.template group<product_group_width>(), team.template group_rank<product_group_width>(),
                            team.template num_groups<product_group_width>(), pass.entries.data() + begin);
    add_up_parts(team, of, begin);
    return true;
  }

  /// \brief Entries of the row at \p position, once they are written, or no_room.
  template <class Team>
  KOKKOS_FUNCTION count_type compute(const Team& team, Row& of, count_type position) const {
    const auto find = [&](count_type size) {
      return find_room(team, TeamLanes<Team>(team), pass, position, size, team.template scratch<count_type>());
    };
    count_type size = 0;
    if constexpr (HasWindows) {
      const count_type begin = find(pass.rows_claim() ? count(team, of) : 0);
      if (begin == no_room) return no_room;
      for_each_window(team, of, [&] {
        if (size == no_room) return;
        const bool fits = compute_window(team, of, position, size, [&](count_type) { return begin; });
        size = fits ? size + of.distinct : no_room;
      });
    } else {
      for_each_window(team, of, [&] { size = compute_window(team, of, position, 0, find) ? of.distinct : no_room; });
    }
    return size;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    for_each_row_of_team<0>(team, pass, [&](count_type position, int) {
      const count_type row = pass.row_at(position);
      Row of = layout(team, row);
      count_type size = 0;
      if constexpr (PassData::with_values)
        size = compute(team, of, position);
      else
        size = count(team, of);
      if (team.thread_rank() != 0) return;
      if (size == no_room)
        pass.note_overflow(team, row);
      else
        pass.row_nnz(row) = size;
    });
  }
};

/// \brief Launches PartedRows on \p exec; returns without a fence.
template <bool HasWindows, TeamLauncher Launcher, class PassData>
void parted_rows(const Launcher& launcher, const PassData& pass) {
  launch_over_rows(launcher, "Ocean::numeric::parted_rows", PartedRows<HasWindows, PassData>{{pass}});
}

}  // namespace Ocean::Impl

#endif
