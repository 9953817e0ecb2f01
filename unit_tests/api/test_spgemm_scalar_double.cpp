/// \file
/// \brief Products of double, offsets of 32 and 64 bits.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types =
    ::testing::Types<ProductTypes<HostCsr<int, int, double>>, ProductTypes<HostCsr<std::size_t, int, double>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Double, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
