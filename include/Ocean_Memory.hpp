#ifndef OCEAN_MEMORY_HPP
#define OCEAN_MEMORY_HPP
/// \file
/// \brief The memory kept from one product to the next.

#include "ocean/backend/device_memory.hpp"
#include "ocean/backend/execution_spaces.hpp"

namespace Ocean {

/// \brief Gives memory that no product or handle uses, but that is kept for later ones, back to its device.
///
/// On CUDA this is the work memory pool of every device, which otherwise keeps up to 4 GiB, and the arrays of C's whose
/// owners have dropped them, up to a 32nd of the device's memory, which a next C of the same size gets; other spaces
/// keep nothing.
/// The next product takes new memory from the device, which costs it time. A product that lacks memory, for work or
/// for C, does this by itself and tries again; Kokkos::finalize() gives it back too. May be called by any thread at any
/// time between Kokkos::initialize() and Kokkos::finalize(), even while others multiply: what they use stays.
/// Cost    waits for all work on every device that has been used for products
/// \throws std::runtime_error if a device is in error
inline void release_cached_memory() {
  const auto release = []<class... Spaces>(Impl::SpaceList<Spaces...>) {
    (Impl::DeviceMemory<Spaces>::release_cached(), ...);
  };
  release(Impl::enabled_spaces());
}

}  // namespace Ocean

#endif
