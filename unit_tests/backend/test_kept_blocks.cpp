/// \file
/// \brief Host memory that is handed out again: the smallest block that is large enough, within a bound.
// backends: Serial OpenMP Threads

#include "ocean/backend/kept_blocks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "ocean/backend/kept_host_memory.hpp"

namespace {

using Ocean::Impl::host_alignment_bytes;
using Ocean::Impl::KeptBlocks;

constexpr std::size_t unit = KeptBlocks::bytes_min, idle_bytes_max = 64 * unit;

void* allocate(std::size_t bytes) { return KeptBlocks::allocate(bytes, idle_bytes_max); }
/// Keeps blocks of these sizes, in this order; returns where they are.
std::vector<void*> keep(const std::vector<std::size_t>& sizes) {
  std::vector<void*> blocks;
  for (const std::size_t bytes : sizes) blocks.push_back(allocate(bytes));
  for (void* const block : blocks) KeptBlocks::free(block);
  return blocks;
}

class KeptBlocksTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (Ocean::Impl::has_address_sanitizer) GTEST_SKIP() << "the sanitizer is to see each block freed";
    KeptBlocks::trim();
  }
  void TearDown() override { KeptBlocks::trim(); }
};

TEST_F(KeptBlocksTest, AreHandedOutAgain) {
  void* const block = allocate(unit);
  ASSERT_NE(block, nullptr);
  std::memset(block, 1, unit);
  EXPECT_NE(allocate(unit), block) << "in use";
  KeptBlocks::free(block);
  EXPECT_EQ(allocate(unit), block);
}

TEST_F(KeptBlocksTest, AreAligned) {
  for (const std::size_t bytes : {std::size_t(1), unit - 1, unit, unit + 1, 3 * unit}) {
    void* const block = allocate(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % host_alignment_bytes, 0u) << bytes;
    std::memset(block, 1, bytes);
    KeptBlocks::free(block);
  }
}

TEST_F(KeptBlocksTest, SmallOnesAreNotKept) {
  keep({unit - 1});
  EXPECT_EQ(KeptBlocks::idle_bytes(), 0u);
}

TEST_F(KeptBlocksTest, TheSmallestThatIsLargeEnoughServes) {
  const auto blocks = keep({4 * unit, 2 * unit, 3 * unit, unit});
  EXPECT_EQ(allocate(2 * unit + 1), blocks[2]);
  EXPECT_EQ(allocate(2 * unit), blocks[1]);
  EXPECT_NE(allocate(2 * unit - 1), blocks[3]) << "too small";
  EXPECT_EQ(allocate(2 * unit), blocks[0]) << "half of it is used";
}

TEST_F(KeptBlocksTest, NoneServesForLessThanHalfOfIt) {
  const auto blocks = keep({4 * unit});
  EXPECT_NE(allocate(2 * unit - 1), blocks[0]);
  EXPECT_EQ(KeptBlocks::idle_bytes(), 4 * unit);
}

TEST_F(KeptBlocksTest, SizesAreRoundedUp) {
  keep({8 * unit + 1});
  EXPECT_EQ(KeptBlocks::idle_bytes(), 9 * unit);
  const auto blocks = keep({8 * unit + 2});
  EXPECT_EQ(KeptBlocks::idle_bytes(), 9 * unit) << "the same block";
  EXPECT_EQ(allocate(9 * unit), blocks[0]);
}

TEST_F(KeptBlocksTest, TheOldestGoWhereThereIsNoRoom) {
  const auto blocks = keep({unit, 30 * unit, 32 * unit});
  EXPECT_EQ(KeptBlocks::idle_bytes(), 63 * unit);
  KeptBlocks::free(allocate(16 * unit));  // from the block of 30
  EXPECT_EQ(KeptBlocks::idle_bytes(), 63 * unit);
  keep({2 * unit});
  EXPECT_EQ(KeptBlocks::idle_bytes(), 64 * unit) << "the block that was freed first is gone";
  EXPECT_EQ(allocate(32 * unit), blocks[2]);
}

TEST_F(KeptBlocksTest, LargerOnesThanTheBoundAreFreedAlone) {
  keep({unit});
  keep({idle_bytes_max + 1});
  EXPECT_EQ(KeptBlocks::idle_bytes(), unit);
}

TEST_F(KeptBlocksTest, TrimFreesThoseThatAreIdle) {
  void* const block = allocate(unit);
  EXPECT_FALSE(KeptBlocks::trim()) << "in use";
  KeptBlocks::free(block);
  EXPECT_TRUE(KeptBlocks::trim());
  EXPECT_EQ(KeptBlocks::idle_bytes(), 0u);
  EXPECT_FALSE(KeptBlocks::trim());
}

TEST_F(KeptBlocksTest, WhatNoSystemHasIsRefused) {
  for (const std::size_t bytes : {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() / 8})
    EXPECT_EQ(allocate(bytes), nullptr) << bytes;
  KeptBlocks::free(nullptr);
}

TEST_F(KeptBlocksTest, OfThreadsAtTheSameTime) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([thread] {
      for (int round = 0; round < 500; ++round) {
        const std::size_t bytes = unit * (1 + (round + thread) % 5);
        char* const block = static_cast<char*>(allocate(bytes));
        block[0] = block[bytes - 1] = static_cast<char>(thread);
        EXPECT_EQ(block[0], thread) << "another thread has the block, too";
        EXPECT_EQ(block[bytes - 1], thread);
        KeptBlocks::free(block);
        if (round % 50 == 0) KeptBlocks::trim();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(KeptBlocks::idle_bytes(), idle_bytes_max);
}

/// So many for each thread, at least for one, within a share of what the process may take.
TEST(KeptHostMemory, IsBoundedByThreadsAndByTheMachine) {
  using Ocean::Impl::kept_host_bytes;
  EXPECT_EQ(kept_host_bytes(1, 10), 10u);
  EXPECT_EQ(kept_host_bytes(3, 10), 30u);
  EXPECT_EQ(kept_host_bytes(0, 10), 10u);
  constexpr std::size_t more_than_any = std::numeric_limits<std::size_t>::max() / 8;
  const double share = Ocean::Impl::kept_views_share * static_cast<double>(Ocean::Impl::total_host_bytes());
  EXPECT_LE(static_cast<double>(kept_host_bytes(2, more_than_any)), share);
}

}  // namespace
