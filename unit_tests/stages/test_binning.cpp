/// \file
/// \brief The binning stage: every row in one bin, the one the table chooses, with the slots that the rule gives.

#include "ocean/stages/binning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "ocean/results/row_sizes.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"
#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::add_few_rows_in_output;
using Ocean::Impl::bin_rows;
using Ocean::Impl::ColumnRange;
using Ocean::Impl::count_type;
using Ocean::Impl::join_small_bins;
using Ocean::Impl::max_configs;
using Ocean::Impl::RowMapOfC;
using Ocean::Impl::SlotOrder;
using Ocean::Impl::SlotRule;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_view;
using Ocean::Testing::RandomNumbers;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_vector;

using count_list = std::vector<count_type>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;
using bins_type = Ocean::Impl::RowBins<test_exec_space::memory_space, int>;

AccumulatorTable make_table() {
  Ocean::Impl::TeamLimits limits;
  limits.team_size_max = 512;
  limits.scratch_bytes_max = limits.scratch_bytes_unit = 60000;
  limits.threads_unit = 1024;
  return make_accumulator_table(limits, {}, 0, 4, false, {.total_products = 100000});
}

struct Binned {
  count_list bin_begin, row_begin, order;
  count_type total_slots;
};

Binned bin(const count_list& products, const count_list& spans, const count_list& predicted, const SlotRule& rule,
           const auto& launcher) {
  const test_exec_space exec;
  workspace_type workspace(exec);
  std::vector<ColumnRange<int>> ranges;
  for (const count_type span : spans) ranges.push_back({5, static_cast<int>(5 + span - 1)});
  const auto row_products = make_view(products);
  const auto row_range = make_view(ranges);
  Ocean::Impl::RowAnalysis<test_exec_space::memory_space, int> analysis;
  analysis.row_products = row_products;
  analysis.row_range = row_range;
  const auto row_map_a = make_view(std::vector<int>(products.size() + 1, 0));
  const auto predicted_nnz = make_view(predicted);
  Ocean::Impl::RowSizes<test_exec_space::memory_space> sizes;
  sizes.row_nnz = predicted_nnz;
  int num_calls = 0;
  const auto row_map_c = make_view(std::vector<int>(products.size() + 1, -7));
  const auto bins = bin_rows<int>(launcher, row_map_a, analysis, sizes, make_table(), rule,
                                  RowMapOfC<int>{row_map_c.data()}, workspace, [&] { ++num_calls; });
  EXPECT_EQ(num_calls, 1);
  const bool writes_row_map = rule.order == SlotOrder::of_rows && bins.total_slots <= std::numeric_limits<int>::max();
  EXPECT_TRUE(same_integers("row_map_c", to_vector(row_map_c),
                            writes_row_map ? to_vector(bins.row_begin) : count_list(products.size() + 1, -7)));
  EXPECT_EQ(bins.table.num_configs, make_table().num_configs);
  Binned binned{
      count_list(bins.bin_begin.begin(), bins.bin_begin.end()), to_vector(bins.row_begin), {}, bins.total_slots};
  for (const int row : to_vector(bins.row_order)) binned.order.push_back(row);
  return binned;
}

void expect_binned(const count_list& products, const count_list& spans, const count_list& predicted,
                   const SlotRule& rule) {
  const AccumulatorTable table = make_table();
  std::vector<count_list> rows(max_configs);
  count_list row_begin{0};
  for (std::size_t row = 0; row < products.size(); ++row) {
    const count_type slots = rule.slots(predicted[row], products[row], spans[row]);
    row_begin.push_back(row_begin.back() + slots);
    rows[static_cast<std::size_t>(table.choose({products[row], slots, spans[row]}))].push_back(
        static_cast<count_type>(row));
  }
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Binned binned = bin(products, spans, predicted, rule, launcher);
    EXPECT_TRUE(same_integers("row_begin", binned.row_begin, row_begin));
    EXPECT_EQ(binned.total_slots, row_begin.back());
    bins_type joined;
    joined.table = table;
    for (std::size_t config = 0; config < max_configs; ++config)
      joined.bin_begin[config + 1] = joined.bin_begin[config] + static_cast<count_type>(rows[config].size());
    join_small_bins(joined, launcher.limits(), rule, 0);
    count_list all_rows;
    for (const count_list& of_config : rows) all_rows.insert(all_rows.end(), of_config.begin(), of_config.end());
    for (std::size_t config = 0; config < max_configs; ++config) {
      count_list expected(all_rows.begin() + joined.bin_begin[config], all_rows.begin() + joined.bin_begin[config + 1]);
      std::sort(expected.begin(), expected.end());
      count_list found(binned.order.begin() + binned.bin_begin[config],
                       binned.order.begin() + binned.bin_begin[config + 1]);
      std::sort(found.begin(), found.end());
      EXPECT_TRUE(same_integers("rows of a configuration", found, expected)) << "configuration " << config;
    }
    EXPECT_EQ(binned.bin_begin.back(), static_cast<count_type>(products.size()));
  });
}

TEST(Binning, ByHand) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Binned binned = bin({20, 0, 3, 60, 1}, {20, 0, 2, 60, 1}, {10, 0, 2, 50, 1}, {}, launcher);
    EXPECT_TRUE(same_integers("row_begin", binned.row_begin, count_list{0, 10, 10, 12, 62, 63}));
    EXPECT_EQ(binned.total_slots, 63);
    // Empty rows, followers, up to 16, 32 and 64 products; where one size can take the others' rows at once, it does.
    bins_type expected;
    expected.table = make_table();
    expected.bin_begin.fill(5);
    const count_list begins{0, 1, 1, 3, 4, 5};
    std::copy(begins.begin(), begins.end(), expected.bin_begin.begin());
    join_small_bins(expected, launcher.limits(), {}, 0);
    EXPECT_TRUE(
        same_integers("bin_begin", binned.bin_begin, count_list(expected.bin_begin.begin(), expected.bin_begin.end())));
    EXPECT_TRUE(
        same_integers("ends", count_list{binned.order[0], binned.order[3], binned.order[4]}, count_list{1, 0, 3}));
  });
}

/// Bins of the rows \p num_rows, configuration by configuration, after small ones have joined.
count_list joined(const Ocean::Impl::AccumulatorTable& table, const count_list& num_rows, const SlotRule& rule,
                  count_type span_max = 0) {
  Ocean::Impl::TeamLimits limits;
  limits.scratch_bytes_unit = 100000;
  limits.threads_unit = 2048;
  limits.num_units = 10;
  bins_type bins;
  bins.table = table;
  for (std::size_t config = 0; config < max_configs; ++config)
    bins.bin_begin[config + 1] = bins.bin_begin[config] + (config < num_rows.size() ? num_rows[config] : 0);
  join_small_bins(bins, limits, rule, span_max);
  count_list rows;
  for (std::size_t config = 0; config < num_rows.size(); ++config)
    rows.push_back(bins.num_rows_of(static_cast<int>(config)));
  return rows;
}

TEST(Binning, SmallBinsJoinLargerSizesOfTheirKind) {
  // Rows of 1000 and 8000 bytes, four to a team: 10 processors hold 8 teams of the first at once, by their threads, and
  // 3 of the second, by scratch, so 320 and 120 rows.
  AccumulatorTable table;
  for (const AccumulatorKind kind : {AccumulatorKind::multi_row, AccumulatorKind::multi_hash})
    for (const std::int64_t row_bytes : {1000, 1000, 8000}) {
      Ocean::Impl::AccumulatorConfig config;
      config.kind = kind;
      config.team_size = 128;
      config.group_width = 32;
      config.row_bytes = row_bytes;
      config.columns_max = kind == AccumulatorKind::multi_hash ? 5000 : 0;
      table.config[table.num_configs++] = config;
    }
  EXPECT_EQ(resident_rows({1024, 100000, 100000, 2048, 10}, table.config[0]), 320);
  EXPECT_EQ(resident_rows({1024, 100000, 100000, 2048, 10}, table.config[2]), 120);
  EXPECT_EQ(joined(table, {100, 220, 0}, {}), (count_list{0, 320, 0}));
  EXPECT_EQ(joined(table, {100, 221, 0}, {}), (count_list{100, 221, 0}));
  EXPECT_EQ(joined(table, {50, 50, 20}, {}), (count_list{0, 0, 120})) << "one after the other";
  EXPECT_EQ(joined(table, {50, 50, 21}, {}), (count_list{0, 100, 21}));
  EXPECT_EQ(joined(table, {50, 0, 20}, {}), (count_list{0, 0, 70})) << "over an empty bin";
  EXPECT_EQ(joined(table, {0, 0, 1, 1, 0, 0}, {}), (count_list{0, 0, 1, 1, 0, 0})) << "of another kind";
  EXPECT_EQ(joined(table, {0, 0, 0, 1, 1, 1}, {}, 4999), (count_list{0, 0, 0, 0, 0, 3}));
  EXPECT_EQ(joined(table, {0, 0, 0, 1, 1, 1}, {}, 5000), (count_list{0, 0, 0, 1, 1, 1})) << "too many columns";
  AccumulatorTable esc;
  for (int size_class = 0; size_class < 3; ++size_class) {
    esc.config[esc.num_configs].kind = AccumulatorKind::esc;
    esc.config[esc.num_configs].team_size = 64;
    esc.config[esc.num_configs++].size_class = size_class;
  }
  SlotRule claims;
  claims.rows_claim = true;
  claims.esc_claims_from = 2;
  EXPECT_EQ(joined(esc, {1, 1, 1}, {}), (count_list{0, 0, 3}));
  EXPECT_EQ(joined(esc, {1, 1, 1}, claims), (count_list{0, 2, 1})) << "the largest size claims its room, others do not";
}

TEST(Binning, RandomRowsByEveryRule) {
  RandomNumbers random(1);
  count_list products, spans, predicted;
  for (int row = 0; row < 5000; ++row) {
    products.push_back(random.below(count_type(1) << random.below(20)));
    spans.push_back(products.back() == 0 ? 0 : 1 + random.below(count_type(1) << random.below(24)));
    predicted.push_back(products.back() == 0 ? 0 : 1 + random.below(std::min(products.back(), spans.back())));
  }
  SlotRule exact, estimate, upper_bound;
  estimate.estimated = true;
  estimate.factor = 2.0;
  upper_bound.predicted_only = false;
  for (const SlotRule& rule : {exact, estimate, upper_bound}) expect_binned(products, spans, predicted, rule);
}

TEST(Binning, NoRowsEmptyRowsAndOneLongRow) {
  expect_binned({}, {}, {}, {});
  expect_binned(count_list(300, 0), count_list(300, 0), count_list(300, 0), {});
  expect_binned(count_list(65537, 3), count_list(65537, 2), count_list(65537, 1), {});
  count_list products(2000, 1), spans(2000, 1);
  products[1500] = count_type(1) << 40;
  spans[1500] = 2000000000;
  expect_binned(products, spans, spans, {});
}

TEST(Binning, RowsOfOneBinKeepTheirOrder) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const test_exec_space exec;
    workspace_type workspace(exec);
    const auto row_nnz = make_view(count_list{2, 7, 0, 5, -1});
    const auto row_map_c = make_view(std::vector<int>(5, -7));
    int num_calls = 0;
    const auto bins = Ocean::Impl::bin_together<bins_type>(
        launcher, Ocean::Impl::make_merge_table(launcher.limits(), 1), 0, 4, row_nnz, RowMapOfC<int>{row_map_c.data()},
        workspace, [&] { ++num_calls; });
    EXPECT_EQ(num_calls, 1);
    EXPECT_EQ(to_vector(row_map_c), (std::vector{0, 2, 9, 9, 14}));
    ASSERT_EQ(bins.table.num_configs, 1);
    EXPECT_EQ(bins.table.config[0].name(), "merge_1");
    EXPECT_EQ(bins.num_rows_of(0), 4);
    EXPECT_EQ(bins.bin_begin.back(), 4);
    EXPECT_EQ(bins.row_order.data(), nullptr);
    EXPECT_EQ(to_vector(bins.row_begin), (count_list{0, 2, 9, 9, 14}));
    EXPECT_EQ(bins.total_slots, 14);
    const auto in_third = Ocean::Impl::bin_together<bins_type>(make_table(), 2, 4);
    for (int config = 0; config < in_third.table.num_configs; ++config)
      EXPECT_EQ(in_third.num_rows_of(config), config == 2 ? 4 : 0) << config;
  });
}

TEST(Binning, OnlySizesOfLongerRowsMatter) {
  bins_type bins;
  bins.table = make_table();
  const auto put_all_in = [&](AccumulatorKind kind) {
    int config = 0;
    while (bins.table.config[config].kind != kind) ++config;
    std::fill(bins.bin_begin.begin(), bins.bin_begin.end(), 0);
    std::fill(bins.bin_begin.begin() + config + 1, bins.bin_begin.end(), 10);
  };
  EXPECT_TRUE(Ocean::Impl::are_sizes_irrelevant(bins)) << "no rows";
  for (const AccumulatorKind kind : {AccumulatorKind::none, AccumulatorKind::esc}) {
    put_all_in(kind);
    EXPECT_TRUE(Ocean::Impl::are_sizes_irrelevant(bins)) << to_string(kind);
  }
  put_all_in(AccumulatorKind::esc);
  for (int config = 0; config < bins.table.num_configs; ++config)
    bins.table.config[config].size_class = Ocean::Impl::num_short_esc_shapes;
  EXPECT_FALSE(Ocean::Impl::are_sizes_irrelevant(bins)) << "longer rows are sorted only where they have no bitmap";
  for (const AccumulatorKind kind : {AccumulatorKind::multi_row, AccumulatorKind::supernode, AccumulatorKind::hash}) {
    put_all_in(kind);
    EXPECT_FALSE(Ocean::Impl::are_sizes_irrelevant(bins)) << to_string(kind);
  }
}

TEST(Binning, KeptBinsGetSlotsForExactSizes) {
  for_each_launcher([&](const auto& launcher) {
    workspace_type workspace(launcher.exec());
    bins_type counted;
    counted.row_order = workspace.allocate<int>("Testing::row_order", 4);
    counted.row_begin = workspace.allocate<count_type>("Testing::row_begin", 5);
    counted.bin_begin[3] = 4;
    const auto row_map_c = make_view(std::vector<int>(5, -7));
    int num_calls = 0;
    const auto bins = keep_bins(launcher, counted, make_table(), make_view(count_list{2, 7, 0, 5, -1}),
                                RowMapOfC<int>{row_map_c.data()}, workspace, [&] { ++num_calls; });
    EXPECT_EQ(num_calls, 1);
    EXPECT_EQ(to_vector(row_map_c), (std::vector{0, 2, 9, 9, 14}));
    EXPECT_EQ(to_vector(bins.row_begin), (count_list{0, 2, 9, 9, 14}));
    EXPECT_EQ(bins.total_slots, 14);
    EXPECT_EQ(bins.table.num_configs, make_table().num_configs);
    EXPECT_EQ(bins.bin_begin[3], 4);
  });
}

TEST(Binning, FewRowsInPartsAreAddedUpInTheOutput) {
  // teams of 60000 bytes: 10 processors hold one each; a bitmap of 200000 columns and its ranks take 50,112 bytes
  Ocean::Impl::TeamLimits limits;
  limits.scratch_bytes_unit = 100000;
  limits.threads_unit = 2048;
  limits.num_units = 10;
  Ocean::Impl::AccumulatorConfig config;
  config.team_size = 1024;
  config.row_bytes = 60000;
  bins_type bins;
  for (const AccumulatorKind kind :
       {AccumulatorKind::parted_ranked, AccumulatorKind::hybrid_ranked, AccumulatorKind::hybrid_ranked}) {
    config.kind = kind;
    bins.table.config[bins.table.num_configs++] = config;
  }
  bins.table.config[2].size_class = 1;
  bins.table.adds_in_output = 1;
  bins.table.num_adding_in_output = 2;
  const auto name = [&](count_type num_rows, count_type span_max) {
    bins_type few = bins;
    few.bin_begin.fill(num_rows);
    few.bin_begin[0] = 0;
    add_few_rows_in_output(few, limits, span_max);
    EXPECT_EQ(few.table.config[1].name(), "hybrid_ranked_0");
    return few.table.config[0].name();
  };
  EXPECT_EQ(name(10, 200000), "hybrid_ranked_1");
  EXPECT_EQ(name(11, 200000), "parted_ranked_0") << "one waits for others";
  EXPECT_EQ(name(10, 240000), "parted_ranked_0") << "60,128 bytes with a rank for each word";
  bins.table.num_adding_in_output = 0;
  EXPECT_EQ(name(10, 200000), "parted_ranked_0");
}

}  // namespace
