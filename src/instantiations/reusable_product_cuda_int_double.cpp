/// \file
/// \brief Repeated products of double matrices with int offsets on Cuda.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_REUSABLE_PRODUCT(Kokkos::Cuda, int, double);
}  // namespace Ocean::Impl
