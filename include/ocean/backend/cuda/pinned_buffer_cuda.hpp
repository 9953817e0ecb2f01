#ifndef OCEAN_BACKEND_CUDA_PINNED_BUFFER_CUDA_HPP
#define OCEAN_BACKEND_CUDA_PINNED_BUFFER_CUDA_HPP
/// \file
/// \brief Pinned memory that every thread has once.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <cstddef>

#include "cuda_check.hpp"

namespace Ocean::Impl {

/// \brief A thread's \p Count pinned elements; they live as long as the thread.
template <class T, std::size_t Count>
class PinnedBuffer {
 public:
  static T* data() {
    thread_local PinnedBuffer buffer;
    if (buffer.m_data == nullptr) cuda_check(cudaMallocHost(&buffer.m_data, Count * sizeof(T)), "cudaMallocHost");
    return static_cast<T*>(buffer.m_data);
  }
  ~PinnedBuffer() {
    if (m_data != nullptr) (void)cudaFreeHost(m_data);
  }

 private:
  PinnedBuffer() = default;
  void* m_data = nullptr;
};

}  // namespace Ocean::Impl

#endif
#endif
