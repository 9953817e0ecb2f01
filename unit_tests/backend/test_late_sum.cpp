/// \file
/// \brief Sums that the host reads without a copy.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <thread>

#include "ocean/backend/late_sum.hpp"
#include "support/test_exec_space.hpp"

namespace {

using Ocean::Testing::test_exec_space;
using late_sum = Ocean::Impl::LateSum<test_exec_space>;

struct AddUp {
  std::uint64_t factor;
  KOKKOS_FUNCTION void operator()(const std::int64_t index, std::uint64_t& sum) const {
    sum += factor * static_cast<std::uint64_t>(index);
  }
};

/// factor * (0 + 1 + ... + (count - 1)), modulo 2^64
std::uint64_t expected_sum(std::uint64_t count, std::uint64_t factor) { return count * (count - 1) / 2 * factor; }

TEST(LateSum, OfFewAndOfManyIndices) {
  const std::uint64_t large = std::uint64_t(1) << 63 | 5;
  for (const std::int64_t count : {1, 31, 511, 512, 513, 100000, 3000001})
    for (const std::uint64_t factor : {std::uint64_t(3), large})
      EXPECT_EQ(late_sum(test_exec_space(), "Testing::add_up", count, AddUp{factor}).wait(),
                expected_sum(static_cast<std::uint64_t>(count), factor))
          << count;
}

TEST(LateSum, OfNoIndicesIsZeroWithoutALaunch) {
  late_sum sum(test_exec_space(), "Testing::add_up", 0, AddUp{1});
  EXPECT_EQ(sum.wait(), 0u);
}

TEST(LateSum, ThreeAreUnderWayAtTheSameTime) {
  static_assert(Ocean::Impl::late_sums_max == 3);
  const test_exec_space exec;
  late_sum first(exec, "Testing::add_up", 1000, AddUp{1}), second(exec, "Testing::add_up", 1000, AddUp{7}),
      third(exec, "Testing::add_up", 100, AddUp{3});
  exec.fence();
  EXPECT_EQ(third.get(), expected_sum(100, 3));
  EXPECT_EQ(second.get(), expected_sum(1000, 7));
  EXPECT_EQ(first.get(), expected_sum(1000, 1));
}

TEST(LateSum, OneThatNobodyWaitedForLeavesRoomForOthers) {
  for (int abandoned = 0; abandoned < 5; ++abandoned) {
    late_sum left(test_exec_space(), "Testing::add_up", 1000000, AddUp{1});
  }
  EXPECT_EQ(late_sum(test_exec_space(), "Testing::add_up", 10, AddUp{1}).wait(), 45u);
}

TEST(LateSum, ThreadsHaveTheirOwn) {
  if (std::string(test_exec_space::name()) == "Threads") GTEST_SKIP() << "Kokkos takes calls of one thread there";
  const test_exec_space exec;
  late_sum here(exec, "Testing::add_up", 1000, AddUp{1});
  std::uint64_t elsewhere = 0;
  std::thread([&] { elsewhere = late_sum(exec, "Testing::add_up", 1000, AddUp{5}).wait(); }).join();
  EXPECT_EQ(elsewhere, expected_sum(1000, 5));
  EXPECT_EQ(here.wait(), expected_sum(1000, 1));
}

}  // namespace
