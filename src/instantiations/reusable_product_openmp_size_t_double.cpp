/// \file
/// \brief Repeated products of double matrices with std::size_t offsets on OpenMP.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_REUSABLE_PRODUCT(Kokkos::OpenMP, std::size_t, double);
}  // namespace Ocean::Impl
