/// \file
/// \brief The first row whose columns do not ascend.
// once: OpenMP

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "ocean/kernels/handle/find_unsorted_row.hpp"
#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
const auto none = std::numeric_limits<count_type>::max();

template <class Offset>
count_type find(const std::vector<Offset>& row_map, const std::vector<int>& entries) {
  return Ocean::Impl::find_unsorted_row(test_exec_space(), make_view(row_map), make_view(entries),
                                        static_cast<count_type>(row_map.size()) - 1);
}

TEST(FindUnsortedRow, ByHand) {
  EXPECT_EQ(find<int>({0, 2, 2, 5}, {1, 4, 0, 2, 3}), none);
  EXPECT_EQ(find<int>({0, 2, 2, 5}, {4, 1, 0, 2, 3}), 0);
  EXPECT_EQ(find<int>({0, 2, 2, 5}, {1, 4, 0, 3, 2}), 2);
  EXPECT_EQ(find<int>({0, 2, 2, 5}, {1, 4, 0, 2, 2}), 2);
  EXPECT_EQ(find<std::size_t>({0, 1, 2}, {5, 3}), none);
}

TEST(FindUnsortedRow, FirstOfMany) {
  auto matrix = make_random<int, int, double>({.num_rows = 500, .num_cols = 300, .mean_row_nnz = 9, .seed = 5});
  EXPECT_EQ(find(matrix.row_map, matrix.entries), none);
  count_type expected = none;
  for (const int row : {480, 333, 120}) {
    const auto begin = static_cast<std::size_t>(matrix.row_map[static_cast<std::size_t>(row)]);
    if (matrix.row_map[static_cast<std::size_t>(row) + 1] - static_cast<int>(begin) < 2) continue;
    std::swap(matrix.entries[begin], matrix.entries[begin + 1]);
    expected = row;
    EXPECT_EQ(find(matrix.row_map, matrix.entries), expected);
  }
  EXPECT_NE(expected, none);
}

TEST(FindUnsortedRow, DegenerateGraphs) {
  EXPECT_EQ(find<int>({0}, {}), none);
  EXPECT_EQ(find<int>({0, 0, 0}, {}), none);
}

}  // namespace
