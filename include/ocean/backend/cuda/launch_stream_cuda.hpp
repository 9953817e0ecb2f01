#ifndef OCEAN_BACKEND_CUDA_LAUNCH_STREAM_CUDA_HPP
#define OCEAN_BACKEND_CUDA_LAUNCH_STREAM_CUDA_HPP
/// \file
/// \brief The stream that native launches of a thread go to: the instance's, or a branch of it.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

namespace Ocean::Impl {

/// \brief A thread's branch; null means the instance's own stream.
inline cudaStream_t& launch_branch() {
  thread_local cudaStream_t branch = nullptr;
  return branch;
}

/// \brief Stream of the next native launch on \p exec.
inline cudaStream_t launch_stream(const Kokkos::Cuda& exec) {
  return launch_branch() == nullptr ? exec.cuda_stream() : launch_branch();
}

}  // namespace Ocean::Impl

#endif
#endif
