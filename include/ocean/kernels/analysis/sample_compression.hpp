#ifndef OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_HPP
#define OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_HPP
/// \file
/// \brief Compression of sampled rows of C, on every path.

#include "sample_compression_host.hpp"
#include "sample_compression_team.hpp"

namespace Ocean::Impl {

/// \brief Sums products and estimated sizes over the rows of \p sample; returns without a fence.
/// Shapes  sketches [num_inner * num_registers] bytes, sums [1] (out)
/// \throws std::invalid_argument if num_registers is not 32, 64 or 128, or the sketches have another length.
template <class ExecutionSpace, class ProblemType, class Analysis, class Sketches, class Sums>
void sum_sampled_rows(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                      const Analysis& analysis, const Sketches& sketches, int num_registers, const SampledRows& sample,
                      const Sums& sums, const HllTuning& tuning) {
  const char* const where = "sample_compression";
  dispatch_sketch_width(where, num_registers, [&](auto width) {
    constexpr int registers = decltype(width)::num_registers;
    require_sketch_extent(where, sketches, problem.num_inner(), registers);
    const auto estimator = make_row_estimator<registers>(problem, analysis, sketches, tuning);
    if constexpr (is_host_space_v<ExecutionSpace>) {
      if (path == ExecutionPath::host) return sample_compression_host(exec, estimator, sample, sums, tuning);
    }
    sample_compression_team(exec, path, estimator, sample, sums, tuning);
  });
}

}  // namespace Ocean::Impl

#endif
