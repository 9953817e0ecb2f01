#ifndef OCEAN_BACKEND_CUDA_DEVICE_CUDA_HPP
#define OCEAN_BACKEND_CUDA_DEVICE_CUDA_HPP
/// \file
/// \brief The devices of a process: which one a thread's calls go to, what belongs to each.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include "cuda_check.hpp"

namespace Ocean::Impl {

/// Devices that notes are kept for. source: twice what the driver counts in one machine (NV_MAX_DEVICES of nvlimits.h)
inline constexpr int devices_max = 64;

/// \brief Makes \p device the current device of this thread: calls that take a stream need the stream's device.
inline cudaError_t set_device(int device) {
  int current = -1;
  if (cudaGetDevice(&current) == cudaSuccess && current == device) return cudaSuccess;
  return cudaSetDevice(device);
}

/// \brief The same for the device of \p exec, which it returns.
inline int use_device_of(const Kokkos::Cuda& exec) {
  const int device = exec.cuda_device();
  cuda_check(set_device(device), "cudaSetDevice");
  if (device >= devices_max) throw_runtime_error("cuda", "device ", device, " (need a number below ", devices_max, ")");
  return device;
}

}  // namespace Ocean::Impl

#endif
#endif
