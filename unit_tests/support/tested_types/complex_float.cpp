/// \file
/// \brief Products of complex float matrices.
// once: Serial

#include <Ocean_AnyTypes.hpp>

#include "support/tested_types.hpp"

namespace Ocean::Impl {
OCEAN_DEFINE_PRODUCTS(test_exec_space, int, std::int64_t, Kokkos::complex<float>);
}  // namespace Ocean::Impl
