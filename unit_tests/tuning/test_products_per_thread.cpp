// backends: Serial
/// \file
/// \brief How many products a row may have for each thread that shares it.

#include <gtest/gtest.h>

#include <limits>

#include "device_limits.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"

namespace {

using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::count_type;

constexpr int double_bytes = 8, counting = 0;

/// Most products of a row of one configuration, where a thread's share of all products is \p share; -1 without it.
std::int64_t most_products(count_type share, AccumulatorKind kind, int size_class, int value_bytes) {
  const AccumulatorTable table =
      Ocean::Impl::make_accumulator_table(Ocean::Testing::large_gpu(), {}, 0, value_bytes, false,
                                          Ocean::Impl::TableFacts{.total_products = share * 132 * 2048});
  for (int config = 0; config < table.num_configs; ++config)
    if (table.config[config].kind == kind && table.config[config].size_class == size_class)
      return table.config[config].products_max;
  return -1;
}

std::int64_t of_team(count_type share, int size_class, int value_bytes = double_bytes) {
  return most_products(share, AccumulatorKind::ranked, size_class, value_bytes);
}
std::int64_t of_group(count_type share, int value_bytes = double_bytes) {
  return most_products(share, AccumulatorKind::multi_row, 0, value_bytes);
}

TEST(ProductsPerThread, MoreProductsGiveAThreadMore) {
  for (const int size_class : {0, 1, 2, 3}) {
    const int team_size = 64 << size_class;
    EXPECT_EQ(of_team(0, size_class), team_size * 32);
    EXPECT_EQ(of_team(100, size_class), team_size * 100);
    EXPECT_EQ(of_team(1000, size_class), team_size * 128);
  }
  EXPECT_EQ(of_group(0), 32 * 32);
  EXPECT_EQ(of_group(100), 32 * 100);
  EXPECT_EQ(of_group(512), 32 * 128);
}

TEST(ProductsPerThread, LargeProductsGiveTheNextToLargestTeamsMore) {
  EXPECT_EQ(of_team(2048, 3), 512 * 128);
  EXPECT_EQ(of_team(4800, 3), 512 * 300) << "a sixteenth";
  EXPECT_EQ(of_team(4800, 2), 256 * 128) << "no smaller team takes more";
  EXPECT_EQ(of_team(4800, 3, counting), 512 * 300);
  EXPECT_EQ(of_team(4800, 4), std::numeric_limits<std::int64_t>::max());
}

TEST(ProductsPerThread, LargeProductsGiveGroupsMore) {
  EXPECT_EQ(of_group(1200), 32 * 300) << "a quarter";
  EXPECT_EQ(of_group(2048), 32 * 512);
  EXPECT_EQ(of_group(1 << 20), 32 * 512) << "the most";
  EXPECT_EQ(of_group(1 << 20, counting), 32 * 128) << "not where rows are counted";
}

}  // namespace
