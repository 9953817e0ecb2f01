/// \file
/// \brief Repeated products of double matrices with int offsets on Serial.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_REUSABLE_PRODUCT(Kokkos::Serial, int, double);
}  // namespace Ocean::Impl
