/// \file
/// \brief Repeated products of double matrices with int offsets on OpenMP.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_REUSABLE_PRODUCT(Kokkos::OpenMP, int, double);
}  // namespace Ocean::Impl
