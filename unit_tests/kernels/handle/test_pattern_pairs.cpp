/// \file
/// \brief The numbers of the pairs of a pattern, and their sums over any part of it.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/handle/pattern_pairs.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

TEST(PatternPairs, ScramblingIsSplitMix64) {
  // the first two numbers that SplitMix64 gives from the seed 0
  EXPECT_EQ(Ocean::Impl::scramble_bits(0x9E3779B97F4A7C15u), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(Ocean::Impl::scramble_bits(2 * 0x9E3779B97F4A7C15u), 0x6E789E6AA1B965F4u);
}

/// Of arrays with odd and even numbers of elements, with entries behind the last row, and with offsets beyond them.
TEST(PatternPairs, SumsOfAnyPartAreThoseOfItsPairs) {
  const std::vector<std::vector<int>> row_maps = {{0, 2, 3}, {0, 1, 4, 5}, {0, 9}, {0, 0}, {0}, {}, {0, -3}};
  for (const std::vector<int>& offsets : row_maps)
    for (const std::vector<int>& columns : {std::vector<int>{4, 1, 7, 2, 9, 3}, {8, 5, 6}, {7}, {}}) {
      const auto row_map = make_view(offsets), entries = make_view(columns);
      const Ocean::Impl::PatternPairs<decltype(row_map), decltype(entries)> pairs{row_map, entries};
      for (count_type begin = 0; begin <= pairs.size(); ++begin)
        for (count_type end = begin; end <= pairs.size(); ++end) {
          std::uint64_t sum = 0;
          for (count_type pair = begin; pair < end; ++pair) sum += pairs.number_of(pair);
          EXPECT_EQ(pairs.sum_of(begin, end), sum) << begin << " to " << end;
        }
    }
}

}  // namespace
