/// \file
/// \brief The index of a row of C over all columns: what rows before have left behind is not taken for the row's.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/accumulators/graph_places_host.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::GraphPlacesHost;

/// \brief The place of every column of 0 ... num_cols - 1, -1 where the row has it not.
std::vector<int> places_of(const GraphPlacesHost& places, int num_cols) {
  std::vector<int> found;
  for (int column = 0; column < num_cols; ++column) {
    const std::uint32_t place = places.find(static_cast<std::size_t>(column));
    found.push_back(place < places.size() ? static_cast<int>(place) : -1);
  }
  return found;
}

TEST(GraphPlacesHost, ARowKnowsItsOwnColumnsAlone) {
  std::vector<std::uint32_t> numbers(5, 77u);
  GraphPlacesHost places(numbers.data(), 5);
  const std::vector<int> first{0, 2, 4}, second{3, 2}, third{4};
  places.set_row(first.data(), 10, 3);
  EXPECT_EQ(places_of(places, 5), (std::vector<int>{0, -1, 1, -1, 2}));
  places.set_row(second.data(), 13, 2);
  EXPECT_EQ(places_of(places, 5), (std::vector<int>{-1, -1, 1, 0, -1}));
  places.set_row(second.data(), 15, 0);
  EXPECT_EQ(places_of(places, 5), (std::vector<int>(5, -1)));
  places.set_row(third.data(), 100, 1);
  EXPECT_EQ(places_of(places, 5), (std::vector<int>{-1, -1, -1, -1, 0}));
}

/// Entries beyond 32 bits, and numbers that run out at every row.
TEST(GraphPlacesHost, NumbersBeginAnewWhereTheyRunOut) {
  std::vector<std::uint32_t> numbers(4, 77u);
  GraphPlacesHost few(numbers.data(), 4, 3);
  constexpr count_type far = count_type(1) << 40;
  const std::vector<int> row{3, 1}, other{0, 1};
  few.set_row(row.data(), far, 2);
  EXPECT_EQ(places_of(few, 4), (std::vector<int>{-1, 1, -1, 0}));
  few.set_row(other.data(), far + 2, 2);
  EXPECT_EQ(places_of(few, 4), (std::vector<int>{0, 1, -1, -1}));
  few.set_row(row.data(), far + 4, 2);
  EXPECT_EQ(places_of(few, 4), (std::vector<int>{-1, 1, -1, 0}));
}

TEST(GraphPlacesHost, AddsWhatTheRowHasAndSaysWhetherThatIsAll) {
  std::vector<std::uint32_t> numbers(4, 77u);
  GraphPlacesHost places(numbers.data(), 4);
  const std::vector<int> row{3, 1}, within{1, 3, 3}, beyond{1, 2};
  std::vector<double> sums{5, 5}, values{10, 100, 1000};
  places.set_row(row.data(), 0, 2, [&](std::size_t place) { sums[place] = 0; });
  EXPECT_TRUE(places.add_row(within.data(), values.data(), within.data() + 3, 2.0, sums.data()));
  EXPECT_EQ(sums, (std::vector<double>{2200, 20}));
  EXPECT_FALSE(places.add_row(beyond.data(), values.data(), beyond.data() + 2, 1.0, sums.data()));
  EXPECT_EQ(sums, (std::vector<double>{2200, 30}));
}

}  // namespace
