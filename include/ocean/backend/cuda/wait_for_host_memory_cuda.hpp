#ifndef OCEAN_BACKEND_CUDA_WAIT_FOR_HOST_MEMORY_CUDA_HPP
#define OCEAN_BACKEND_CUDA_WAIT_FOR_HOST_MEMORY_CUDA_HPP
/// \file
/// \brief Waits for what a kernel writes into the host's memory.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <chrono>

#include "pinned_buffer_cuda.hpp"

namespace Ocean::Impl {

/// How long the host looks before it leaves the wait to CUDA, which also learns of kernels that failed. source: several
/// times what a product of few rows takes, so that longer waits lose little
inline constexpr std::chrono::microseconds host_memory_wait_max{200};

/// \brief Waits until is_there(), at the latest until all work on \p stream is done.
/// \throws std::runtime_error if a kernel failed
template <class IsThere>
void wait_for_host_memory(cudaStream_t stream, const IsThere& is_there) {
  const auto end = std::chrono::steady_clock::now() + host_memory_wait_max;
  while (!is_there()) {
    if (std::chrono::steady_clock::now() < end) continue;
    return cuda_check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  }
}

}  // namespace Ocean::Impl

#endif
#endif
