/// \file
/// \brief What is known of the operands and of the work memory, as a report has it.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/drivers/fill_report.hpp"

#include <gtest/gtest.h>

#include "support/test_exec_space.hpp"

namespace {

using Ocean::SpGEMMReport;
using Ocean::Impl::Workspace;
using Ocean::Testing::test_exec_space;

TEST(FillReport, SummaryOfTheOperands) {
  Ocean::Impl::AnalysisSummary summary;
  summary.nnz_a = 100;
  summary.nnz_b = 60;
  summary.total_products = 480;
  summary.max_row_products = 77;
  summary.sampled.num_rows = 9;
  summary.sampled.ratio = 2.5;
  summary.sampled.relative_bound = 0.125;
  SpGEMMReport report;
  report.nnz_c = 5;
  Ocean::Impl::report_summary(summary, report);
  EXPECT_EQ(report.total_products, 480);
  EXPECT_EQ(report.max_row_products, 77);
  EXPECT_EQ(report.expansion_ratio, Ocean::Impl::expansion_ratio(summary));
  EXPECT_GT(report.expansion_ratio, 0.0);
  EXPECT_EQ(report.sampled_rows, 9);
  EXPECT_EQ(report.sampled_compression, 2.5);
  EXPECT_EQ(report.sampled_compression_bound, 0.125);
  EXPECT_EQ(report.nnz_c, 5) << "not of the operands";
}

/// The peaks differ: that of the work memory alone does not count C, and is over when C is there.
TEST(FillReport, PeaksOfTheWorkMemory) {
  Workspace<test_exec_space> workspace(test_exec_space{}, {.memory_limit_bytes = 1 << 20});
  workspace.release(workspace.allocate<char>("Testing::early", 4096));
  workspace.add_output(100'000);
  SpGEMMReport report;
  Ocean::Impl::report_memory(workspace, report);
  EXPECT_EQ(report.peak_workspace_bytes, 4096u);
  EXPECT_EQ(report.peak_bytes, 100'000u);
  const auto late = workspace.allocate<char>("Testing::late", 2048);
  Ocean::Impl::report_memory(workspace, report);
  EXPECT_EQ(report.peak_workspace_bytes, 4096u);
  EXPECT_EQ(report.peak_bytes, 102'048u);
  workspace.release(late);
}

}  // namespace
