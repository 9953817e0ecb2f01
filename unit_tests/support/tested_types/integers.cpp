/// \file
/// \brief Products of int64 matrices.

#include <Ocean_AnyTypes.hpp>

#include "support/tested_types.hpp"

namespace Ocean::Impl {
OCEAN_DEFINE_PRODUCTS(test_exec_space, std::size_t, std::int64_t, std::int64_t);
}  // namespace Ocean::Impl
