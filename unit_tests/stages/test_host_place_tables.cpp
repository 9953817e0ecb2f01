/// \file
/// \brief The sizes of the indices of C's rows: of C's size, whatever the columns, and within what a workspace has
/// left.
// backends: Serial OpenMP Threads

#include "ocean/stages/host_place_tables.hpp"

#include <gtest/gtest.h>

#include "support/test_exec_space.hpp"

namespace {

using Ocean::Impl::choose_place_tables;
using Ocean::Impl::count_type;
using Ocean::Impl::HostPlaceTables;
using Ocean::Testing::test_exec_space;

TEST(HostPlaceTables, ASlotForEveryColumnWhereCHasAsManyEntries) {
  EXPECT_EQ(choose_place_tables(2, 100000, 1000000).num_slots, 25 * 4096);
  EXPECT_EQ(choose_place_tables(1, 1, 0).num_slots, 4096);
}

TEST(HostPlaceTables, AllWorkersTogetherFollowC) {
  for (const int num_workers : {1, 2, 64}) {
    const HostPlaceTables tables = choose_place_tables(num_workers, 300000000, 1000000);
    EXPECT_EQ(tables.num_workers, num_workers);
    EXPECT_GE(tables.num_all_slots(), 8000000);
    EXPECT_LE(tables.num_all_slots(), 8000000 + num_workers * 4096);
    EXPECT_EQ(choose_place_tables(num_workers, 300000000, 10).num_slots, 4096);
  }
}

TEST(HostPlaceTables, FewerSlotsAndThenFewerWorkersWhereMemoryIsShort) {
  const test_exec_space exec;
  const int all = exec.concurrency();
  const auto choose = [&](std::size_t limit_bytes) {
    const Ocean::Impl::Workspace<test_exec_space> workspace(exec, limit_bytes);
    return choose_place_tables(exec, 100000, 1000000, workspace);
  };
  constexpr std::size_t page_bytes = 4096 * sizeof(std::uint32_t), spare_bytes = 512;
  EXPECT_EQ(choose(0).num_all_slots(), all * 25 * 4096);
  const auto pages = static_cast<std::size_t>(all);
  EXPECT_EQ(choose(spare_bytes + 25 * pages * page_bytes).num_all_slots(), all * 25 * 4096);
  EXPECT_EQ(choose(spare_bytes + 25 * pages * page_bytes - 1).num_slots, 24 * 4096);
  EXPECT_EQ(choose(spare_bytes + pages * page_bytes).num_all_slots(), all * 4096);
  EXPECT_EQ(choose(spare_bytes + pages * page_bytes - 1).num_workers, std::max(1, all - 1));
  EXPECT_EQ(choose(1).num_all_slots(), 4096);
}

TEST(HostWindows, SideBySideWhereTheyFitTheCache) {
  using Ocean::MissingEntries;
  const auto choose = [](int num_workers, count_type num_cols, count_type nnz_c) {
    return Ocean::Impl::choose_windows<double>(num_workers, num_cols, nnz_c, MissingEntries::drop);
  };
  EXPECT_EQ(choose(2, 1000, 100000).lanes, 6);
  EXPECT_EQ(choose(2, 1000, 100000).num_values, 2 * 4096);
  EXPECT_EQ(choose(2, 1000, 100000).num_numbers, 0);
  EXPECT_EQ(choose(1, 100000, 500000).lanes, 3);
  EXPECT_EQ(choose(1, 100000, 10000000).lanes, 6) << "larger than the cache, fewer values than C has";
  EXPECT_EQ(choose(4, 100000, 2000000).lanes, 3) << "more values than C has";
  EXPECT_EQ(choose(1, 1000000, 10000000).lanes, 6);
  EXPECT_EQ(choose(1, 1000000, 1900000).lanes, 1) << "larger than the cache, smaller than C";
  EXPECT_EQ(choose(64, 400000, 1000000).lanes, 1) << "together larger than C, each in its cache";
  EXPECT_FALSE(choose(1, 300000000, 1000000).is_chosen());
  EXPECT_FALSE(choose(1, 4097, 10).is_chosen());
}

TEST(HostWindows, NumbersWhereColumnsAreLookedAtAndValuesForRowsSideBySideAlone) {
  const auto choose = [](count_type num_cols, count_type nnz_c) {
    return Ocean::Impl::choose_windows<double>(1, num_cols, nnz_c, Ocean::MissingEntries::error);
  };
  EXPECT_EQ(choose(1000, 100000).num_numbers, 4096);
  EXPECT_EQ(choose(1000, 100000).num_values, 2 * 4096);
  EXPECT_EQ(choose(1000000, 1900000).num_numbers, 245 * 4096);
  EXPECT_EQ(choose(1000000, 1900000).num_values, 0) << "one lane";
}

TEST(HostWindows, NotWhereMemoryIsShortOrSumsMayOverflow) {
  using Ocean::MissingEntries;
  const test_exec_space exec;
  const Ocean::Impl::Workspace<test_exec_space> small(exec, 1000), large(exec, std::size_t(1) << 30), unbounded(exec);
  using Ocean::Impl::choose_windows;
  EXPECT_FALSE(choose_windows<double>(exec, 1000, 100000, MissingEntries::drop, small).is_chosen());
  EXPECT_TRUE(choose_windows<double>(exec, 1000, 100000, MissingEntries::drop, large).is_chosen());
  EXPECT_TRUE(choose_windows<double>(exec, 1000, 100000, MissingEntries::drop, unbounded).is_chosen());
  EXPECT_TRUE(choose_windows<Kokkos::complex<float>>(exec, 9, 9, MissingEntries::drop, unbounded).is_chosen());
  EXPECT_FALSE(choose_windows<int>(exec, 1000, 100000, MissingEntries::drop, unbounded).is_chosen());
}

}  // namespace
