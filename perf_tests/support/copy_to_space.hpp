#ifndef OCEAN_PERF_SUPPORT_COPY_TO_SPACE_HPP
#define OCEAN_PERF_SUPPORT_COPY_TO_SPACE_HPP
/// \file
/// \brief Arrays of the host where the kernels run.

#include <Kokkos_Core.hpp>
#include <string>
#include <vector>

namespace Ocean::Perf {

/// \brief A view in \p MemorySpace with the elements of \p items.
template <class MemorySpace, class T>
Kokkos::View<T*, MemorySpace> copy_to_space(const std::vector<T>& items, const std::string& label) {
  const Kokkos::View<T*, MemorySpace> copy(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), items.size());
  Kokkos::deep_copy(copy,
                    Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(items.data(), items.size()));
  return copy;
}

}  // namespace Ocean::Perf

#endif
