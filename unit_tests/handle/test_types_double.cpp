/// \file
/// \brief Products through handles of double, with offsets of size_t.
// once: Serial

#include <cstdint>

#include "typed_handles.hpp"

namespace Ocean::Testing {

using double_handles = handles_of<std::size_t, int, double, std::int64_t, std::int64_t, double>;
INSTANTIATE_TYPED_TEST_SUITE_P(Double, TypedHandles, double_handles);

}  // namespace Ocean::Testing
