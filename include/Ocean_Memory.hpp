#ifndef OCEAN_MEMORY_HPP
#define OCEAN_MEMORY_HPP
/// \file
/// \brief Memory that is kept from one product to the next.

#include "ocean/backend/device_memory.hpp"
#include "ocean/backend/execution_spaces.hpp"

namespace Ocean {

/// \brief Frees the memory that no product or handle uses but that is kept for later ones.
///
/// On CUDA this is the work memory pool of every device, which otherwise keeps up to 4 GiB, and the arrays of earlier
/// Cs that their owners have released, up to 1/32 of the device's memory, which the next C of the same size would
/// reuse. On CPUs it is work memory, up to 32 MiB for each thread, and, in builds without devices, such arrays, up to
/// 128 MiB for each thread, each at most 1/32 of the memory that the process may take. Other spaces keep nothing. The
/// next product has to allocate anew, which takes time. A product that runs short of memory, for work or for C, does
/// this by itself and tries again; Kokkos::finalize() frees the memory too. May be called by any thread at any time
/// between Kokkos::initialize() and Kokkos::finalize(), even while others multiply: memory in use stays allocated.
///
/// Cost    waits for all work on every device that has been used for products
///
/// \throws std::runtime_error if a device is in error
inline void release_cached_memory() {
  const auto release = []<class... Spaces>(Impl::SpaceList<Spaces...>) {
    (Impl::DeviceMemory<Spaces>::release_cached(), ...);
  };
  release(Impl::enabled_spaces());
}

}  // namespace Ocean

#endif
