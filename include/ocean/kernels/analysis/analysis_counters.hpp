#ifndef OCEAN_KERNELS_ANALYSIS_ANALYSIS_COUNTERS_HPP
#define OCEAN_KERNELS_ANALYSIS_ANALYSIS_COUNTERS_HPP
/// \file
/// \brief What the analysis kernels add up for the host.

#include "../../core/problem.hpp"
#include "../../sketch/sampled_rows.hpp"

namespace Ocean::Impl {

/// \brief Sums and flags of the analysis; zero before the first kernel.
struct AnalysisCounters {
  count_type nnz_a;
  count_type nnz_b;
  count_type total_products;
  count_type max_row_products;
  count_type max_row_entries;
  count_type near_rows;
  count_type max_row_span;
  count_type capped_products;
  count_type shared_products;
  count_type long_products;
  count_type uneven_products;
  count_type sampled_b_entries;  ///< of some rows of B
  count_type sampled_b_words;    ///< words of bitmaps that these have
  int unsorted_b_row;            ///< 1: some row of B does not strictly increase
  int defect;                    ///< 1: an offset or a column is out of bounds
  CompressionSums sample;        ///< over the rows of the sample, if there is one

  /// \brief Adds those of other teams.
  void join(const AnalysisCounters& other) {
    nnz_a += other.nnz_a;
    nnz_b += other.nnz_b;
    total_products += other.total_products;
    max_row_products = Kokkos::max(max_row_products, other.max_row_products);
    max_row_entries = Kokkos::max(max_row_entries, other.max_row_entries);
    near_rows += other.near_rows;
    max_row_span = Kokkos::max(max_row_span, other.max_row_span);
    capped_products += other.capped_products;
    shared_products += other.shared_products;
    long_products += other.long_products;
    uneven_products += other.uneven_products;
    sampled_b_entries += other.sampled_b_entries;
    sampled_b_words += other.sampled_b_words;
    unsorted_b_row |= other.unsorted_b_row;
    defect |= other.defect;
    sample.join(other.sample);
  }
};

/// Copies of the counters on a device: teams deal themselves out to them, since those that meet at one address wait for
/// each other. measured: against one, sample_compression in perf_tests/results/nvidia_h200_2026-11-25_analysis.csv
inline constexpr count_type analysis_counter_copies = 8;

/// \brief The counters of team \p team.
template <class Counters>
KOKKOS_FUNCTION AnalysisCounters& counters_of_team(const Counters& counters, count_type team) {
  return counters(team % static_cast<count_type>(counters.extent(0)));
}

}  // namespace Ocean::Impl

#endif
