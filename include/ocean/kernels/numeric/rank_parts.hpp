#ifndef OCEAN_KERNELS_NUMERIC_RANK_PARTS_HPP
#define OCEAN_KERNELS_NUMERIC_RANK_PARTS_HPP
/// \file
/// \brief Values of a row of C that has more entries than scratch has room for, one part of them after the other.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// Parts of a row, at most: each takes a walk over all products of the row. Rows of more parts are added up in C.
/// measured: perf_tests/results/nvidia_h200_2026-11-30_rank_parts.csv (4 and 16)
inline constexpr int rank_parts_max = 4;

/// Rows of a bin that are added up in parts, at least: fewer of them stay in the cache, and the last are waited for.
/// measured: perf_tests/results/nvidia_h200_2026-11-30_rank_parts.csv (tw_zipfrow has at most 111
/// such rows, tw_kron17 834; other bounds were not compared)
inline constexpr count_type rank_parts_rows_min = 512;

/// \brief Whether a row of \p distinct entries, of a bin of \p num_rows, is added up in parts of \p slots values. If
/// all have room, it was sent to be added up in C for another reason: many of its products meet in an entry.
KOKKOS_INLINE_FUNCTION bool has_rank_parts(count_type distinct, count_type slots, count_type num_rows) {
  return num_rows >= rank_parts_rows_min && distinct > slots && distinct <= rank_parts_max * slots;
}

/// \brief Adds up the values of a row in scratch, as many at a time as there is room for, and writes them.
///
/// Additions in C would go to memory where the rows that all teams are working on do not fit in the cache.
/// Shapes  behind the bitmap, scratch for \p slots values; values [distinct] (out)
/// \param walk  walk(body) calls body(column, product) for every product of the row, as the team's threads share them
/// Cost    a walk for each part
template <class Team, class Bitmap, class Scalar, class Walk>
KOKKOS_FUNCTION void add_up_parts(const Team& team, const Bitmap& bitmap, int distinct, int slots, Scalar* values,
                                  const Walk& walk) {
  auto* const sums = static_cast<Scalar*>(bitmap.end());
  for (int first = 0; first < distinct; first += slots) {
    const int size = Kokkos::min(slots, distinct - first);
    for (int entry = team.thread_rank(); entry < size; entry += team.num_threads()) sums[entry] = Scalar(0);
    team.barrier();
    walk([&](std::uint32_t column, const Scalar& product) {
      const int place = bitmap.place(column) - first;
      if (0 <= place && place < size) Team::atomics::add(&sums[place], product);
    });
    team.barrier();
    for (int entry = team.thread_rank(); entry < size; entry += team.num_threads()) values[first + entry] = sums[entry];
    team.barrier();
  }
}

}  // namespace Ocean::Impl

#endif
