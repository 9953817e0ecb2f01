#ifndef OCEAN_CORE_SUPERNODES_HPP
#define OCEAN_CORE_SUPERNODES_HPP
/// \file
/// \brief Supernodes: consecutive rows of A with the same columns, whose rows of C have the same columns too.
///
/// Matrices with several unknowns per node consist of them. The reads of B, and the cost of a row of C apart from its
/// sums, are then needed only once for all rows that are computed together.

#include <Kokkos_Core.hpp>

#include "problem.hpp"

namespace Ocean::Impl {

/// Maximum number of rows computed together: each needs registers and scratch for its sums; one node of six unknowns or
/// two of three; measured: on an H200 against 4, repeated calls of amg_el_A1, pwtk, s3dkt3m2, ccx 1.2 to 1.3 times as
/// fast
inline constexpr int supernode_rows_max = 6;
/// Maximum number of rows of B with the same columns that are added to them together: each needs registers for a
/// value; one or two nodes of three unknowns.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int joined_b_rows_max = 6;
/// Supernodes end at multiples of this, so that a row finds its supernode by looking at few others; a multiple of 2, 3,
/// 4, 6 and 8 unknowns per node. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr count_type supernode_window = 48;

/// \brief A row's position among the rows that it is computed together with.
struct SupernodePlace {
  int num_rows = 1;
  int place = 0;            ///< 0: the first of them
  int rows_of_largest = 1;  ///< rows of the largest part of the same supernode
};

/// \brief The place of \p row: a supernode is split into parts of at most \p rows_max rows, as evenly as possible.
/// \param continues [num_rows], whether a row has the same columns as the row before; null: there are no supernodes
template <class Flags>
KOKKOS_INLINE_FUNCTION SupernodePlace find_supernode(const Flags& continues, count_type row, count_type num_rows,
                                                     int rows_max = supernode_rows_max) {
  if (continues.data() == nullptr) return {};
  const count_type window = row - row % supernode_window;
  const count_type window_end = Kokkos::min(window + supernode_window, num_rows);
  count_type first = row, end = row + 1;
  while (first > window && continues(first)) --first;
  while (end < window_end && continues(end)) ++end;
  const int length = static_cast<int>(end - first), before = static_cast<int>(row - first);
  const int num_parts = (length + rows_max - 1) / rows_max;
  const int part = (length + num_parts - 1) / num_parts;
  const int place = before % part;
  return {Kokkos::min(part, length - (before - place)), place, part};
}

}  // namespace Ocean::Impl

#endif
