#ifndef OCEAN_TEST_SUPPORT_EXTREME_OPTIONS_HPP
#define OCEAN_TEST_SUPPORT_EXTREME_OPTIONS_HPP
/// \file
/// \brief Options that force what a matrix of test size would not reach by itself.

#include <cstddef>
#include <string>
#include <vector>

#include "Ocean_SpGEMMOptions.hpp"
#include "ocean/backend/team_launch.hpp"
#include "test_exec_space.hpp"

namespace Ocean::Testing {

/// \brief Options with a name for the trace of a failure.
struct NamedOptions {
  std::string name;
  SpGEMMOptions options;
};

/// \brief The paths that the tested space offers.
inline std::vector<ExecutionPath> available_paths() {
  std::vector<ExecutionPath> paths;
  if (Impl::is_host_space_v<test_exec_space>) paths.push_back(ExecutionPath::host);
  if (Impl::has_portable_teams_v<test_exec_space>) paths.push_back(ExecutionPath::team);
  if (Impl::NativeLaunch<test_exec_space>::available) paths.push_back(ExecutionPath::native);
  return paths;
}

inline std::vector<Workflow> forced_workflows() {
  return {Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic};
}

/// \brief Every forced workflow on every available path.
inline std::vector<NamedOptions> all_workflows_and_paths(const SpGEMMOptions& base = {}) {
  std::vector<NamedOptions> all;
  for (const ExecutionPath path : available_paths())
    for (const Workflow workflow : forced_workflows()) {
      SpGEMMOptions options = base;
      options.path = path;
      options.workflow = workflow;
      all.push_back({std::string(to_string(path)) + ", " + to_string(workflow), options});
    }
  return all;
}

/// \brief One accumulator family at a time, and everything but one.
struct NamedSwitches {
  const char* name;
  AccumulatorSwitches switches;
};
inline std::vector<NamedSwitches> all_accumulator_switches() {
  return {
      {"hash only",
       {.hybrid_hash = false,
        .dense = false,
        .ranked = false,
        .merge = false,
        .esc = false,
        .multi_row = false,
        .assisted = false}},
      {"hash, several rows a team",
       {.hybrid_hash = false, .dense = false, .ranked = false, .merge = false, .esc = false}},
      {"hash and hybrid hash", {.dense = false, .ranked = false, .merge = false, .esc = false}},
      {"dense only",
       {.hash = false, .hybrid_hash = false, .merge = false, .esc = false, .multi_row = false, .assisted = false}},
      {"dense, several rows a team, assisted", {.hash = false, .hybrid_hash = false, .merge = false, .esc = false}},
      {"expand, sort, compress beside hash",
       {.hybrid_hash = false, .dense = false, .ranked = false, .multi_row = false}},
      {"no expand, sort, compress", {.merge = false, .esc = false}},
      {"not assisted", {.assisted = false}},
      {"every row by itself", {.supernodes = false}},
  };
}

/// \brief Level-0 scratch that fits only the smallest tables of a team: rows of a few dozen entries need many windows.
inline constexpr std::size_t tiny_scratch_bytes = 2048;

/// \brief Estimated sizes a tenth of the estimate: nearly every row of the HyperLogLog workflow overflows.
inline constexpr double overflowing_expansion = 0.1;

}  // namespace Ocean::Testing

#endif
