/// \file
/// \brief Launches side by side: what came before is seen by all of them, and all of them by what comes after.

#include "ocean/backend/concurrent_launches.hpp"

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::ConcurrentLaunches;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

constexpr int num_teams = 2000;

/// target(team) = source(team) + added, after some work that keeps the launches busy.
struct AddTo {
  test_view<int> source, target;
  int added;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto rank = team.league_rank();
    if (team.thread_rank() != 0) return;
    int sum = source(rank);
    for (int step = 0; step < 1000; ++step) sum += step % 2 == 0 ? added : -added;
    target(rank) = sum + added;
  }
};

void launch(const auto& launcher, const test_view<int>& source, const test_view<int>& target, int added) {
  launcher.launch({"Testing::add_to", num_teams, 64}, AddTo{source, target, added});
}

TEST(ConcurrentLaunches, ForkAndJoin) {
  constexpr int num_launches = 9;
  for_each_launcher([&](const auto& launcher) {
    for (int round = 0; round < 5; ++round) {
      const test_view<int> start("Testing::start", num_teams), before("Testing::before", num_teams);
      std::vector<test_view<int>> middle;
      for (int number = 0; number < num_launches; ++number) middle.emplace_back("Testing::middle", num_teams);
      launch(launcher, start, before, 100);
      {
        ConcurrentLaunches<test_exec_space> launches(test_exec_space{}, num_launches);
        for (int number = 0; number < num_launches; ++number) {
          if (number % 4 == 3)
            launches.stay();
          else
            launches.branch();
          launch(launcher, before, middle[number], number);
        }
      }
      std::vector<test_view<int>> after;
      for (int number = 0; number < num_launches; ++number) {
        after.emplace_back(Kokkos::view_alloc("Testing::after", Kokkos::WithoutInitializing), num_teams);
        launch(launcher, middle[number], after.back(), 1);
      }
      Kokkos::fence("Testing::concurrent_launches");
      for (int number = 0; number < num_launches; ++number)
        ASSERT_TRUE(same_integers("sums", to_vector(after[number]), std::vector<int>(num_teams, 101 + number)))
            << to_string(launcher.path) << " launch " << number;
    }
  });
}

TEST(ConcurrentLaunches, OneLaunchStaysOnTheInstance) {
  for_each_launcher([&](const auto& launcher) {
    const test_view<int> start("Testing::start", num_teams), target("Testing::target", num_teams);
    {
      ConcurrentLaunches<test_exec_space> launches(test_exec_space{}, 1);
      launches.branch();
      launch(launcher, start, target, 5);
    }
    Kokkos::fence("Testing::concurrent_launches");
    EXPECT_TRUE(same_integers("sums", to_vector(target), std::vector<int>(num_teams, 5)));
  });
}

}  // namespace
