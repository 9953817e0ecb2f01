#ifndef OCEAN_BACKEND_CUDA_PREFIX_SUM_CUDA_HPP
#define OCEAN_BACKEND_CUDA_PREFIX_SUM_CUDA_HPP
/// \file
/// \brief Prefix sums through CUB's single-pass device scan.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <algorithm>
#include <cub/device/device_scan.cuh>

#include "cuda_check.hpp"

namespace Ocean::Impl {

template <>
struct PrefixSum<Kokkos::Cuda> {
  static count_type scratch_bytes(const Kokkos::Cuda& exec, count_type num_counts) {
    std::size_t bytes = 0;
    cuda_check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, static_cast<const count_type*>(nullptr),
                                             static_cast<count_type*>(nullptr), num_counts + 1, exec.cuda_stream()),
               "cub::DeviceScan::ExclusiveSum");
    return static_cast<count_type>(std::max<std::size_t>(bytes, 1));
  }

  template <class Counts, class Sums>
  static void run(const Kokkos::Cuda& exec, const char* label, const Counts& counts, const Sums& sums,
                  count_type num_counts, Workspace<Kokkos::Cuda>& workspace) {
    const auto scan = [&](void* scratch, std::size_t& bytes) {
      cuda_check(
          cub::DeviceScan::ExclusiveSum(scratch, bytes, counts.data(), sums.data(), num_counts + 1, exec.cuda_stream()),
          label);
    };
    std::size_t scratch_bytes = 0;
    scan(nullptr, scratch_bytes);
    const auto scratch = workspace.template allocate<unsigned char>(
        label, static_cast<count_type>(scratch_bytes > 0 ? scratch_bytes : 1));
    scan(scratch.data(), scratch_bytes);
    workspace.release(scratch);
  }
};

}  // namespace Ocean::Impl

#endif
#endif
