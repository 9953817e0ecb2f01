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

/// \brief Has the views of C that were dropped before this call be handed out again; waits for the device if there are.
template <class ExecutionSpace>
void settle_kept_views(const ExecutionSpace& exec) {
  if constexpr (keeps_views_v<typename ExecutionSpace::memory_space>)
    KeptViews::settle<DeviceMemory<ExecutionSpace>>(exec);
}

/// \brief An uninitialised view of \p count elements, one that was kept or allocated in the order of the instance's
/// work; tried again where memory that is kept unused may have been in the way.
/// \param label  at most 15 characters: Kokkos copies it after it has the memory, and would lose that where the copy
///               takes memory, too, and fails
/// \throws OutOfMemory naming \p label and the bytes.
template <class View, class ExecutionSpace, class Memory = DeviceMemory<ExecutionSpace>>
View allocate_view(const ExecutionSpace& exec, const char* label, std::size_t count) {
  constexpr bool may_be_kept = keeps_views_v<typename View::memory_space> && Kokkos::is_view_v<View>;
  for (int attempt = 0;; ++attempt) {
    try {
      if constexpr (may_be_kept) {
        View kept = KeptViews::take<View>(Memory::device_of(exec), label, count);
        if (kept.data() != nullptr) return kept;
      }
      const View view(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, std::string(label)), count);
      if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>)
        prefer_large_pages(view.data(), count * sizeof(typename View::value_type));
      if constexpr (may_be_kept) KeptViews::keep(Memory::device_of(exec), view);
      return view;
    } catch (const std::exception&) {  // of Kokkos: its type tells nothing
      Memory::check_health(exec);
      if (attempt > 0 || !Memory::trim(exec))
        throw_out_of_memory("spgemm", label, " takes ", count * sizeof(typename View::value_type), " bytes on ",
                            View::memory_space::name(), " (need more memory)");
    }
  }
}

}  // namespace Ocean::Impl

#endif
