// backends: Serial
/// \file
/// \brief Long rows of many products are staged only if their bounds exceed C's entries by little.

#include <gtest/gtest.h>

#include "ocean/stages/workflow_choice.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Impl::few_products;

/// \brief The workflow for \p num_rows rows that are alike, whose products make \p ratio times fewer entries.
Workflow workflow_of(std::int64_t products_per_row, std::int64_t num_rows, double ratio) {
  Ocean::Impl::AnalysisSummary summary;
  summary.total_products = summary.capped_products = products_per_row * num_rows;
  summary.max_row_products = products_per_row;
  summary.nnz_a = 40 * num_rows;
  summary.sampled.num_rows = 600;
  summary.sampled.ratio = ratio;
  return choose_workflow(summary, num_rows, SpGEMMOptions{}, std::size_t(1) << 40, 12).workflow;
}

TEST(StagingOfLongRows, IsBoundedMoreTightlyWhereProductsAreMany) {
  constexpr std::int64_t rows = few_products / 300 + 1;
  EXPECT_EQ(workflow_of(300, rows, 3.5), Workflow::upper_bound);
  EXPECT_EQ(workflow_of(300, rows, 3.7), Workflow::symbolic) << "columns that are counted serve the numeric pass";
  EXPECT_EQ(workflow_of(299, rows + 200, 4.9), Workflow::upper_bound) << "shorter rows";
  EXPECT_EQ(workflow_of(300, rows - 1, 4.9), Workflow::upper_bound) << "few products";
}

}  // namespace
