#ifndef OCEAN_TEST_SUPPORT_TEAM_PATHS_HPP
#define OCEAN_TEST_SUPPORT_TEAM_PATHS_HPP
/// \file
/// \brief The paths that run team kernels and their launchers, for tests of the kernels themselves.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "ocean/backend/team_launch.hpp"
#include "test_exec_space.hpp"

namespace Ocean::Testing {

/// \brief Through Kokkos::TeamPolicy on every space, natively where the tested one offers it.
inline std::vector<ExecutionPath> team_paths() {
  std::vector<ExecutionPath> paths;
  if (Impl::has_portable_teams_v<test_exec_space>) paths.push_back(ExecutionPath::team);
  if (Impl::NativeLaunch<test_exec_space>::available) paths.push_back(ExecutionPath::native);
  return paths;
}

/// \brief Calls body(launcher) with every launcher of the tested space, those of team_paths().
template <class Body>
void for_each_launcher(const Body& body) {
  for (const ExecutionPath path : team_paths()) Impl::with_launcher(test_exec_space{}, path, body);
}

/// \brief A launcher of the tested space, for what does not depend on it.
using test_launcher = std::conditional_t<Impl::has_portable_teams_v<test_exec_space>,
                                         Impl::PortableTeams<test_exec_space>, Impl::NativeTeams<test_exec_space>>;

/// \brief Every path of the tested space: the team kernels', and on host spaces the one for hosts.
inline std::vector<ExecutionPath> all_paths() {
  std::vector<ExecutionPath> paths = team_paths();
  if (Impl::is_host_space_v<test_exec_space>) paths.push_back(ExecutionPath::host);
  return paths;
}

/// \brief Offsets and columns of the typed tests: the narrowest and the widest that users have.
template <class Offset, class Ordinal>
struct IndexTypes {
  using offset_type = Offset;
  using ordinal_type = Ordinal;
};

using AllIndexTypes = ::testing::Types<IndexTypes<int, int>, IndexTypes<std::size_t, std::int64_t>>;

}  // namespace Ocean::Testing

#endif
