/// \file
/// \brief Products of double matrices with std::size_t offsets on Serial.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_RUN_SPGEMM(Kokkos::Serial, std::size_t, double);
}  // namespace Ocean::Impl
