/// \file
/// \brief Faults and order of B's rows on the CPU path.
// backends: Serial OpenMP

#include "ocean/kernels/analysis/check_b_rows_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::ColumnRange;
using Ocean::Impl::RowFaults;

RowFaults check(const HostCsr<int, int, double>& b) {
  return Ocean::Impl::check_b_rows_host(test_exec_space{}, to_device(b).operand());
}

TEST(CheckBRowsHost, SortedRows) {
  const RowFaults found = check({3, 4, {0, 2, 2, 4}, {0, 3, 1, 2}, {1, 1, 1, 1}});
  EXPECT_EQ(found.faults, 0);
  EXPECT_EQ(found.unsorted, 0);
}

TEST(CheckBRowsHost, DuplicatesAndDescentsAreNotStrictlyAscending) {
  const RowFaults found = check({3, 4, {0, 2, 4, 6}, {0, 0, 2, 1, 1, 2}, {1, 1, 1, 1, 1, 1}});
  EXPECT_EQ(found.faults, 0);
  EXPECT_EQ(found.unsorted, 2);
}

TEST(CheckBRowsHost, EveryFaultIsSeen) {
  const std::vector<double> ones(4, 1.0);
  EXPECT_EQ(check({2, 4, {0, 2, 4}, {0, 4, 1, 2}, ones}).faults, 1) << "column beyond";
  EXPECT_EQ(check({2, 4, {0, 2, 4}, {-1, 3, 1, 2}, ones}).faults, 1) << "negative column";
  EXPECT_EQ(check({2, 4, {0, 3, 4}, {0, 9, 1, 2}, ones}).faults, 1) << "beyond inside an unsorted row";
  EXPECT_EQ(check({2, 4, {0, 3, 2}, {0, 1, 2, 3}, ones}).faults, 1) << "decreasing offsets";
  EXPECT_EQ(check({2, 4, {0, 2, 5}, {0, 1, 2, 3}, ones}).faults, 1) << "offsets beyond the entries";
  EXPECT_EQ(check({2, 4, {-1, 2, 4}, {0, 1, 2, 3}, ones}).faults, 1) << "negative offset";
}

TEST(CheckBRowsHost, RangesOfUnsortedRows) {
  const auto b = to_device(HostCsr<int, int, double>{3, 9, {0, 3, 3, 4}, {5, 2, 7, 8}, {1, 1, 1, 1}});
  const Kokkos::View<ColumnRange<int>*, test_exec_space> ranges("Testing::ranges", 3);
  Ocean::Impl::scan_b_row_ranges_host(test_exec_space{}, b.operand(), ranges);
  Kokkos::fence("Testing::ranges");
  EXPECT_EQ(ranges(0).first, 2);
  EXPECT_EQ(ranges(0).last, 7);
  EXPECT_EQ(ranges(1).width(), 0);
  EXPECT_EQ(ranges(2).first, 8);
  EXPECT_EQ(ranges(2).last, 8);
}

}  // namespace
