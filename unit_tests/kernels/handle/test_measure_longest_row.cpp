/// \file
/// \brief The longest row of a graph.
// once: OpenMP

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "ocean/kernels/handle/measure_longest_row.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;

template <class Offset>
Ocean::Impl::count_type longest(const std::vector<Offset>& row_map) {
  return Ocean::Impl::measure_longest_row(test_exec_space(), make_view(row_map));
}

TEST(MeasureLongestRow, ByHand) {
  EXPECT_EQ(longest<int>({0, 2, 2, 7, 8}), 5);
  EXPECT_EQ(longest<std::size_t>({0, 9, 10}), 9);
  EXPECT_EQ(longest<int>({0, 1, 5}), 4);
}

TEST(MeasureLongestRow, ManyRows) {
  std::vector<long> row_map = {0};
  for (long row = 0; row < 5000; ++row) row_map.push_back(row_map.back() + row % 97);
  EXPECT_EQ(longest(row_map), 96);
}

TEST(MeasureLongestRow, DegenerateGraphs) {
  EXPECT_EQ(longest<int>({}), 0);
  EXPECT_EQ(longest<int>({0}), 0);
  EXPECT_EQ(longest<int>({0, 0, 0}), 0);
}

}  // namespace
