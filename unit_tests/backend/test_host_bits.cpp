/// \file
/// \brief Byte flags, ranks and waits of CPU threads.
// backends: Serial

#include "ocean/backend/host_bits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "ocean/backend/host_pages.hpp"
#include "support/random_numbers.hpp"

namespace {

using namespace Ocean::Impl;

TEST(HostBits, EveryFlagIsItsBit) {
  std::array<std::uint8_t, flags_per_mask> flags{};
  EXPECT_EQ(flag_mask(flags.data()), 0u);
  for (int flag = 0; flag < flags_per_mask; ++flag) {
    flags[flag] = 1;
    EXPECT_EQ(flag_mask(flags.data()), std::uint64_t(1) << flag);
    EXPECT_EQ(lowest_bit(flag_mask(flags.data())), flag);
    clear_flags(flags.data());
  }
  flags.fill(1);
  EXPECT_EQ(flag_mask(flags.data()), ~std::uint64_t(0));
}

TEST(HostBits, RanksAreTheNumberOfSmallerKeys) {
  Ocean::Testing::RandomNumbers random(4);
  for (int count = keys_per_rank_step; count <= 64; count += keys_per_rank_step) {
    std::vector<std::int32_t> keys(count), ranks(count, -1);
    for (auto& key : keys) key = static_cast<std::int32_t>(random.below(50) - 25);
    rank_keys(keys.data(), count, ranks.data());
    for (int item = 0; item < count; ++item)
      EXPECT_EQ(ranks[item], std::count_if(keys.begin(), keys.end(), [&](int key) { return key < keys[item]; }));
  }
}

TEST(HostBits, WaitsUntilReady) {
  int polls = 0;
  spin_until([&] { return ++polls == 1000; });
  EXPECT_EQ(polls, 1000);
}

TEST(HostPages, AdviceKeepsTheContent) {
  std::vector<char> memory(5 << 20, 'x');
  prefer_large_pages(memory.data() + 7, memory.size() - 7);
  prefer_large_pages(nullptr, 0);
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 'x'), 5 << 20);
}

}  // namespace
