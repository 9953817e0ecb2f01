/// \file
/// \brief A, B and C of different offsets and ordinals; int times double.
// once: OpenMP

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include <Ocean_AnyTypes.hpp>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<int, std::int64_t, int>, HostCsr<std::size_t, int, double>,
                                                   HostCsr<std::int64_t, int, double>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(MixedIntegers, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
