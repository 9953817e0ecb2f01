/// \file
/// \brief Repeated products of double matrices with std::size_t offsets on Serial.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_REUSABLE_PRODUCT(Kokkos::Serial, std::size_t, double);
}  // namespace Ocean::Impl
