/// \file
/// \brief Limits that many threads raise at once never fall.
// backends: Serial

#include "ocean/backend/raised_limits.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using Ocean::Impl::RaisedLimits;

TEST(RaisedLimits, AreSetWhenTheyGrowOnEachDevice) {
  RaisedLimits<2> limits;
  std::vector<std::size_t> set;
  const auto raise = [&](int device, std::size_t value) {
    limits.raise(device, value, [&](std::size_t to) { set.push_back(to); });
  };
  raise(0, 0);
  EXPECT_TRUE(set.empty());
  raise(0, 100);
  raise(0, 100);
  raise(0, 60);
  raise(0, 101);
  EXPECT_EQ(set, (std::vector<std::size_t>{100, 101}));
  raise(1, 60);
  EXPECT_EQ(set, (std::vector<std::size_t>{100, 101, 60})) << "what one device was granted the other was not";
}

TEST(RaisedLimits, WhatWasNotSetIsNotNoted) {
  RaisedLimits<1> limits;
  EXPECT_THROW(limits.raise(0, 100, [](std::size_t) { throw std::runtime_error("refused"); }), std::runtime_error);
  int num_set = 0;
  limits.raise(0, 100, [&](std::size_t) { ++num_set; });
  EXPECT_EQ(num_set, 1);
}

TEST(RaisedLimits, StandWhileOtherThreadsRaiseThem) {
  constexpr int num_threads = 4, num_rounds = 2000;
  std::atomic<int> num_too_low{0};
  for (int round = 0; round < num_rounds; ++round) {
    RaisedLimits<1> limits;
    std::atomic<std::size_t> granted{0};  // set, not raised: as a driver does
    std::atomic<int> num_ready{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < num_threads; ++thread)
      threads.emplace_back([&, thread] {
        for (++num_ready; num_ready < num_threads;) std::this_thread::yield();
        const auto wanted = static_cast<std::size_t>(thread + 1);
        limits.raise(0, wanted, [&](std::size_t to) {
          std::this_thread::yield();
          granted = to;
        });
        if (granted < wanted) ++num_too_low;
      });
    for (std::thread& thread : threads) thread.join();
    if (granted != num_threads) ++num_too_low;
  }
  EXPECT_EQ(num_too_low, 0);
}

}  // namespace
