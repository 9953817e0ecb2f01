/// \file
/// \brief Products of complex double matrices.

#include <Ocean_AnyTypes.hpp>

#include "support/tested_types.hpp"

namespace Ocean::Impl {
OCEAN_DEFINE_PRODUCTS(test_exec_space, int, int, Kokkos::complex<double>);
OCEAN_DEFINE_PRODUCTS(test_exec_space, std::size_t, std::int64_t, Kokkos::complex<double>);
}  // namespace Ocean::Impl
