/// \file
/// \brief Products of double matrices with int offsets on Cuda.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_RUN_SPGEMM(Kokkos::Cuda, int, double);
}  // namespace Ocean::Impl
