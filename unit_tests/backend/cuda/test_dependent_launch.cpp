/// \file
/// \brief Kernels that may be there before the one ahead of them ends see all that it has written.
// backends: Cuda

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "ocean/backend/late_sum.hpp"
#include "ocean/backend/read_back.hpp"
#include "ocean/backend/team_launch.hpp"
#include "ocean/core/prefix_sum.hpp"
#include "ocean/core/sent_counters.hpp"
#include "ocean/core/workspace.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

/// A hundredth of a second at 2 GHz: much longer than a kernel takes to begin.
constexpr long long late_clocks = 20'000'000;
constexpr int num_values = 100;

/// Lets what comes next on the stream begin at once, and writes much later.
__global__ void write_late(count_type* values, count_type value, long long clocks) {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
  const long long begin = clock64();
  while (clock64() - begin < clocks) {
  }
  for (int place = static_cast<int>(threadIdx.x); place < num_values; place += static_cast<int>(blockDim.x))
    values[place] = value;
}

struct CopyValues {
  test_view<count_type> from, to;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    for (int place = team.thread_rank(); place < num_values; place += team.num_threads()) to(place) = from(place);
  }
};

/// Lets the next kernel begin, waits until that sets \p other, but not for ever, and adds much later: \p value, or
/// nothing if it was not set.
struct AddBesideOther {
  count_type* sum;
  const volatile count_type* other;
  count_type value;
  template <class Team>
  __device__ void operator()(const Team& team) const {
    team.let_next_begin();
    const long long begin = clock64();
    bool is_set = false;
    while (!is_set && clock64() - begin < 2 * late_clocks) is_set = *other != 0;
    const long long found = clock64();
    while (clock64() - found < late_clocks) {
    }
    if (is_set && team.thread_rank() == 0) Team::atomics::add(sum, value);
  }
};

/// Begins early, says so, adds 1, and sends the sum.
template <class Sender>
struct SendEarly {
  static constexpr bool begins_itself = true;
  count_type* sum;
  volatile count_type* other;
  Sender sender;
  template <class Team>
  __device__ void operator()(const Team& team) const {
    team.begin(true);
    if (team.thread_rank() == 0) {
      *other = 1;
      Team::atomics::add(sum, count_type(1));
    }
    sender.send(team);
  }
};

struct AddValues {
  test_view<count_type> values;
  KOKKOS_FUNCTION void operator()(const std::int64_t index, std::uint64_t& sum) const {
    sum += static_cast<std::uint64_t>(values(index));
  }
};

class DependentLaunch : public ::testing::Test {
 protected:
  void write(count_type value) const {
    write_late<<<1, 32, 0, exec.cuda_stream()>>>(values.data(), value, late_clocks);
  }

  test_exec_space exec;
  test_view<count_type> values{"Testing::values", num_values};
};

TEST_F(DependentLaunch, TeamKernelsSeeWhatIsWrittenLate) {
  const test_view<count_type> copies("Testing::copies", num_values);
  for (const count_type value : {1, 2, 3}) {
    write(value);
    Ocean::Impl::NativeTeams<test_exec_space>(exec).launch({"Testing::copy_values", 1, 64, 0},
                                                           CopyValues{values, copies});
    EXPECT_EQ(to_vector(copies), std::vector<count_type>(num_values, value));
  }
}

TEST_F(DependentLaunch, AKernelThatBeginsEarlyRunsBesideTheOneBeforeAndSendsCountersOfBoth) {
  const Ocean::Impl::NativeTeams<test_exec_space> teams(exec);
  const test_view<count_type> other("Testing::other", 1);
  Ocean::Impl::Workspace<test_exec_space> workspace(exec);
  constexpr count_type unchecked = 0;  // a first launch may wait until its code is loaded
  for (const count_type value : {unchecked, count_type(10), count_type(20), count_type(30)}) {
    Kokkos::deep_copy(exec, other, count_type(0));
    Ocean::Impl::SentCounters<test_exec_space, count_type> counters(exec, "Testing::counters", workspace);
    count_type* const sum = counters.view().data();
    teams.launch({"Testing::add_beside_other", 1, 64, 0}, AddBesideOther{sum, other.data(), value});
    constexpr int num_teams = 4;
    const auto sender = counters.sender().of_teams(num_teams);
    teams.launch({"Testing::send_early", num_teams, 64, 0}, SendEarly<decltype(sender)>{sum, other.data(), sender});
    const count_type sent = counters.get()[0];
    if (value != unchecked) {
      EXPECT_EQ(sent, value + num_teams) << "4: the second did not begin early, or sent what it had alone";
    }
  }
}

TEST_F(DependentLaunch, ReadBacksSeeWhatIsWrittenLate) {
  for (const count_type value : {4, 5, 6}) {
    write(value);
    Ocean::Impl::ReadBack<test_exec_space, count_type, 2> read(exec, values.data() + num_values - 2);
    EXPECT_EQ(read.get()[1], value);
  }
}

TEST_F(DependentLaunch, SumsSeeWhatIsWrittenLate) {
  const test_view<count_type> sums("Testing::sums", num_values + 1);
  Ocean::Impl::Workspace<test_exec_space> workspace(exec);
  for (const count_type value : {7, 8, 9}) {
    write(value);
    Ocean::Impl::PrefixSum<test_exec_space>::run(exec, "Testing::sums", values, sums, num_values, workspace);
    EXPECT_EQ(to_vector(sums)[num_values], num_values * value);
    write(value + 1);
    EXPECT_EQ(Ocean::Impl::LateSum<test_exec_space>(exec, "Testing::late", num_values, AddValues{values}).wait(),
              static_cast<std::uint64_t>(num_values * (value + 1)));
  }
}

/// The runtime is asked once, and its answer is kept.
TEST_F(DependentLaunch, CodeThatWaitsIsKnown) {
  cudaFuncAttributes attributes{};
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, &write_late), cudaSuccess);
  EXPECT_EQ(Ocean::Impl::waits_itself<&write_late>(exec.cuda_device()), attributes.ptxVersion >= 90);
  EXPECT_EQ(Ocean::Impl::kernel_versions<&write_late>[static_cast<std::size_t>(exec.cuda_device())].load(),
            attributes.ptxVersion);
}

}  // namespace
