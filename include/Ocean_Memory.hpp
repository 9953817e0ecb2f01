#ifndef OCEAN_MEMORY_HPP
#define OCEAN_MEMORY_HPP
/// \file
/// \brief The memory that is kept from one product for the next.

#include "ocean/backend/device_memory.hpp"
#include "ocean/backend/execution_spaces.hpp"

namespace Ocean {

/// \brief Gives the memory that no product or handle uses, but that is kept for later ones, back to its device.
///
/// On CUDA this is the work memory's pool of every device, which else keeps up to 4 GiB; other spaces keep nothing. The
/// next product takes new memory from the device, which costs it time. A product that lacks memory, work memory or C,
/// gives it back by itself and tries again; Kokkos::finalize() does so too. May be called by any thread at any time
/// between Kokkos::initialize() and Kokkos::finalize(), also while others multiply: what these use stays.
/// Cost    waits for all work on every device that products were made on
/// \throws std::runtime_error if a device is in error
inline void release_cached_memory() {
  const auto release = []<class... Spaces>(Impl::SpaceList<Spaces...>) {
    (Impl::DeviceMemory<Spaces>::release_cached(), ...);
  };
  release(Impl::enabled_spaces());
}

}  // namespace Ocean

#endif
