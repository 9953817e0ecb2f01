#ifndef OCEAN_BACKEND_CUDA_DEVICE_MEMORY_CUDA_HPP
#define OCEAN_BACKEND_CUDA_DEVICE_MEMORY_CUDA_HPP
/// \file
/// \brief Stream-ordered work memory from the pool of a device, and read-backs through pinned memory.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <array>
#include <atomic>
#include <cstring>

#include "../kept_views.hpp"
#include "../tool_allocations.hpp"
#include "device_pools_cuda.hpp"
#include "ticket_page_cuda.hpp"

namespace Ocean::Impl {

template <>
struct DeviceMemory<Kokkos::Cuda> {
  static void* allocate(const Kokkos::Cuda& exec, const char* label, std::size_t bytes) {
    const int device = use_device_of(exec);
    void* data = nullptr;
    cudaError_t status = try_allocate(&data, bytes, device, exec.cuda_stream());
    if (status == cudaErrorMemoryAllocation) forget_available_bytes(exec);
    if (status == cudaErrorMemoryAllocation && trim(exec))
      status = try_allocate(&data, bytes, device, exec.cuda_stream());
    if (status == cudaErrorMemoryAllocation)
      throw_out_of_memory("workspace", label, " takes ", bytes,
                          " bytes on Cuda (need more memory: ", available_bytes(exec), " bytes are free)");
    cuda_check(status, "cudaMallocFromPoolAsync");
    try {
      ToolAllocations::tell_allocated(Kokkos::CudaSpace::name(), label, data, bytes);
    } catch (...) {
      release(exec, data);
      throw;
    }
    return data;
  }

  static void release(const Kokkos::Cuda& exec, void* data) { release(exec.cuda_stream(), exec.cuda_device(), data); }

  /// \brief The same in the order of a stream of \p device, without an instance. Waits for the stream where the device
  /// has no pools.
  static void release(cudaStream_t stream, int device, void* data) noexcept {
    ToolAllocations::tell_freed(data);
    (void)set_device(device);
    if (DevicePools::find(device) != nullptr && cudaFreeAsync(data, stream) == cudaSuccess) return;
    (void)cudaStreamSynchronize(stream);
    (void)cudaFree(data);
    (void)cudaGetLastError();
  }

  /// \brief Gives idle memory of the pool and of kept views back to the device, after all work on it, so that any
  /// allocation may take it.
  /// \return whether there may be more memory now
  static bool trim(const Kokkos::Cuda& exec) {
    const bool had_views = KeptViews::trim();
    return DevicePools::trim(use_device_of(exec)) || had_views;  // on the instance's device again
  }
  /// \brief The same for all devices.
  static void release_cached() {
    int current = 0;
    cuda_check(cudaGetDevice(&current), "cudaGetDevice");
    KeptViews::trim();  // Kokkos frees a view on its own device
    cuda_check(set_device(current), "cudaSetDevice");
    DevicePools::trim_all();
  }

  /// \brief The device that an instance's memory is on.
  static int device_of(const Kokkos::Cuda& exec) { return exec.cuda_device(); }

  /// \brief Bytes of the instance's device, in use or not.
  static std::size_t total_bytes(const Kokkos::Cuda& exec) { return exec.cuda_device_prop().totalGlobalMem; }

  /// \brief Bytes that views of earlier Cs may take together.
  static std::size_t kept_views_bytes(const Kokkos::Cuda& exec) {
    return static_cast<std::size_t>(kept_views_share * static_cast<double>(total_bytes(exec)));
  }

  /// \brief Waits for all work on the device of \p exec.
  static void wait_for_device(const Kokkos::Cuda& exec) {
    use_device_of(exec);
    cuda_check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }

  /// \throws std::runtime_error if a kernel has failed and left the device in error.
  static void check_health(const Kokkos::Cuda& exec) {
    use_device_of(exec);
    const cudaError_t status = cudaStreamQuery(exec.cuda_stream());
    if (status != cudaErrorNotReady) return cuda_check(status, "cudaStreamQuery");
    (void)cudaGetLastError();  // unfinished work counts as an error
  }

  /// \brief What the device has free, and what the pool and the kept views hold unused: work memory and C may take all
  /// of it, because where one of them fails both are trimmed and it is tried again.
  static std::size_t available_bytes(const Kokkos::Cuda& exec) {
    const int device = use_device_of(exec);
    std::size_t free_bytes = 0, total_bytes = 0;
    cuda_check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    const std::size_t bytes = free_bytes + DevicePools::idle_bytes(device) + KeptViews::unused_bytes(device);
    last_available(device) = bytes;
    return bytes;
  }
  static std::size_t last_available_bytes(const Kokkos::Cuda& exec) { return last_available(exec.cuda_device()); }
  static void forget_available_bytes(const Kokkos::Cuda& exec) { last_available(exec.cuda_device()) = 0; }

  template <class T>
  static void clear(const Kokkos::Cuda& exec, T* device, std::size_t count) {
    use_device_of(exec);
    cuda_check(cudaMemsetAsync(device, 0, count * sizeof(T), exec.cuda_stream()), "cudaMemsetAsync");
  }

  template <class T>
  static void read_back(const Kokkos::Cuda& exec, const T* device, T* host, std::size_t count) {
    use_device_of(exec);
    const std::size_t bytes = count * sizeof(T);
    if (bytes <= pinned_buffer_bytes && sizeof(T) % read_back_word_bytes == 0) {
      TicketPage& page = TicketPage::of_thread(TicketPage::at_once);
      page.wait(exec.cuda_stream(), page.launch(exec, device, bytes));
      if (bytes > 0) std::memcpy(host, page.words(), bytes);
      return;
    }
    cuda_check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, exec.cuda_stream()), "cudaMemcpyAsync");
    cuda_check(cudaStreamSynchronize(exec.cuda_stream()), "cudaStreamSynchronize");
  }

  /// \brief Waits for all work on \p exec, as a read-back of nothing.
  static void wait(const Kokkos::Cuda& exec) {
    use_device_of(exec);
    TicketPage& page = TicketPage::of_thread(TicketPage::at_once);
    page.wait(exec.cuda_stream(), page.launch(exec, nullptr, 0));
  }

 private:
  static std::atomic<std::size_t>& last_available(int device) {
    static std::array<std::atomic<std::size_t>, devices_max> bytes{};
    return bytes[static_cast<std::size_t>(device)];
  }

  static cudaError_t try_allocate(void** data, std::size_t bytes, int device, cudaStream_t stream) {
    const cudaMemPool_t pool = DevicePools::of_device(device);
    const cudaError_t status =
        pool != nullptr ? cudaMallocFromPoolAsync(data, bytes, pool, stream) : cudaMalloc(data, bytes);
    if (status == cudaErrorMemoryAllocation) (void)cudaGetLastError();
    return status;
  }
};

}  // namespace Ocean::Impl

#endif
#endif
