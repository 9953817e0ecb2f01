// backends: Serial
/// \file
/// \brief Which rows are counted in tables of words, and accumulated by directories of them.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "device_limits.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"

namespace {

using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::count_type;
using Ocean::Impl::make_accumulator_table;
using Ocean::Testing::large_gpu;

constexpr int double_bytes = 8;
/// Compressed so much that only the shortest rows are sorted.
constexpr Ocean::Impl::TableFacts facts{.total_products = 1000000, .mean_b_row = 40.0, .compression = 4.0};

TEST(WordConfigurations, RowsByHand) {
  const AccumulatorTable table = make_accumulator_table(large_gpu(), {}, 0, double_bytes, false, facts);
  const auto name = [&](count_type products, count_type slots, count_type span, count_type words) {
    return table.config[table.choose({.products = products, .slots = slots, .span = span, .words = words})].name();
  };
  EXPECT_EQ(name(700, 125, 1000, 30), "multi_row_0") << "bitmaps of as many teams come first";
  EXPECT_EQ(name(700, 125, 40000, 30), "multi_words_0") << "64 + 1000 + 240 bytes, and 320 for 40 blocks";
  EXPECT_EQ(name(700, 125, 40000, 0), "multi_hash_1") << "nothing is found";
  EXPECT_EQ(name(700, 125, 40000, 83), "multi_words_0") << "64 + 1000 + 664 + 320 bytes are 2048";
  EXPECT_EQ(name(700, 125, 40000, 84), "multi_words_1") << "and 8 more do not fit";
  EXPECT_EQ(name(1000, 700, 1000000, 142), "multi_words_3")
      << "64 + 5600 + 248 for 31 roots, 142 blocks and words: 8184";
  EXPECT_EQ(name(1000, 700, 1000000, 143), "hash_1");
  EXPECT_EQ(name(1000, 125, 20000000, 30), "multi_words_3") << "611 roots: 64 + 1000 + 4888 + 480 bytes";
  EXPECT_EQ(name(1000, 125, 30000000, 30), "hash_0") << "916 roots: 7328 bytes are too much";
  const AccumulatorTable counts = make_accumulator_table(large_gpu(), {}, 0, 0, true, facts);
  const auto counted = [&](count_type slots, count_type span) {
    return counts.config[counts.choose({.products = 1000, .slots = slots, .span = span})].name();
  };
  EXPECT_EQ(counted(196, 1000000), "multi_words_0") << "(2048 - 64) / 10 slots, and a list";
  EXPECT_EQ(counted(197, 1000000), "multi_words_1");
}

TEST(WordConfigurations, RowsAreCountedInBitmapsUnlessTheseLeaveFewTeams) {
  // Teams of four rows: 9, 9, 9, 9, 8, 7, 5 and 3 of bitmaps on a processor; 9, 9, 9 and 6 of pages, which count 0.65,
  // and of tables, which count 0.60.
  const AccumulatorTable counts = make_accumulator_table(large_gpu(), {}, 0, 0, true, facts);
  std::vector<std::string> names;
  for (int config = 0; config < counts.num_configs; ++config)
    if (counts.config[config].name().starts_with("multi_")) names.push_back(counts.config[config].name());
  EXPECT_EQ(names, (std::vector<std::string>{"multi_row_0", "multi_row_1", "multi_row_2", "multi_row_3", "multi_row_4",
                                             "multi_row_5", "multi_pages_0", "multi_pages_1", "multi_pages_2",
                                             "multi_words_0", "multi_words_1", "multi_words_2", "multi_row_6",
                                             "multi_pages_3", "multi_words_3", "multi_row_7"}));
}

TEST(WordConfigurations, RowsAreCountedInPagesWhereTheirDirectoryIsShort) {
  const auto counted = [&](const Ocean::Impl::TableFacts& of, count_type products, count_type slots, count_type span) {
    const AccumulatorTable counts = make_accumulator_table(large_gpu(), {}, 0, 0, true, of);
    return counts.config[counts.choose({.products = products, .slots = slots, .span = span})].name();
  };
  EXPECT_EQ(counted(facts, 1000, 72, 63360), "multi_row_5") << "64 + 7936 bytes";
  EXPECT_EQ(counted(facts, 1000, 67, 65535), "multi_pages_1") << "2048 are too few: 64 + 1024 + 64, and 68 of 18";
  EXPECT_EQ(counted(facts, 1000, 46, 65505), "multi_pages_0") << "512 pages: 49 of them fit, and 47 there may be";
  EXPECT_EQ(counted(facts, 334, 160, 128098), "multi_pages_2") << "1002 pages: 64 + 2016 + 128, and 161 of 18";
  EXPECT_EQ(counted(facts, 333, 160, 128098), "multi_words_0") << "more pages than three for each product";
  Ocean::Impl::TableFacts few_pages = facts;
  few_pages.pages_per_entry = 0.5;
  EXPECT_EQ(counted(few_pages, 1000, 96, 65505), "multi_pages_0");
  EXPECT_EQ(counted(few_pages, 1000, 98, 65505), "multi_pages_1");
  EXPECT_EQ(counted(few_pages, 1000, 2000, 65505), "multi_row_6") << "more bytes than the bitmap";
}

TEST(WordConfigurations, RowsOfFewWordsFitSmallerTables) {
  Ocean::Impl::TableFacts few_words = facts;
  few_words.words_per_entry = 0.5;
  const AccumulatorTable counts = make_accumulator_table(large_gpu(), {}, 0, 0, true, few_words);
  const auto counted = [&](count_type slots) {
    return counts.config[counts.choose({.products = 1000, .slots = slots, .span = 1000000})].name();
  };
  EXPECT_EQ(counted(392), "multi_words_0");
  EXPECT_EQ(counted(393), "multi_words_1");
  const AccumulatorTable columns = make_accumulator_table(large_gpu(), {.ranked = false}, 0, 0, true, few_words);
  EXPECT_EQ(columns.config[columns.choose({.products = 1000, .slots = 496, .span = 1000000})].name(), "multi_hash_0");
  EXPECT_EQ(columns.config[columns.choose({.products = 1000, .slots = 497, .span = 1000000})].name(), "multi_hash_1");
}

/// The words of a bitmap that are not empty are listed in room of their own, where they are listed.
TEST(WordConfigurations, BitmapsHaveRoomForListsOnlyWhereBIsReadInWords) {
  Ocean::Impl::TableFacts by_words = facts;
  by_words.lists_words = true;
  const AccumulatorTable lists = make_accumulator_table(large_gpu(), {}, 0, 0, true, by_words);
  const AccumulatorTable counts = make_accumulator_table(large_gpu(), {}, 0, 0, true, facts);
  const auto counted = [&](const AccumulatorTable& table, count_type span) {
    return table.config[table.choose({.products = 1000, .slots = 100, .span = span})].name();
  };
  EXPECT_EQ(counted(counts, 15841), "multi_row_0") << "64 + 1984 bytes are 2048: 496 words, wherever a column lies";
  EXPECT_NE(counted(counts, 15842), "multi_row_0");
  EXPECT_EQ(counted(lists, 14000), "multi_row_0") << "448 words, 16 for those that are used, 32 of lists";
  EXPECT_NE(counted(lists, 15841), "multi_row_0");
}

TEST(WordConfigurations, ThePapersAccumulatorsCountInTablesOfColumns) {
  const AccumulatorTable counts = make_accumulator_table(large_gpu(), {.ranked = false}, 0, 0, true, facts);
  EXPECT_EQ(counts.config[counts.choose({.products = 1000, .slots = 248, .span = 1000000})].name(), "multi_hash_0");
}

}  // namespace
