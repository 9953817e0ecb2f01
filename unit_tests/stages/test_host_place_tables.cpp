/// \file
/// \brief The sizes of the indices of C's rows: of C's size, whatever the columns, and within what a workspace has
/// left.
// backends: Serial OpenMP

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

}  // namespace
