/// \file
/// \brief Searches in ascending sequences against a walk through them.
// backends: Serial

#include "ocean/core/binary_search.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::find_place;
using Ocean::Impl::find_row;

TEST(BinarySearch, FindsTheFirstPlaceThatIsNotBelow) {
  const std::vector<int> items = {-3, 1, 1, 4, 9, 9, 9, 20};
  const auto size = static_cast<count_type>(items.size());
  for (count_type begin = 0; begin <= size; ++begin)
    for (count_type end = begin; end <= size; ++end)
      for (count_type item = -5; item <= 21; ++item) {
        count_type expected = begin;
        while (expected < end && items[static_cast<std::size_t>(expected)] < item) ++expected;
        ASSERT_EQ(find_place(items, begin, end, item), expected) << item << " in [" << begin << ", " << end << ")";
      }
}

TEST(BinarySearch, FindsTheRowThatHoldsAnEntry) {
  const std::vector<std::size_t> row_map = {0, 0, 2, 2, 2, 7, 8, 8};  // rows 0, 2, 3 and 6 are empty
  const count_type rows_of_entries[] = {1, 1, 4, 4, 4, 4, 4, 5};
  for (count_type entry = 0; entry < 8; ++entry) EXPECT_EQ(find_row(row_map, 7, entry), rows_of_entries[entry]);
  EXPECT_EQ(find_row(std::vector<int>{0, 3}, 1, 2), 0);
}

}  // namespace
