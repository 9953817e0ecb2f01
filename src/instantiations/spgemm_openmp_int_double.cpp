/// \file
/// \brief Products of double matrices with int offsets on OpenMP.

#include <Ocean_SpGEMM.hpp>

namespace Ocean::Impl {
OCEAN_RUN_SPGEMM(Kokkos::OpenMP, int, double);
}  // namespace Ocean::Impl
