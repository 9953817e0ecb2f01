#ifndef OCEAN_TEST_SUPPORT_TEST_EXEC_SPACE_HPP
#define OCEAN_TEST_SUPPORT_TEST_EXEC_SPACE_HPP
/// \file
/// \brief The execution space of a test executable: the build defines OCEAN_TEST_EXECSPACE as Serial, OpenMP, Threads
/// or Cuda.

#include <Kokkos_Core.hpp>
#include <string_view>

namespace Ocean::Testing {

using test_exec_space = Kokkos::OCEAN_TEST_EXECSPACE;

/// \brief False on Kokkos' Threads, which takes kernels from the thread that initialised it, and ends the process
/// otherwise.
inline bool any_thread_may_launch() { return std::string_view(test_exec_space::name()) != "Threads"; }

}  // namespace Ocean::Testing

#endif
