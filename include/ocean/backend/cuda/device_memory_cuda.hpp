#ifndef OCEAN_BACKEND_CUDA_DEVICE_MEMORY_CUDA_HPP
#define OCEAN_BACKEND_CUDA_DEVICE_MEMORY_CUDA_HPP
/// \file
/// \brief Stream-ordered work memory from a pool of the device, and read-backs through pinned memory.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>

#include "cuda_check.hpp"

namespace Ocean::Impl {

/// Bytes that the pool keeps between products instead of giving them back to the device: a first allocation takes much
/// longer than one from the pool. UNMEASURED
inline constexpr std::uint64_t pool_kept_bytes = std::uint64_t(4) << 30;

/// Largest read-back through the pinned buffer.
inline constexpr std::size_t pinned_buffer_bytes = 4096;

/// \brief One memory pool per device, made on first use and destroyed with Kokkos.
inline cudaMemPool_t device_memory_pool(int device) {
  static std::mutex mutex;
  static std::map<int, cudaMemPool_t> pools;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = pools.find(device);
  if (found != pools.end()) return found->second;
  cudaMemPoolProps properties;
  std::memset(&properties, 0, sizeof(properties));
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device;
  cudaMemPool_t pool;
  cuda_check(cudaMemPoolCreate(&pool, &properties), "cudaMemPoolCreate");
  std::uint64_t kept = pool_kept_bytes;
  cuda_check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "cudaMemPoolSetAttribute");
  pools[device] = pool;
  if (pools.size() == 1)
    Kokkos::push_finalize_hook([] {
      for (const auto& [id, memory_pool] : pools) (void)cudaMemPoolDestroy(memory_pool);
      pools.clear();
    });
  return pool;
}

/// \brief A thread's pinned buffer for read-backs; lives as long as the thread.
class PinnedBuffer {
 public:
  static void* data() {
    thread_local PinnedBuffer buffer;
    if (buffer.m_data == nullptr) cuda_check(cudaMallocHost(&buffer.m_data, pinned_buffer_bytes), "cudaMallocHost");
    return buffer.m_data;
  }
  ~PinnedBuffer() {
    if (m_data != nullptr) (void)cudaFreeHost(m_data);
  }

 private:
  PinnedBuffer() = default;
  void* m_data = nullptr;
};

template <>
struct DeviceMemory<Kokkos::Cuda> {
  static void* allocate(const Kokkos::Cuda& exec, const char* label, std::size_t bytes) {
    void* data = nullptr;
    cuda_check(cudaSetDevice(exec.cuda_device()), "cudaSetDevice");
    const cudaError_t status =
        cudaMallocFromPoolAsync(&data, bytes, device_memory_pool(exec.cuda_device()), exec.cuda_stream());
    if (status == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      throw_out_of_memory("workspace", label, " takes ", bytes,
                          " bytes on Cuda (need more memory: ", available_bytes(exec), " bytes are free)");
    }
    cuda_check(status, "cudaMallocFromPoolAsync");
    if (Kokkos::Tools::profileLibraryLoaded())
      Kokkos::Tools::allocateData(Kokkos::Tools::make_space_handle(Kokkos::CudaSpace::name()), label, data, bytes);
    return data;
  }

  static void release(const Kokkos::Cuda& exec, void* data) { (void)cudaFreeAsync(data, exec.cuda_stream()); }

  /// \throws std::runtime_error if a kernel has failed and left the device in error.
  static void check_health(const Kokkos::Cuda& exec) {
    const cudaError_t status = cudaStreamQuery(exec.cuda_stream());
    if (status != cudaErrorNotReady) cuda_check(status, "cudaStreamQuery");
  }

  /// \brief What the device has free and what the pool holds unused.
  static std::size_t available_bytes(const Kokkos::Cuda& exec) {
    (void)cudaSetDevice(exec.cuda_device());
    std::size_t free_bytes = 0, total_bytes = 0;
    cuda_check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    std::uint64_t reserved = 0, used = 0;
    const cudaMemPool_t pool = device_memory_pool(exec.cuda_device());
    cuda_check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved), "cudaMemPoolGetAttribute");
    cuda_check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "cudaMemPoolGetAttribute");
    return free_bytes + static_cast<std::size_t>(reserved - used);
  }

  template <class T>
  static void clear(const Kokkos::Cuda& exec, T* device, std::size_t count) {
    cuda_check(cudaMemsetAsync(device, 0, count * sizeof(T), exec.cuda_stream()), "cudaMemsetAsync");
  }

  template <class T>
  static void read_back(const Kokkos::Cuda& exec, const T* device, T* host, std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* target = bytes <= pinned_buffer_bytes ? PinnedBuffer::data() : static_cast<void*>(host);
    cuda_check(cudaMemcpyAsync(target, device, bytes, cudaMemcpyDeviceToHost, exec.cuda_stream()), "cudaMemcpyAsync");
    cuda_check(cudaStreamSynchronize(exec.cuda_stream()), "cudaStreamSynchronize");
    if (target != host) std::memcpy(host, target, bytes);
  }
};

}  // namespace Ocean::Impl

#endif
#endif
