#ifndef OCEAN_KERNELS_NUMERIC_PARTED_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_PARTED_ROWS_HPP
/// \file
/// \brief Ranked bitmaps for rows of C with more values than scratch has room for: one part of them after the other.

#include "../../accumulators/row_parts.hpp"
#include "../../accumulators/shared_products.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Marks the columns of a row in a bitmap and adds its values up in scratch at their rank, one part of them
/// after the other: sums in C would go to memory where the rows that all teams work on do not fit in the cache.
///
/// Of a row of B that increases, a part reads only the entries that it needs. A thread that has added up what it shares
/// of a part looks for what the next one needs of its row of B while it waits for the others.
/// Pre     config.row_bytes leaves part_slots() of at least the columns of a quad; rows of B have less than 2^32
/// entries Launch  a team per row; config.row_bytes of scratch Cost    two walks over the products and a search in
/// every row of B for each part; a walk for each part where rows of B
///         do not increase
template <class PassData>
struct PartedRows {
  static constexpr int max_team_size = largest_team_size;
  using scalar_type = typename PassData::scalar_type;
  using problem_type = typename PassData::problem_type;
  using needed_type = typename PartProblem<problem_type>::needed_type;
  using row_in_parts_type = RowInParts<typename problem_type::operand_b_type>;
  static constexpr auto entries_at_once_max = static_cast<count_type>(part_reads_bytes / sizeof(needed_type));
  PassData pass;

  /// \brief A row with what its team keeps in scratch.
  struct Row {
    PartedBitmap bitmap;
    needed_type* needed;  ///< of the rows of B of a step
    RowOfA entries;
    count_type entries_at_once;  ///< of A, in a step
    int distinct = 0;            ///< entries of C,
    int slots;                   ///< and how many a part may have
    scalar_type* sums;           ///< [slots]
  };
  /// \brief What is added up between two barriers: of a part, the products of some entries of A.
  struct Step {
    RowPart part;
    count_type first_entry;
  };

  template <class Team>
  KOKKOS_FUNCTION Row layout(const Team& team, count_type row) const {
    Row of;
    of.needed = team.template scratch<needed_type>(team_counter_bytes);
    of.bitmap = PartedBitmap::make(team.template scratch<std::uint32_t>(team_counter_bytes + part_reads_bytes),
                                   pass.row_range(row));
    of.entries = a_row(pass.problem, row);
    of.entries_at_once = Kokkos::min<count_type>(team.num_threads(), count_type{entries_at_once_max});
    const count_type bytes = pass.config.row_bytes - team_counter_bytes - part_reads_bytes - of.bitmap.bytes();
    of.slots = static_cast<int>(bytes / static_cast<count_type>(sizeof(scalar_type)));
    of.sums = static_cast<scalar_type*>(of.bitmap.end());
    return of;
  }

  template <class Team>
  KOKKOS_FUNCTION void mark(const Team& team, const Row& of) const {
    for_each_product<scalar_type, false>(team, pass.problem, of.entries, of.bitmap.first_column, pass.lanes_per_b_row,
                                         pass.b_rows_uneven, [&](std::uint32_t column, const scalar_type&) {
                                           of.bitmap.template mark<typename Team::atomics>(word_of_column(column),
                                                                                           pass.tests_bits);
                                         });
  }

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

  /// \brief Writes the sums of a part to C, its entries from \p begin on, and clears them.
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
    const auto& b = pass.problem.b;
    if (is_same_row)
      found.go_on(b, of.bitmap, step.part, pass.b_rows_sorted);
    else
      found = row_in_parts_type::of(b, pass.problem.a.entries(entry), of.bitmap, step.part, pass.b_rows_sorted);
  }

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

  template <class Team>
  KOKKOS_FUNCTION void compute(const Team& team, count_type position) const {
    const count_type row = pass.row_at(position);
    const TeamLanes<Team> lanes(team);
    Row of = layout(team, row);
    of.bitmap.clear(lanes);
    team.barrier();
    mark(team, of);
    team.barrier();
    of.distinct = of.bitmap.rank_words_in_parts(lanes);
    count_type begin = no_room;
    if (of.distinct <= pass.capacity_of(position))
      begin = find_room(team, lanes, pass, position, of.distinct, team.template scratch<count_type>());
    if (begin == no_room) {
      if (team.thread_rank() == 0) pass.note_overflow(team, row);
      return;
    }
    team.barrier();
    of.bitmap.write_columns(team.template group<product_group_width>(), team.template group_rank<product_group_width>(),
                            team.template num_groups<product_group_width>(), pass.entries.data() + begin);
    add_up_parts(team, of, begin);
    if (team.thread_rank() == 0) pass.row_nnz(row) = of.distinct;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    for_each_row_of_team<0>(team, pass, [&](count_type position, int) { compute(team, position); });
  }
};

/// \brief Launches PartedRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData>
void parted_rows(const Launcher& launcher, const PassData& pass) {
  launch_row_pass<PartedRows<PassData>>(launcher, "Ocean::numeric::parted_rows", pass);
}

}  // namespace Ocean::Impl

#endif
