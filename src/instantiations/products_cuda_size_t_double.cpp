/// \file
/// \brief Products of double matrices with std::size_t offsets on Cuda.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_DEFINE_PRODUCTS(Kokkos::Cuda, std::size_t, int, double);
}  // namespace Ocean::Impl
