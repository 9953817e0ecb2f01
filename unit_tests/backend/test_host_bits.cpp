/// \file
/// \brief Byte flags and waits of CPU threads.
// backends: Serial

#include "ocean/backend/host_bits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "ocean/backend/host_pages.hpp"

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
