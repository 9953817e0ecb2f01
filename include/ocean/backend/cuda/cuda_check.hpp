#ifndef OCEAN_BACKEND_CUDA_CUDA_CHECK_HPP
#define OCEAN_BACKEND_CUDA_CUDA_CHECK_HPP
/// \file
/// \brief Turns a CUDA status into an exception.

#include <cuda_runtime_api.h>

#include "../../../Ocean_Error.hpp"

namespace Ocean::Impl {

/// \throws std::runtime_error, OutOfMemory for a lack of memory, naming \p call and CUDA's own words unless
///         \p status is success.
inline void cuda_check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // a failed allocation or launch leaves no sticky state behind
  if (status == cudaErrorMemoryAllocation)
    throw_out_of_memory("cuda", call, " failed: ", cudaGetErrorString(status), " (need more memory)");
  throw_runtime_error("cuda", call, " failed: ", cudaGetErrorString(status));
}

}  // namespace Ocean::Impl

#endif
