/// \file
/// \brief Products of double matrices with int offsets on Cuda.

#include <Ocean_SpGEMM.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
namespace Ocean::Impl {
OCEAN_RUN_SPGEMM(Kokkos::Cuda, int, double);
}  // namespace Ocean::Impl
#endif
