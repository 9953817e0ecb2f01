#ifndef OCEAN_BACKEND_CUDA_NATIVE_TEAM_CUDA_HPP
#define OCEAN_BACKEND_CUDA_NATIVE_TEAM_CUDA_HPP
/// \file
/// \brief The team context of the native CUDA launch: a block, its warps, its shared memory.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "block_threads_cuda.hpp"
#include "dependent_launch_cuda.hpp"

namespace Ocean::Impl {

/// \brief A block of a native launch.
class NativeTeam : public BlockThreads<ThreadsAlongX> {
 public:
  __device__ std::int64_t league_rank() const { return blockIdx.x; }
  __device__ int thread_rank() const { return threadIdx.x; }
  __device__ int num_threads() const { return blockDim.x; }
  __device__ void barrier() const { __syncthreads(); }
  template <class T>
  __device__ T* scratch(std::size_t byte_offset = 0) const {
    extern __shared__ __align__(16) unsigned char native_team_scratch[];
    return reinterpret_cast<T*>(native_team_scratch + byte_offset);
  }

  __device__ void let_next_begin() const { Impl::let_next_begin(); }
  __device__ void begin(bool early) const {
    if (early)
      __threadfence();  // drops what the processor's cache has kept since before
    else
      wait_for_kernels_before();
  }

  template <int Width>
  __device__ int num_groups() const {
    return blockDim.x / Width;
  }
  template <int Width>
  __device__ int group_rank() const {
    return threadIdx.x / Width;
  }
  template <int Width>
  __device__ group_type<Width> group() const {
    return {};
  }
  template <int Width>
  __device__ lockstep_group_type<Width> lockstep_group() const {
    return {};
  }
};

}  // namespace Ocean::Impl

#endif
