/// \file
/// \brief Products of double matrices with int offsets on OpenMP.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_DEFINE_PRODUCTS(Kokkos::OpenMP, int, int, double);
}  // namespace Ocean::Impl
