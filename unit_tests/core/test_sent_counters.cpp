/// \file
/// \brief Counters that kernels add up and the last of them sends to the host.

#include "ocean/core/sent_counters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ocean/backend/team_launch.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::ExecutionPath;
using Ocean::Impl::count_type;
using Ocean::Impl::ReadCounters;
using Ocean::Testing::error_text;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::test_exec_space;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

struct Sums {
  count_type of_teams;
  count_type largest;
  int flag;
  int unused;
};
using counters_type = Ocean::Impl::SentCounters<test_exec_space, Sums, 2>;

/// The last thread of each team adds 1 to a copy; team 7 raises a flag.
struct AddUp {
  static constexpr int max_team_size = 128;
  counters_type::view_type counters;
  counters_type::sender_type sender;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    Sums& sums = counters(team.league_rank() % 2);
    if (team.thread_rank() == team.num_threads() - 1) {
      Team::atomics::fetch_add(&sums.of_teams, count_type(1));
      Team::atomics::max(&sums.largest, static_cast<count_type>(team.league_rank()));
      if (team.league_rank() == 7) Team::atomics::max(&counters(0).flag, 1);
    }
    sender.send(team);
  }
};

/// A later kernel: it leaves something behind that the next counters must not find, and that expect_sums() ignores.
struct RaiseUnused {
  static constexpr int max_team_size = 32;
  counters_type::view_type counters;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.thread_rank() == 0) counters(1).unused = 3;
  }
};

/// A later kernel that takes its time to leave something behind.
struct Dawdle {
  static constexpr int max_team_size = 32;
  counters_type::view_type counters;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    for (int step = 0; step < 20000; ++step)
      if (team.thread_rank() == 0) Team::atomics::max(&counters(1).unused, step);
  }
};

/// Adds up with \p num_teams teams, and returns what the host is told, or what it is told of a kernel that is silent.
std::array<Sums, 2> add_up(const auto& launcher, count_type num_teams, bool sends) {
  workspace_type workspace(launcher.exec());
  counters_type counters(launcher.exec(), "Testing::counters", workspace);
  launcher.launch({"Testing::add_up", num_teams, 128, 0},
                  AddUp{counters.view(), sends ? counters.sender().of_teams(num_teams) : counters.silent()});
  return counters.get();
}

void expect_sums(const std::array<Sums, 2>& sums, count_type num_teams) {
  EXPECT_EQ(sums[0].of_teams, (num_teams + 1) / 2);
  EXPECT_EQ(sums[1].of_teams, num_teams / 2);
  EXPECT_EQ(std::max(sums[0].largest, sums[1].largest), num_teams - 1);
  EXPECT_EQ(sums[0].flag, num_teams > 7 ? 1 : 0);
}

TEST(SentCounters, AreZeroBeforeEveryUse) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    for (const count_type num_teams : {1, 2, 8, 1000, 3, 20000, 1})
      for (const bool sends : {true, false, true}) {
        SCOPED_TRACE(::testing::Message() << num_teams << " teams" << (sends ? "" : ", silent"));
        expect_sums(add_up(launcher, num_teams, sends), num_teams);
      }
  });
}

TEST(SentCounters, AreReadBeforeLaterKernelsIfThatIsAskedFor) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    for (const count_type num_teams : {1, 9, 1000}) {
      workspace_type workspace(launcher.exec());
      counters_type counters(launcher.exec(), "Testing::counters", workspace);
      launcher.launch({"Testing::add_up", num_teams, 128, 0}, AddUp{counters.view(), counters_type::silent()});
      counters.read_now();
      launcher.launch({"Testing::raise", 1, 1, 0}, RaiseUnused{counters.view()});
      expect_sums(counters.get(), num_teams);
      const auto next = add_up(launcher, num_teams, true);
      expect_sums(next, num_teams);
      EXPECT_EQ(next[1].unused, 0);
    }
  });
}

/// The kernels behind which they are cleared may still run when the host has read them.
TEST(SentCounters, AreClearedBehindLaterKernelsIfThatIsAskedFor) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    for (const count_type num_teams : {1, 9, 1000})
      for (const bool sends : {true, false}) {
        workspace_type workspace(launcher.exec());
        for (int round = 0; round < 2; ++round) {
          counters_type counters(launcher.exec(), "Testing::counters", workspace);
          launcher.launch({"Testing::add_up", num_teams, 128, 0}, AddUp{counters.view(), counters_type::silent()});
          counters.read_now();
          launcher.launch({"Testing::raise", 1, 1, 0}, RaiseUnused{counters.view()});
          expect_sums(counters.get(), num_teams);
          ReadCounters<test_exec_space>::clear_behind(launcher.exec());
        }
        const auto next = add_up(launcher, num_teams, sends);
        expect_sums(next, num_teams);
        EXPECT_EQ(next[1].unused, 0);
      }
  });
}

/// The clearing is still to come on one instance when they are used on the other.
TEST(SentCounters, AreZeroOnAnotherInstanceThanTheyWereClearedOn) {
  const std::vector<test_exec_space> instances =
      Kokkos::Experimental::partition_space(test_exec_space(), std::vector<int>{1, 1});
  for (const test_exec_space& exec : {instances[0], instances[1], instances[0]}) {
    workspace_type workspace(exec);
    for (const ExecutionPath path : Ocean::Testing::team_paths())
      Ocean::Impl::with_launcher(exec, path, [&](const auto& launcher) {
        SCOPED_TRACE(to_string(path));
        counters_type counters(exec, "Testing::counters", workspace);
        launcher.launch({"Testing::add_up", 9, 128, 0}, AddUp{counters.view(), counters_type::silent()});
        counters.read_now();
        launcher.launch({"Testing::dawdle", 1, 1, 0}, Dawdle{counters.view()});
        const auto sums = counters.get();
        ReadCounters<test_exec_space>::clear_behind(exec);
        expect_sums(sums, 9);
        if (!Ocean::Impl::is_host_space_v<test_exec_space>) {  // there, the later kernel has been
          EXPECT_EQ(sums[1].unused, 0);
        }
      });
  }
  Kokkos::fence();
}

TEST(SentCounters, ThatNobodyReadLeaveTheNextOnesZero) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    workspace_type workspace(launcher.exec());
    {
      counters_type abandoned(launcher.exec(), "Testing::abandoned", workspace);
      launcher.launch({"Testing::add_up", 30, 128, 0}, AddUp{abandoned.view(), counters_type::silent()});
    }
    {
      counters_type abandoned(launcher.exec(), "Testing::abandoned", workspace);
      launcher.launch({"Testing::add_up", 30, 128, 0}, AddUp{abandoned.view(), abandoned.sender().of_teams(30)});
    }
    expect_sums(add_up(launcher, 9, true), 9);
  });
}

TEST(SentCounters, OfOtherInstancesAndThreads) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    for (int round = 0; round < 20; ++round) {
      expect_sums(add_up(launcher, 100, true), 100);
      std::array<Sums, 2> elsewhere{};
      std::thread([&] { elsewhere = add_up(launcher, 11, true); }).join();
      expect_sums(elsewhere, 11);
    }
  });
}

TEST(SentCounters, OthersOfAThreadAreRefusedWhileTheFirstArePending) {
  const test_exec_space exec;
  workspace_type workspace(exec);
  counters_type first(exec, "Testing::first", workspace);
  EXPECT_EQ(error_text<std::runtime_error>([&] { counters_type(exec, "Testing::second", workspace); }),
            "Ocean::workspace: a read-back of this thread is pending (need its get() first)");
  EXPECT_EQ(first.get()[0].of_teams, 0);
  EXPECT_EQ(counters_type(exec, "Testing::second", workspace).get()[1].of_teams, 0);
}

}  // namespace
