/// \file
/// \brief The HyperLogLog workflow of the CPU path, its overflows and their second pass.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/numeric/stage_rows_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

TEST(StageRowsHost, MatchesTheReference) {
  expect_host_products<HostCsr<int, int, double>>({.workflow = Workflow::hyperloglog});
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

TEST(StageRowsHost, ExactlyTheRowsBeyondTheirSlotsOverflow) {
  const auto a = make_random<int, int, double>({.num_rows = 400, .num_cols = 400, .mean_row_nnz = 10.0, .seed = 33});
  const auto b = make_random<int, int, double>({.num_rows = 400, .num_cols = 9000, .mean_row_nnz = 10.0, .seed = 34});
  const auto reference = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
  const auto device_a = to_device(a);
  const auto device_b = to_device(b);
  const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
  std::vector<std::uint8_t> sketches(400 * 32);
  std::vector<Ocean::Impl::count_type> slots(400);
  int rows_beyond_by_one = 0;
  for (double expansion = 0.8; expansion < 1.2; expansion += 0.02) {
    Ocean::Impl::predict_rows_host<32>(test_exec_space{}, problem, expansion,
                                       Ocean::Impl::hll_tuning_default.exact_products_max, sketches.data(),
                                       slots.data());
    Kokkos::fence("Testing::slots");
    std::int64_t overflowed_rows = 0;
    for (std::size_t row = 0; row < 400; ++row) {
      const auto excess = reference.row_map[row + 1] - reference.row_map[row] - slots[row];
      overflowed_rows += excess > 0;
      rows_beyond_by_one += excess == 1;
    }
    SpGEMMReport report;
    EXPECT_TRUE(host_product_matches(
        a, b, {.workflow = Workflow::hyperloglog, .sketch_registers = 32, .expansion = expansion}, report));
    EXPECT_EQ(report.overflowed_rows, overflowed_rows);
  }
  EXPECT_GT(rows_beyond_by_one, 0);
}

TEST(StageRowsHost, AGenerousExpansionOverflowsNowhere) {
  const auto a = make_random<int, int, double>({.num_rows = 200, .num_cols = 400, .mean_row_nnz = 20.0, .seed = 31});
  const auto b = make_random<int, int, double>({.num_rows = 400, .num_cols = 9000, .mean_row_nnz = 20.0, .seed = 32});
  SpGEMMReport report;
  EXPECT_TRUE(host_product_matches(a, b, {.workflow = Workflow::hyperloglog, .expansion = 4.0}, report));
  EXPECT_EQ(report.overflowed_rows, 0);
}

}  // namespace
