#ifndef OCEAN_TEST_FAULTS_BACKEND_REPLACED_ALLOCATIONS_HPP
#define OCEAN_TEST_FAULTS_BACKEND_REPLACED_ALLOCATIONS_HPP
/// \file
/// \brief The allocations of the tested space fail on order: those of a device, which the test is linked for, or of the
/// host. To be included by one source of a program.

#include <Kokkos_Core.hpp>

#if !defined(KOKKOS_ENABLE_CUDA)
#include "faults/replaced_new.hpp"
#else

#include <cuda_runtime_api.h>

#include "faults/failing_allocations.hpp"

extern "C" {
cudaError_t __real_cudaMalloc(void**, size_t);
cudaError_t __real_cudaMallocAsync(void**, size_t, cudaStream_t);
cudaError_t __real_cudaMallocFromPoolAsync(void**, size_t, cudaMemPool_t, cudaStream_t);
cudaError_t __real_cudaFree(void*);
cudaError_t __real_cudaFreeAsync(void*, cudaStream_t);
}

/// \brief The outcome of \p allocate, or that of a device without memory.
/// No bytes can always be had, and nothing is held then: Kokkos asks for them at every launch of a team policy without
/// scratch in global memory, and never gives the place back that it had locked for these where that fails.
template <class Allocate>
cudaError_t allocate_on_order(void* const* data, size_t bytes, const Allocate& allocate) {
  if (bytes > 0 && Ocean::Testing::Allocations::must_fail()) return cudaErrorMemoryAllocation;
  const cudaError_t status = allocate();
  if (status == cudaSuccess && *data != nullptr) Ocean::Testing::Allocations::note_taken();
  return status;
}
inline cudaError_t note_free(const void* data, cudaError_t status) {
  if (data != nullptr && status == cudaSuccess) Ocean::Testing::Allocations::note_given();
  return status;
}

extern "C" {
cudaError_t __wrap_cudaMalloc(void** data, size_t bytes) {
  return allocate_on_order(data, bytes, [&] { return __real_cudaMalloc(data, bytes); });
}
cudaError_t __wrap_cudaMallocAsync(void** data, size_t bytes, cudaStream_t stream) {
  return allocate_on_order(data, bytes, [&] { return __real_cudaMallocAsync(data, bytes, stream); });
}
cudaError_t __wrap_cudaMallocFromPoolAsync(void** data, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return allocate_on_order(data, bytes, [&] { return __real_cudaMallocFromPoolAsync(data, bytes, pool, stream); });
}
cudaError_t __wrap_cudaFree(void* data) { return note_free(data, __real_cudaFree(data)); }
cudaError_t __wrap_cudaFreeAsync(void* data, cudaStream_t stream) {
  return note_free(data, __real_cudaFreeAsync(data, stream));
}
}

#endif
#endif
