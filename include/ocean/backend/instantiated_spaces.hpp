#ifndef OCEAN_BACKEND_INSTANTIATED_SPACES_HPP
#define OCEAN_BACKEND_INSTANTIATED_SPACES_HPP
/// \file
/// \brief Declares the compiled products of the spaces that Kokkos was built with.

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "../pipeline/instantiations.hpp"

#ifndef OCEAN_HEADER_ONLY

namespace Ocean::Impl {

#if defined(KOKKOS_ENABLE_SERIAL)
OCEAN_DECLARE_PRODUCTS(Kokkos::Serial, int, int, double);
OCEAN_DECLARE_PRODUCTS(Kokkos::Serial, std::size_t, int, double);
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
OCEAN_DECLARE_PRODUCTS(Kokkos::OpenMP, int, int, double);
OCEAN_DECLARE_PRODUCTS(Kokkos::OpenMP, std::size_t, int, double);
#endif
#if defined(KOKKOS_ENABLE_CUDA)
OCEAN_DECLARE_PRODUCTS(Kokkos::Cuda, int, int, double);
OCEAN_DECLARE_PRODUCTS(Kokkos::Cuda, std::size_t, int, double);
#endif

}  // namespace Ocean::Impl

#endif
#endif
