// backends: Serial
/// \file
/// \brief Rows that do not go to the first configuration which fits: those that teams share, those whose products meet.

#include <gtest/gtest.h>

#include "device_limits.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"

namespace {

using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::count_type;
using Ocean::Impl::RowFacts;
using Ocean::Impl::TableFacts;
using Ocean::Testing::large_gpu;

constexpr int double_bytes = 8;

TEST(PreferredAccumulators, SeveralTeamsShareRowsOfMoreThanAProcessorsShare) {
  const auto name = [](count_type total_products, const RowFacts& row, int value_bytes = double_bytes) {
    const AccumulatorTable table =
        make_accumulator_table(large_gpu(), {}, 0, value_bytes, false, {.total_products = total_products});
    return table.config[table.choose(row)].name();
  };
  // 132 processors: a share of 1.5 processors of 13200000 products are 150000, of 1000000 fewer than 32768.
  EXPECT_EQ(name(13200000, {150000, 1000, 1000}), "dense_4");
  EXPECT_EQ(name(13200000, {150001, 1000, 1000}), "split_ranked_0");
  EXPECT_EQ(name(1000000, {32768, 1000, 1000}), "dense_4");
  EXPECT_EQ(name(1000000, {32769, 1000, 1000}), "split_ranked_0");
  EXPECT_EQ(name(1000000, {32769, 1000, 1000}, 0), "split_ranked_0") << "when counting, too";
  EXPECT_EQ(name(1000000, {40000, 40000, 40000 * 256}), "split_ranked_0");
  EXPECT_EQ(name(1000000, {40000, 40000, 40000 * 256 + 1}), "windows") << "a bitmap of mostly empty words";
  EXPECT_EQ(name(1000000, {40000, 1000, 1000, 2}), "supernode_7") << "rows of a supernode have their own teams";
}

TEST(PreferredAccumulators, RowsWhoseProductsMeetAddUpInTheOutput) {
  const auto name = [](const RowFacts& row, const Ocean::AccumulatorSwitches& switches = {}) {
    const AccumulatorTable table =
        make_accumulator_table(large_gpu(), switches, 0, double_bytes, false, TableFacts{.total_products = 1000000});
    return table.config[table.choose(row)].name();
  };
  EXPECT_EQ(name({8192, 300, 500, 1, 1024}), "hybrid_ranked_0");
  EXPECT_EQ(name({8193, 300, 500, 1, 1024}), "hybrid_ranked_1") << "256 threads take 8192 products";
  EXPECT_EQ(name({8192, 300, 500, 1, 1023}), "dense_2") << "too few rows of B";
  EXPECT_EQ(name({1024 * 16, 300, 500, 1, 1024}), "hybrid_ranked_1");
  EXPECT_EQ(name({1024 * 16 + 1, 300, 500, 1, 1024}), "dense_4") << "rows of B of more than 16 entries";
  EXPECT_EQ(name({8192, 300, 500, 1, 1024}, {.hybrid_hash = false}), "dense_2");
}

}  // namespace
