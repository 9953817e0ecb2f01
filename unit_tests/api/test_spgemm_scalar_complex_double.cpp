/// \file
/// \brief Products of Kokkos::complex<double>.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<int, int, Kokkos::complex<double>>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
