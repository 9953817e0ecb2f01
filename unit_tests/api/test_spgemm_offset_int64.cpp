/// \file
/// \brief Offsets of int64 beside columns of 32 bits.
// once: Serial

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include <Ocean_AnyTypes.hpp>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<std::int64_t, int, double>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Offset64, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
