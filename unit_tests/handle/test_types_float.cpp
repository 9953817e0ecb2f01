/// \file
/// \brief Products through handles of float.
// once: Serial

#include <Ocean_AnyTypes.hpp>

#include <cstdint>

#include "typed_handles.hpp"

namespace Ocean::Testing {

using float_handles = handles_of<int, int, float, std::size_t, std::int64_t, float>;
INSTANTIATE_TYPED_TEST_SUITE_P(Float, TypedHandles, float_handles);

}  // namespace Ocean::Testing
