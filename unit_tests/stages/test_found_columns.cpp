/// \file
/// \brief How many words of bitmaps there is room for, when there is none, and that the memory is given back.

#include "ocean/stages/found_columns.hpp"

#include <gtest/gtest.h>

#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::choose_found_words;
using Ocean::Impl::count_type;
using Ocean::Impl::found_products_min;
using Ocean::Impl::FoundRow;
using bins_type = Ocean::Impl::RowBins<test_exec_space::memory_space, int>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

/// \brief Rows in a configuration of each kind.
bins_type make_bins(const std::vector<std::pair<AccumulatorKind, count_type>>& rows) {
  bins_type bins;
  for (const auto& [kind, num_rows] : rows) {
    const int config = bins.table.num_configs++;
    bins.table.config[config].kind = kind;
    bins.bin_begin[config + 1] = bins.bin_begin[config] + num_rows;
  }
  return bins;
}

/// \brief \p products, of which \p ratio make an entry of C, as sampled.
AnalysisSummary make_summary(count_type products, double ratio, count_type span) {
  AnalysisSummary summary;
  summary.total_products = products;
  summary.max_row_span = span;
  summary.sampled.num_rows = 10;
  summary.sampled.ratio = ratio;
  summary.words_per_b_entry = 0.5;
  return summary;
}

const auto bitmap_rows = make_bins({{AccumulatorKind::esc, 50},
                                    {AccumulatorKind::multi_row, 100},
                                    {AccumulatorKind::multi_words, 15},
                                    {AccumulatorKind::multi_pages, 5},
                                    {AccumulatorKind::hash, 30},
                                    {AccumulatorKind::ranked, 3},
                                    {AccumulatorKind::supernode, 2}});

TEST(FoundColumns, RoomForAShareOfTheEntriesOrAllWords) {
  // 4,000,000 / 2 entries, 0.4 words each; 125 rows of 3200 / 32 words and two
  EXPECT_EQ(choose_found_words(make_summary(4000000, 2.0, 10000000), bitmap_rows), 800000);
  EXPECT_EQ(choose_found_words(make_summary(4000000, 2.0, 3200), bitmap_rows), 125 * 102);
}

TEST(FoundColumns, MoreRoomWhereTheWordsOfBHaveFewColumns) {
  AnalysisSummary summary = make_summary(4000000, 2.0, 10000000);
  for (const auto& [words_per_b_entry, words] :
       {std::pair(0.1, 800000), std::pair(0.57, 800000), std::pair(0.6, 840000), std::pair(1.0, 1100000)}) {
    summary.words_per_b_entry = words_per_b_entry;
    EXPECT_EQ(choose_found_words(summary, bitmap_rows), words) << words_per_b_entry;
  }
  summary.sampled.ratio = 1.2;
  EXPECT_EQ(choose_found_words(summary, bitmap_rows), 1333333) << "rows are not counted in words: 0.4";
}

TEST(FoundColumns, AreKeptOfLargeSampledProductsWithoutALimit) {
  EXPECT_EQ(choose_found_words(make_summary(4000000, 2.0, 3200), make_bins({{AccumulatorKind::hash, 30}})), 0);
  const workspace_type workspace(test_exec_space{}), limited(test_exec_space{}, std::size_t(1) << 30);
  EXPECT_FALSE(may_keep_columns(make_summary(found_products_min - 1, 2.0, 3200), workspace));
  AnalysisSummary summary = make_summary(found_products_min, 2.0, 3200);
  EXPECT_TRUE(may_keep_columns(summary, workspace));
  EXPECT_FALSE(may_keep_columns(summary, limited));
  summary.sampled.num_rows = 0;
  EXPECT_FALSE(may_keep_columns(summary, workspace));
}

TEST(FoundColumns, MemoryIsClearedAndGivenBack) {
  const test_exec_space exec;
  workspace_type workspace(exec);
  const AnalysisSummary summary = make_summary(4000000, 2.0, 3200);
  auto bins = bitmap_rows;
  for (int config = 0; config < bins.table.num_configs; ++config) bins.table.config[config].row_bytes = 8000;
  for (const int ranked : {1, 5, 6}) bins.table.config[ranked].row_bytes = 1000 * (ranked + 1);
  auto found = begin_found_columns(exec, 200, workspace);
  allocate_found_columns(exec, summary, bins, 200, 12, 8, found, workspace);
  ASSERT_TRUE(found.are_kept());
  EXPECT_EQ(found.words.extent(0), 125u * 102u);
  EXPECT_EQ(found.value_bytes, 8);
  EXPECT_EQ(found.row_bytes_max, 7000) << "of rows with a bitmap";
  EXPECT_EQ(found.num_parts, 1);
  EXPECT_EQ(to_vector(found.num_claimed),
            std::vector<count_type>(Ocean::Impl::found_words_parts_max * Ocean::Impl::found_words_counters_apart,
                                    count_type(0)));
  ASSERT_EQ(found.rows.extent(0), 200u);
  for (const FoundRow& row : to_vector(found.rows)) EXPECT_EQ(row.num_words, 0u);
  release_found_columns(found, workspace);
  EXPECT_FALSE(found.are_kept());
  EXPECT_FALSE(workspace.holds_since(0));
}

TEST(FoundColumns, ManyRowsClaimFromSeveralCounters) {
  using Ocean::Impl::found_words_parts_max;
  const test_exec_space exec;
  workspace_type workspace(exec);
  const AnalysisSummary summary = make_summary(4000000, 2.0, 3200);
  for (const count_type num_rows : {2047, 2048}) {
    Ocean::Impl::FoundColumns<test_exec_space::memory_space> found;  // not begun
    allocate_found_columns(exec, summary, make_bins({{AccumulatorKind::multi_row, num_rows}}), num_rows, 12, 8, found,
                           workspace);
    ASSERT_TRUE(found.are_kept());
    EXPECT_EQ(static_cast<count_type>(found.rows.extent(0)), num_rows);
    EXPECT_EQ(found.num_parts, num_rows < 2048 ? 1 : found_words_parts_max);
    release_found_columns(found, workspace);
  }
}

TEST(FoundColumns, NoneWithoutEnoughMemoryForC) {
  const test_exec_space exec;
  workspace_type workspace(exec);
  const AnalysisSummary huge = make_summary(count_type(1) << 50, 2.0, 3200);  // a C of petabytes
  auto found = begin_found_columns(exec, 200, workspace);
  EXPECT_TRUE(workspace.holds_since(0));
  allocate_found_columns(exec, huge, bitmap_rows, 200, 12, 8, found, workspace);
  EXPECT_FALSE(found.are_kept());
  EXPECT_FALSE(workspace.holds_since(0));
}

TEST(FoundColumns, NoneWithoutRowsInBitmaps) {
  const test_exec_space exec;
  workspace_type workspace(exec);
  auto found = begin_found_columns(exec, 30, workspace);
  allocate_found_columns(exec, make_summary(4000000, 2.0, 3200), make_bins({{AccumulatorKind::hash, 30}}), 30, 12, 8,
                         found, workspace);
  EXPECT_FALSE(found.are_kept());
  EXPECT_FALSE(workspace.holds_since(0));
}

}  // namespace
