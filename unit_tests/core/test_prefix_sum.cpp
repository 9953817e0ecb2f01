/// \file
/// \brief Exclusive prefix sums against a loop, in place and beside, beyond 32 bits.

#include "ocean/core/prefix_sum.hpp"

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/test_exec_space.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::prefix_sum;
using Ocean::Testing::make_view;
using Ocean::Testing::RandomNumbers;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_vector;

using count_list = std::vector<count_type>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

/// \p counts [num_counts + 1]: the last one is garbage that no sum may contain.
void expect_sums(const count_list& counts) {
  count_list expected(counts.size(), 0);
  for (std::size_t sum = 1; sum < counts.size(); ++sum) expected[sum] = expected[sum - 1] + counts[sum - 1];
  const test_exec_space exec;
  workspace_type workspace(exec);
  const auto num_counts = static_cast<count_type>(counts.size()) - 1;
  const auto in = make_view(counts), out = make_view(count_list(counts.size(), -7));
  prefix_sum(exec, "Testing::beside", in, out, num_counts, workspace);
  EXPECT_TRUE(same_integers("sums", to_vector(out), expected));
  EXPECT_TRUE(same_integers("counts", to_vector(in), counts)) << "the counts stay";
  const auto by_kokkos = make_view(count_list(counts.size(), -7));
  Ocean::Impl::scan_counts(exec, "Testing::by_kokkos", in, by_kokkos, num_counts);
  EXPECT_TRUE(same_integers("sums by Kokkos", to_vector(by_kokkos), expected));
  prefix_sum(exec, "Testing::in_place", in, in, num_counts, workspace);
  EXPECT_TRUE(same_integers("sums in place", to_vector(in), expected));
}

TEST(PrefixSum, ByHand) {
  const auto counts = make_view<count_type>({3, 0, 4, 1, 1000});
  const test_exec_space exec;
  workspace_type workspace(exec);
  prefix_sum(exec, "Testing::sums", counts, counts, 4, workspace);
  EXPECT_TRUE(same_integers("sums", to_vector(counts), std::vector{0, 3, 3, 7, 8}));
}

TEST(PrefixSum, RandomCounts) {
  RandomNumbers random(1);
  for (const int num_counts : {65, 1000, 5001, 100000}) {
    count_list counts(static_cast<std::size_t>(num_counts) + 1);
    for (count_type& count : counts) count = random.below(1000);
    expect_sums(counts);
  }
}

TEST(PrefixSum, NoCountsOneCountAndZeros) {
  expect_sums({77});
  expect_sums({5, 77});
  count_list zeros(500, 0);
  zeros.back() = 77;
  expect_sums(zeros);
}

TEST(PrefixSum, SumsBeyond32Bits) { expect_sums(count_list(5000, (count_type(1) << 40) + 1)); }

}  // namespace
