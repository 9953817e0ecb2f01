/// \file
/// \brief Products of float and double matrices.

#include <Ocean_AnyTypes.hpp>

#include "support/tested_types.hpp"

namespace Ocean::Impl {
OCEAN_DEFINE_PRODUCTS(test_exec_space, int, int, float);
OCEAN_DEFINE_PRODUCTS(test_exec_space, std::int64_t, std::int64_t, double);
}  // namespace Ocean::Impl
