#ifndef OCEAN_BACKEND_EXECUTION_SPACES_HPP
#define OCEAN_BACKEND_EXECUTION_SPACES_HPP
/// \file
/// \brief The execution spaces of this build as type lists, their names, and the names of the machines they run on.

#include <Kokkos_Core.hpp>
#include <cctype>
#include <fstream>
#include <string>
#include <type_traits>

namespace Ocean::Impl {

/// \brief A list of execution spaces.
template <class... Spaces>
struct SpaceList {};

/// \brief Both lists as one.
template <class... Left, class... Right>
SpaceList<Left..., Right...> join(SpaceList<Left...>, SpaceList<Right...>) {
  return {};
}

#if defined(KOKKOS_ENABLE_SERIAL)
using serial_spaces = SpaceList<Kokkos::Serial>;
#else
using serial_spaces = SpaceList<>;
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
using threaded_spaces = SpaceList<Kokkos::OpenMP>;
#elif defined(KOKKOS_ENABLE_THREADS)
using threaded_spaces = SpaceList<Kokkos::Threads>;
#else
using threaded_spaces = SpaceList<>;
#endif
#if defined(KOKKOS_ENABLE_CUDA)
using device_spaces = SpaceList<Kokkos::Cuda>;
#elif defined(KOKKOS_ENABLE_HIP)
using device_spaces = SpaceList<Kokkos::HIP>;
#elif defined(KOKKOS_ENABLE_SYCL)
using device_spaces = SpaceList<Kokkos::SYCL>;
#else
using device_spaces = SpaceList<>;
#endif
using host_spaces = decltype(join(serial_spaces(), threaded_spaces()));
using enabled_spaces = decltype(join(host_spaces(), device_spaces()));

/// \brief Kokkos' name of a space in lower case: serial, openmp, cuda.
template <class ExecutionSpace>
std::string backend_name() {
  std::string name = ExecutionSpace::name();
  for (char& character : name) character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
  return name;
}

/// \brief Names of the spaces of a list, in order, separated by \p separator.
template <class... Spaces>
std::string backend_names(SpaceList<Spaces...>, const std::string& separator) {
  std::string names;
  ((names += (names.empty() ? "" : separator) + backend_name<Spaces>()), ...);
  return names;
}

/// \brief What the operating system calls the processor; empty where it does not say.
inline std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) {
      const std::size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
      return begin == std::string::npos ? "" : line.substr(begin);
    }
  return "";
}

/// \brief Name of the machine that \p exec runs on.
template <class ExecutionSpace>
std::string device_name(const ExecutionSpace& exec) {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::Cuda>) return exec.cuda_device_prop().name;
#endif
  (void)exec;
  return processor_name();
}

/// \brief The compilers of this build.
inline std::string compiler_name() {
  std::string name;
#if defined(__CUDACC_VER_MAJOR__)
  name = "nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." + std::to_string(__CUDACC_VER_MINOR__) + " with ";
#endif
#if defined(__clang__)
  return name + "clang " + __clang_version__;
#else
  return name + "g++ " + __VERSION__;
#endif
}

}  // namespace Ocean::Impl

#endif
