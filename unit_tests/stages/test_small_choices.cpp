// backends: Serial
/// \file
/// \brief Small products get the workflow that launches the fewest kernels, and no thread a long row to merge.

#include <gtest/gtest.h>

#include "ocean/stages/workflow_choice.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::count_type;

Ocean::Impl::WorkflowPlan plan_of(const AnalysisSummary& summary, const SpGEMMOptions& options = {},
                                  count_type num_rows = 1000) {
  return choose_workflow(summary, num_rows, options, std::size_t(1) << 40, 12);
}

/// \brief 1000 rows, all of them in supernodes, whose bounds allow \p capped entries.
AnalysisSummary make_supernodes(count_type capped) {
  AnalysisSummary summary;
  summary.total_products = summary.shared_products = 4 * capped;
  summary.capped_products = capped;
  summary.nnz_a = summary.total_products / 50;
  summary.max_row_products = summary.total_products / 1000;
  summary.b_rows_sorted = true;
  summary.sampled.num_rows = 600;
  summary.sampled.ratio = 20.0;
  return summary;
}

TEST(StagedSupernodes, IfTheirBoundsAllowFewEntries) {
  constexpr count_type entries_max = count_type(1) << 21;
  const auto plan = plan_of(make_supernodes(entries_max));
  EXPECT_EQ(plan.workflow, Workflow::upper_bound);
  EXPECT_EQ(plan.reason, "bounds of 2,097,152 entries in all");
  EXPECT_EQ(plan_of(make_supernodes(entries_max + 1)).workflow, Workflow::symbolic) << "many entries";
  SpGEMMOptions options;
  options.accumulators.supernodes = false;
  EXPECT_NE(plan_of(make_supernodes(entries_max), options).reason, plan.reason) << "no supernodes";
  options = {};
  options.thresholds.upper_bound_staging_ratio = 0.0;
  EXPECT_EQ(plan_of(make_supernodes(entries_max), options).workflow, Workflow::symbolic) << "nothing is to be staged";
  options = {};
  options.workflow = Workflow::symbolic;
  EXPECT_EQ(plan_of(make_supernodes(entries_max), options).workflow, Workflow::symbolic) << "forced";
}

/// \brief \p num_rows rows near each other, of four entries on average.
AnalysisSummary make_merged(count_type num_rows, count_type max_row_products, double compression) {
  AnalysisSummary summary;
  summary.total_products = summary.capped_products = 16 * num_rows;
  summary.nnz_a = 4 * num_rows;
  summary.near_rows = num_rows;
  summary.max_row_entries = 8;
  summary.max_row_products = max_row_products;
  summary.b_rows_sorted = true;
  summary.sampled.ratio = compression;
  return summary;
}

TEST(FewMergedRows, AreShort) {
  const auto is_merged = [](count_type num_rows, count_type max_row_products, double compression,
                            const SpGEMMOptions& options = {}) {
    return plan_of(make_merged(num_rows, max_row_products, compression), options, num_rows).merge_class >= 0;
  };
  EXPECT_TRUE(is_merged(1000, 32, 0.0));
  EXPECT_FALSE(is_merged(1000, 33, 0.0)) << "nothing is known of its columns";
  EXPECT_TRUE(is_merged(1000, 48, 1.5));
  EXPECT_FALSE(is_merged(1000, 49, 1.5));
  EXPECT_FALSE(is_merged(16383, 64, 0.0));
  EXPECT_TRUE(is_merged(16384, 64, 0.0)) << "many rows";
  EXPECT_TRUE(is_merged(1000, 33, 0.0, {.workflow = Workflow::symbolic})) << "not to be staged";
  const auto is_merged_first = [](count_type max_row_products) {
    return choose_workflow(make_merged(1000, max_row_products, 0.0), 1000, {.workflow = Workflow::symbolic},
                           std::size_t(1) << 40, 12, true)
               .merge_class >= 0;
  };
  EXPECT_TRUE(is_merged_first(32));
  EXPECT_FALSE(is_merged_first(33)) << "sizes come first, but nobody demanded the workflow";
  SpGEMMOptions table_alone;
  table_alone.thresholds.upper_bound_products_per_row = 0.0;
  table_alone.thresholds.upper_bound_staging_ratio = 0.0;
  EXPECT_FALSE(is_merged(1000, 33, 0.0, table_alone)) << "counted, but not by merging";
}

}  // namespace
