/// \file
/// \brief Column numbers of 64 bits.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<std::int64_t, std::int64_t, double>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Ordinal64, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
