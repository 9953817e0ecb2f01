// backends: Serial
/// \file
/// \brief When rows are counted by the words of B, and what that means for the workflow.

#include "ocean/stages/word_choice.hpp"

#include <gtest/gtest.h>

#include "ocean/stages/workflow_choice.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Impl::AnalysisSummary;

AnalysisSummary make_summary(double words_per_b_entry, std::int64_t products_per_b_entry) {
  AnalysisSummary summary;
  summary.words_per_b_entry = words_per_b_entry;
  summary.nnz_b = 10000000;
  summary.total_products = products_per_b_entry * summary.nnz_b;
  return summary;
}

bool choose_words(const AnalysisSummary& summary) { return Ocean::Impl::choose_words(summary, {}); }

TEST(WordChoice, WordsMustBeFewAndSaveReads) {
  EXPECT_TRUE(choose_words(make_summary(0.6, 20)));
  EXPECT_FALSE(choose_words(make_summary(0.61, 1000))) << "few columns share a word";
  EXPECT_FALSE(choose_words(make_summary(0.6, 19))) << "7.6 reads saved for an entry";
  EXPECT_TRUE(choose_words(make_summary(0.1, 9)));
  EXPECT_FALSE(choose_words(make_summary(0.1, 8)));
  EXPECT_FALSE(choose_words(AnalysisSummary())) << "nothing was sampled";
  AnalysisSummary summary = make_summary(0.1, 9);
  summary.nnz_b = 40000000 / 20;
  summary.total_products = 40000000;
  EXPECT_TRUE(choose_words(summary));
  --summary.total_products;
  EXPECT_FALSE(choose_words(summary)) << "few products";
  EXPECT_FALSE(Ocean::Impl::choose_words(make_summary(0.6, 20), {.ranked = false})) << "no bitmaps";
}

/// \brief The workflow for \p num_rows rows that are alike, whose products make \p ratio times fewer entries; each
/// entry of B stands for 40 products.
Ocean::Impl::WorkflowPlan plan_of(std::int64_t products_per_row, std::int64_t num_rows, double ratio,
                                  double words_per_b_entry, double bound_share = 1.0) {
  AnalysisSummary summary;
  summary.words_per_b_entry = words_per_b_entry;
  summary.total_products = products_per_row * num_rows;
  summary.capped_products = static_cast<std::int64_t>(bound_share * static_cast<double>(summary.total_products));
  summary.max_row_products = products_per_row;
  summary.nnz_a = summary.nnz_b = summary.total_products / 40;
  summary.sampled.num_rows = 600;
  summary.sampled.ratio = ratio;
  return choose_workflow(summary, num_rows, SpGEMMOptions{}, std::size_t(1) << 50, 12);
}

TEST(WordChoice, RowsAreCountedInsteadOfStaged) {
  constexpr std::int64_t rows = Ocean::Impl::column_words_products_min / 200;
  EXPECT_EQ(plan_of(200, rows, 3.1, 0.5).workflow, Workflow::symbolic);
  EXPECT_EQ(plan_of(200, rows, 1.1, 0.5).workflow, Workflow::symbolic) << "nearly as many entries as bounds allow";
  EXPECT_EQ(plan_of(200, rows, 3.1, 0.7).workflow, Workflow::upper_bound) << "words save too little";
  EXPECT_EQ(plan_of(200, rows - 1, 3.1, 0.5).workflow, Workflow::upper_bound) << "few products";
}

TEST(WordChoice, RowsAreCountedInsteadOfEstimated) {
  const auto plan = plan_of(30000, 100000, 20.0, 0.5);
  EXPECT_EQ(plan.workflow, Workflow::symbolic);
  EXPECT_EQ(plan.reason, "words of bitmaps for each entry of B 0.5 < 0.6");
  EXPECT_EQ(plan_of(30000, 100000, 20.0, 0.7).workflow, Workflow::hyperloglog);
  EXPECT_EQ(plan_of(33000, 100000, 20.0, 0.5).workflow, Workflow::hyperloglog) << "long rows";
  EXPECT_EQ(plan_of(330000, 20000, 20.0, 0.5, 0.06).workflow, Workflow::symbolic) << "long rows that fill their span";
  EXPECT_EQ(plan_of(330000, 20000, 20.0, 0.5, 0.065).workflow, Workflow::hyperloglog);
}

}  // namespace
