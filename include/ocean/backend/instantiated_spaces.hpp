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
extern OCEAN_RUN_SPGEMM(Kokkos::Serial, int, double);
extern OCEAN_REUSABLE_PRODUCT(Kokkos::Serial, int, double);
extern OCEAN_RUN_SPGEMM(Kokkos::Serial, std::size_t, double);
extern OCEAN_REUSABLE_PRODUCT(Kokkos::Serial, std::size_t, double);
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
extern OCEAN_RUN_SPGEMM(Kokkos::OpenMP, int, double);
extern OCEAN_REUSABLE_PRODUCT(Kokkos::OpenMP, int, double);
extern OCEAN_RUN_SPGEMM(Kokkos::OpenMP, std::size_t, double);
extern OCEAN_REUSABLE_PRODUCT(Kokkos::OpenMP, std::size_t, double);
#endif
#if defined(KOKKOS_ENABLE_CUDA)
extern OCEAN_RUN_SPGEMM(Kokkos::Cuda, int, double);
extern OCEAN_REUSABLE_PRODUCT(Kokkos::Cuda, int, double);
extern OCEAN_RUN_SPGEMM(Kokkos::Cuda, std::size_t, double);
extern OCEAN_REUSABLE_PRODUCT(Kokkos::Cuda, std::size_t, double);
#endif

}  // namespace Ocean::Impl

#endif
#endif
