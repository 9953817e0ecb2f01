#ifndef OCEAN_BACKEND_RECORDED_WORK_HPP
#define OCEAN_BACKEND_RECORDED_WORK_HPP
/// \file
/// \brief The work of an instance that may no longer exist when somebody waits for that work.

#include <Kokkos_Core.hpp>
#include <exception>
#include <type_traits>

#include "../../Ocean_Error.hpp"
#include "device_memory.hpp"

namespace Ocean::Impl {

/// \brief Whether a launch on a space is complete when it returns.
template <class ExecutionSpace>
inline constexpr bool launches_are_synchronous =
    std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>
#if defined(KOKKOS_ENABLE_HPX)
    && !std::is_same_v<ExecutionSpace, Kokkos::Experimental::HPX>
#endif
    ;

/// \brief All work of an instance up to record(): other instances can wait for it, and memory that it uses is freed
/// after it. Does not refer to the instance. Generic version, which waits on the host if a backend has no events.
template <class ExecutionSpace>
class RecordedWork {
 public:
  RecordedWork() = default;
  RecordedWork(const RecordedWork&) = delete;
  RecordedWork& operator=(const RecordedWork&) = delete;

  /// \brief Records the work of \p exec so far, in place of what was recorded before.
  void record(const ExecutionSpace& exec) noexcept {
    if constexpr (!launches_are_synchronous<ExecutionSpace>) {
      try {
        exec.fence("Ocean::recorded_work::record");
      } catch (const std::exception&) {  // of a kernel that failed: the next call on the space says so
      }
    }
  }
  /// \brief Whether \p exec can wait for the recorded work: it is on the same device, or there is none.
  bool is_on_device_of(const ExecutionSpace&) const { return true; }
  /// \brief Later work of \p exec starts after the recorded work has ended; the host does not wait.
  /// \throws std::invalid_argument if \p exec is on another device.
  void wait_on(const ExecutionSpace&) const {}
  /// \brief Frees memory of DeviceMemory::allocate() after the recorded work has ended.
  void release(void* data) noexcept { DeviceMemory<ExecutionSpace>::free(data); }
};

}  // namespace Ocean::Impl

#include "cuda/recorded_work_cuda.hpp"

#endif
