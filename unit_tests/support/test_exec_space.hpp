#ifndef OCEAN_TEST_SUPPORT_TEST_EXEC_SPACE_HPP
#define OCEAN_TEST_SUPPORT_TEST_EXEC_SPACE_HPP
/// \file
/// \brief The execution space of a test executable: the build defines OCEAN_TEST_EXECSPACE as Serial, OpenMP or Cuda.

#include <Kokkos_Core.hpp>

namespace Ocean::Testing {

using test_exec_space = Kokkos::OCEAN_TEST_EXECSPACE;

}  // namespace Ocean::Testing

#endif
