// backends: Serial
/// \file
/// \brief The choice of the workflow as a table.

#include "ocean/stages/workflow_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::Certainty;
using Ocean::Impl::choose_merge_class;
using Ocean::Impl::choose_supernodes;
using Ocean::Impl::choose_workflow;
using Ocean::Impl::few_products;
using Ocean::Impl::longest_row_ratio_max;
using Ocean::Impl::SampledCompression;
using Ocean::Impl::staged_entries_max;
using Ocean::Impl::staged_entries_per_row_max;
using Ocean::Impl::supernode_mean_b_row_min;
using Ocean::Impl::supernode_share_min;
using Ocean::Impl::WorkflowPlan;

constexpr std::size_t plenty_bytes = std::size_t(1) << 40;
constexpr std::size_t bytes_per_entry = 12;
constexpr std::int64_t num_rows = 1000;

/// A product of 1000 rows that are alike, described by its three ratios; no row is capped by its span.
AnalysisSummary make_summary(double products_per_row, double expansion_ratio, const SampledCompression& sampled = {}) {
  AnalysisSummary summary;
  summary.sampled = sampled;
  summary.total_products = summary.capped_products = static_cast<std::int64_t>(products_per_row * num_rows);
  summary.nnz_a = static_cast<std::int64_t>(products_per_row * num_rows / expansion_ratio);
  summary.max_row_products = static_cast<std::int64_t>(products_per_row) + 1;
  return summary;
}

SampledCompression make_sample(double ratio, double conservative_ratio = 1.0) {
  SampledCompression sampled;
  sampled.num_rows = 600;
  sampled.ratio = ratio;
  sampled.conservative_ratio = conservative_ratio;
  return sampled;
}

struct TableRow {
  double products_per_row, expansion_ratio, compression_ratio;
  Workflow workflow;
  int sketch_registers;
  double expansion;
  const char* reason;
};

TEST(WorkflowChoice, FollowsThePapersTable) {
  const TableRow table[] = {
      {37.2, 6.2, 20.0, Workflow::upper_bound, 0, 1.0, "37.2 products per row < 64"},
      {63.999, 20.0, 20.0, Workflow::upper_bound, 0, 1.0, "64.0 products per row < 64"},
      {64.0, 8.0, 16.0, Workflow::hyperloglog, 32, 2.0,
       "64.0 products per row >= 64, expansion ratio 8.0 >= 8, sampled compression ratio 16.0 >= 16"},
      {64.0, 7.9, 20.0, Workflow::symbolic, 0, 1.0, "expansion ratio 7.9 < 8"},
      {960.0, 10.0, 15.9, Workflow::symbolic, 0, 1.0, "sampled compression ratio 15.9 < 16"},
      {4700.0, 47.0, 30.0, Workflow::hyperloglog, 32, 2.0,
       "4,700.0 products per row >= 64, expansion ratio 47.0 >= 8, sampled compression ratio 30.0 >= 16"},
      {4800.0, 48.0, 30.0, Workflow::hyperloglog, 64, 1.5,
       "4,800.0 products per row >= 64, expansion ratio 48.0 >= 8, sampled compression ratio 30.0 >= 16"},
      {4800.0, 48.0, 1.5, Workflow::symbolic, 0, 1.0, "sampled compression ratio 1.5 < 16"},
  };
  for (const TableRow& row : table) {
    SCOPED_TRACE(row.reason);
    const SampledCompression sampled = make_sample(row.compression_ratio);
    const WorkflowPlan plan = choose_workflow(make_summary(row.products_per_row, row.expansion_ratio, sampled),
                                              num_rows, SpGEMMOptions{}, plenty_bytes, bytes_per_entry);
    EXPECT_EQ(plan.workflow, row.workflow);
    EXPECT_EQ(plan.sketch_registers, row.sketch_registers);
    EXPECT_EQ(plan.expansion, row.expansion);
    EXPECT_EQ(plan.reason, row.reason);
  }
}

TEST(WorkflowChoice, CertaintyFollowsTheWorkflow) {
  const SampledCompression sampled = make_sample(20.0);
  SpGEMMOptions options;
  const auto certainty_of = [&](Workflow workflow) {
    options.workflow = workflow;
    return choose_workflow(make_summary(100.0, 10.0, sampled), num_rows, options, plenty_bytes, bytes_per_entry)
        .certainty();
  };
  EXPECT_EQ(certainty_of(Workflow::upper_bound), Certainty::upper_bound);
  EXPECT_EQ(certainty_of(Workflow::hyperloglog), Certainty::estimate);
  EXPECT_EQ(certainty_of(Workflow::symbolic), Certainty::exact);
}

TEST(WorkflowChoice, AForcedWorkflowIsTakenWithoutSampleOrMemory) {
  for (const Workflow workflow : {Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic}) {
    SpGEMMOptions options;
    options.workflow = workflow;
    const WorkflowPlan plan = choose_workflow(make_summary(100.0, 50.0), num_rows, options, 0, bytes_per_entry);
    EXPECT_EQ(plan.workflow, workflow);
    EXPECT_EQ(plan.reason, "forced by the options");
    EXPECT_EQ(plan.sketch_registers, workflow == Workflow::hyperloglog ? 64 : 0);
    EXPECT_EQ(plan.expansion, workflow == Workflow::hyperloglog ? 1.5 : 1.0);
  }
}

TEST(WorkflowChoice, WithoutASampleItIsSymbolic) {
  const WorkflowPlan plan =
      choose_workflow(make_summary(100.0, 10.0), num_rows, SpGEMMOptions{}, plenty_bytes, bytes_per_entry);
  EXPECT_EQ(plan.workflow, Workflow::symbolic);
  EXPECT_EQ(plan.reason, "compression ratio not sampled");
  EXPECT_EQ(plan.sketch_registers, 0);
}

TEST(WorkflowChoice, NoRowsOrNoProductsNeedNoPrediction) {
  EXPECT_EQ(choose_workflow(AnalysisSummary{}, 0, SpGEMMOptions{}, plenty_bytes, bytes_per_entry).workflow,
            Workflow::upper_bound);
  EXPECT_EQ(choose_workflow(AnalysisSummary{}, 7, SpGEMMOptions{}, plenty_bytes, bytes_per_entry).workflow,
            Workflow::upper_bound);
}

TEST(WorkflowChoice, EstimatesThatDoNotFitGiveWayToSymbolic) {
  // 160 000 products, ratio 20: C has 8000 entries; rows claim room for them and 6 % more. 12 bytes each.
  const std::size_t footprint = (8000 + 8480) * bytes_per_entry;
  const AnalysisSummary summary = make_summary(160.0, 10.0, make_sample(20.0));
  EXPECT_EQ(choose_workflow(summary, num_rows, SpGEMMOptions{}, footprint, bytes_per_entry).workflow,
            Workflow::hyperloglog);
  const WorkflowPlan plan = choose_workflow(summary, num_rows, SpGEMMOptions{}, footprint - 1, bytes_per_entry);
  EXPECT_EQ(plan.workflow, Workflow::symbolic);
  EXPECT_EQ(plan.expansion, 1.0);
  EXPECT_EQ(plan.reason,
            "hll would take 197,760 bytes of 197,759 available (160.0 products per row >= 64, expansion ratio 10.0 >= "
            "8, sampled compression ratio 20.0 >= 16)");
}

TEST(WorkflowChoice, RowsClaimRoomIfTheirSizesAreNotExact) {
  for (const Workflow workflow : {Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic}) {
    const AnalysisSummary summary = make_summary(10.0, 2.0, make_sample(2.0));
    const auto plan = choose_workflow(summary, num_rows, {.workflow = workflow}, plenty_bytes, bytes_per_entry);
    EXPECT_EQ(plan.rows_claim, workflow != Workflow::symbolic);
  }
}

TEST(WorkflowChoice, AnUpperBoundThatDoesNotFitGivesWayToSymbolic) {
  AnalysisSummary summary = make_summary(10.0, 2.0);
  summary.capped_products = 4000;  // spans allow 4000 of the 10 000 products to be entries
  const std::size_t footprint = (4000 + 4000) * bytes_per_entry;
  EXPECT_EQ(choose_workflow(summary, num_rows, SpGEMMOptions{}, footprint, bytes_per_entry).workflow,
            Workflow::upper_bound);
  const WorkflowPlan plan = choose_workflow(summary, num_rows, SpGEMMOptions{}, footprint - 1, bytes_per_entry);
  EXPECT_EQ(plan.workflow, Workflow::symbolic);
  EXPECT_EQ(plan.reason, "upper-bound would take 96,000 bytes of 95,999 available (10.0 products per row < 64)");
}

TEST(WorkflowChoice, AssistedSymbolicTablesUseTheConservativeRatio) {
  SpGEMMOptions options;
  options.workflow = Workflow::symbolic;
  const auto compression_of = [&](double conservative_ratio) {
    const SampledCompression sampled = make_sample(5.0, conservative_ratio);
    return choose_workflow(make_summary(100.0, 10.0, sampled), num_rows, options, plenty_bytes, bytes_per_entry)
        .symbolic_compression;
  };
  EXPECT_EQ(compression_of(3.5), 3.5);
  EXPECT_EQ(compression_of(0.5), 1.0);
  options.accumulators.assisted = false;
  EXPECT_EQ(compression_of(3.5), 1.0);
}

TEST(WorkflowChoice, BitsAreTestedWhereMostAreSetAlready) {
  SpGEMMOptions options;
  const auto tests_bits = [&](const SampledCompression& sampled) {
    return choose_workflow(make_summary(100.0, 10.0, sampled), num_rows, options, plenty_bytes, bytes_per_entry)
        .tests_bits;
  };
  const SampledCompression low = make_sample(2.0), high = make_sample(2.1);
  EXPECT_FALSE(tests_bits(low));
  EXPECT_TRUE(tests_bits(high));
  EXPECT_TRUE(tests_bits({})) << "nothing is known";
  options.accumulators.assisted = false;
  EXPECT_FALSE(tests_bits(high));
}

TEST(WorkflowChoice, OptionsOverrideWidthExpansionAndThresholds) {
  SpGEMMOptions options;
  options.sketch_registers = 128;
  options.expansion = 1.75;
  options.thresholds = {.upper_bound_products_per_row = 10.0,
                        .upper_bound_staging_ratio = 0.0,
                        .hyperloglog_expansion_ratio = 2.0,
                        .hyperloglog_compression_ratio = 3.0};
  const SampledCompression sampled = make_sample(3.0);
  const WorkflowPlan plan =
      choose_workflow(make_summary(10.0, 2.0, sampled), num_rows, options, plenty_bytes, bytes_per_entry);
  EXPECT_EQ(plan.workflow, Workflow::hyperloglog);
  EXPECT_EQ(plan.sketch_registers, 128);
  EXPECT_EQ(plan.expansion, 1.75);
}

TEST(WorkflowChoice, NoWorkflowTakesAwayAccumulators) {
  const SampledCompression sampled = make_sample(20.0);
  SpGEMMOptions options;
  for (const Workflow workflow : {Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic}) {
    options.workflow = workflow;
    const WorkflowPlan plan =
        choose_workflow(make_summary(10.0, 2.0, sampled), num_rows, options, plenty_bytes, bytes_per_entry);
    EXPECT_TRUE(plan.accumulators.esc && plan.accumulators.hash && plan.accumulators.hybrid_hash &&
                plan.accumulators.dense && plan.accumulators.multi_row);
    options.accumulators.esc = false;
    EXPECT_FALSE(choose_workflow(make_summary(10.0, 2.0, sampled), num_rows, options, plenty_bytes, bytes_per_entry)
                     .accumulators.esc);
    options.accumulators.esc = true;
  }
}

/// \brief A product that is to be counted by the paper's table: 200 products for a row, 50 entries of C; its longest
/// row has twice the mean.
AnalysisSummary make_short_rows(std::int64_t rows) {
  AnalysisSummary summary;
  summary.sampled = make_sample(4.0);
  summary.total_products = summary.capped_products = 200 * rows;
  summary.max_row_products = 400;
  summary.nnz_a = 40 * rows;
  return summary;
}

WorkflowPlan plan_of(const AnalysisSummary& summary, std::int64_t rows, const SpGEMMOptions& options = {}) {
  return choose_workflow(summary, rows, options, plenty_bytes, bytes_per_entry);
}

TEST(StagingChoice, TakesTheUpperBoundOfShortRows) {
  constexpr std::int64_t few_rows = few_products / 200, more_rows = few_rows + 1;
  const WorkflowPlan plan = plan_of(make_short_rows(few_rows), few_rows);
  EXPECT_EQ(plan.workflow, Workflow::upper_bound);
  EXPECT_EQ(plan.reason, "bounds of 4.0 entries per entry of C < 5");
  EXPECT_EQ(plan_of(make_short_rows(more_rows), more_rows).workflow, Workflow::upper_bound) << "rows are alike";
  AnalysisSummary skewed = make_short_rows(more_rows);
  skewed.max_row_products = static_cast<std::int64_t>(longest_row_ratio_max) * 200 + 1;
  EXPECT_EQ(plan_of(skewed, more_rows).workflow, Workflow::symbolic);
  skewed.max_row_products -= 1;
  EXPECT_EQ(plan_of(skewed, more_rows).workflow, Workflow::upper_bound);
  skewed = make_short_rows(few_rows);
  skewed.max_row_products = skewed.total_products / 2;
  EXPECT_EQ(plan_of(skewed, few_rows).workflow, Workflow::upper_bound) << "few products";
}

TEST(StagingChoice, IsBoundedForAnEntryOfCForARowAndInAll) {
  AnalysisSummary summary = make_short_rows(num_rows);
  summary.sampled.ratio = 5.0;
  EXPECT_EQ(plan_of(summary, num_rows).workflow, Workflow::symbolic) << "bounds of 5 entries per entry of C";
  summary.sampled.ratio = 7.9;
  summary.capped_products = summary.total_products / 2;  // spans bound what is staged
  EXPECT_EQ(plan_of(summary, num_rows).workflow, Workflow::upper_bound);

  const auto row_max = static_cast<std::int64_t>(staged_entries_per_row_max);
  summary = make_short_rows(num_rows);
  summary.total_products = summary.capped_products = row_max * num_rows;
  EXPECT_EQ(plan_of(summary, num_rows).workflow, Workflow::upper_bound);
  summary.total_products = ++summary.capped_products;
  EXPECT_EQ(plan_of(summary, num_rows).workflow, Workflow::symbolic) << "rows of more entries";

  constexpr std::int64_t many_rows = staged_entries_max / 200;
  EXPECT_EQ(plan_of(make_short_rows(many_rows), many_rows).workflow, Workflow::upper_bound);
  EXPECT_EQ(plan_of(make_short_rows(many_rows + 1), many_rows + 1).workflow, Workflow::symbolic) << "more in all";
}

TEST(StagingChoice, NeedsASampleRoomAndNoSupernodes) {
  AnalysisSummary summary = make_short_rows(num_rows);
  summary.sampled = {};
  EXPECT_EQ(plan_of(summary, num_rows).workflow, Workflow::symbolic);
  summary = make_short_rows(num_rows);
  EXPECT_EQ(choose_workflow(summary, num_rows, {}, 1000, bytes_per_entry).workflow, Workflow::symbolic)
      << "staging does not fit";
  summary = make_short_rows(20 * num_rows);
  summary.b_rows_sorted = true;
  summary.shared_products = summary.total_products;
  summary.nnz_a = 40 * num_rows;
  EXPECT_EQ(plan_of(summary, 20 * num_rows).workflow, Workflow::symbolic) << "supernodes are counted";
  const SpGEMMOptions table_alone{.thresholds = {.upper_bound_staging_ratio = 0.0}};
  EXPECT_EQ(plan_of(make_short_rows(num_rows), num_rows, table_alone).workflow, Workflow::symbolic);
}

/// \brief A product of rows of A with four entries on average and \p longest at most.
AnalysisSummary make_merged(int longest, int max_row_products) {
  AnalysisSummary summary = make_summary(20.0, 5.0, make_sample(2.0));
  summary.b_rows_sorted = true;
  summary.nnz_a = 4 * num_rows;
  summary.max_row_entries = longest;
  summary.max_row_products = max_row_products;
  summary.near_rows = num_rows / 2;
  return summary;
}

TEST(MergedRows, AreChosenByTheLongestRow) {
  const Ocean::AccumulatorSwitches all;
  const auto chosen = [&](int longest, int max_row_products) {
    return choose_merge_class(make_merged(longest, max_row_products), num_rows, all);
  };
  EXPECT_EQ(chosen(4, 32), 0);
  EXPECT_EQ(chosen(5, 32), 1);
  EXPECT_EQ(chosen(4, 33), 1);
  EXPECT_EQ(chosen(8, 64), 1);
  EXPECT_EQ(chosen(9, 64), 2);
  EXPECT_EQ(chosen(16, 128), 2);
  EXPECT_EQ(chosen(17, 128), -1);
  EXPECT_EQ(chosen(16, 129), -1);
  AnalysisSummary summary = make_merged(16, 128);
  --summary.nnz_a;
  EXPECT_EQ(choose_merge_class(summary, num_rows, all), -1) << "registers for more than four times the mean";
  summary = make_merged(4, 16);
  EXPECT_EQ(choose_merge_class(summary, num_rows, {.merge = false}), -1);
  --summary.near_rows;
  EXPECT_EQ(choose_merge_class(summary, num_rows, all), -1) << "rows far from each other";
  ++summary.near_rows;
  summary.b_rows_sorted = false;
  EXPECT_EQ(choose_merge_class(summary, num_rows, all), -1);
  EXPECT_EQ(choose_merge_class(AnalysisSummary{}, 0, all), -1) << "no entries";
}

TEST(MergedRows, AreCountedInsteadOfStaged) {
  const WorkflowPlan plan = plan_of(make_merged(5, 25), num_rows);
  EXPECT_EQ(plan.workflow, Workflow::symbolic);
  EXPECT_EQ(plan.merge_class, 1);
  EXPECT_EQ(plan.reason, "rows of A with at most 5 entries, of C with at most 25 products");
  SpGEMMOptions options;
  options.accumulators.merge = false;
  EXPECT_EQ(plan_of(make_merged(5, 25), num_rows, options).workflow, Workflow::upper_bound);
  EXPECT_EQ(plan_of(make_merged(5, 25), num_rows, options).merge_class, -1);
  options = {};
  options.workflow = Workflow::upper_bound;
  EXPECT_EQ(plan_of(make_merged(5, 25), num_rows, options).merge_class, -1) << "its slots are not exact";
  options.workflow = Workflow::symbolic;
  EXPECT_EQ(plan_of(make_merged(5, 25), num_rows, options).merge_class, 1);
  EXPECT_EQ(plan_of(make_merged(17, 25), num_rows, options).merge_class, -1);
}

/// \brief A product that estimates would suit, with so much of it in supernodes of C.
AnalysisSummary make_supernodes(double share, double mean_b_row) {
  AnalysisSummary summary = make_summary(2200.0, mean_b_row, make_sample(20.0));
  summary.b_rows_sorted = true;
  summary.shared_products = static_cast<std::int64_t>(share * static_cast<double>(summary.total_products));
  return summary;
}

TEST(SupernodeChoice, AreChosenWhereMuchIsSharedAndRowsOfBAreLong) {
  const Ocean::AccumulatorSwitches all;
  const auto chosen = [&](double share, double mean_b_row) {
    return choose_supernodes(make_supernodes(share, mean_b_row), all);
  };
  EXPECT_TRUE(chosen(supernode_share_min, 50.0));
  EXPECT_FALSE(chosen(supernode_share_min - 1e-5, 50.0));
  EXPECT_TRUE(chosen(1.0, supernode_mean_b_row_min));
  EXPECT_FALSE(chosen(1.0, supernode_mean_b_row_min - 0.01));
  EXPECT_FALSE(chosen(0.0, 50.0));
  AnalysisSummary summary = make_supernodes(0.5, 50.0);
  EXPECT_TRUE(choose_supernodes(summary, all));
  summary.b_rows_sorted = false;
  EXPECT_FALSE(choose_supernodes(summary, all));
  EXPECT_FALSE(choose_supernodes(make_supernodes(0.5, 50.0), {.ranked = false}));
  EXPECT_FALSE(choose_supernodes(make_supernodes(0.5, 50.0), {.supernodes = false}));
  summary = AnalysisSummary{};
  summary.b_rows_sorted = true;
  EXPECT_FALSE(choose_supernodes(summary, all)) << "no products";
}

TEST(SupernodeChoice, AreCountedInsteadOfEstimated) {
  const double mean_b_row = std::max(10.0, supernode_mean_b_row_min);  // a narrow sketch would do
  const auto plan_supernodes = [](const AnalysisSummary& summary, const SpGEMMOptions& options = {}) {
    return plan_of(summary, num_rows, options);
  };
  const WorkflowPlan plan = plan_supernodes(make_supernodes(0.5, mean_b_row));
  EXPECT_EQ(plan.workflow, Workflow::symbolic);
  EXPECT_EQ(plan.sketch_registers, 0);
  EXPECT_EQ(plan.expansion, 1.0);
  std::ostringstream threshold;
  threshold << supernode_share_min;
  EXPECT_EQ(plan.reason, "share of products in rows with the columns of the row before 0.5 >= " + threshold.str());
  EXPECT_EQ(plan_supernodes(make_supernodes(supernode_share_min - 1e-5, mean_b_row)).workflow, Workflow::hyperloglog);
  AnalysisSummary unsorted = make_supernodes(0.5, mean_b_row);
  unsorted.b_rows_sorted = false;
  EXPECT_EQ(plan_supernodes(unsorted).workflow, Workflow::hyperloglog);
  SpGEMMOptions options;
  options.accumulators.supernodes = false;
  EXPECT_EQ(plan_supernodes(make_supernodes(0.5, mean_b_row), options).workflow, Workflow::hyperloglog);
  options.accumulators.supernodes = true;
  options.workflow = Workflow::hyperloglog;
  EXPECT_EQ(plan_supernodes(make_supernodes(0.5, mean_b_row), options).reason, "forced by the options");
  EXPECT_EQ(plan_supernodes(make_supernodes(0.5, mean_b_row), options).workflow, Workflow::hyperloglog);
  AnalysisSummary compact = make_supernodes(0.5, mean_b_row);
  compact.total_products = 60 * num_rows;
  compact.nnz_a = compact.shared_products = num_rows;
  EXPECT_EQ(plan_supernodes(compact).workflow, Workflow::upper_bound) << "too few products to predict anything";
}

}  // namespace
