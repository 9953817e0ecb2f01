/// \file
/// \brief A real, B complex, C complex of double.
// once: Serial

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include <Ocean_AnyTypes.hpp>

#include "typed_products.hpp"

namespace Ocean::Testing {

using tested_types = ::testing::Types<ProductTypes<HostCsr<int, int, float>, HostCsr<int, int, Kokkos::complex<float>>,
                                                   HostCsr<int, int, Kokkos::complex<double>>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(MixedScalars, SpgemmTypes, tested_types);

}  // namespace Ocean::Testing
