/// \file
/// \brief Products through handles of complex double.

#include <cstdint>

#include "typed_handles.hpp"

namespace Ocean::Testing {

using complex_double_handles =
    handles_of<int, int, Kokkos::complex<double>, std::size_t, std::int64_t, Kokkos::complex<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, TypedHandles, complex_double_handles);

}  // namespace Ocean::Testing
