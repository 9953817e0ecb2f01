#ifndef OCEAN_KERNELS_REUSE_PREFETCH_ROWS_HOST_HPP
#define OCEAN_KERNELS_REUSE_PREFETCH_ROWS_HOST_HPP
/// \file
/// \brief CPU path: prefetches of the rows of B that a row of A uses.

#include "../../backend/host_bits.hpp"
#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Asks for the rows of B of the entries [\p begin, \p end) of A, all before the first of them is added: they
/// lie anywhere in memory, and the end of each is a branch that is often guessed wrong, so that the processor does not
/// look ahead far enough itself.
/// Cost    the first cache line of columns and of values per entry of A
/// measured: perf_tests/results/epyc_2cores_2026-11-25_masked_prefetch.csv
template <class ProblemType>
void prefetch_rows(const ProblemType& problem, count_type begin, count_type end) {
  const auto* const entries_a = problem.a.entries.data();
  const auto* const row_map_b = problem.b.row_map.data();
  const auto* const columns_b = problem.b.entries.data();
  const auto* const values_b = problem.b.values.data();
  for (count_type entry = begin; entry < end; ++entry) {
    const auto begin_b = row_map_b[entries_a[entry]];
    prefetch(columns_b + begin_b);
    prefetch(values_b + begin_b);
  }
}

/// \brief The same without columns.
template <class ProblemType>
void prefetch_values_of_rows(const ProblemType& problem, count_type begin, count_type end) {
  const auto* const entries_a = problem.a.entries.data();
  const auto* const row_map_b = problem.b.row_map.data();
  const auto* const values_b = problem.b.values.data();
  for (count_type entry = begin; entry < end; ++entry) prefetch(values_b + row_map_b[entries_a[entry]]);
}

}  // namespace Ocean::Impl

#endif
