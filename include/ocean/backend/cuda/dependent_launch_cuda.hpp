#ifndef OCEAN_BACKEND_CUDA_DEPENDENT_LAUNCH_CUDA_HPP
#define OCEAN_BACKEND_CUDA_DEPENDENT_LAUNCH_CUDA_HPP
/// \file
/// \brief Kernels whose blocks are set up while the kernel before them on the stream ends.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <array>
#include <atomic>
#include <cstddef>

#include "device_cuda.hpp"

namespace Ocean::Impl {

/// Compute capability, times ten, of the code that can wait for the kernels before it by itself.
/// source: CUDA C++ programming guide, programmatic dependent launch
inline constexpr int dependent_launch_version = 90;

/// \brief Waits for all work before this kernel on its stream, whose writes are seen from then on: what every kernel
/// begins with that launch_dependent() launches, unless it begins early.
__device__ inline void wait_for_kernels_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// \brief Lets the next kernel on the stream begin once all blocks have called this, if launch_dependent() launches it.
/// Not for kernels that are launched on branches of a stream: with this in all row kernels, even where it was not
/// reached, products with three and more launches on branches came out wrong (H200, driver 580; why was not found).
/// Pre     wait_for_kernels_before() was called, so that what the next kernel relies on has finished
__device__ inline void let_next_begin() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Version of \p Kernel's code on each device as the runtime tells it, 0 where it has not been asked. Named by the
/// kernel: every translation unit may have been compiled for other devices.
template <auto Kernel>
inline std::array<std::atomic<int>, devices_max> kernel_versions;

/// \brief Whether the code of \p Kernel waits for the kernels before it: it may have been compiled for older devices
/// than the one that runs it. Pre: \p device is the current one
template <auto Kernel>
bool waits_itself(int device) {
  std::atomic<int>& known = kernel_versions<Kernel>[static_cast<std::size_t>(device)];
  int version = known.load(std::memory_order_relaxed);
  if (version == 0) {
    cudaFuncAttributes attributes{};
    cuda_check(cudaFuncGetAttributes(&attributes, Kernel), "cudaFuncGetAttributes");
    version = attributes.ptxVersion;
    known.store(version, std::memory_order_relaxed);
  }
  return version >= dependent_launch_version;
}

/// \brief cudaLaunchKernel() of a kernel that calls wait_for_kernels_before() first thing, or before its last block
/// ends if the one before has let it begin. What takes the device some time between two kernels is done while the first
/// of them ends. measured:
/// perf_tests/results/nvidia_h200_2026-11-28_small_products_variants.csv (rules_dependent: 0.96 of the time of rules on
/// 44 products; rules_dependent_early, where kernels let the next one begin before they end: 0.97)
/// \param device the current one
template <auto Kernel>
cudaError_t launch_dependent(int device, dim3 grid, dim3 block, void** arguments, std::size_t scratch_bytes,
                             cudaStream_t stream) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = scratch_bytes;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = waits_itself<Kernel>(device) ? 1 : 0;
  return cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(Kernel), arguments);
}

}  // namespace Ocean::Impl

#endif
#endif
