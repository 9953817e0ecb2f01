/// \file
/// \brief Products of double matrices with int offsets on Serial.

#include <Ocean_SpGEMM.hpp>

#if defined(KOKKOS_ENABLE_SERIAL)
namespace Ocean::Impl {
OCEAN_RUN_SPGEMM(Kokkos::Serial, int, double);
}  // namespace Ocean::Impl
#endif
