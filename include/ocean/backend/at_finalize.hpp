#ifndef OCEAN_BACKEND_AT_FINALIZE_HPP
#define OCEAN_BACKEND_AT_FINALIZE_HPP
/// \file
/// \brief Actions to run before Kokkos is finalised.

#include <Kokkos_Core.hpp>
#include <functional>
#include <mutex>
#include <utility>

namespace Ocean::Impl {

/// \brief Makes Kokkos::finalize() run \p action; may be called from any thread, unlike Kokkos' own list of hooks.
inline void at_finalize(std::function<void()> action) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  Kokkos::push_finalize_hook(std::move(action));
}

}  // namespace Ocean::Impl

#endif
