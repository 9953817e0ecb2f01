/// \file
/// \brief The model of the hardware limit against sums done by hand.
// once: OpenMP

#include "../../src/ocean_spgemm/hardware_limit.hpp"
#include "program_test_support.hpp"

namespace Ocean::Testing {
namespace {

using Program::hardware_limit;
using Program::MachineRates;
using Program::ProductCounts;

ProductCounts small_counts() {
  ProductCounts counts;
  counts.num_rows = 9;
  counts.num_inner = 19;
  counts.nnz_a = 100;
  counts.nnz_b = 200;
  counts.nnz_c = 300;
  counts.products = 1000;
  return counts;
}

TEST(HardwareLimit, CompulsoryBytesCountASharedOperandOnce) {
  ProductCounts counts = small_counts();
  EXPECT_DOUBLE_EQ(Program::compulsory_bytes(counts), 12.0 * 600 + 8.0 * (10 + 10 + 20));
  counts.b_is_a = true;
  EXPECT_DOUBLE_EQ(Program::compulsory_bytes(counts), 12.0 * 400 + 8.0 * (10 + 10));
}

TEST(HardwareLimit, OfAHostIsItsMemory) {
  const auto limit = hardware_limit(small_counts(), Program::rates_of("some CPU", 1e9, small_counts()));
  ASSERT_EQ(limit.terms.size(), 1u);
  EXPECT_EQ(limit.binding, "memory");
  EXPECT_DOUBLE_EQ(limit.seconds, (12.0 * 600 + 8.0 * 40) / 1e9);
  EXPECT_DOUBLE_EQ(limit.hard_seconds, limit.seconds);
}

TEST(HardwareLimit, IsUnknownWithoutABandwidth) {
  const auto limit = hardware_limit(small_counts(), Program::rates_of("some CPU", 0.0, small_counts()));
  EXPECT_EQ(limit.seconds, 0.0);
  EXPECT_TRUE(limit.terms.empty());
}

TEST(HardwareLimit, LargestTermBindsAndTheFloorIsAdded) {
  MachineRates rates;
  rates.memory_bytes_per_s = 1e9;
  rates.device = {.l2_bytes_per_s = 1e9, .shared_additions_per_s = 1e9, .issued_products_per_s = 1e7, .floor_s = 1e-5};
  const auto limit = hardware_limit(small_counts(), rates);
  ASSERT_EQ(limit.terms.size(), 5u);
  EXPECT_DOUBLE_EQ(limit.terms[1].seconds, (12.0 * 1400 + 84.0 * 100) / 1e9);
  EXPECT_DOUBLE_EQ(limit.terms[2].seconds, 1000 / 1e9);
  EXPECT_EQ(limit.binding, "issue");
  EXPECT_DOUBLE_EQ(limit.seconds, 1000 / 1e7 + 1e-5);
  EXPECT_DOUBLE_EQ(limit.hard_seconds, (12.0 * 600 + 8.0 * 40) / 1e9 + 1e-5);
  rates.device.floor_s = 1.0;
  EXPECT_EQ(hardware_limit(small_counts(), rates).binding, "launches");
}

TEST(HardwareLimit, L2RateFallsFromTheSmallestFootprintToMemory) {
  const double memory = 4.3e12;
  EXPECT_DOUBLE_EQ(Program::hopper_l2_bytes_per_s(1e3, memory), 9.5e12);
  EXPECT_DOUBLE_EQ(Program::hopper_l2_bytes_per_s(14e6, memory), 9.2e12);
  EXPECT_DOUBLE_EQ(Program::hopper_l2_bytes_per_s(40e6, memory), 8.9e12);
  EXPECT_NEAR(Program::hopper_l2_bytes_per_s(66e6, memory), 7.6e12, 1e3);
  EXPECT_DOUBLE_EQ(Program::hopper_l2_bytes_per_s(1e12, memory), memory);
  double before = 1e13;
  for (double bytes = 1e6; bytes < 2e8; bytes *= 1.01) {
    const double rate = Program::hopper_l2_bytes_per_s(bytes, memory);
    EXPECT_LE(rate, before);
    before = rate;
  }
}

TEST(HardwareLimit, ALongRowFemMatrixOnAnH200IsBoundByL2) {
  ProductCounts counts;  // cant A A: 62451 rows, 4.0e6 entries, 2.69e8 products
  counts.num_rows = counts.num_inner = 62451;
  counts.nnz_a = counts.nnz_b = 4007383;
  counts.nnz_c = 17440029;
  counts.products = 269486473;
  counts.b_is_a = true;
  const auto limit = hardware_limit(counts, Program::rates_of("NVIDIA H200", 1.0, counts));
  EXPECT_EQ(limit.binding, "l2");
  EXPECT_NEAR(limit.terms[0].seconds, 60e-6, 2e-6);
  EXPECT_NEAR(limit.terms[2].seconds, 200e-6, 2e-6);
  EXPECT_NEAR(limit.terms[3].seconds, 242e-6, 2e-6);
  EXPECT_NEAR(limit.seconds, 3.83e12 / 8.58e12 * 1e-3 + 43e-6, 30e-6);
}

}  // namespace
}  // namespace Ocean::Testing
