#ifndef OCEAN_STAGES_SAMPLING_HPP
#define OCEAN_STAGES_SAMPLING_HPP
/// \file
/// \brief The statistics of a sample: the compression ratio of C from a few rows.

#include <algorithm>
#include <cmath>

#include "../results/row_analysis.hpp"
#include "../sketch/sampled_rows.hpp"

namespace Ocean::Impl {

/// \brief The sample's statistics from its sums; \p total_products and \p capped_products are those of all rows.
///
/// Entries of C are estimated as a share of their bounds (the smaller of products and span), because that share varies
/// less between rows than the share of their products. Long rows count for more, as they do in C. The error bounds are
/// the standard errors of a ratio of sums, from how far the rows' entries are from what the share predicts; the sizes
/// of the sampled rows are counted, with 1 % error at worst, and add nothing to it. Most of the error is due to long
/// rows, so all of it is attributed to them as well. conservative_ratio is 1 / (mean + conservative_deviations *
/// deviation) of the rows' 1/ratio, at least 1: all but a few rows compress more than that.
/// Source  Cochran: Sampling Techniques, 1977, section 6.4, for the bound; [LG26] section 4.1 for the conservative
/// ratio
inline SampledCompression summarize_sample(const CompressionSums& sums, count_type total_products,
                                           count_type capped_products,
                                           const SampleTuning& tuning = sample_tuning_default) {
  SampledCompression sampled;
  if (sums.num_rows == 0) return sampled;
  const auto entries = static_cast<double>(sums.entries), long_entries = static_cast<double>(sums.long_entries);
  const double unit = CompressionSums::fraction_unit() * static_cast<double>(sums.num_rows);
  const double mean = static_cast<double>(sums.inverse_ratios) / unit;
  const double variance = std::max(0.0, static_cast<double>(sums.inverse_ratio_squares) / unit - mean * mean);

  sampled.num_rows = sums.num_rows;
  const double share = entries / static_cast<double>(sums.bounds);
  sampled.ratio = static_cast<double>(total_products) / (share * static_cast<double>(capped_products));
  sampled.walked_share = static_cast<double>(sums.products) / static_cast<double>(sums.all_products);
  const double squared_residuals = static_cast<double>(sums.entry_squares) -
                                   2.0 * share * static_cast<double>(sums.bounds_by_entries) +
                                   share * share * static_cast<double>(sums.bound_squares);
  const double standard_error = std::sqrt(std::max(0.0, squared_residuals));
  sampled.relative_bound = standard_error / entries;
  if (sums.long_entries > 0) {
    sampled.long_share = long_entries / static_cast<double>(sums.long_bounds);
    sampled.long_relative_bound = standard_error / long_entries;
  }
  sampled.conservative_ratio = std::max(1.0, 1.0 / (mean + tuning.conservative_deviations * std::sqrt(variance)));
  return sampled;
}

}  // namespace Ocean::Impl

#endif
