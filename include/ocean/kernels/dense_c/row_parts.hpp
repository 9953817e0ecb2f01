#ifndef OCEAN_KERNELS_DENSE_C_ROW_PARTS_HPP
#define OCEAN_KERNELS_DENSE_C_ROW_PARTS_HPP
/// \file
/// \brief The parts of A's rows that an even share of A's entries consists of.

#include <Kokkos_Core.hpp>

#include "../../accumulators/operand_reads.hpp"

namespace Ocean::Impl {

/// Shares that a row may have as many entries as, and is left whole all the same: teams that share a row add to it by
/// atomics. measured: perf_tests/results/nvidia_h200_2026-11-29_dense_handle_variants.csv
inline constexpr count_type dense_c_whole_row_shares = 2;

/// \brief Part of a row of A that a team takes.
struct DenseRowPart {
  count_type row;
  RowOfA entries;
  count_type num_teams;  ///< that have parts of the row
  bool is_first;         ///< of these parts
};

/// \brief Teams that have shares of \p share_entries entries of A.
template <class ProblemType>
count_type num_shares(const ProblemType& problem, count_type share_entries) {
  return (static_cast<count_type>(problem.a.entries.extent(0)) + share_entries - 1) / share_entries;
}

/// \brief Calls body(part) for what the \p rank-th team takes: what is in its share of long rows, and of the other rows
/// those that begin there, row by row.
/// \param first_row  rows of A that end before the share
template <class ProblemType, class Body>
KOKKOS_INLINE_FUNCTION void for_each_row_part(const ProblemType& problem, count_type rank, count_type share_entries,
                                              count_type first_row, const Body& body) {
  const auto nnz_a = static_cast<count_type>(problem.a.entries.extent(0));
  const count_type begin = rank * share_entries, end = Kokkos::min(begin + share_entries, nnz_a);
  for (count_type row = first_row; row < problem.a.num_rows; ++row) {
    const RowOfA whole = a_row(problem, row);
    if (whole.begin >= end) return;
    const bool begins_here = begin <= whole.begin;
    if (whole.end - whole.begin <= dense_c_whole_row_shares * share_entries) {
      if (begins_here && whole.begin < whole.end) body(DenseRowPart{row, whole, 1, true});
      continue;
    }
    const RowOfA entries{Kokkos::max(begin, whole.begin), Kokkos::min(end, whole.end)};
    const count_type num_teams = (whole.end - 1) / share_entries - whole.begin / share_entries + 1;
    body(DenseRowPart{row, entries, num_teams, begins_here});
  }
}

}  // namespace Ocean::Impl

#endif
