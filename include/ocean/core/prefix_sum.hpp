#ifndef OCEAN_CORE_PREFIX_SUM_HPP
#define OCEAN_CORE_PREFIX_SUM_HPP
/// \file
/// \brief Exclusive prefix sums of counts.

#include <Kokkos_Core.hpp>

#include "workspace.hpp"
#include "workspace_forecast.hpp"

namespace Ocean::Impl {

/// \brief Adds up \p counts; entry i of \p sums becomes the sum of the entries before i.
template <class Counts, class Sums>
struct ExclusivePrefixSum {
  Counts counts;
  Sums sums;
  count_type num_counts;

  KOKKOS_FUNCTION void operator()(count_type i, count_type& partial, bool is_final) const {
    const count_type count = i < num_counts ? counts(i) : count_type(0);  // before the write: both may be the same view
    if (is_final) sums(i) = partial;
    partial += count;
  }
};

/// \brief prefix_sum() through Kokkos::parallel_scan.
template <class ExecutionSpace, class Counts, class Sums>
void scan_counts(const ExecutionSpace& exec, const char* label, const Counts& counts, const Sums& sums,
                 count_type num_counts) {
  Kokkos::parallel_scan(label,
                        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_counts + 1),
                        ExclusivePrefixSum<Counts, Sums>{counts, sums, num_counts});
}

/// \brief Generic version.
template <class ExecutionSpace>
struct PrefixSum {
  /// \brief Bytes that run() takes temporarily for counts and sums of one type.
  template <class Sum = count_type>
  static count_type scratch_bytes(const ExecutionSpace&, count_type) {
    return 0;
  }

  template <class Counts, class Sums>
  static void run(const ExecutionSpace& exec, const char* label, const Counts& counts, const Sums& sums,
                  count_type num_counts, Workspace<ExecutionSpace>&) {
    scan_counts(exec, label, counts, sums, num_counts);
  }
};

}  // namespace Ocean::Impl

#include "../backend/cuda/prefix_sum_cuda.hpp"

namespace Ocean::Impl {

/// \brief sums(i) = counts(0) + ... + counts(i - 1) for i in [0, num_counts]; returns without a fence.
/// Shapes  counts and sums [num_counts + 1] (the last count goes into no sum); they may be the same view
template <class ExecutionSpace, class Counts, class Sums>
void prefix_sum(const ExecutionSpace& exec, const char* label, const Counts& counts, const Sums& sums,
                count_type num_counts, Workspace<ExecutionSpace>& workspace) {
  PrefixSum<ExecutionSpace>::run(exec, label, counts, sums, num_counts, workspace);
}

/// \brief The work memory of prefix_sum() of \p Sum.
template <class Sum = count_type, class ExecutionSpace>
void forecast_prefix_sum(const ExecutionSpace& exec, count_type num_counts, WorkspaceForecast& forecast) {
  forecast.release(forecast.allocate<unsigned char>(
      "Ocean::prefix_sum", PrefixSum<ExecutionSpace>::template scratch_bytes<Sum>(exec, num_counts)));
}

}  // namespace Ocean::Impl

#endif
