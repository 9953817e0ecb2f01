#ifndef OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_HOST_HPP
#define OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_HOST_HPP
/// \file
/// \brief Compression of sampled rows by CPU threads.

#include <Kokkos_Core.hpp>

#include "../../sketch/row_estimator.hpp"
#include "../../sketch/sampled_rows.hpp"

namespace Ocean::Impl {

/// \brief A thread estimates a sampled row on its stack; a reduction adds up.
/// Launch  chunks of sampled rows, dealt dynamically; no atomics
/// Cost    entries of the sampled rows * (registers + one row map pair) bytes
/// Source  [LG26] section 3.2
template <class Estimator>
struct SampleCompressionHost {
  using value_type = CompressionSums;
  HostRowEstimator<Estimator> estimate;
  SampledRows sample;

  void init(value_type& sums) const { sums = CompressionSums{}; }
  void join(value_type& sums, const value_type& other) const { sums.add(other); }
  void operator()(count_type part, value_type& sums) const {
    const count_type row = sample.row(part);
    sums.add_row(estimate.estimator.row_products(row), estimate(row));
  }
};

/// \brief Launches SampleCompressionHost on \p exec; returns without a fence.
/// Shapes  sums [1] (out)
template <class ExecutionSpace, class Estimator, class Sums>
void sample_compression_host(const ExecutionSpace& exec, const Estimator& estimator, const SampledRows& sample,
                             const Sums& sums, const HllTuning& tuning) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<count_type>>;
  using result_type = Kokkos::View<CompressionSums, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::parallel_reduce("Ocean::analysis::sample_compression",
                          policy_type(exec, 0, sample.num_sampled, Kokkos::ChunkSize(tuning.host_chunk_rows)),
                          SampleCompressionHost<Estimator>{{estimator}, sample}, result_type(sums.data()));
}

}  // namespace Ocean::Impl

#endif
