/// \file
/// \brief Ranks of a few keys, for the processor at hand and for any.
// backends: Serial

#include "ocean/backend/rank_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/random_numbers.hpp"

namespace {

using namespace Ocean::Impl;

TEST(RankKeys, AreTheNumberOfSmallerKeys) {
  Ocean::Testing::RandomNumbers random(4);
  for (int count = 0; count <= 70; ++count) {
    SCOPED_TRACE(count);
    const auto size = static_cast<std::size_t>(ranked_array_elements(count));
    std::vector<std::int32_t> keys(size, -100), ranks(size, -1), portable_ranks(size, -1);
    for (int item = 0; item < count; ++item) keys[item] = static_cast<std::int32_t>(random.below(50) - 25);
    rank_keys(keys.data(), count, ranks.data());
    rank_all_keys<keys_per_vector>(keys.data(), count, portable_ranks.data());
    for (int item = 0; item < count; ++item) {
      EXPECT_EQ(ranks[item],
                std::count_if(keys.begin(), keys.begin() + count, [&](int key) { return key < keys[item]; }));
      EXPECT_EQ(ranks[item], portable_ranks[item]);
    }
  }
}

TEST(RankKeys, ArraysAreWholeVectors) {
  EXPECT_EQ(ranked_array_elements(0), 0);
  EXPECT_EQ(ranked_array_elements(1), keys_per_wide_vector);
  EXPECT_EQ(ranked_array_elements(keys_per_wide_vector), keys_per_wide_vector);
  EXPECT_EQ(ranked_array_elements(keys_per_wide_vector + 1), 2 * keys_per_wide_vector);
}

}  // namespace
