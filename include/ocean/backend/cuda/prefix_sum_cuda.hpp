#ifndef OCEAN_BACKEND_CUDA_PREFIX_SUM_CUDA_HPP
#define OCEAN_BACKEND_CUDA_PREFIX_SUM_CUDA_HPP
/// \file
/// \brief Prefix sums through CUB: of few counts by one block, of more by its single-pass device scan.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <algorithm>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/version.cuh>
#include <limits>

#include "dependent_launch_cuda.hpp"
#include "device_cuda.hpp"

namespace Ocean::Impl {

/// What CUB's scans count in: with CUDA 12.7 and before in 32 bits. source: CCCL 2.7.0, which made it a template
/// argument
#if CUB_VERSION >= 200700
using cub_count_type = count_type;
#else
using cub_count_type = int;
#endif

/// Most counts that CUB scans, one less than it can count.
inline constexpr count_type cub_counts_max = std::numeric_limits<cub_count_type>::max() - 1;

/// Threads of the block that sums up few counts, and sums that each of them writes. source: the largest block;
/// measured: perf_tests/results/nvidia_h200_2026-11-26_block_sum.csv (0.97 of the time on 19 small products; a block
/// that goes on to more counts takes longer than a device scan)
inline constexpr int block_sum_threads = 1024, block_sum_items = 4;
/// Most counts that one block sums up, without the second launch and the work memory of a device scan.
inline constexpr count_type block_counts_max = block_sum_threads * block_sum_items - 1;

/// \brief Does what prefix_sum() says for \p num_counts counts; \p counts and \p sums may be the same.
/// Launch  one block of block_sum_threads threads
/// Pre     num_counts <= block_counts_max
template <class Count, class Sum>
__global__ void __launch_bounds__(block_sum_threads) block_sum_kernel(const Count* counts, Sum* sums, int num_counts) {
  wait_for_kernels_before();
  using scan_type = cub::BlockScan<Sum, block_sum_threads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename scan_type::TempStorage storage;
  const int begin = static_cast<int>(threadIdx.x) * block_sum_items;
  Sum item[block_sum_items];
  for (int k = 0; k < block_sum_items; ++k) item[k] = begin + k < num_counts ? Sum(counts[begin + k]) : Sum(0);
  scan_type(storage).ExclusiveSum(item, item);
  for (int k = 0; k < block_sum_items; ++k)
    if (begin + k <= num_counts) sums[begin + k] = item[k];
}

template <>
struct PrefixSum<Kokkos::Cuda> {
  template <class Sum = count_type>
  static count_type scratch_bytes(const Kokkos::Cuda& exec, count_type num_counts) {
    if (num_counts <= block_counts_max || num_counts > cub_counts_max) return 0;
    use_device_of(exec);
    std::size_t bytes = 0;
    cuda_check(scan(exec, nullptr, bytes, static_cast<const Sum*>(nullptr), static_cast<Sum*>(nullptr), num_counts),
               "cub::DeviceScan::ExclusiveSum");
    return static_cast<count_type>(std::max<std::size_t>(bytes, 1));
  }

  /// \tparam CountsMax  more counts than these are left to Kokkos
  template <count_type CountsMax = cub_counts_max, class Counts, class Sums>
  static void run(const Kokkos::Cuda& exec, const char* label, const Counts& counts, const Sums& sums,
                  count_type num_counts, Workspace<Kokkos::Cuda>& workspace) {
    if constexpr (CountsMax < std::numeric_limits<count_type>::max() - 1)
      if (num_counts > CountsMax) return scan_counts(exec, label, counts, sums, num_counts);
    use_device_of(exec);
    if (num_counts <= block_counts_max) {
      return cuda_check(launch_block_sum(exec, counts.data(), sums.data(), static_cast<int>(num_counts)), label);
    }
    std::size_t bytes = 0;
    cuda_check(scan(exec, nullptr, bytes, counts.data(), sums.data(), num_counts), label);
    const auto scratch =
        workspace.template allocate<unsigned char>(label, static_cast<count_type>(std::max<std::size_t>(bytes, 1)));
    cuda_check(scan(exec, scratch.data(), bytes, counts.data(), sums.data(), num_counts), label);
    workspace.release(scratch);
  }

 private:
  template <class Count, class Sum>
  static cudaError_t launch_block_sum(const Kokkos::Cuda& exec, const Count* counts, Sum* sums, int num_counts) {
    void* arguments[] = {&counts, &sums, &num_counts};
    return launch_dependent<&block_sum_kernel<Count, Sum>>(exec.cuda_device(), dim3(1), dim3(block_sum_threads),
                                                           arguments, 0, exec.cuda_stream());
  }

  template <class Count, class Sum>
  static cudaError_t scan(const Kokkos::Cuda& exec, void* scratch, std::size_t& bytes, const Count* counts, Sum* sums,
                          count_type num_counts) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, counts, sums, static_cast<cub_count_type>(num_counts + 1),
                                         exec.cuda_stream());
  }
};

}  // namespace Ocean::Impl

#endif
#endif
