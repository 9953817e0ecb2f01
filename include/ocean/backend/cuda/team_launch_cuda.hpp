#ifndef OCEAN_BACKEND_CUDA_TEAM_LAUNCH_CUDA_HPP
#define OCEAN_BACKEND_CUDA_TEAM_LAUNCH_CUDA_HPP
/// \file
/// \brief Native launch of team kernels on CUDA: large scratch, launch bounds, the instance's stream.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "cuda_check.hpp"
#include "launch_stream_cuda.hpp"
#include "native_team_cuda.hpp"

namespace Ocean::Impl {

/// \brief Launch bounds of a team kernel: its own members where it has them.
template <class Functor>
constexpr int max_team_size_of() {
  if constexpr (requires { Functor::max_team_size; })
    return Functor::max_team_size;
  else
    return 1024;
}
template <class Functor>
constexpr int min_teams_per_unit_of() {
  if constexpr (requires { Functor::min_teams_per_unit; })
    return Functor::min_teams_per_unit;
  else
    return 1;
}

template <class Functor>
__global__ void __launch_bounds__(max_team_size_of<Functor>(), min_teams_per_unit_of<Functor>())
    native_team_kernel(const Functor functor) {
  functor(NativeTeam());
}

/// Shared memory that NativeTeam's collectives take beside the scratch: one array for each of a few types.
inline constexpr std::size_t native_static_bytes = 2048;

/// \brief Native launch through the CUDA runtime.
template <>
struct NativeLaunch<Kokkos::Cuda> {
  static constexpr bool available = true;

  /// \brief Shared memory and threads of the instance's device.
  static TeamLimits limits(const Kokkos::Cuda& exec) {
    const cudaDeviceProp& device = exec.cuda_device_prop();
    TeamLimits limits;
    limits.team_size_max = device.maxThreadsPerBlock;
    limits.scratch_bytes_max = device.sharedMemPerBlockOptin - native_static_bytes;
    limits.scratch_bytes_unit = device.sharedMemPerMultiprocessor;
    limits.threads_unit = device.maxThreadsPerMultiProcessor;
    limits.num_units = device.multiProcessorCount;
    return limits;
  }

  template <class Functor>
  static void run(const Kokkos::Cuda& exec, const TeamLaunch& launch, const Functor& functor) {
    // Scratch granted to this kernel so far; raising it twice from two threads is harmless.
    static std::atomic<std::size_t> granted_bytes{0};
    if (launch.scratch_bytes > granted_bytes.load(std::memory_order_relaxed)) {
      cuda_check(cudaFuncSetAttribute(native_team_kernel<Functor>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      static_cast<int>(launch.scratch_bytes)),
                 "cudaFuncSetAttribute");
      granted_bytes.store(launch.scratch_bytes, std::memory_order_relaxed);
    }
    const bool profiled = Kokkos::Tools::profileLibraryLoaded();
    std::uint64_t kernel_id = 0;
    if (profiled)
      Kokkos::Tools::beginParallelFor(launch.label, Kokkos::Tools::Experimental::device_id(exec), &kernel_id);
    const int team_size = std::min(launch.team_size, max_team_size_of<Functor>());
    native_team_kernel<Functor>
        <<<static_cast<unsigned>(launch.league_size), team_size, launch.scratch_bytes, launch_stream(exec)>>>(functor);
    cuda_check(cudaGetLastError(), launch.label);
    if (profiled) Kokkos::Tools::endParallelFor(kernel_id);
  }
};

}  // namespace Ocean::Impl

#endif
#endif
