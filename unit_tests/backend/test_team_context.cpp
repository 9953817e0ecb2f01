/// \file
/// \brief Teams on every path: leagues, scratch, sums over teams and groups, atomics; limits and launch errors.

#include "ocean/backend/team_context.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::TeamLanes;
using Ocean::Impl::TeamLimits;
using Ocean::Testing::error_text;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_view;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_launcher;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

constexpr int wanted_team_size = 96;

/// \brief What thread \p rank contributes: no two threads the same, some negative.
KOKKOS_INLINE_FUNCTION int value_of(int rank) { return rank * rank - 7 * rank - 3; }

/// Every team and thread marks itself; the threads of a team meet in scratch.
struct VisitTeams {
  static constexpr int max_team_size = wanted_team_size;
  test_view<int> visits;       // by team: threads that came
  test_view<int> num_threads;  // by team
  test_view<int> neighbours;   // by team: sum of what the threads read in their neighbour's scratch
  test_view<int> misaligned;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto rank = team.league_rank();
    const int thread = team.thread_rank(), threads = team.num_threads();
    Team::atomics::fetch_add(&visits(rank), 1);
    num_threads(rank) = threads;
    int* scratch = team.template scratch<int>(16);
    if (reinterpret_cast<std::uintptr_t>(scratch) % 16 != 0) misaligned(0) = 1;
    scratch[thread] = value_of(thread) + static_cast<int>(rank);
    team.barrier();
    Team::atomics::fetch_add(&neighbours(rank), scratch[(thread + 1) % threads]);
  }
};

TEST(TeamLaunch, EveryTeamRunsOnceWithItsOwnScratch) {
  constexpr int num_teams = 29;  // short enough for shared teams on host spaces
  static_assert(num_teams <= Ocean::Impl::host_shared_league_max);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const VisitTeams kernel{test_view<int>("Testing::visits", num_teams), test_view<int>("Testing::threads", num_teams),
                            test_view<int>("Testing::neighbours", num_teams), test_view<int>("Testing::misaligned", 1)};
    launcher.launch({"Testing::visit_teams", num_teams, wanted_team_size, 16 + wanted_team_size * sizeof(int)}, kernel);
    const auto visits = to_vector(kernel.visits), threads = to_vector(kernel.num_threads);
    const int team_size = std::min(wanted_team_size, launcher.limits().team_size_max);
    EXPECT_TRUE(same_integers("visits", visits, threads));
    EXPECT_TRUE(same_integers("threads", threads, std::vector(num_teams, team_size)));
    int sum = 0;
    for (int thread = 0; thread < team_size; ++thread) sum += value_of(thread);
    std::vector<int> expected;
    for (int team = 0; team < num_teams; ++team) expected.push_back(sum + team * team_size);
    EXPECT_TRUE(same_integers("neighbours", to_vector(kernel.neighbours), expected));
    EXPECT_EQ(to_vector(kernel.misaligned)[0], 0);
  });
}

TEST(TeamLaunch, LongHostLeaguesRunAThreadEach) {
  if (!Ocean::Impl::is_host_space_v<test_exec_space>) GTEST_SKIP() << "not a host space";
  constexpr int num_teams = static_cast<int>(Ocean::Impl::host_shared_league_max) + 1;
  const VisitTeams kernel{test_view<int>("Testing::visits", num_teams), test_view<int>("Testing::threads", num_teams),
                          test_view<int>("Testing::neighbours", num_teams), test_view<int>("Testing::misaligned", 1)};
  test_launcher(test_exec_space{})
      .launch({"Testing::visit_teams", num_teams, wanted_team_size, 16 + wanted_team_size * sizeof(int)}, kernel);
  EXPECT_TRUE(same_integers("threads", to_vector(kernel.num_threads), std::vector(num_teams, 1)));
  EXPECT_TRUE(same_integers("visits", to_vector(kernel.visits), std::vector(num_teams, 1)));
}

/// What a collective gave every thread of the one team.
enum Result { team_sum, team_max, team_before, team_total, lanes_min, lanes_any, lanes_none, of_groups, num_results };

/// Lanes of the widest groups.
constexpr std::size_t lanes_max = 32;

struct TeamCollectives {
  static constexpr int max_team_size = wanted_team_size;
  test_view<int> results;  // by thread and Result
  test_view<int> num_threads;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int value = value_of(team.thread_rank());
    int* mine = results.data() + team.thread_rank() * num_results;
    num_threads(0) = team.num_threads();
    mine[team_sum] = team.sum(value);
    mine[team_max] = team.max(value);
    mine[team_before] = team.exclusive_sum(value, mine[team_total]);
    const TeamLanes<Team> lanes(team);
    mine[lanes_min] = lanes.min(value);
    mine[lanes_any] = lanes.any(lanes.rank() == lanes.size() - 1);
    mine[lanes_none] = lanes.any(lanes.rank() < 0);
    if constexpr (Team::has_lanes) mine[of_groups] = team.of_groups(value);
  }
};

TEST(TeamContext, CollectivesOfATeam) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const TeamCollectives kernel{test_view<int>("Testing::results", wanted_team_size * num_results),
                                 test_view<int>("Testing::threads", 1)};
    launcher.launch({"Testing::collectives", 1, wanted_team_size}, kernel);
    const auto results = to_vector(kernel.results);
    std::vector<int> values;
    for (int thread = 0; thread < to_vector(kernel.num_threads)[0]; ++thread) values.push_back(value_of(thread));
    const int sum = std::accumulate(values.begin(), values.end(), 0);
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    int before = 0;
    for (std::size_t thread = 0; thread < values.size(); ++thread) {
      const auto mine = results.begin() + static_cast<std::ptrdiff_t>(thread * num_results);
      // lane i has the value of the first lane of group i
      const std::size_t first_of_group = thread % lanes_max * lanes_max;
      const int of_group = launcher.has_lanes && first_of_group < values.size() ? values[first_of_group] : 0;
      EXPECT_TRUE(same_integers("results", std::vector(mine, mine + num_results),
                                std::vector{sum, *largest, before, sum, *smallest, 1, 0, of_group}))
          << "thread " << thread;
      before += values[thread];
    }
  });
}

/// Every lane of every group: which it is, and what the collectives of a group of \p Width give.
enum GroupResult {
  group_rank,
  lane_rank,
  group_size,
  group_sum,
  group_max,
  group_min,
  group_before,
  group_total,
  group_any,
  group_ballot,
  group_count_before,
  group_count,
  of_last_lane,
  of_partner,
  num_group_results
};

/// \brief The predicate of thread \p rank: true for about half of all threads.
KOKKOS_INLINE_FUNCTION bool votes(int rank) { return rank * rank % 5 < 2; }

template <int Width, bool Lockstep>
struct GroupCollectives {
  static constexpr int max_team_size = wanted_team_size;
  test_view<int> results;  // by thread and GroupResult
  test_view<int> num_groups;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if constexpr (Lockstep)
      collect(team, team.template lockstep_group<Width>());
    else
      collect(team, team.template group<Width>());
  }

  template <class Team, class Group>
  KOKKOS_FUNCTION void collect(const Team& team, const Group& group) const {
    const int value = value_of(team.thread_rank());
    int* mine = results.data() + team.thread_rank() * num_group_results;
    num_groups(0) = team.template num_groups<Width>();
    mine[group_rank] = team.template group_rank<Width>();
    mine[lane_rank] = group.rank();
    mine[group_size] = group.size();
    mine[group_sum] = group.sum(value);
    mine[group_max] = group.max(value);
    mine[group_min] = group.min(value);
    mine[group_before] = group.exclusive_sum(value, mine[group_total]);
    mine[group_any] = group.any(team.thread_rank() == 0);
    mine[group_ballot] = static_cast<int>(group.ballot(votes(team.thread_rank())));
    mine[group_count_before] = group.exclusive_count(votes(team.thread_rank()), mine[group_count]);
    mine[of_last_lane] = group.broadcast(value, group.size() - 1);
    mine[of_partner] = group.exchange(value, 1);
  }
};

template <int Width, bool Lockstep>
void expect_group_collectives(const auto& launcher) {
  const GroupCollectives<Width, Lockstep> kernel{
      test_view<int>("Testing::results", wanted_team_size * num_group_results), test_view<int>("Testing::groups", 1)};
  launcher.launch({"Testing::group_collectives", 1, wanted_team_size}, kernel);
  const auto results = to_vector(kernel.results);
  const int size = results[group_size], num_groups = to_vector(kernel.num_groups)[0];
  EXPECT_EQ(size, launcher.has_lanes ? Width : 1);
  for (int group = 0; group < num_groups; ++group) {
    std::vector<int> values;
    for (int lane = 0; lane < size; ++lane) values.push_back(value_of(group * size + lane));
    const int sum = std::accumulate(values.begin(), values.end(), 0);
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    int before = 0, count_before = 0, count = 0;
    std::uint32_t ballot = 0;
    for (int lane = 0; lane < size; ++lane) {
      ballot |= std::uint32_t(votes(group * size + lane)) << lane;
      count += votes(group * size + lane);
    }
    for (int lane = 0; lane < size; ++lane) {
      const auto mine = results.begin() + (group * size + lane) * num_group_results;
      const int partner = size == 1 ? 0 : lane ^ 1;
      EXPECT_TRUE(same_integers("results", std::vector(mine, mine + num_group_results),
                                std::vector{group, lane, size, sum, *largest, *smallest, before, sum,
                                            group == 0 ? 1 : 0, static_cast<int>(ballot), count_before, count,
                                            values.back(), values[static_cast<std::size_t>(partner)]}))
          << "lane " << lane << " of group " << group;
      count_before += votes(group * size + lane);
      before += values[static_cast<std::size_t>(lane)];
    }
  }
}

TEST(TeamContext, CollectivesOfLaneGroups) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    expect_group_collectives<4, false>(launcher);
    expect_group_collectives<8, false>(launcher);
    expect_group_collectives<8, true>(launcher);
    expect_group_collectives<32, false>(launcher);
  });
}

/// All threads of all teams update the same numbers.
struct UpdateTogether {
  static constexpr int max_team_size = wanted_team_size;
  test_view<double> sum;
  test_view<Kokkos::complex<double>> complex_sum;
  test_view<std::int64_t> extremes;  // largest and smallest
  test_view<std::uint32_t> words;    // united bits, winners of an exchange
  test_view<std::int64_t> tickets;   // how often each ticket was drawn
  test_view<std::int64_t> next_ticket;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    using atomics = typename Team::atomics;
    const std::int64_t all = team.league_rank() * team.num_threads() + team.thread_rank();
    atomics::add(&sum(0), 0.5);
    atomics::add(&complex_sum(0), Kokkos::complex<double>(1.0, -2.0));
    atomics::max(&extremes(0), 5 * all);
    atomics::min(&extremes(1), -3 * all);
    atomics::fetch_or(&words(0), std::uint32_t(1) << (all % 7));
    if (atomics::compare_exchange(&words(1), std::uint32_t(9), std::uint32_t(10)) == 9)
      atomics::fetch_or(&words(2), 1u);
    const std::int64_t ticket = atomics::fetch_add(&next_ticket(0), std::int64_t(1));
    atomics::fetch_add(&tickets(ticket), std::int64_t(1));
  }
};

TEST(TeamContext, AtomicUpdates) {
  constexpr int num_teams = 20;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const UpdateTogether kernel{make_view({0.0}),
                                make_view({Kokkos::complex<double>(0.0, 0.0)}),
                                make_view<std::int64_t>({0, 0}),
                                make_view<std::uint32_t>({0, 9, 0}),
                                test_view<std::int64_t>("Testing::tickets", num_teams * wanted_team_size),
                                make_view<std::int64_t>({0})};
    launcher.launch({"Testing::update_together", num_teams, wanted_team_size}, kernel);
    const std::int64_t num_updates = to_vector(kernel.next_ticket)[0];
    const int team_size = std::min(wanted_team_size, launcher.limits().team_size_max);
    EXPECT_EQ(num_updates, num_teams * team_size);
    EXPECT_EQ(to_vector(kernel.sum)[0], 0.5 * static_cast<double>(num_updates));
    EXPECT_EQ(to_vector(kernel.complex_sum)[0].real(), static_cast<double>(num_updates));
    EXPECT_EQ(to_vector(kernel.complex_sum)[0].imag(), -2.0 * static_cast<double>(num_updates));
    EXPECT_TRUE(same_integers("extremes", to_vector(kernel.extremes),
                              std::vector{5 * (num_updates - 1), -3 * (num_updates - 1)}));
    EXPECT_TRUE(same_integers("words", to_vector(kernel.words), std::vector{127, 10, 1}));
    auto tickets = to_vector(kernel.tickets);
    tickets.resize(static_cast<std::size_t>(num_updates));
    EXPECT_TRUE(same_integers("tickets", tickets, std::vector(tickets.size(), 1)));
  });
}

TEST(TeamLaunch, ALongLeagueIsLaunchedInParts) {
  for (const std::int64_t num_teams : {1, 4, 9, 12}) {
    SCOPED_TRACE(num_teams);
    const auto teams = static_cast<std::size_t>(num_teams);
    const VisitTeams kernel{test_view<int>("Testing::visits", teams), test_view<int>("Testing::threads", teams),
                            test_view<int>("Testing::neighbours", teams), test_view<int>("Testing::misaligned", 1)};
    test_launcher(test_exec_space{})
        .launch({.label = "Testing::visit_teams",
                 .league_size = num_teams,
                 .team_size = wanted_team_size,
                 .scratch_bytes = 16 + wanted_team_size * sizeof(int),
                 .teams_at_once = 4},
                kernel);
    const auto visits = to_vector(kernel.visits);
    EXPECT_TRUE(same_integers("visits", visits, to_vector(kernel.num_threads)));
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 0), 0);
  }
}

TEST(TeamLaunch, NoTeamsDoNothingAndTooManyAreRefused) {
  const VisitTeams kernel{make_view({0}), make_view({0}), make_view({0}), make_view({0})};
  for_each_launcher([&](const auto& launcher) {
    launcher.launch({"Testing::visit_teams", 0, wanted_team_size, 1024}, kernel);
    EXPECT_EQ(to_vector(kernel.visits)[0], 0);
    if (!launcher.is_native) return;  // others launch as many in parts
    EXPECT_EQ(error_text<std::invalid_argument>([&] {
                launcher.launch({"Testing::visit_teams", std::int64_t(1) << 31, wanted_team_size, 1024}, kernel);
              }),
              "Ocean::launch_teams: 2147483648 teams of Testing::visit_teams (need at most 2147483647)");
  });
}

TEST(TeamLaunch, ScratchUpToTheLimit) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const TeamLimits limits = launcher.limits();
    EXPECT_GE(limits.team_size_max, 1);
    EXPECT_GE(limits.threads_unit, limits.team_size_max);
    EXPECT_GE(limits.num_units, 1);
    EXPECT_GE(limits.scratch_bytes_max, std::size_t(16 * 1024));
    EXPECT_GE(limits.scratch_bytes_unit, limits.scratch_bytes_max);
    const VisitTeams kernel{make_view({0, 0}), make_view({0, 0}), make_view({0, 0}), make_view({0})};
    launcher.launch({"Testing::visit_teams", 2, wanted_team_size, limits.scratch_bytes_max / 16 * 16}, kernel);
    EXPECT_TRUE(same_integers("visits", to_vector(kernel.visits), to_vector(kernel.num_threads)));
  });
}

}  // namespace
