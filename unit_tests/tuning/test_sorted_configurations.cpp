// backends: Serial
/// \file
/// \brief Which rows are sorted although they have more products than the shortest.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "device_limits.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"

namespace {

using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::count_type;
using Ocean::Impl::make_accumulator_table;
using Ocean::Impl::TableFacts;
using Ocean::Testing::large_gpu;

constexpr int double_bytes = 8;

/// \brief The configuration of a row of \p products products, none of which meet, that spans \p span columns.
std::string chosen(const TableFacts& facts, count_type products, count_type span, int value_bytes = double_bytes,
                   std::size_t scratch_limit_bytes = 0) {
  const AccumulatorTable table =
      make_accumulator_table(large_gpu(), {}, scratch_limit_bytes, value_bytes, false, facts);
  return table.config[table.choose({products, products, span})].name();
}

TEST(SortedConfigurations, LongerRowsWithoutABitmapAreSortedWhereTheyAreCompressedLittle) {
  TableFacts facts{.total_products = 1000000, .mean_b_row = 40.0, .compression = 3.0};
  EXPECT_EQ(chosen(facts, 129, 1000), "multi_row_0") << "bitmaps that allow enough teams come first";
  EXPECT_EQ(chosen(facts, 129, 100000), "esc_4");
  EXPECT_EQ(chosen(facts, 192, 100000), "esc_4");
  EXPECT_EQ(chosen(facts, 193, 100000), "esc_5");
  EXPECT_EQ(chosen(facts, 384, 100000), "esc_6");
  EXPECT_EQ(chosen(facts, 512, 100000), "esc_7");
  EXPECT_EQ(chosen(facts, 768, 1000000), "esc_8");
  EXPECT_EQ(chosen(facts, 1024, 4194303), "esc_9");
  EXPECT_EQ(chosen(facts, 1024, 4194304), "hash_1") << "10 bits of 32 are the product's";
  EXPECT_EQ(chosen(facts, 1024, 1000000, double_bytes, 25000), "hash_4") << "two rows take 25088 bytes";
  EXPECT_EQ(chosen(facts, 1024, 1000000, 0), "esc_9");
  facts.lists_words = true;
  EXPECT_EQ(chosen(facts, 1024, 1000000, 0), "hash_0") << "words of B are read";
  EXPECT_EQ(chosen(facts, 1024, 1000000), "esc_9") << "when counting";
  facts.compression = 3.1;
  EXPECT_EQ(chosen(facts, 512, 100000), "multi_row_7") << "a bitmap that leaves few teams";
  EXPECT_EQ(chosen(facts, 2048, 1000000), "hash_2");
}

TEST(SortedConfigurations, TeamsSortRowsWhoseBitmapsAreLarge) {
  const TableFacts facts{.total_products = 10000000, .mean_b_row = 40.0, .compression = 3.0};
  const std::vector<std::pair<count_type, std::string>> by_products = {
      {1025, "esc_10"}, {1536, "esc_10"}, {1537, "esc_11"}, {2048, "esc_11"}, {2049, "esc_12"},
      {3072, "esc_12"}, {3073, "esc_13"}, {4096, "esc_13"}, {4097, "hash_3"}};
  for (const auto& [products, expected] : by_products)
    EXPECT_EQ(chosen(facts, products, 500000), expected) << products << " products";
  EXPECT_EQ(chosen(facts, 4096, 1048575), "esc_13");
  EXPECT_EQ(chosen(facts, 4096, 1048576), "hash_3") << "12 bits of 32 are the product's";
  EXPECT_EQ(chosen(facts, 1500, 36000), "esc_10") << "0.75 words of a bitmap for a product";
  EXPECT_EQ(chosen(facts, 1500, 35999), "ranked_1") << "fewer";
  EXPECT_EQ(chosen(facts, 1500, 500000, 0), "hash_0") << "teams don't count so";
}

}  // namespace
