/// \file
/// \brief Products through handles of float.
// once: Serial

#include "typed_handles.hpp"

namespace Ocean::Testing {

using float_handles = handles_of<int, int, float, int, int, float>;
INSTANTIATE_TYPED_TEST_SUITE_P(Float, TypedHandles, float_handles);

}  // namespace Ocean::Testing
