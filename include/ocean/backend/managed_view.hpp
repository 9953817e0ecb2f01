#ifndef OCEAN_BACKEND_MANAGED_VIEW_HPP
#define OCEAN_BACKEND_MANAGED_VIEW_HPP
/// \file
/// \brief Views that outlive a call: C's arrays, and what a handle hands out.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <exception>
#include <string>
#include <type_traits>

#include "../../Ocean_Error.hpp"
#include "device_memory.hpp"
#include "host_pages.hpp"
#include "kept_views.hpp"

namespace Ocean::Impl {

/// \brief Makes the views of C that were released before this call available again; waits for the device if there are
/// any.
template <class ExecutionSpace>
void settle_kept_views(const ExecutionSpace& exec) {
  if constexpr (keeps_views_v<typename ExecutionSpace::memory_space>)
    KeptViews::settle<DeviceMemory<ExecutionSpace>>(exec);
}

/// \brief An uninitialised view of \p count elements, allocated in the order of the instance's work; if that fails and
/// unused memory was being kept, frees it and tries again.
/// \param label  at most 15 characters: Kokkos copies the label after allocating, and would leak the memory if the copy
///         needed an allocation that fails
/// \throws OutOfMemory naming \p label and the bytes.
template <class View, class ExecutionSpace, class Memory = DeviceMemory<ExecutionSpace>>
View allocate_view(const ExecutionSpace& exec, const char* label, std::size_t count) {
  for (int attempt = 0;; ++attempt) {
    try {
      const View view(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, std::string(label)), count);
      if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>)
        prefer_large_pages(view.data(), count * sizeof(typename View::value_type));
      return view;
    } catch (const std::exception&) {  // of Kokkos: its type tells nothing
      Memory::check_health(exec);
      if (attempt > 0 || !Memory::trim(exec))
        throw_out_of_memory("spgemm", label, " takes ", count * sizeof(typename View::value_type), " bytes on ",
                            View::memory_space::name(), " (need more memory)");
    }
  }
}

/// \brief Whether an array of C of \p count elements is kept: on the host, small ones cost no pages.
template <class View>
bool is_kept_array(std::size_t count) {
  constexpr bool is_on_host = std::is_same_v<typename View::memory_space, Kokkos::HostSpace>;
  return !is_on_host || count >= KeptBlocks::bytes_min / kept_entry_bytes;
}

/// \brief The same for an array of C: one that was kept, or a new one of which a copy is kept. Such a view's copies
/// cannot be counted by others.
template <class View, class ExecutionSpace>
View allocate_array_of_c(const ExecutionSpace& exec, const char* label, std::size_t count) {
  if constexpr (keeps_views_v<typename View::memory_space> && Kokkos::is_view_v<View>) {
    if (!is_kept_array<View>(count)) return allocate_view<View>(exec, label, count);
    const int device = DeviceMemory<ExecutionSpace>::device_of(exec);
    const View kept = KeptViews::take<View>(device, label, count);
    if (kept.data() != nullptr) return kept;
    const View view = allocate_view<View>(exec, label, count);
    KeptViews::keep(device, view, DeviceMemory<ExecutionSpace>::kept_views_bytes(exec));
    return view;
  } else {
    return allocate_view<View>(exec, label, count);
  }
}

/// \brief Tells that only the first \p count elements of an array of C were ever touched: it may be kept for these.
template <class View, class ExecutionSpace>
void keep_used_array_of_c(const ExecutionSpace& exec, const View& view, std::size_t count) {
  if constexpr (keeps_views_v<typename View::memory_space> && Kokkos::is_view_v<View>) {
    if (is_kept_array<View>(count))
      KeptViews::keep(DeviceMemory<ExecutionSpace>::device_of(exec), view,
                      DeviceMemory<ExecutionSpace>::kept_views_bytes(exec), count);
  }
}

/// \brief Keeps an array of C no longer: for owners who count its copies.
template <class View>
void forget_array_of_c(const View& view) {
  if constexpr (keeps_views_v<typename View::memory_space>) KeptViews::forget(view.data());
}

}  // namespace Ocean::Impl

#endif
