#ifndef OCEAN_STAGES_SAMPLING_HPP
#define OCEAN_STAGES_SAMPLING_HPP
/// \file
/// \brief The sampling stage: the compression ratio of C from the sketches of a few rows.

#include <algorithm>
#include <cmath>

#include "../kernels/analysis/sample_compression.hpp"
#include "../pipeline/workspace.hpp"
#include "../results/row_analysis.hpp"

namespace Ocean::Impl {

/// \brief The sample's statistics from its sums.
///
/// ratio is products over entries of all sampled rows together, so long rows count for more, as they do in C.
/// relative_bound is the square root of (eps^2 + CV^2 (1 + eps^2)) / n, with eps the standard error of one estimate and
/// CV the deviation of the rows' 1/ratio relative to its mean; CV holds the error of the estimates once already.
/// conservative_ratio is 1 / (mean + conservative_deviations * deviation) of the rows' 1/ratio, at least 1: all but a
/// few rows compress more than that.
/// Source  [LG26] section 4.3 for the bound, section 4.1 for the conservative ratio
inline SampledCompression summarize_sample(const CompressionSums& sums, int num_registers, const HllTuning& tuning) {
  SampledCompression sampled;
  if (sums.num_rows == 0) return sampled;
  const auto num_rows = static_cast<double>(sums.num_rows);
  const double unit = CompressionSums::fraction_unit() * num_rows;
  const double mean = static_cast<double>(sums.inverse_ratios) / unit;
  const double variance = std::max(0.0, static_cast<double>(sums.inverse_ratio_squares) / unit - mean * mean);
  const double deviation = std::sqrt(variance);
  const double standard_error = relative_standard_error(num_registers);
  const double error_variance = standard_error * standard_error;

  sampled.num_rows = sums.num_rows;
  sampled.ratio = static_cast<double>(sums.products) / static_cast<double>(sums.entries);
  sampled.relative_deviation = deviation / mean;
  const double deviation_squared = sampled.relative_deviation * sampled.relative_deviation;
  sampled.relative_bound = std::sqrt((error_variance + deviation_squared * (1.0 + error_variance)) / num_rows);
  sampled.conservative_ratio = std::max(1.0, 1.0 / (mean + tuning.conservative_deviations * deviation));
  return sampled;
}

/// \brief Estimates the compression ratio on a sample of A's rows: sample_ratio of them, between sample_rows_min and
/// sample_rows_max, all where there are fewer. The same seed and input give the same sample on every path.
/// Shapes  sketches [num_inner * num_registers] bytes from build_row_sketches()
/// Pre     check_options(options) has passed; path is resolved
/// \throws std::invalid_argument if num_registers is not 32, 64 or 128, or the sketches have another length.
/// Source  [LG26] sections 3.2 and 4.3
template <class ExecutionSpace, class ProblemType, class Analysis, class Sketches>
SampledCompression sample_compression(const ProblemType& problem, const Analysis& analysis, const Sketches& sketches,
                                      int num_registers, const SpGEMMOptions& options, ExecutionPath path,
                                      Workspace<ExecutionSpace>& workspace,
                                      const HllTuning& tuning = hll_tuning_default) {
  const SampledRows sample = choose_sampled_rows(problem.num_rows(), options);
  if (sample.num_sampled == 0) return {};
  const ExecutionSpace& exec = workspace.execution_space();
  const auto device_sums = workspace.template allocate<CompressionSums>("Ocean::analysis::compression_sums", 1);
  sum_sampled_rows(exec, path, problem, analysis, sketches, num_registers, sample, device_sums, tuning);
  CompressionSums sums;  // a wait: the workflow is chosen from these
  DeviceMemory<ExecutionSpace>::read_back(exec, device_sums.data(), &sums, 1);
  workspace.release(device_sums);
  return summarize_sample(sums, num_registers, tuning);
}

}  // namespace Ocean::Impl

#endif
