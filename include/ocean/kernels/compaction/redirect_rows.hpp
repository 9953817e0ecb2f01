#ifndef OCEAN_KERNELS_COMPACTION_REDIRECT_ROWS_HPP
#define OCEAN_KERNELS_COMPACTION_REDIRECT_ROWS_HPP
/// \file
/// \brief Redirects rows that were recomputed to their second staging.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Points the overflowed rows at their second staging, which follows the first.
template <class Rows, class Begins>
struct RedirectRows {
  Rows overflow_rows;
  Begins overflow_begin;
  Begins staged_begin;
  count_type first_slots;
  KOKKOS_FUNCTION void operator()(count_type position) const {
    staged_begin(overflow_rows(position)) = first_slots + overflow_begin(position);
  }
};

/// \brief Launches RedirectRows on \p exec; returns without a fence.
template <class ExecutionSpace, class Rows, class Begins>
void redirect_rows(const ExecutionSpace& exec, const Rows& overflow_rows, const Begins& overflow_begin,
                   const Begins& staged_begin, count_type first_slots, count_type num_overflowed) {
  Kokkos::parallel_for("Ocean::compaction::redirect_rows",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_overflowed),
                       RedirectRows<Rows, Begins>{overflow_rows, overflow_begin, staged_begin, first_slots});
}

}  // namespace Ocean::Impl

#endif
