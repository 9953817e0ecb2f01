/// \file
/// \brief Products of double matrices with int offsets on Serial.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_RUN_SPGEMM(Kokkos::Serial, int, double);
}  // namespace Ocean::Impl
