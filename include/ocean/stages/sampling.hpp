#ifndef OCEAN_STAGES_SAMPLING_HPP
#define OCEAN_STAGES_SAMPLING_HPP
/// \file
/// \brief The statistics of a sample: the compression ratio of C from a few rows.

#include <algorithm>
#include <cmath>

#include "../results/row_analysis.hpp"
#include "../sketch/sampled_rows.hpp"

namespace Ocean::Impl {

/// \brief The sample's statistics from its sums.
///
/// ratio is products over entries of all sampled rows together, so long rows count for more, as they do in C.
/// relative_bound is its standard error as a ratio of sums, from how far the rows' entries are from what the ratio
/// predicts for their products; the sampled rows' sizes are counted, to 1 % at worst, and add nothing to it.
/// conservative_ratio is 1 / (mean + conservative_deviations * deviation) of the rows' 1/ratio, at least 1: all but a
/// few rows compress more than that.
/// Source  Cochran: Sampling Techniques, 1977, section 6.4, for the bound; [LG26] section 4.1 for the conservative
/// ratio
inline SampledCompression summarize_sample(const CompressionSums& sums,
                                           const SampleTuning& tuning = sample_tuning_default) {
  SampledCompression sampled;
  if (sums.num_rows == 0) return sampled;
  const auto num_rows = static_cast<double>(sums.num_rows);
  const double unit = CompressionSums::fraction_unit() * num_rows;
  const double mean = static_cast<double>(sums.inverse_ratios) / unit;
  const double variance = std::max(0.0, static_cast<double>(sums.inverse_ratio_squares) / unit - mean * mean);
  const double deviation = std::sqrt(variance);

  sampled.num_rows = sums.num_rows;
  sampled.ratio = static_cast<double>(sums.products) / static_cast<double>(sums.entries);
  sampled.walked_share = static_cast<double>(sums.products) / static_cast<double>(sums.all_products);
  sampled.relative_deviation = deviation / mean;
  const double share = 1.0 / sampled.ratio;  // entries per product
  const double squared_residuals = static_cast<double>(sums.entry_squares) -
                                   2.0 * share * static_cast<double>(sums.products_by_entries) +
                                   share * share * static_cast<double>(sums.product_squares);
  sampled.relative_bound = std::sqrt(std::max(0.0, squared_residuals)) / static_cast<double>(sums.entries);
  sampled.conservative_ratio = std::max(1.0, 1.0 / (mean + tuning.conservative_deviations * deviation));
  return sampled;
}

}  // namespace Ocean::Impl

#endif
