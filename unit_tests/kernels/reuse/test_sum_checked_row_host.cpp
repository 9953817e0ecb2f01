/// \file
/// \brief CPU path: a row of C whose columns are known, and what they lack.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/kernels/reuse/sum_checked_row_host.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::GraphPlacesHost;
using Ocean::Impl::HostCsr;
using Ocean::Impl::sum_checked_row;

/// \brief A with rows {B0, B2, B0} and {}, B with rows {1, 3}, {0}, {3, 0}.
class SumCheckedRow : public ::testing::Test {
 protected:
  /// \param columns of the row of C (in any order)
  bool sum(int row, const std::vector<int>& columns, std::vector<double>& sums) {
    const auto device_a = to_device(m_a), device_b = to_device(m_b);
    using operand_type = decltype(device_a.operand());
    const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
    sums.assign(columns.size(), -77.0);
    const Ocean::Impl::count_type begin = m_end;  // rows come in the order of C
    m_end += static_cast<Ocean::Impl::count_type>(columns.size());
    return sum_checked_row(problem, row, columns.data(), begin, m_end - begin, m_places, sums.data());
  }

 private:
  HostCsr<int, int, double> m_a{2, 3, {0, 3, 3}, {0, 2, 0}, {2.0, 3.0, 10.0}};
  HostCsr<int, int, double> m_b{3, 4, {0, 2, 3, 5}, {1, 3, 0, 3, 0}, {1.0, 2.0, 4.0, 5.0, 6.0}};
  std::vector<std::uint32_t> m_numbers = std::vector<std::uint32_t>(4, 77u);
  GraphPlacesHost m_places{m_numbers.data(), 4};
  Ocean::Impl::count_type m_end = 10;
};

TEST_F(SumCheckedRow, SumsWhereTheColumnsAre) {
  std::vector<double> sums;
  EXPECT_TRUE(sum(0, {3, 0, 1}, sums));
  EXPECT_EQ(sums, (std::vector<double>{39.0, 18.0, 12.0}));
}

TEST_F(SumCheckedRow, ColumnsWithoutProductsAreZero) {
  std::vector<double> sums;
  EXPECT_TRUE(sum(0, {0, 1, 2, 3}, sums));
  EXPECT_EQ(sums, (std::vector<double>{18.0, 12.0, 0.0, 39.0}));
  EXPECT_TRUE(sum(1, {2, 0}, sums));
  EXPECT_EQ(sums, (std::vector<double>{0.0, 0.0}));
}

TEST_F(SumCheckedRow, SaysThatAColumnIsMissingAndSumsTheOthers) {
  std::vector<double> sums;
  EXPECT_FALSE(sum(0, {0, 1}, sums));
  EXPECT_EQ(sums, (std::vector<double>{18.0, 12.0}));
  EXPECT_FALSE(sum(0, {3, 1}, sums)) << "the last row of B has its columns there";
  EXPECT_EQ(sums, (std::vector<double>{39.0, 12.0}));
  EXPECT_FALSE(sum(0, {}, sums));
}

}  // namespace
