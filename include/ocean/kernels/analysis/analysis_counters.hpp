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
  int unsorted_b_row;      ///< 1: some row of B does not strictly increase
  int defect;              ///< 1: an offset or a column is out of bounds
  CompressionSums sample;  ///< over the rows of the sample, if there is one
};

}  // namespace Ocean::Impl

#endif
