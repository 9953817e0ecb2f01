#ifndef OCEAN_BACKEND_DEVICE_MEMORY_HPP
#define OCEAN_BACKEND_DEVICE_MEMORY_HPP
/// \file
/// \brief Work memory and small read-backs of a space, ordered on an instance.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <exception>
#include <type_traits>

#include "../../Ocean_Error.hpp"
#include "host_memory_limits.hpp"
#include "kept_host_memory.hpp"

namespace Ocean::Impl {

/// \brief Zeroes memory byte by byte: a kernel with its own label, unlike a deep_copy of Kokkos.
struct ClearBytes {
  char* bytes;
  KOKKOS_FUNCTION void operator()(const std::size_t place) const { bytes[place] = 0; }
};

/// \brief Generic version through Kokkos' own allocator and copies.
template <class ExecutionSpace>
struct DeviceMemory {
  using memory_space = typename ExecutionSpace::memory_space;

  /// Plain host memory is not allocated by Kokkos, whose deallocation waits for every instance of every space.
  static constexpr bool is_plain_host = std::is_same_v<memory_space, Kokkos::HostSpace>;

  /// \throws OutOfMemory with \p label and \p bytes if the space does not have them.
  static void* allocate(const ExecutionSpace& exec, const char* label, std::size_t bytes) {
    void* data = nullptr;
    if constexpr (is_plain_host) {
      data = allocate_host_work(bytes, exec.concurrency());
    } else {
      try {
        data = Kokkos::kokkos_malloc<memory_space>(label, bytes);
      } catch (const std::exception&) {
        data = nullptr;
      }
    }
    if (data == nullptr)
      throw_out_of_memory("workspace", label, " takes ", bytes, " bytes on ", memory_space::name(),
                          " (need more memory: ", available_bytes(exec), " bytes are free)");
    return data;
  }

  static void release(const ExecutionSpace& exec, void* data) noexcept {
    try {
      exec.fence("Ocean::workspace::release");
    } catch (const std::exception&) {  // of a kernel that failed, or of the label: destructors come here
    }
    free(data);
  }

  /// \brief Frees memory that no work uses any more.
  static void free(void* data) noexcept {
    if constexpr (is_plain_host)
      KeptBlocks::free(data);
    else
      Kokkos::kokkos_free<memory_space>(data);
  }

  /// \brief Frees memory that is kept for later calls; returns whether more may be available now.
  static bool trim(const ExecutionSpace&) {
    if constexpr (is_plain_host) return release_kept_host_memory();
    return false;
  }
  /// \brief The same for all instances.
  static void release_cached() {
    if constexpr (is_plain_host) (void)release_kept_host_memory();
  }

  /// \brief The device that an instance's memory is on: none of CUDA's, as spaces here have one.
  static int device_of(const ExecutionSpace&) { return host_memory; }
  /// \brief Waits for all work that may use views that were dropped. On the host there is none where views are kept.
  static void wait_for_device(const ExecutionSpace&) {
    if constexpr (!is_plain_host) Kokkos::fence("Ocean::workspace::wait_for_device");
  }
  /// \brief Bytes that views of earlier Cs may take together.
  static std::size_t kept_views_bytes(const ExecutionSpace& exec) {
    return kept_host_bytes(exec.concurrency(), kept_views_bytes_per_thread);
  }

  /// \brief Throws if the space itself is in error, so that this is not mistaken for a lack of memory.
  static void check_health(const ExecutionSpace&) {}

  /// \brief What the space had free when it was last asked, if that was not forgotten since; 0: not known. Known only
  /// where asking takes time.
  static std::size_t last_available_bytes(const ExecutionSpace&) { return 0; }
  /// \brief After memory was lacking: what was free when the space was last asked says nothing any more.
  static void forget_available_bytes(const ExecutionSpace&) {}

  static std::size_t available_bytes(const ExecutionSpace&) {
    if constexpr (!Kokkos::SpaceAccessibility<Kokkos::HostSpace, memory_space>::accessible) return unlimited_bytes;
    const std::size_t bytes = available_host_bytes();
    const std::size_t kept_bytes = is_plain_host ? kept_unused_host_bytes() : 0;
    return bytes == unlimited_bytes ? bytes : bytes + kept_bytes;
  }

  /// \brief Zeroes the bytes of \p count elements, in the order of the instance's work.
  template <class T>
  static void clear(const ExecutionSpace& exec, T* device, std::size_t count) {
    Kokkos::parallel_for(
        "Ocean::workspace::clear",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(exec, 0, count * sizeof(T)),
        ClearBytes{reinterpret_cast<char*>(device)});
  }

  /// \brief Copies \p count elements to the host and waits for them.
  template <class T>
  static void read_back(const ExecutionSpace& exec, const T* device, T* host, std::size_t count) {
    using unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
    Kokkos::deep_copy(exec, Kokkos::View<T*, Kokkos::HostSpace, unmanaged>(host, count),
                      Kokkos::View<const T*, memory_space, unmanaged>(device, count));
    exec.fence("Ocean::workspace::read_back");
  }

  /// \brief Waits for all work on \p exec.
  static void wait(const ExecutionSpace& exec) { exec.fence("Ocean::workspace::wait"); }
};

}  // namespace Ocean::Impl

#include "cuda/device_memory_cuda.hpp"

#endif
