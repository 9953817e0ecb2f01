/// \file
/// \brief The first offset, column and row that are wrong, wherever they are.
// once: OpenMP

#include "ocean/kernels/checks/find_defects.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "ocean/core/find_first.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

inline constexpr count_type none = std::numeric_limits<count_type>::max();

template <class Offset>
count_type decreasing(const std::vector<Offset>& row_map) {
  return Ocean::Impl::find_first(test_exec_space(), "Testing::find_decreasing_offset",
                                 static_cast<count_type>(row_map.size()) - 1,
                                 Ocean::Impl::FindDecreasingOffset<test_view<Offset>>{make_view(row_map)});
}

/// \brief Of the first \p num_entries columns.
template <class Ordinal>
count_type outside(const std::vector<Ordinal>& entries, count_type num_cols, count_type num_entries) {
  return Ocean::Impl::find_first(test_exec_space(), "Testing::find_column_outside", num_entries,
                                 Ocean::Impl::FindColumnOutside<test_view<Ordinal>>{make_view(entries), num_cols});
}

template <class Offset>
count_type row_of(const std::vector<Offset>& row_map, count_type entry) {
  return Ocean::Impl::find_first(test_exec_space(), "Testing::find_row_of_entry",
                                 static_cast<count_type>(row_map.size()) - 1,
                                 Ocean::Impl::FindRowOfEntry<test_view<Offset>>{make_view(row_map), entry});
}

TEST(FindDefects, DecreasingOffsets) {
  EXPECT_EQ(decreasing<int>({0}), none);
  EXPECT_EQ(decreasing<int>({0, 0, 2, 2, 7}), none);
  EXPECT_EQ(decreasing<int>({1, 0}), 1);
  EXPECT_EQ(decreasing<int>({0, 3, 2, 5, 4, 1}), 2) << "the first of three";
  EXPECT_EQ(decreasing<int>({0, 3, 3, 5, -1}), 4);
  std::vector<int> descending(1000);
  std::iota(descending.rbegin(), descending.rend(), 0);
  EXPECT_EQ(decreasing(descending), 1) << "the first of many";
  const std::size_t beyond = std::size_t(1) << 63;  // negative if it were signed
  EXPECT_EQ(decreasing<std::size_t>({0, 4, beyond, beyond + 1}), none);
  EXPECT_EQ(decreasing<std::size_t>({0, beyond, 4, beyond}), 2);
  EXPECT_EQ(decreasing<std::int64_t>({0, count_type(1) << 40, count_type(1) << 33}), 2);
}

TEST(FindDefects, ColumnsOutside) {
  EXPECT_EQ(outside<int>({}, 4, 0), none);
  EXPECT_EQ(outside<int>({0, 3, 1}, 4, 3), none);
  EXPECT_EQ(outside<int>({0, 4, 1, -1}, 4, 4), 1);
  EXPECT_EQ(outside<int>({0, 3, -1, 9}, 4, 4), 2);
  EXPECT_EQ(outside<int>({0, 3, 1, 9}, 4, 3), none) << "behind the entries of the launch";
  EXPECT_EQ(outside(std::vector<int>(1000, 0), 0, 1000), 0) << "no columns at all";
  const count_type far = count_type(1) << 32;
  EXPECT_EQ(outside<std::int64_t>({far - 1, 3, far, 3}, far, 4), 2);
  EXPECT_EQ(outside<std::int64_t>({far + 1}, 4, 1), 0) << "column 1 in its lower half";
}

TEST(FindDefects, RowsOfEntries) {
  const std::vector<int> row_map{0, 0, 2, 2, 5, 5};
  for (const auto& [entry, row] : {std::pair<count_type, count_type>{0, 1}, {1, 1}, {2, 3}, {4, 3}})
    EXPECT_EQ(row_of(row_map, entry), row) << "entry " << entry;
  EXPECT_EQ(row_of(row_map, 5), none);
  const count_type far = count_type(1) << 40;
  EXPECT_EQ(row_of<std::int64_t>({0, 3, far, far + 1}, far), 2);
}

}  // namespace
