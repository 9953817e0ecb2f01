#ifndef OCEAN_BACKEND_CUDA_TEAM_LAUNCH_CUDA_HPP
#define OCEAN_BACKEND_CUDA_TEAM_LAUNCH_CUDA_HPP
/// \file
/// \brief Native launch of team kernels on CUDA: large scratch, launch bounds, the instance's stream.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../raised_limits.hpp"
#include "dependent_launch_cuda.hpp"
#include "device_cuda.hpp"
#include "launch_gate_cuda.hpp"
#include "launch_stream_cuda.hpp"
#include "native_team_cuda.hpp"

namespace Ocean::Impl {

template <class Functor>
__global__ void __launch_bounds__(max_team_size_of<Functor>(), min_teams_per_unit_of<Functor>())
    native_team_kernel(const Functor functor, const GateKey gate) {
  if constexpr (!begins_itself_v<Functor>) {
    wait_for_kernels_before();
    if (!gate.is_open()) return;
  }
  functor(NativeTeam());
}

/// Scratch granted to \p Kernel so far. Named by the kernel: every translation unit may have one of its own.
template <auto Kernel>
inline RaisedLimits<devices_max> granted_scratch_bytes;

/// \brief Native launch through the CUDA runtime. The thread's LaunchGate holds kernels that do not begin by
/// themselves.
template <>
struct NativeLaunch<Kokkos::Cuda> {
  static constexpr bool available = true;

  /// \brief Shared memory and threads of the instance's device; Kokkos has the properties of one device alone.
  static TeamLimits limits(const Kokkos::Cuda& exec) {
    static const std::vector<TeamLimits> of_devices = limits_of_all();
    return of_devices[static_cast<std::size_t>(exec.cuda_device())];
  }

  template <class Functor>
  static void run(const Kokkos::Cuda& exec, const TeamLaunch& launch, const Functor& functor) {
    constexpr auto kernel = &native_team_kernel<Functor>;
    const int device = use_device_of(exec);
    granted_scratch_bytes<kernel>.raise(device, launch.scratch_bytes, [](std::size_t bytes) {
      cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
                 "cudaFuncSetAttribute");
    });
    const bool profiled = Kokkos::Tools::profileLibraryLoaded();
    std::uint64_t kernel_id = 0;
    if (profiled)
      Kokkos::Tools::beginParallelFor(launch.label, Kokkos::Tools::Experimental::device_id(exec), &kernel_id);
    const int team_size = std::min(launch.team_size, max_team_size_of<Functor>());
    void* arguments[] = {const_cast<Functor*>(&functor), &launch_gate_key()};
    // Its own status: the last error may be one of the caller's.
    const cudaError_t status = launch_dependent<kernel>(device, dim3(static_cast<unsigned>(launch.league_size)),
                                                        dim3(static_cast<unsigned>(team_size)), arguments,
                                                        launch.scratch_bytes, launch_stream(exec));
    if (profiled) Kokkos::Tools::endParallelFor(kernel_id);
    cuda_check(status, launch.label);
  }

 private:
  static std::vector<TeamLimits> limits_of_all() {
    int num_devices = 0;
    cuda_check(cudaGetDeviceCount(&num_devices), "cudaGetDeviceCount");
    std::vector<TeamLimits> all;
    for (int device = 0; device < num_devices; ++device) all.push_back(limits_of(device));
    return all;
  }

  static TeamLimits limits_of(int device) {
    const auto attribute = [&](cudaDeviceAttr which) {
      int value = 0;
      cuda_check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
      return value;
    };
    TeamLimits limits;
    limits.team_size_max = attribute(cudaDevAttrMaxThreadsPerBlock);
    limits.scratch_bytes_max =
        static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)) - block_static_bytes;
    limits.scratch_bytes_unit = static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
    limits.threads_unit = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    limits.num_units = attribute(cudaDevAttrMultiProcessorCount);
    return limits;
  }
};

}  // namespace Ocean::Impl

#endif
#endif
