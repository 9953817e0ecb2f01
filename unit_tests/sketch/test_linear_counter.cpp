// backends: Serial
/// \file
/// \brief Keys counted by their bits: exactly where each has one of its own, else to the standard error.

#include "ocean/sketch/linear_counter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "ocean/backend/team_context.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::LinearCounter;

/// Counts the keys 0, \p step, 2 \p step, ..., each of them twice.
count_type count_keys(int num_words, count_type span, int num_keys, std::uint32_t step, count_type upper) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(num_words), ~0u);
  const Ocean::Impl::SingleLaneGroup lanes;
  const LinearCounter counter(words.data(), num_words, span);
  counter.clear(lanes);
  for (int pass = 0; pass < 2; ++pass)
    for (int key = 0; key < num_keys; ++key)
      counter.insert<Ocean::Impl::PortableAtomics>(static_cast<std::uint32_t>(key) * step);
  return counter.count(lanes, upper);
}

TEST(LinearCounter, CountsExactlyWhereEveryKeyHasABit) {
  EXPECT_EQ(count_keys(256, 8192, 8192, 1, 10000), 8192);
  EXPECT_EQ(count_keys(256, 8192, 100, 81, 10000), 100);
  EXPECT_EQ(count_keys(256, 8192, 0, 1, 10000), 0);
  EXPECT_EQ(count_keys(256, 8192, 100, 81, 99), 99) << "never more than the upper bound";
}

// Four times the standard error that LinearCounter names.
TEST(LinearCounter, EstimatesWhereKeysShareBits) {
  for (const std::uint32_t step : {1u, 3u, 64u, 1000u})
    for (const double load : {0.1, 1.0, 4.0}) {
      const int num_bits = 32768, num_keys = static_cast<int>(load * num_bits);
      const double standard_error = std::sqrt((std::exp(load) - load - 1.0) / num_bits) / load;
      const auto counted = static_cast<double>(count_keys(1024, count_type(1) << 32, num_keys, step, num_keys * 2));
      EXPECT_NEAR(counted / num_keys, 1.0, 4.0 * standard_error) << step << ", " << load;
    }
}

TEST(LinearCounter, OfMoreKeysThanItCanTellIsTheUpperBound) { EXPECT_EQ(count_keys(1, 1000000, 5000, 7, 5000), 5000); }

}  // namespace
