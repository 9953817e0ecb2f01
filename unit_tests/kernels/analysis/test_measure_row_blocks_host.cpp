/// \file
/// \brief Products of blocks of rows, and faults of A, on the CPU path.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/analysis/measure_row_blocks_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::RowBlockTotals;
using Ocean::Impl::RowBlockWork;
using blocks_type = Kokkos::View<RowBlockWork*, test_exec_space>;

const HostCsr<int, int, double> b_matrix{3, 3, {0, 2, 3, 6}, {1, 2, 0, 0, 1, 2}, {1, 1, 1, 1, 1, 1}};

RowBlockTotals measure(const HostCsr<int, int, double>& a, const blocks_type& blocks, int rows_per_block) {
  using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
  const auto device_a = to_device(a);
  const auto device_b = to_device(b_matrix);
  const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
  return Ocean::Impl::measure_row_blocks_host(test_exec_space{}, problem, rows_per_block,
                                              static_cast<Ocean::Impl::count_type>(blocks.extent(0)), blocks);
}

TEST(MeasureRowBlocksHost, ByHand) {
  // products of the rows: 5, 0, 1, 3; C has 3 columns
  const blocks_type blocks("Testing::blocks", 2);
  const RowBlockTotals totals = measure({4, 3, {0, 2, 2, 3, 4}, {0, 2, 1, 2}, {1, 1, 1, 1}}, blocks, 3);
  EXPECT_EQ(totals.faults, 0);
  EXPECT_EQ(totals.products, 9);
  EXPECT_EQ(totals.max_row_products, 5);
  EXPECT_EQ(totals.capped, 7);
  EXPECT_EQ(totals.max_block_capped, 4);
  EXPECT_EQ(blocks(0).products, 6);
  EXPECT_EQ(blocks(0).capped, 4);
  EXPECT_EQ(blocks(1).products, 3);
}

TEST(MeasureRowBlocksHost, EveryFaultIsSeen) {
  const blocks_type blocks("Testing::blocks", 1);
  const std::vector<double> ones(3, 1.0);
  EXPECT_EQ(measure({2, 3, {0, 2, 3}, {0, 3, 1}, ones}, blocks, 2).faults, 1) << "column beyond";
  EXPECT_EQ(measure({2, 3, {0, 2, 3}, {0, 1, -1}, ones}, blocks, 2).faults, 1) << "negative column";
  EXPECT_EQ(measure({2, 3, {0, 2, 1}, {0, 1, 2}, ones}, blocks, 2).faults, 1) << "decreasing offsets";
  EXPECT_EQ(measure({2, 3, {0, 2, 4}, {0, 1, 2}, ones}, blocks, 2).faults, 1) << "offsets beyond the entries";
  EXPECT_EQ(measure({2, 3, {-1, 2, 3}, {0, 1, 2}, ones}, blocks, 2).faults, 1) << "negative offset";
  constexpr int least = std::numeric_limits<int>::min(), greatest = std::numeric_limits<int>::max();
  EXPECT_EQ(measure({2, 3, {0, 2, 3}, {0, least, 1}, ones}, blocks, 2).faults, 1) << "least column";
  EXPECT_EQ(measure({2, 3, {0, 2, 3}, {0, greatest, 1}, ones}, blocks, 2).faults, 1) << "greatest column";
  EXPECT_EQ(measure({2, 3, {0, 2, 3}, {0, 2, 1}, ones}, blocks, 2).faults, 0);
  const blocks_type two("Testing::blocks", 2);
  EXPECT_EQ(measure({2, 3, {0, 2, 3}, {0, 3, -1}, ones}, two, 1).faults, 2) << "one for each block";
}

/// Column numbers without a sign, of which the greatest looks negative.
TEST(MeasureRowBlocksHost, UnsignedColumns) {
  using column_type = std::uint32_t;
  using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, column_type, double>;
  for (const column_type column : {column_type(2), column_type(3), ~column_type(0)}) {
    HostCsr<int, column_type, double> a{1, 3, {0, 1}, {column}, {1.0}};
    const HostCsr<int, column_type, double> b{3, 3, {0, 2, 3, 6}, {1, 2, 0, 0, 1, 2}, {1, 1, 1, 1, 1, 1}};
    const auto device_a = to_device(a), device_b = to_device(b);
    const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
    const blocks_type blocks("Testing::blocks", 1);
    EXPECT_EQ(Ocean::Impl::measure_row_blocks_host(test_exec_space{}, problem, 1, 1, blocks).faults, column > 2);
  }
}

}  // namespace
