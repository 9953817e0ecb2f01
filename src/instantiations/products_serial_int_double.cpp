/// \file
/// \brief Products of double matrices with int offsets on Serial.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_DEFINE_PRODUCTS(Kokkos::Serial, int, int, double);
}  // namespace Ocean::Impl
