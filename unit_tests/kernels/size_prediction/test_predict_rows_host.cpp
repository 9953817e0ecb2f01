/// \file
/// \brief Slots of estimated size on the CPU path.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/size_prediction/predict_rows_host.hpp"

#include <cmath>
#include <limits>

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

template <int NumRegisters>
std::vector<count_type> predict(const HostCsr<int, int, double>& a, const HostCsr<int, int, double>& b,
                                double expansion, count_type exact_products) {
  using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
  const auto device_a = to_device(a);
  const auto device_b = to_device(b);
  const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
  std::vector<std::uint8_t> sketches(static_cast<std::size_t>(b.num_rows) * NumRegisters, 0xAB);
  std::vector<count_type> slots(static_cast<std::size_t>(a.num_rows), -1);
  Ocean::Impl::predict_rows_host<NumRegisters>(test_exec_space{}, problem, expansion, exact_products, sketches.data(),
                                               slots.data());
  Kokkos::fence("Testing::predict");
  return slots;
}

TEST(PredictRowsHost, ShortRowsGetRoomForAllProducts) {
  const HostCsr<int, int, double> a{3, 3, {0, 2, 2, 3}, {0, 2, 1}, {2, 3, 5}};
  const HostCsr<int, int, double> b{3, 3, {0, 2, 3, 5}, {1, 2, 0, 1, 2}, {1, -1, 4, 2, 3}};
  EXPECT_EQ(predict<32>(a, b, 1.0, 64), (std::vector<count_type>{3, 0, 1}));  // 4 products in 3 columns
}

TEST(PredictRowsHost, TheUnionCountsARepeatedRowOnce) {
  const auto b = make_banded<int, int, double>(2, 5000, 0, 999);  // two rows of 1000 columns, 999 of them common
  const HostCsr<int, int, double> once{1, 2, {0, 1}, {0}, {1}};
  const HostCsr<int, int, double> thrice{1, 2, {0, 3}, {0, 0, 0}, {1, 1, 1}};
  EXPECT_EQ(predict<64>(once, b, 1.0, 64)[0], std::min<count_type>(1000, predict<64>(thrice, b, 1.0, 64)[0]));
}

TEST(PredictRowsHost, TheUnionOfDistinctRowsIsTheirSum) {
  HostCsr<int, int, double> b{2, 5000, {0, 1000, 2000}, {}, std::vector<double>(2000, 1.0)};
  for (int column = 0; column < 2000; ++column) b.entries.push_back(column);
  const HostCsr<int, int, double> both{1, 2, {0, 2}, {0, 1}, {1, 1}};
  const double error = 4.0 * 1.04 / std::sqrt(128.0);  // four standard deviations: [FFGM07] Theorem 1
  EXPECT_NEAR(static_cast<double>(predict<128>(both, b, 0.5, 64)[0]), 1000.0, error * 1000.0);
}

TEST(PredictRowsHost, TheExpansionMultipliesTheEstimate) {
  const auto a = make_random<int, int, double>({.num_rows = 50, .num_cols = 300, .mean_row_nnz = 20.0, .seed = 3});
  const auto b = make_random<int, int, double>({.num_rows = 300, .num_cols = 50000, .mean_row_nnz = 30.0, .seed = 4});
  const auto half = predict<128>(a, b, 0.25, 0);
  const auto full = predict<128>(a, b, 0.5, 0);
  for (std::size_t row = 0; row < half.size(); ++row)
    EXPECT_NEAR(static_cast<double>(full[row]), 2.0 * static_cast<double>(half[row]), 2.0) << row;
}

TEST(PredictRowsHost, ExpansionsOfAnySizeStayWithinTheBound) {
  const auto b = make_banded<int, int, double>(2, 5000, 0, 999);
  const HostCsr<int, int, double> a{1, 2, {0, 2}, {0, 1}, {1, 1}};
  for (const double expansion : {1e18, std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(predict<32>(a, b, expansion, 64)[0], 2000) << expansion;
}

}  // namespace
