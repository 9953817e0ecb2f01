#ifndef OCEAN_BACKEND_TEAM_LAUNCH_HPP
#define OCEAN_BACKEND_TEAM_LAUNCH_HPP
/// \file
/// \brief Launchers of team kernels: through Kokkos::TeamPolicy everywhere, natively if backend/<space> supports it.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../../Ocean_Error.hpp"
#include "../../Ocean_SpGEMMOptions.hpp"
#include "team_context.hpp"

namespace Ocean::Impl {

/// \brief One launch of a team kernel.
struct TeamLaunch {
  const char* label;              ///< `Ocean::<stage>::<kernel>`
  std::int64_t league_size;       ///< teams
  int team_size;                  ///< threads a team should have; the space may give fewer
  std::size_t scratch_bytes = 0;  ///< level-0 scratch per team
  /// Maximum number of teams in a launch: spaces count them with int.
  std::int64_t teams_at_once = std::numeric_limits<int>::max();
};

/// \brief What a space can give one team; asked at run time.
struct TeamLimits {
  int team_size_max = 1;               ///< threads
  std::size_t scratch_bytes_max = 0;   ///< level-0 scratch of one team
  std::size_t scratch_bytes_unit = 0;  ///< level-0 scratch that the teams resident on one processor share
  int threads_unit = 1;                ///< threads resident on one processor
  int num_units = 1;                   ///< processors
};

/// Alignment slack of a scratch request; Kokkos aligns to 8 bytes, the accumulators to 16.
inline constexpr std::size_t scratch_alignment_bytes = 16;

/// \brief Launch bounds of a team kernel: its own members where it has them.
template <class Functor>
constexpr int max_team_size_of() {
  if constexpr (requires { Functor::max_team_size; })
    return Functor::max_team_size;
  else
    return 1024;
}
template <class Functor>
constexpr int min_teams_per_unit_of() {
  if constexpr (requires { Functor::min_teams_per_unit; })
    return Functor::min_teams_per_unit;
  else
    return 1;
}

/// \brief Whether the functor calls team.begin() by itself, because it may begin early.
template <class Functor>
inline constexpr bool begins_itself_v = requires {
  requires Functor::begins_itself;
};

/// \brief True for spaces whose threads are CPU threads.
template <class ExecutionSpace>
inline constexpr bool is_host_space_v = Kokkos::SpaceAccessibility<ExecutionSpace, Kokkos::HostSpace>::accessible&&
    std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>;

/// \brief Kokkos' policy for teams of \p Functor; a host's needs no hints.
///
/// As few registers as the kernel's bounds leave, by threads alone: where Kokkos is told how many teams should share a
/// processor, it refuses launches whose scratch lets fewer. Light: Kokkos passes the functor as an argument; through
/// constant memory, which it takes for larger ones by itself, every launch waits for the one before.
template <class ExecutionSpace, class Functor>
using portable_policy_t = std::conditional_t<
    is_host_space_v<ExecutionSpace>, Kokkos::TeamPolicy<ExecutionSpace>,
    Kokkos::TeamPolicy<
        ExecutionSpace,
        Kokkos::LaunchBounds<std::min(1024, max_team_size_of<Functor>() * min_teams_per_unit_of<Functor>()), 1>,
        Kokkos::Experimental::WorkItemProperty::HintLightWeight_t>>;

/// \brief Runs a team kernel functor under Kokkos::TeamPolicy.
template <class ExecutionSpace, class Functor>
struct PortableTeamKernel {
  using policy_type = portable_policy_t<ExecutionSpace, Functor>;
  using team_type = PortableTeam<ExecutionSpace>;
  Functor functor;
  int scratch_bytes;
  std::int64_t first_team;

  KOKKOS_FUNCTION void operator()(const typename team_type::member_type& member) const {
    void* scratch = scratch_bytes > 0 ? member.team_shmem().get_shmem_aligned(scratch_bytes, 16) : nullptr;
    functor(team_type(member, scratch, first_team));
  }

  /// \brief \p league_size teams with the scratch of \p launch.
  static policy_type policy(const ExecutionSpace& exec, const TeamLaunch& launch, std::int64_t league_size,
                            int team_size) {
    policy_type teams(exec, static_cast<int>(league_size), team_size, 1);
    if (launch.scratch_bytes > 0)
      teams.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(launch.scratch_bytes + scratch_alignment_bytes)));
    return teams;
  }
};

/// Threads a team gets on a host space: enough that tests meet concurrency within a team.
inline constexpr int host_team_size_max = 2;

/// Longest league whose teams have more than one thread on a host space. Threads of a host team spin at their barriers:
/// short leagues test that a kernel is correct, long ones should also finish in reasonable time.
inline constexpr std::int64_t host_shared_league_max = 32;

/// Scratch that one team may take through Kokkos on a host space: half of a common 1 MiB level-2 cache.
inline constexpr std::size_t host_scratch_bytes_max = 512 * 1024;

/// \brief Primary template: no native launch on this space.
template <class ExecutionSpace>
struct NativeLaunch {
  static constexpr bool available = false;
};

}  // namespace Ocean::Impl

#include "cuda/team_launch_cuda.hpp"

namespace Ocean::Impl {

/// \brief Whether team kernels are compiled through Kokkos::TeamPolicy: always if there is no native launch. If there
/// is one, only if the build requests both (OCEAN_PORTABLE_TEAMS), which doubles the compile time.
template <class ExecutionSpace>
inline constexpr bool has_portable_teams_v =
#if defined(OCEAN_PORTABLE_TEAMS)
    true;
#else
    !NativeLaunch<ExecutionSpace>::available;
#endif

/// \brief The path that ExecutionPath::automatic stands for, after checking that \p path exists on the space.
/// \throws std::invalid_argument if \p path is not available on \p ExecutionSpace.
template <class ExecutionSpace>
ExecutionPath resolve_path(ExecutionPath path) {
  if (path == ExecutionPath::automatic) {
    if (is_host_space_v<ExecutionSpace>) return ExecutionPath::host;
    return NativeLaunch<ExecutionSpace>::available ? ExecutionPath::native : ExecutionPath::team;
  }
  require(path != ExecutionPath::host || is_host_space_v<ExecutionSpace>, "spgemm", "path host on ",
          ExecutionSpace::name(), " (need a host execution space)");
  require(path != ExecutionPath::native || NativeLaunch<ExecutionSpace>::available, "spgemm", "path native on ",
          ExecutionSpace::name(), " (need a space with a native launch: Cuda compiled by nvcc)");
  require(path != ExecutionPath::team || has_portable_teams_v<ExecutionSpace>, "spgemm", "path team on ",
          ExecutionSpace::name(), " (need an Ocean that was configured with OCEAN_PORTABLE_TEAMS=ON, or path native)");
  return path;
}

/// \brief A kernel that does nothing; the concept below requires that it can be launched, and compiles no launch.
struct EmptyTeamKernel {
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team&) const {}
};

/// \brief How the stages launch team kernels: an execution space instance, and one of the ways to launch on it.
///
/// There are two models: PortableTeams (Kokkos::TeamPolicy) and NativeTeams (the backend's own launch). Stages and
/// kernels are written against this concept; only with_launcher() chooses. A launcher is cheap to copy.
///
/// path                     the one it is chosen by
/// is_native                launches may run concurrently has_lanes                lane groups of its teams have
/// several lanes exec()                   the instance limits()                 of one team launch(launch, functor)
/// returns without a fence, a league of no teams at once
template <class Launcher>
concept TeamLauncher = std::copy_constructible<Launcher> &&
    requires(const Launcher launcher, const TeamLaunch& launch, const EmptyTeamKernel& functor) {
  typename Launcher::memory_space;
  { Launcher::path } -> std::convertible_to<ExecutionPath>;
  { Launcher::is_native } -> std::convertible_to<bool>;
  { Launcher::has_lanes } -> std::convertible_to<bool>;
  { launcher.exec() } -> std::same_as<const typename Launcher::execution_space&>;
  { launcher.limits() } -> std::same_as<TeamLimits>;
  { launcher.launch(launch, functor) } -> std::same_as<void>;
};

/// \brief What both launchers have in common: an instance, and the path that they stand for.
template <class ExecutionSpace, ExecutionPath Path>
class LauncherOnInstance {
 public:
  using execution_space = ExecutionSpace;
  using memory_space = typename ExecutionSpace::memory_space;
  static constexpr ExecutionPath path = Path;
  static constexpr bool is_native = Path == ExecutionPath::native;
  static constexpr bool has_lanes = is_native || TeamThreads<ExecutionSpace>::has_lanes;

  explicit LauncherOnInstance(const ExecutionSpace& exec) : m_exec(exec) {}
  const ExecutionSpace& exec() const { return m_exec; }

 private:
  ExecutionSpace m_exec;
};

/// \brief A TeamLauncher through Kokkos::TeamPolicy, on every space; it launches a long league in parts.
template <class ExecutionSpace>
class PortableTeams : public LauncherOnInstance<ExecutionSpace, ExecutionPath::team> {
 public:
  using LauncherOnInstance<ExecutionSpace, ExecutionPath::team>::LauncherOnInstance;
  using LauncherOnInstance<ExecutionSpace, ExecutionPath::team>::exec;

  TeamLimits limits() const {
    TeamLimits limits;
    const std::size_t scratch_bytes_max =
        static_cast<std::size_t>(Kokkos::TeamPolicy<ExecutionSpace>(exec(), 1, 1).scratch_size_max(0)) -
        scratch_alignment_bytes - TeamThreads<ExecutionSpace>::static_bytes;
    if constexpr (is_host_space_v<ExecutionSpace>) {
      limits.scratch_bytes_max = std::min(scratch_bytes_max, host_scratch_bytes_max);
      limits.team_size_max = std::min(host_team_size_max, exec().concurrency());
      limits.scratch_bytes_unit = limits.scratch_bytes_max;
      limits.threads_unit = limits.team_size_max;
      limits.num_units = exec().concurrency();
    } else if constexpr (NativeLaunch<ExecutionSpace>::available) {
      limits = NativeLaunch<ExecutionSpace>::limits(exec());
      limits.scratch_bytes_max = scratch_bytes_max;
    } else {
      limits.scratch_bytes_max = scratch_bytes_max;
      limits.team_size_max = 1024;
      limits.scratch_bytes_unit = 2 * limits.scratch_bytes_max;
      limits.threads_unit = 2048;
      limits.num_units = std::max(1, exec().concurrency() / limits.threads_unit);
    }
    return limits;
  }

  template <class Functor>
  void launch(const TeamLaunch& launch, const Functor& functor) const {
    if (launch.league_size == 0) return;
    using kernel_type = PortableTeamKernel<ExecutionSpace, Functor>;
    kernel_type kernel{functor, static_cast<int>(launch.scratch_bytes), 0};
    const bool alone = is_host_space_v<ExecutionSpace> && launch.league_size > host_shared_league_max;
    const int team_size = alone ? 1 : std::min(launch.team_size, team_size_max(kernel, launch));
    for (; kernel.first_team < launch.league_size; kernel.first_team += launch.teams_at_once)
      Kokkos::parallel_for(
          launch.label,
          kernel_type::policy(exec(), launch, std::min(launch.teams_at_once, launch.league_size - kernel.first_team),
                              team_size),
          kernel);
  }

 private:
  /// \brief Threads that Kokkos gives a team of \p kernel, in whole units.
  template <class Kernel>
  int team_size_max(const Kernel& kernel, const TeamLaunch& launch) const {
    constexpr int unit = TeamThreads<ExecutionSpace>::size_unit;
    const int of_kernel = Kernel::policy(exec(), launch, 1, 1).team_size_max(kernel, Kokkos::ParallelForTag());
    return std::max(unit, std::min(limits().team_size_max, of_kernel) / unit * unit);
  }
};

/// \brief A TeamLauncher by the space's own launch. Pre: NativeLaunch<ExecutionSpace>::available
template <class ExecutionSpace>
class NativeTeams : public LauncherOnInstance<ExecutionSpace, ExecutionPath::native> {
 public:
  using LauncherOnInstance<ExecutionSpace, ExecutionPath::native>::LauncherOnInstance;
  using LauncherOnInstance<ExecutionSpace, ExecutionPath::native>::exec;
  TeamLimits limits() const { return NativeLaunch<ExecutionSpace>::limits(exec()); }

  /// \throws std::invalid_argument if the league is too long for one launch.
  template <class Functor>
  void launch(const TeamLaunch& launch, const Functor& functor) const {
    if (launch.league_size == 0) return;
    require(launch.league_size <= std::numeric_limits<int>::max(), "launch_teams", launch.league_size, " teams of ",
            launch.label, " (need at most ", std::numeric_limits<int>::max(), ")");
    NativeLaunch<ExecutionSpace>::run(exec(), launch, functor);
  }
};

/// \brief Calls action(launcher) with the launcher of \p path, team or native, as returned by resolve_path().
template <class ExecutionSpace, class Action>
decltype(auto) with_launcher(const ExecutionSpace& exec, ExecutionPath path, const Action& action) {
  constexpr bool has_native = NativeLaunch<ExecutionSpace>::available;
  if constexpr (has_native && has_portable_teams_v<ExecutionSpace>) {
    if (path == NativeTeams<ExecutionSpace>::path) return action(NativeTeams<ExecutionSpace>(exec));
    return action(PortableTeams<ExecutionSpace>(exec));
  } else {
    return action(std::conditional_t<has_native, NativeTeams<ExecutionSpace>, PortableTeams<ExecutionSpace>>(exec));
  }
}

}  // namespace Ocean::Impl

#endif
