/// \file
/// \brief Native kernels behind a gate run if the work before them opens it, and otherwise leave everything as it was.
// backends: Cuda

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "ocean/backend/concurrent_launches.hpp"
#include "ocean/backend/late_sum.hpp"
#include "ocean/backend/launch_gate.hpp"
#include "ocean/backend/team_launch.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;
using gate_type = Ocean::Impl::LaunchGate<test_exec_space>;

constexpr int num_teams = 1000, num_launches = 4;

struct AddUp {
  KOKKOS_FUNCTION void operator()(const std::int64_t index, std::uint64_t& sum) const {
    sum += static_cast<std::uint64_t>(index);
  }
};

struct CountTeams {
  test_view<int> counts;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.thread_rank() == 0) ++counts(team.league_rank());
  }
};

class LaunchGate : public ::testing::Test {
 protected:
  /// \brief A kernel adds a sum to the word; others are launched meanwhile, behind a gate that expects \p open_value
  /// and the sum, and have to run \p runs times.
  void expect_launches(std::uint64_t open_value, int runs) {
    constexpr std::int64_t count = 100000;
    constexpr std::uint64_t sum = std::uint64_t(count) * (count - 1) / 2;
    const auto found = to_vector(counts);
    {
      Ocean::Impl::LateSum<test_exec_space> late(exec, "Testing::add_up", count, AddUp(), word.data());
      const gate_type gate({word.data(), open_value + sum});
      Ocean::Impl::ConcurrentLaunches<test_exec_space> launches(exec, num_launches);
      for (int launch = 0; launch < num_launches; ++launch) {
        launches.branch();
        const test_view<int> own =
            Kokkos::subview(counts, Kokkos::pair<int, int>(launch * num_teams, (launch + 1) * num_teams));
        Ocean::Impl::NativeTeams<test_exec_space>(exec).launch({"Testing::count_teams", num_teams, 64, 0},
                                                               CountTeams{own});
      }
      EXPECT_EQ(late.wait(), sum);
      value += sum;
    }
    exec.fence();
    EXPECT_EQ(to_vector(word), std::vector<std::uint64_t>{value});
    const auto counted = to_vector(counts);
    for (std::size_t team = 0; team < counted.size(); ++team) ASSERT_EQ(counted[team], found[team] + runs) << team;
  }

  test_exec_space exec;
  std::uint64_t value = 0;
  test_view<std::uint64_t> word{"Testing::word", 1};
  test_view<int> counts{"Testing::counts", num_launches* num_teams};
};

TEST_F(LaunchGate, OpensForTheValueThatItWasGiven) {
  for (int call = 0; call < 3; ++call) expect_launches(value, 1);
}

TEST_F(LaunchGate, StaysClosedForOthersAndOpensAgain) {
  expect_launches(value + 1, 0);
  expect_launches(value, 1);
  expect_launches(value - 1, 0);
  expect_launches(value, 1);
}

TEST_F(LaunchGate, IsGoneWhenItsScopeEnds) {
  { const gate_type gate({word.data(), 77}); }
  Ocean::Impl::NativeTeams<test_exec_space>(exec).launch({"Testing::count_teams", num_teams, 64, 0},
                                                         CountTeams{counts});
  EXPECT_EQ(to_vector(counts)[0], 1);
}

}  // namespace
