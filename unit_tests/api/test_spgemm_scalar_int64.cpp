/// \file
/// \brief Products of int64: exact.
// once: Serial

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<std::size_t, std::int64_t, std::int64_t>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Int64, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
