/// \file
/// \brief Products of float.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<int, int, float>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Float, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
