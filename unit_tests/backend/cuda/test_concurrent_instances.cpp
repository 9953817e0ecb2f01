/// \file
/// \brief Launches side by side on several instances: none waits for those of another.
// backends: Cuda

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>
#include <vector>

#include "held_work.hpp"
#include "ocean/backend/concurrent_launches.hpp"

namespace {

using Ocean::Impl::branch_sets_max;
using Ocean::Impl::ConcurrentLaunches;
using Ocean::Testing::HeldWork;
using Ocean::Testing::is_at_work;
using Ocean::Testing::test_exec_space;

/// Before the driver starts: with fewer queues than streams, streams wait for each other.
const bool has_many_queues = setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1) == 0;

constexpr int num_launches = 4;

void launch_side_by_side(const test_exec_space& exec, const HeldWork& work) {
  ConcurrentLaunches<test_exec_space> launches(exec, num_launches);
  for (int launch = 0; launch < num_launches; ++launch) {
    launches.branch();
    work.launch(exec);
  }
}

TEST(ConcurrentInstances, OfOneThreadDoNotWaitForEachOther) {
  ASSERT_TRUE(has_many_queues);
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1, 1);
  const HeldWork free_work(true);
  for (const auto& instance : instances) {
    launch_side_by_side(instance, free_work);  // loads the kernel
    instance.fence("Testing::warm_up");
  }
  for (int round = 0; round < 3; ++round) {
    HeldWork held;
    const int done_before = free_work.num_done();
    launch_side_by_side(instances[0], held);
    launch_side_by_side(instances[1], free_work);
    instances[1].fence("Testing::second_instance");
    EXPECT_TRUE(is_at_work(instances[0])) << "round " << round << ": the second has waited for the first";
    EXPECT_EQ(free_work.num_done() - done_before, num_launches);
    EXPECT_EQ(held.num_done(), 0);
    held.let_go();
    instances[0].fence("Testing::first_instance");
    EXPECT_EQ(held.num_done(), num_launches);
  }
}

TEST(ConcurrentInstances, MoreThanBranchSetsAreRightAsWell) {
  constexpr int num_instances = branch_sets_max + 4;
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, std::vector<int>(num_instances, 1));
  HeldWork held;
  for (const auto& instance : instances) launch_side_by_side(instance, held);
  held.let_go();
  for (const auto& instance : instances) instance.fence("Testing::instance");
  EXPECT_EQ(held.num_done(), num_instances * num_launches);
}

TEST(ConcurrentInstances, OfManyThreadsAreRight) {
  constexpr int num_threads = 8, num_rounds = 200;
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, std::vector<int>(num_threads, 1));
  const HeldWork free_work(true);
  std::vector<std::string> errors(num_threads, "none");
  std::vector<std::thread> threads;
  for (int thread = 0; thread < num_threads; ++thread)
    threads.emplace_back([&, thread] {
      const auto side = static_cast<std::size_t>(thread);
      try {
        for (int round = 0; round < num_rounds; ++round) launch_side_by_side(instances[side], free_work);
        instances[side].fence("Testing::instance");
      } catch (const std::exception& error) {
        errors[side] = error.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(errors, std::vector<std::string>(num_threads, "none"));
  EXPECT_EQ(free_work.num_done(), num_threads * num_rounds * num_launches);
}

}  // namespace
