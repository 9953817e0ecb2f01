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

namespace Ocean::Impl {

/// \brief An uninitialised view of \p count elements, allocated in the order of the instance's work; tried again where
/// work memory that is kept unused may have been in the way.
/// \param label  at most 15 characters: Kokkos copies it after it has the memory, and would lose that where the copy
///               takes memory, too, and fails
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

}  // namespace Ocean::Impl

#endif
