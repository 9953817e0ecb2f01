/// \file
/// \brief More counts than CUB can count are summed by Kokkos, to the same sums.
// backends: Cuda

#include <gtest/gtest.h>

#include <limits>

#include "ocean/core/prefix_sum.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::PrefixSum;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_vector;

/// Beyond these, Kokkos; up to these CUB's device scan, of the fewest of them one block.
constexpr count_type counts_max = 10000;
static_assert(counts_max > Ocean::Impl::block_counts_max + 1);

TEST(PrefixSumLimit, SumsOnBothSides) {
  const test_exec_space exec;
  constexpr count_type block_max = Ocean::Impl::block_counts_max;
  for (const count_type num_counts : {count_type(0), count_type(1), block_max - 1, block_max, block_max + 1,
                                      counts_max - 1, counts_max, counts_max + 1, 100 * counts_max}) {
    std::vector<count_type> counts(static_cast<std::size_t>(num_counts) + 1), expected(counts.size(), 0);
    for (std::size_t count = 0; count < counts.size(); ++count)
      counts[count] = (count_type(1) << 34) + count_type(count % 7);
    for (std::size_t sum = 1; sum < counts.size(); ++sum) expected[sum] = expected[sum - 1] + counts[sum - 1];
    const auto sums = Ocean::Testing::make_view(counts);
    Ocean::Impl::Workspace<test_exec_space> workspace(exec);
    PrefixSum<test_exec_space>::run<counts_max>(exec, "Testing::sums", sums, sums, num_counts, workspace);
    EXPECT_TRUE(same_integers("sums", to_vector(sums), expected)) << num_counts;
    EXPECT_EQ(workspace.peak_workspace_bytes() == 0, num_counts <= block_max || num_counts > counts_max)
        << "one block and Kokkos take no work memory";
    EXPECT_EQ(PrefixSum<test_exec_space>::scratch_bytes(exec, num_counts) == 0, num_counts <= block_max);
  }
}

/// Sums of so many threes, at places on both sides of 2^31.
template <count_type CountsMax>
void expect_sums_of_threes(count_type num_counts) {
  const test_exec_space exec;
  Ocean::Impl::Workspace<test_exec_space> workspace(exec);
  const auto sums = workspace.allocate<count_type>("Testing::threes", num_counts + 1);
  Kokkos::deep_copy(exec, sums, count_type(3));
  PrefixSum<test_exec_space>::run<CountsMax>(exec, "Testing::sums", sums, sums, num_counts, workspace);
  for (const count_type place : {count_type(0), count_type(1), num_counts / 2, (count_type(1) << 31) - 1,
                                 count_type(1) << 31, num_counts - 1, num_counts}) {
    count_type sum = -1;
    Ocean::Impl::DeviceMemory<test_exec_space>::read_back(exec, sums.data() + place, &sum, 1);
    EXPECT_EQ(sum, 3 * place);
  }
}

TEST(PrefixSumLimit, MoreThan31BitsOfCounts) {
  constexpr count_type num_counts = (count_type(1) << 31) + 12345;
  const auto available = Ocean::Impl::DeviceMemory<test_exec_space>::available_bytes(test_exec_space{});
  if (available < std::size_t(num_counts) * sizeof(count_type) * 3 / 2) GTEST_SKIP() << available << " bytes are free";
  expect_sums_of_threes<Ocean::Impl::cub_counts_max>(num_counts);
  expect_sums_of_threes<std::numeric_limits<int>::max() - 1>(num_counts);
}

TEST(PrefixSumLimit, IsNotReachedBy64Bits) {
  const bool counts_in_64_bits = sizeof(Ocean::Impl::cub_count_type) == sizeof(count_type);
  EXPECT_EQ(Ocean::Impl::cub_counts_max > count_type(1) << 32, counts_in_64_bits);
  EXPECT_GT(PrefixSum<test_exec_space>::scratch_bytes(test_exec_space{}, counts_max), 0);
  EXPECT_EQ(PrefixSum<test_exec_space>::scratch_bytes(test_exec_space{}, count_type(1) << 32) > 0, counts_in_64_bits);
}

}  // namespace
