#ifndef OCEAN_BACKEND_CUDA_DEVICE_POOLS_CUDA_HPP
#define OCEAN_BACKEND_CUDA_DEVICE_POOLS_CUDA_HPP
/// \file
/// \brief The pools that work memory comes from, one a device.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "../at_finalize.hpp"
#include "device_cuda.hpp"

namespace Ocean::Impl {

/// Bytes that the pool keeps between products instead of giving them back to the device: a first allocation takes much
/// longer than one from the pool. measured: perf_tests/results/nvidia_h100_2026-11-25_constants.csv, where no product
/// depends on it
inline constexpr std::uint64_t pool_kept_bytes = std::uint64_t(4) << 30;

/// \brief What is known of the pool of a device.
struct DevicePool {
  std::atomic<bool> is_known{false};  ///< and pool is set
  cudaMemPool_t pool = nullptr;       ///< null where the device has none
};

/// \brief One memory pool per device, made on first use and destroyed with Kokkos.
class DevicePools {
 public:
  /// \brief The pool of \p device, null where the device has none: asked once, then a load.
  static cudaMemPool_t of_device(int device) {
    if (!s_pools[static_cast<std::size_t>(device)].is_known.load(std::memory_order_acquire)) make(device);
    return find(device);
  }

  /// \brief The pool of \p device if of_device() has made one.
  static cudaMemPool_t find(int device) {
    const DevicePool& of_device = s_pools[static_cast<std::size_t>(device)];
    const bool is_known = of_device.is_known.load(std::memory_order_acquire);
    return is_known && s_are_used.load(std::memory_order_relaxed) ? of_device.pool : nullptr;
  }

  /// \brief Gives what the pool of \p device holds unused back to the device, after all work on it: what streams are
  /// still to free is in use.
  /// \return whether there is a pool
  static bool trim(int device) {
    const cudaMemPool_t pool = find(device);
    if (pool == nullptr) return false;
    cuda_check(set_device(device), "cudaSetDevice");
    cuda_check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    cuda_check(cudaMemPoolTrimTo(pool, 0), "cudaMemPoolTrimTo");
    return true;
  }

  /// \brief trim() of all devices; the thread's device stays the current one.
  static void trim_all() {
    int current = -1;
    for (int device = 0; device < devices_max; ++device) {
      if (find(device) == nullptr) continue;
      if (current < 0) cuda_check(cudaGetDevice(&current), "cudaGetDevice");
      trim(device);
    }
    if (current >= 0) cuda_check(set_device(current), "cudaSetDevice");
  }

  /// \brief Bytes that the pool of \p device holds unused.
  static std::size_t idle_bytes(int device) {
    const cudaMemPool_t pool = find(device);
    if (pool == nullptr) return 0;
    std::uint64_t reserved = 0, used = 0;
    cuda_check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved), "cudaMemPoolGetAttribute");
    cuda_check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "cudaMemPoolGetAttribute");
    return reserved > used ? static_cast<std::size_t>(reserved - used) : 0;  // other threads may come between
  }

  /// \brief Makes all devices count as devices without pools, for tests.
  static void use(bool are_used) { s_are_used.store(are_used, std::memory_order_relaxed); }

 private:
  static void make(int device) {
    const std::lock_guard<std::mutex> lock(s_mutex);
    DevicePool& of_device = s_pools[static_cast<std::size_t>(device)];
    if (of_device.is_known.load(std::memory_order_relaxed)) return;
    int has_pools = 0;
    cuda_check(cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, device), "cudaDeviceGetAttribute");
    if (has_pools != 0) {
      if (!s_is_hooked) at_finalize(&destroy_all);
      s_is_hooked = true;
      of_device.pool = make_pool(device);
    }
    of_device.is_known.store(true, std::memory_order_release);
  }

  static cudaMemPool_t make_pool(int device) {
    cudaMemPoolProps properties;
    std::memset(&properties, 0, sizeof(properties));
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
    cudaMemPool_t pool;
    cuda_check(cudaMemPoolCreate(&pool, &properties), "cudaMemPoolCreate");
    std::uint64_t kept = pool_kept_bytes;
    cuda_check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "cudaMemPoolSetAttribute");
    return pool;
  }

  static void destroy_all() {
    const std::lock_guard<std::mutex> lock(s_mutex);
    for (DevicePool& of_device : s_pools) {
      of_device.is_known.store(false, std::memory_order_release);
      if (of_device.pool != nullptr) (void)cudaMemPoolDestroy(of_device.pool);
      of_device.pool = nullptr;
    }
  }

  // Without destructors: a block may be freed after everything else of the process.
  static inline std::array<DevicePool, devices_max> s_pools{};
  static inline std::mutex s_mutex;
  static inline bool s_is_hooked = false;
  static inline std::atomic<bool> s_are_used{true};
};

}  // namespace Ocean::Impl

#endif
#endif
