/// \file
/// \brief Products of double matrices with int offsets on Cuda.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_DEFINE_PRODUCTS(Kokkos::Cuda, int, int, double);
}  // namespace Ocean::Impl
