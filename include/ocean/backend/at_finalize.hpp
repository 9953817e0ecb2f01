#ifndef OCEAN_BACKEND_AT_FINALIZE_HPP
#define OCEAN_BACKEND_AT_FINALIZE_HPP
/// \file
/// \brief What is to be done before Kokkos ends.

#include <Kokkos_Core.hpp>
#include <functional>
#include <mutex>
#include <utility>

namespace Ocean::Impl {

/// \brief Has \p action done by Kokkos::finalize(); from any thread, which Kokkos' own list of hooks does not allow.
inline void at_finalize(std::function<void()> action) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  Kokkos::push_finalize_hook(std::move(action));
}

}  // namespace Ocean::Impl

#endif
