#ifndef OCEAN_BACKEND_DEVICE_MEMORY_HPP
#define OCEAN_BACKEND_DEVICE_MEMORY_HPP
/// \file
/// \brief Work memory and small read-backs of a space, ordered on an instance.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <exception>
#include <limits>
#include <new>
#include <type_traits>

#include "../../Ocean_Error.hpp"
#include "host_memory_limits.hpp"

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
  /// A cache line; the same alignment as Kokkos' own allocations.
  static constexpr std::align_val_t host_alignment_bytes{64};

  /// \throws OutOfMemory with \p label and \p bytes if the space does not have them.
  static void* allocate(const ExecutionSpace& exec, const char* label, std::size_t bytes) {
    void* data = nullptr;
    if constexpr (is_plain_host) {
      data = ::operator new(bytes, host_alignment_bytes, std::nothrow);
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
      ::operator delete(data, host_alignment_bytes);
    else
      Kokkos::kokkos_free<memory_space>(data);
  }

  /// \brief Frees memory that is kept for later calls; returns whether more may be available now.
  static bool trim(const ExecutionSpace&) { return false; }
  /// \brief The same for all instances.
  static void release_cached() {}

  /// \brief The device that an instance's memory is on; spaces here have one.
  static int device_of(const ExecutionSpace&) { return 0; }
  /// \brief Waits for all work that may use the memory of the space.
  static void wait_for_device(const ExecutionSpace&) { Kokkos::fence("Ocean::workspace::wait_for_device"); }

  /// \brief Throws if the space itself is in error, so that this is not mistaken for a lack of memory.
  static void check_health(const ExecutionSpace&) {}

  static std::size_t available_bytes(const ExecutionSpace&) {
    if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace, memory_space>::accessible)
      return available_host_bytes();
    else
      return std::numeric_limits<std::size_t>::max();
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
