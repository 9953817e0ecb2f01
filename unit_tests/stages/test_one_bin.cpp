/// \file
/// \brief Small products: when rows are sampled, when one bin takes all of them, and what that bin is.
// once: OpenMP

#include "ocean/stages/one_bin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ocean/core/run_context.hpp"
#include "support/transfer.hpp"
#include "tuning/device_limits.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::AccumulatorSwitches;
using Ocean::Workflow;
using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::count_type;
using Ocean::Impl::TeamLimits;
using Ocean::Impl::WorkflowPlan;

constexpr int double_bytes = 8;
constexpr count_type many_cols = 1000000;

AccumulatorTable make_table(const AccumulatorSwitches& allowed = {}) {
  return make_accumulator_table(large_gpu(), allowed, 0, double_bytes, false,
                                {.total_products = 1000000, .mean_b_row = 40.0, .compression = 4.0});
}

/// Of rows with so many products and columns at the most.
AnalysisSummary make_summary(count_type products, count_type span) {
  AnalysisSummary summary;
  summary.max_row_products = products;
  summary.max_row_span = span;
  summary.total_products = summary.capped_products = 100000;
  return summary;
}

/// The name of the configuration of the one bin, nothing if there is none.
std::string name_of(const AccumulatorTable& table, const AnalysisSummary& summary, count_type num_rows,
                    bool claims = true) {
  const int config = find_one_bin(table, large_gpu(), summary, num_rows, claims);
  return config < 0 ? "" : table.config[config].name();
}

TEST(OneBin, IsLookedForWhereverThereIsOne) {
  int num_found = 0, num_ruled_out = 0;
  for (const TeamLimits& limits : {large_gpu(), make_limits(256, 49152, 65536, 1024, 20),
                                   make_limits(2, 524288, 524288, 2, 8), make_limits(1, 1024, 1024, 1, 1)}) {
    const AccumulatorTable table =
        make_accumulator_table(limits, {}, 0, double_bytes, false, {.total_products = 1000000, .compression = 4.0});
    for (const bool claims : {false, true})
      for (const count_type sampled_rows : {0, 600})
        for (const count_type products : {1, 16, 17, 32, 64, 128, 129, 500, 3000, 20000})
          for (const count_type span : {10, 100, 1000, 30000, 1000000})
            for (count_type num_rows = 1; num_rows < (count_type(1) << 22); num_rows = num_rows * 3 / 2 + 1) {
              AnalysisSummary summary = make_summary(products, span);
              summary.sampled.num_rows = sampled_rows;
              summary.total_products = num_rows * std::max<count_type>(1, products / 2);
              const bool found = find_one_bin(table, limits, summary, num_rows, claims) >= 0;
              const bool may_find = may_find_one_bin(limits, summary, num_rows, claims);
              ASSERT_TRUE(may_find || !found) << num_rows << " rows of " << products << " products, span " << span;
              num_found += found;
              num_ruled_out += !may_find;
            }
  }
  EXPECT_GT(num_found, 100);
  EXPECT_GT(num_ruled_out, 1000);
}

TEST(OneBin, FewRowsAreNotSampledIfProductsAreFew) {
  const auto num_sampled = [](count_type num_rows, double row_products) {
    return choose_rows_to_sample(large_gpu(), num_rows, many_cols, row_products, Ocean::SpGEMMOptions{}).num_sampled;
  };
  const count_type rows_max = 64 * large_gpu().num_units;
  EXPECT_EQ(num_sampled(rows_max, 1.0), 0);
  EXPECT_GT(num_sampled(rows_max + 1, 1.0), 0);
  EXPECT_EQ(num_sampled(1024, 2048.0), 0);
  EXPECT_GT(num_sampled(1024, 2049.0), 0);
  EXPECT_EQ(num_sampled(0, 0.0), 0);
}

TEST(OneBin, FewRowsAndColumnsAreNotSampledIfATeamTakesARow) {
  Ocean::SpGEMMOptions options;
  const auto num_sampled = [&](count_type num_rows, count_type num_cols, double row_products) {
    return choose_rows_to_sample(large_gpu(), num_rows, num_cols, row_products, options).num_sampled;
  };
  const count_type rows_max = 64 * large_gpu().num_units, cols_max = (count_type(1) << 21) / rows_max;
  EXPECT_EQ(num_sampled(rows_max, cols_max, 32768.0), 0);
  EXPECT_GT(num_sampled(rows_max, cols_max + 1, 32768.0), 0) << "many entries";
  EXPECT_GT(num_sampled(rows_max + 1, 1, 32768.0), 0) << "many rows";
  EXPECT_GT(num_sampled(rows_max, cols_max, 32769.0), 0) << "several teams may share a row";
  EXPECT_EQ(num_sampled(256, 8192, 32768.0), 0);
  EXPECT_GT(num_sampled(256, 8193, 32768.0), 0) << "many entries";
  const count_type counted_rows_max = 2 * large_gpu().num_units;
  options.workflow = Workflow::symbolic;
  EXPECT_EQ(num_sampled(counted_rows_max, 250, 32768.0), 0);
  EXPECT_GT(num_sampled(counted_rows_max + 1, 250, 32768.0), 0) << "not staged, and not all at once";
  options = {};
  options.thresholds.upper_bound_staging_ratio = 0.0;
  EXPECT_EQ(num_sampled(counted_rows_max, 250, 32768.0), 0);
  EXPECT_GT(num_sampled(counted_rows_max + 1, 250, 32768.0), 0) << "not to be staged";
}

TEST(OneBin, IsThatOfTheLargestRow) {
  const AccumulatorTable table = make_table();
  EXPECT_EQ(name_of(table, make_summary(60, 100000), 100), "esc_2");
  EXPECT_EQ(name_of(table, make_summary(120, 100000), 100), "esc_3");
  EXPECT_EQ(name_of(table, make_summary(700, 1000), 100), "multi_row_6");
  EXPECT_EQ(name_of(table, make_summary(300, 1000000), 100), "multi_hash_2");
  EXPECT_EQ(name_of(table, make_summary(5000, 200), 100), "dense_2");
  const AccumulatorTable hashes = make_table({.dense = false, .ranked = false, .multi_row = false});
  EXPECT_EQ(name_of(hashes, make_summary(3000, 100000), 100), "hash_3");
  EXPECT_EQ(name_of(make_table({.dense = false, .multi_row = false}), make_summary(3000, 20000), 100), "ranked_2");
}

TEST(OneBin, NeedsRowsThatTheDeviceWorksOnInTwoRounds) {
  const AccumulatorTable table = make_table();
  const AnalysisSummary summary = make_summary(5000, 200);
  const int config = find_one_bin(table, large_gpu(), summary, 1, true);
  ASSERT_GE(config, 0);
  const count_type rows_max = 2 * resident_rows(large_gpu(), table.config[config]);
  EXPECT_EQ(find_one_bin(table, large_gpu(), summary, rows_max, true), config);
  EXPECT_EQ(find_one_bin(table, large_gpu(), summary, rows_max + 1, true), -1);
}

/// Rows of 8 and 16 lanes cannot claim slots; others take memory of their own or several teams.
TEST(OneBin, IsNotForEveryConfiguration) {
  const AccumulatorTable table = make_table();
  EXPECT_EQ(name_of(table, make_summary(16, 100000), 100), "") << "esc_0";
  EXPECT_EQ(name_of(table, make_summary(32, 100000), 100), "") << "esc_1";
  EXPECT_EQ(name_of(table, make_summary(32, 100000), 100, false), "esc_1") << "whose slots are known";
  EXPECT_EQ(name_of(table, make_summary(40000, 3000000), 10), "") << "hybrid_hash";
  EXPECT_EQ(name_of(table, make_summary(400000, 400000), 10), "") << "split_ranked";
}

TEST(OneBin, PlanIsOneOfBoundsWhateverWasChosen) {
  const AccumulatorTable table = make_table();
  AnalysisSummary summary = make_summary(700, 1000);
  const int config = find_one_bin(table, large_gpu(), summary, 1200, true);
  WorkflowPlan plan;
  plan.workflow = Workflow::hyperloglog;
  plan.sketch_registers = 32;
  plan.expansion = 1.5;
  plan_one_bin(table, config, 1200, plan);
  EXPECT_EQ(plan.workflow, Workflow::upper_bound);
  EXPECT_EQ(plan.certainty(), Ocean::Impl::Certainty::upper_bound);
  EXPECT_EQ(plan.sketch_registers, 0);
  EXPECT_EQ(plan.expansion, 1.0);
  EXPECT_EQ(plan.one_bin, config);
  EXPECT_TRUE(plan.rows_claim);
  EXPECT_EQ(plan.esc_claims_from, 2);
  EXPECT_EQ(plan.reason, "1,200 rows, all at once by multi_row_6");
  plan_one_bin(table, config, 1, plan);
  EXPECT_EQ(plan.reason, "1 row, all at once by multi_row_6");
}

TEST(OneBin, IsChosenForAutomaticPlansWithoutLimits) {
  const AnalysisSummary summary = make_summary(700, 1000);
  const auto choose = [&](const Ocean::SpGEMMOptions& options, const AnalysisSummary& of_rows, int merge_class = -1) {
    Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{}, options);
    Ocean::SpGEMMReport report;
    WorkflowPlan plan;
    plan.merge_class = merge_class;
    choose_one_bin(large_gpu(), of_rows, 1200, Ocean::Impl::RunContext<test_exec_space>{&workspace, options, &report},
                   double_bytes, plan);
    return plan.one_bin >= 0;
  };
  EXPECT_TRUE(choose({}, summary));
  EXPECT_FALSE(choose({.memory_limit_bytes = 1 << 30}, summary));
  EXPECT_FALSE(choose({}, summary, 0));
  EXPECT_FALSE(choose({.workflow = Workflow::upper_bound}, summary));
  EXPECT_FALSE(choose({}, AnalysisSummary{})) << "no products";
  AnalysisSummary large = summary;
  large.capped_products = count_type(1) << 21;
  EXPECT_TRUE(choose({}, large));
  ++large.capped_products;
  EXPECT_FALSE(choose({}, large)) << "too much to stage";
}

TEST(OneBin, IsCountedWhereSizesAreNeededFirst) {
  const auto choose = [](const Ocean::SpGEMMOptions& options, const AnalysisSummary& summary, count_type num_rows) {
    Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{}, options);
    Ocean::SpGEMMReport report;
    WorkflowPlan plan;
    const auto table = choose_one_bin(large_gpu(), summary, num_rows,
                                      Ocean::Impl::RunContext<test_exec_space>{&workspace, options, &report, true},
                                      double_bytes, plan);
    EXPECT_EQ(table.has_value(), plan.one_bin >= 0);
    EXPECT_EQ(plan.workflow, Workflow::symbolic);
    EXPECT_FALSE(plan.rows_claim);
    return table ? table->config[plan.one_bin].name() : "";
  };
  AnalysisSummary summary = make_summary(30, 1000);
  summary.total_products = 10000;
  EXPECT_EQ(choose({}, summary, 1200), "esc_1");
  EXPECT_EQ(choose({.workflow = Workflow::symbolic, .memory_limit_bytes = 1 << 30}, summary, 1200), "esc_1");
  EXPECT_EQ(choose({}, summary, 1000000), "") << "many rows";
  summary.sampled.num_rows = 600;
  EXPECT_EQ(choose({}, summary, 1200), "") << "sampled";
  summary = make_summary(700, 1000);
  summary.capped_products = count_type(1) << 22;
  EXPECT_EQ(choose({}, summary, 1200), "esc_8") << "nothing is staged";
}

/// Rows of up to 32 products, which have 100,000 in all.
TEST(OneBin, IsThatOfManyRowsIfTheyAreShortAndAlike) {
  AnalysisSummary summary = make_summary(32, 1000);
  summary.sampled.num_rows = 600;
  summary.capped_products = count_type(1) << 22;
  const auto choose = [&](bool needs_sizes, count_type num_rows, Workflow chosen = Workflow::symbolic,
                          Workflow demanded = Workflow::automatic) {
    const Ocean::SpGEMMOptions options{.workflow = demanded};
    Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{}, options);
    Ocean::SpGEMMReport report;
    WorkflowPlan plan;
    plan.workflow = chosen;
    const auto table = choose_one_bin(
        large_gpu(), summary, num_rows,
        Ocean::Impl::RunContext<test_exec_space>{&workspace, options, &report, needs_sizes}, double_bytes, plan);
    EXPECT_EQ(table.has_value(), plan.one_bin >= 0);
    EXPECT_EQ(plan.workflow, chosen);
    return table ? table->config[plan.one_bin].name() : "";
  };
  for (const bool needs_sizes : {true, false}) {
    EXPECT_EQ(choose(needs_sizes, 6250), "esc_1") << "twice as many products if all rows had 32";
    EXPECT_EQ(choose(needs_sizes, 6251), "");
  }
  EXPECT_EQ(choose(true, 6250, Workflow::symbolic, Workflow::symbolic), "esc_1");
  EXPECT_EQ(choose(false, 6250, Workflow::symbolic, Workflow::symbolic), "") << "as was demanded";
  EXPECT_EQ(choose(false, 6250, Workflow::hyperloglog), "") << "not counted";
  summary.max_row_products = 128;
  EXPECT_EQ(choose(true, 1562), "esc_3");
  EXPECT_EQ(choose(true, 1563), "");
  summary.max_row_products = 129;
  EXPECT_EQ(choose(true, 100), "") << "not short";
}

TEST(OneBin, ComesBeforeSupernodesIfProductsAreFew) {
  const auto choose = [](const AnalysisSummary& summary, int merge_class = -1) {
    const Ocean::SpGEMMOptions options;
    Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{}, options);
    Ocean::SpGEMMReport report;
    WorkflowPlan plan;
    plan.merge_class = merge_class;
    choose_supernodes_or_one_bin(large_gpu(), summary, 1200,
                                 Ocean::Impl::RunContext<test_exec_space>{&workspace, options, &report}, double_bytes,
                                 plan);
    return plan;
  };
  AnalysisSummary summary = make_summary(700, 1000);
  summary.b_rows_sorted = true;
  summary.total_products = summary.shared_products = 1500000;
  summary.nnz_a = summary.total_products / 50;
  EXPECT_GE(choose(summary).one_bin, 0);
  EXPECT_FALSE(choose(summary).accumulators.supernodes);
  ++summary.total_products;
  EXPECT_EQ(choose(summary).one_bin, -1) << "many products";
  EXPECT_TRUE(choose(summary).accumulators.supernodes);
  EXPECT_FALSE(choose(summary, 0).accumulators.supernodes) << "merged rows have no supernodes";
  EXPECT_EQ(choose(summary, 0).one_bin, 0) << "and one bin";
  summary.shared_products = 0;
  EXPECT_GE(choose(summary).one_bin, 0) << "no supernodes";
  EXPECT_FALSE(choose(summary).accumulators.supernodes);
  summary.total_products = summary.shared_products = 1500000;
  summary.max_row_products = summary.max_row_span = 400000;
  EXPECT_EQ(choose(summary).one_bin, -1) << "no bin takes all";
  EXPECT_TRUE(choose(summary).accumulators.supernodes);
}

TEST(OneBin, HasAllRowsInTheirOrder) {
  using bins_type = Ocean::Impl::RowBins<test_exec_space::memory_space, int>;
  const AccumulatorTable table = make_table();
  const int config = find_one_bin(table, large_gpu(), make_summary(700, 1000), 1200, true);
  Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{});
  int num_calls = 0;
  Ocean::Impl::RowAnalysis<test_exec_space::memory_space, int> analysis;
  analysis.row_range = make_view(std::vector<Ocean::Impl::ColumnRange<int>>(1200));
  analysis.summary = make_summary(700, 1000);
  const auto bins = Ocean::Impl::bin_all_rows<bins_type>(analysis, table, config, workspace, [&] { ++num_calls; });
  for (int other = 0; other < table.num_configs; ++other)
    EXPECT_EQ(bins.num_rows_of(other), other == config ? 1200 : 0) << other;
  EXPECT_EQ(bins.row_order.data(), nullptr);
  EXPECT_EQ(bins.row_begin.extent(0), 1201u);
  EXPECT_EQ(num_calls, 1);
  EXPECT_EQ(bins.total_slots, 0);
  EXPECT_EQ(bins.expected_claims, 100000);
  EXPECT_EQ(claimed_slots(analysis.summary, false, bins.expected_claims), 100000) << "all, without a sample";
}

}  // namespace
