// backends: Serial
/// \file
/// \brief Rows are counted instead of staged where all of them are short.

#include <gtest/gtest.h>

#include "ocean/stages/workflow_choice.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::count_type;

/// \brief \p num_rows rows that are alike, whose bounds exceed their entries by a quarter.
AnalysisSummary rows_alike(count_type num_rows, count_type products) {
  AnalysisSummary summary;
  summary.total_products = summary.capped_products = products * num_rows;
  summary.max_row_products = products;
  summary.nnz_a = 3 * num_rows;
  summary.nnz_b = summary.nnz_a;
  summary.sampled.num_rows = 600;
  summary.sampled.ratio = 1.25;
  return summary;
}

Ocean::Impl::WorkflowPlan plan_of(const AnalysisSummary& summary, count_type num_rows,
                                  const SpGEMMOptions& options = {}) {
  return choose_workflow(summary, num_rows, options, std::size_t(1) << 40, 12);
}

TEST(CountedShortRows, IfTheyHaveManyProducts) {
  constexpr count_type rows = 250'000;
  const auto plan = plan_of(rows_alike(rows, 32), rows);
  EXPECT_EQ(plan.workflow, Workflow::symbolic);
  EXPECT_EQ(plan.reason, "rows of C with at most 32 products");
  EXPECT_EQ(plan_of(rows_alike(rows, 33), rows).workflow, Workflow::upper_bound) << "a longer one";
  EXPECT_EQ(plan_of(rows_alike(rows, 8), rows).workflow, Workflow::symbolic);
  EXPECT_EQ(plan_of(rows_alike(rows - 1, 8), rows - 1).workflow, Workflow::upper_bound) << "few products";
  EXPECT_EQ(plan_of(rows_alike(2 * rows, 7), 2 * rows).workflow, Workflow::upper_bound) << "too short";
  SpGEMMOptions options;
  options.accumulators.esc = false;
  EXPECT_EQ(plan_of(rows_alike(rows, 32), rows, options).workflow, Workflow::upper_bound) << "nothing sorts them";
}

}  // namespace
