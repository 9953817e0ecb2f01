/// \file
/// \brief Searches in ascending sequences against a walk through them.
// backends: Serial

#include "ocean/core/binary_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ocean/backend/team_context.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::find_lane;
using Ocean::Impl::find_place;
using Ocean::Impl::find_place_near;
using Ocean::Impl::find_row;
using Ocean::Impl::find_row_together;

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

TEST(BinarySearch, FindsThePlaceWhateverTheGuess) {
  std::vector<int> items = {-3, 1, 1, 4, 9, 9, 9, 20};
  for (int item = 21; item < 90; ++item) items.push_back(item);
  const auto size = static_cast<count_type>(items.size());
  for (const count_type begin : {count_type{0}, count_type{5}})
    for (const count_type end : {begin, begin + 1, begin + 9, size})
      for (count_type guess = begin; guess <= end; ++guess)
        for (count_type item = -5; item <= 91; ++item)
          ASSERT_EQ(find_place_near(items, begin, end, guess, item), find_place(items, begin, end, item))
              << item << " in [" << begin << ", " << end << ") from " << guess << " on";
}

/// \brief Counts what is read of 0, 1, 2, ...
struct CountedItems {
  int* num_reads;
  count_type operator[](count_type item) const {
    ++*num_reads;
    return item;
  }
};

TEST(BinarySearch, LooksNearTheGuessFirst) {
  const auto reads = [](count_type guess, count_type item) {
    int num_reads = 0;
    EXPECT_EQ(find_place_near(CountedItems{&num_reads}, 0, 1 << 20, guess, item), item);
    return num_reads;
  };
  EXPECT_LE(reads(1000, 1003), 5) << "the guess, 8 behind it and the places between";
  EXPECT_LE(reads(1000, 997), 5);
  EXPECT_LE(reads(1000, 1100), 5 + 2 * 4);
  EXPECT_LE(reads(500'000, 400'000), 2 * 20);
}

TEST(BinarySearch, FindsTheRowThatHoldsAnEntry) {
  const std::vector<std::size_t> row_map = {0, 0, 2, 2, 2, 7, 8, 8};  // rows 0, 2, 3 and 6 are empty
  const count_type rows_of_entries[] = {1, 1, 4, 4, 4, 4, 4, 5};
  for (count_type entry = 0; entry < 8; ++entry) EXPECT_EQ(find_row(row_map, 7, entry), rows_of_entries[entry]);
  EXPECT_EQ(find_row(std::vector<int>{0, 3}, 1, 2), 0);
}

/// One of the lanes of a group, which knows what all of them look at.
struct KnowingLane {
  static constexpr int max_size = 4;
  const std::vector<int>& row_map;
  count_type entry;
  mutable count_type begin = 0, length;
  int rank() const { return 0; }
  int size() const { return max_size; }
  /// \brief As the group would answer: the caller's window narrows as it must.
  std::uint32_t ballot(bool of_first) const {
    EXPECT_TRUE(of_first) << "the first row of the window begins behind the entry";
    const count_type step = (length + max_size - 1) / max_size;
    std::uint32_t bits = 0;
    count_type found = 0;
    for (count_type lane = 0; lane < max_size; ++lane)
      if (lane * step < length && row_map[static_cast<std::size_t>(begin + lane * step)] <= entry) {
        bits |= std::uint32_t(1) << lane;
        found = lane;
      }
    begin += found * step;
    length = std::min(step, length - found * step);
    return bits;
  }
};

TEST(BinarySearch, LanesFindTheRowTogether) {
  const std::vector<int> row_map = {0, 0, 2, 2, 2, 7, 8, 8, 8, 8, 9, 30, 30, 31};
  for (count_type num_rows = 2; num_rows < static_cast<count_type>(row_map.size()); ++num_rows)
    for (count_type entry = 0; entry < row_map[static_cast<std::size_t>(num_rows)]; ++entry)
      EXPECT_EQ(find_row_together(KnowingLane{row_map, entry, 0, num_rows}, row_map, num_rows, entry),
                find_row(row_map, num_rows, entry))
          << "entry " << entry << " of " << num_rows << " rows";
  EXPECT_EQ(find_row_together(Ocean::Impl::SingleLaneGroup(), row_map, 13, 8), 9);
}

/// The lanes of a group: what each of them holds.
struct HeldByLanes {
  const std::vector<int>& held;
  int broadcast(int, int lane) const { return held[static_cast<std::size_t>(lane)]; }
};

TEST(BinarySearch, FindsTheLaneThatHoldsANumber) {
  const std::vector<int> firsts = {2, 2, 3, 7, 7, 7, 8, 20};  // lanes 0, 3 and 4 hold nothing
  for (int number = 0; number < 25; ++number)
    for (const int num_lanes : {1, 2, 4, 8}) {
      int expected = num_lanes - 1;
      while (expected > 0 && firsts[static_cast<std::size_t>(expected)] > number) --expected;
      EXPECT_EQ(find_lane(HeldByLanes{firsts}, num_lanes, firsts[0], number), expected)
          << number << " in " << num_lanes << " lanes";
    }
}

}  // namespace
