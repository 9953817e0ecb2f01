/// \file
/// \brief The definitions of what compiled_once.hpp declares.

#include "compiled_once.hpp"

namespace Ocean {
OCEAN_TEST_COMMON_PRODUCTS();
}  // namespace Ocean

namespace Ocean::Impl {
OCEAN_TEST_COMMON_PARTS();
}  // namespace Ocean::Impl

namespace Ocean::Testing {
OCEAN_TEST_COMMON_SUPPORT();
}  // namespace Ocean::Testing
