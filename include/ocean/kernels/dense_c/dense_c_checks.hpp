#ifndef OCEAN_KERNELS_DENSE_C_DENSE_C_CHECKS_HPP
#define OCEAN_KERNELS_DENSE_C_DENSE_C_CHECKS_HPP
/// \file
/// \brief What AccumulateDenseC checks, for want of an analysis: all offsets and columns of A and B, those of rows of B
/// that nothing selects, too. Nothing is read or written that they would lead outside to.

#include <Kokkos_Core.hpp>

#include "../../accumulators/operand_reads.hpp"

namespace Ocean::Impl {

/// In place of a thread's number if an index leads outside: no team has as many products. source: the progress of a row
/// of C has 48 bits for them
inline constexpr count_type unsound_number = -(count_type(1) << 48);

KOKKOS_INLINE_FUNCTION bool is_index(count_type index, count_type end) { return index >= 0 && index < end; }
KOKKOS_INLINE_FUNCTION bool lies_within(const RowOfA& row, count_type num_entries) {
  return row.begin >= 0 && row.begin <= row.end && row.end <= num_entries;
}

/// \brief Whether the thread's share of B's offsets and columns is sound; the threads of all \p num_teams have shares.
template <class Team, class OperandB>
KOKKOS_INLINE_FUNCTION bool is_share_of_b_sound(const Team& team, const OperandB& b, count_type num_teams) {
  const auto nnz_b = static_cast<count_type>(b.entries.extent(0));
  const count_type first = team.league_rank() * team.num_threads() + team.thread_rank();
  const count_type all = num_teams * team.num_threads();
  bool sound = true;
  for (count_type row = first; row < b.num_rows; row += all)
    if (!lies_within(offsets_of(b, row), nnz_b)) sound = false;
  const count_type begin = Kokkos::max<count_type>(0, static_cast<count_type>(b.row_map(0)));
  const count_type end = Kokkos::min(nnz_b, static_cast<count_type>(b.row_map(b.num_rows)));
  for (count_type entry = begin + first; entry < end; entry += all)
    if (!is_index(b.entries(entry), b.num_cols)) sound = false;
  return sound;
}

/// \brief Entries of the team's share of B whose column is not beyond that of the entry before, without those that
/// begin a row: over all \p num_teams, 0 if and only if B's rows are sorted and without duplicates. For all threads.
/// Pre     is_share_of_b_sound() for all teams; else any number
template <class Team, class OperandB>
KOKKOS_INLINE_FUNCTION count_type count_descents(const Team& team, const OperandB& b, count_type num_teams) {
  const auto nnz_b = static_cast<count_type>(b.entries.extent(0));
  const count_type first = team.league_rank() * team.num_threads() + team.thread_rank();
  const count_type all = num_teams * team.num_threads();
  const count_type begin = Kokkos::max<count_type>(0, static_cast<count_type>(b.row_map(0)));
  const count_type end = Kokkos::min(nnz_b, static_cast<count_type>(b.row_map(b.num_rows)));
  const auto descends_to = [&](count_type entry) { return entry > begin && b.entries(entry) <= b.entries(entry - 1); };
  count_type descents = 0;
  for (count_type entry = begin + first; entry < end; entry += all)
    if (descends_to(entry)) ++descents;
  for (count_type row = first; row < b.num_rows; row += all) {
    const RowOfA whole = offsets_of(b, row);
    if (whole.begin < whole.end && is_index(whole.begin, end) && descends_to(whole.begin)) --descents;
  }
  return team.sum(descents);
}

/// \brief Rows of A that end before \p entry, for all threads; negative if A's offsets are unsound.
template <class Team, class OperandA>
KOKKOS_INLINE_FUNCTION count_type count_rows_before(const Team& team, const OperandA& a, count_type entry) {
  const auto nnz_a = static_cast<count_type>(a.entries.extent(0));
  count_type before = 0;
  bool sound = true;
  for (count_type row = team.thread_rank(); row < a.num_rows; row += team.num_threads()) {
    const RowOfA whole = offsets_of(a, row);
    if (!lies_within(whole, nnz_a)) sound = false;
    if (whole.end <= entry) ++before;
  }
  return team.sum(sound ? before : unsound_number);
}

/// \brief Products of \p entries of A, for all threads; negative if a column of A, or an offset of B, leads outside.
template <class Team, class ProblemType>
KOKKOS_INLINE_FUNCTION count_type count_checked_products(const Team& team, const ProblemType& problem,
                                                         const RowOfA& entries) {
  const auto nnz_b = static_cast<count_type>(problem.b.entries.extent(0));
  count_type products = 0;
  bool sound = true;
  for (count_type entry = entries.begin + team.thread_rank(); entry < entries.end; entry += team.num_threads()) {
    const count_type inner = problem.a.entries(entry);
    RowOfA selected{0, -1};
    if (is_index(inner, problem.b.num_rows)) selected = offsets_of(problem.b, inner);
    if (lies_within(selected, nnz_b))
      products += selected.end - selected.begin;
    else
      sound = false;
  }
  return team.sum(sound ? products : unsound_number);
}

}  // namespace Ocean::Impl

#endif
