/// \file
/// \brief Products through handles of complex float.
// once: Serial

#include <cstdint>

#include "typed_handles.hpp"

namespace Ocean::Testing {

using complex_float_handles =
    handles_of<int, std::int64_t, Kokkos::complex<float>, int, std::int64_t, Kokkos::complex<float>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, TypedHandles, complex_float_handles);

}  // namespace Ocean::Testing
