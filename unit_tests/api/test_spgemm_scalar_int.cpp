/// \file
/// \brief Products of int: exact.
// once: Serial

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include <Ocean_AnyTypes.hpp>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<int, int, int>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Int, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
