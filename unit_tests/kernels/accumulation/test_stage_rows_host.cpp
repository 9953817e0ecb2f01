/// \file
/// \brief The HyperLogLog workflow of the CPU path, its overflows and their second pass.
// backends: Serial OpenMP

#include "ocean/kernels/accumulation/stage_rows_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

TEST(StageRowsHost, MatchesTheReference) {
  expect_host_products<HostCsr<std::size_t, int, double>>({.workflow = Workflow::hyperloglog});
  expect_host_products<HostCsr<int, std::int64_t, float>>(
      {.workflow = Workflow::hyperloglog, .sketch_registers = 64, .expansion = 0.5});
}

TEST(StageRowsHost, RowsThatOutgrowTheirSlotsAreRedone) {
  const auto a = make_random<int, int, double>({.num_rows = 200, .num_cols = 400, .mean_row_nnz = 20.0, .seed = 31});
  const auto b = make_random<int, int, double>({.num_rows = 400, .num_cols = 9000, .mean_row_nnz = 20.0, .seed = 32});
  SpGEMMReport report;
  EXPECT_TRUE(host_product_matches(a, b, {.workflow = Workflow::hyperloglog, .expansion = 0.1}, report));
  EXPECT_GT(report.overflowed_rows, 150);
  EXPECT_EQ(report.sketch_registers, 32);
  EXPECT_DOUBLE_EQ(report.expansion, 0.1);
}

TEST(StageRowsHost, AGenerousExpansionOverflowsNowhere) {
  const auto a = make_random<int, int, double>({.num_rows = 200, .num_cols = 400, .mean_row_nnz = 20.0, .seed = 31});
  const auto b = make_random<int, int, double>({.num_rows = 400, .num_cols = 9000, .mean_row_nnz = 20.0, .seed = 32});
  SpGEMMReport report;
  EXPECT_TRUE(host_product_matches(a, b, {.workflow = Workflow::hyperloglog, .expansion = 4.0}, report));
  EXPECT_EQ(report.overflowed_rows, 0);
}

}  // namespace
