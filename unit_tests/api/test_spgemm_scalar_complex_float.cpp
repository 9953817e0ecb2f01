/// \file
/// \brief Products of Kokkos::complex<float>.
// once: Serial

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<int, std::int64_t, Kokkos::complex<float>>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
