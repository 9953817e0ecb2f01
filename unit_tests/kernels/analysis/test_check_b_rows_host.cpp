/// \file
/// \brief Faults and order of B's rows on the CPU path.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/analysis/check_b_rows_host.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::CheckedRows;
using Ocean::Impl::ColumnRange;
using Ocean::Impl::RowRelation;

using relations_type = Kokkos::View<Ocean::Impl::RowRelation*, test_exec_space>;

CheckedRows check(const HostCsr<int, int, double>& b) {
  const relations_type relations("Testing::relations", static_cast<std::size_t>(b.num_rows));
  return Ocean::Impl::check_b_rows_host(test_exec_space{}, to_device(b).operand(), relations);
}

/// What rows have to do with those before: 1 for the same columns, 2 for the next ones; poisoned before.
std::vector<int> relations(const HostCsr<int, int, double>& b) {
  const relations_type found("Testing::relations", static_cast<std::size_t>(b.num_rows));
  Kokkos::deep_copy(found, static_cast<RowRelation>(0xAB));
  Ocean::Impl::check_b_rows_host(test_exec_space{}, to_device(b).operand(), found);
  std::vector<int> numbers;
  for (count_type row = 0; row < b.num_rows; ++row) numbers.push_back(static_cast<int>(found(row)));
  return numbers;
}

TEST(CheckBRowsHost, SortedRows) {
  const CheckedRows found = check({3, 4, {0, 2, 2, 4}, {0, 3, 1, 2}, {1, 1, 1, 1}});
  EXPECT_EQ(found.faults, 0);
  EXPECT_EQ(found.unsorted, 0);
}

TEST(CheckBRowsHost, DuplicatesAndDescentsAreNotStrictlyAscending) {
  const CheckedRows found = check({3, 4, {0, 2, 4, 6}, {0, 0, 2, 1, 1, 2}, {1, 1, 1, 1, 1, 1}});
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

TEST(CheckBRowsHost, SupernodesAreRowsOfTheSameColumns) {
  const std::vector<double> ones(12, 1.0);
  EXPECT_EQ(relations({4, 9, {0, 3, 6, 9, 12}, {0, 3, 7, 0, 3, 7, 0, 3, 7, 0, 3, 8}, ones}), (std::vector{0, 1, 1, 0}));
  EXPECT_EQ(relations({4, 9, {0, 2, 5, 7, 9}, {0, 3, 0, 3, 7, 0, 3, 1, 3}, ones}), (std::vector{0, 0, 0, 0}));
  EXPECT_EQ(relations({5, 9, {0, 2, 2, 2, 4, 6}, {0, 3, 0, 3, 0, 3}, ones}), (std::vector{0, 0, 0, 0, 1}))
      << "empty rows have no columns in common";
}

TEST(CheckBRowsHost, PointsOfAStencilHaveTheNextColumns) {
  const std::vector<double> ones(12, 1.0);
  EXPECT_EQ(relations({4, 9, {0, 3, 6, 9, 12}, {0, 3, 6, 1, 4, 7, 2, 5, 8, 1, 4, 7}, ones}), (std::vector{0, 2, 2, 0}));
  EXPECT_EQ(relations({4, 9, {0, 3, 6, 8, 11}, {0, 3, 6, 1, 4, 8, 2, 5, 1, 4, 6}, ones}), (std::vector{0, 0, 0, 0}))
      << "a column too far, and other numbers of entries";
  EXPECT_EQ(relations({3, 9, {0, 2, 4, 6}, {0, 4, 2, 6, 2, 6}, ones}), (std::vector{0, 0, 1})) << "two columns further";
  EXPECT_EQ(relations({2, 9, {0, 3, 6}, {4, 1, 6, 5, 2, 7}, ones}), (std::vector{0, 0})) << "not ascending";
}

/// Distances of columns that are no columns may be none of the type.
TEST(CheckBRowsHost, ColumnsAtTheEndsOfTheirType) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), greatest = -(least + 1);
  const HostCsr<int, std::int64_t, double> b{4, 9, {0, 1, 2, 3, 4}, {greatest, least, greatest, 5}, {1, 1, 1, 1}};
  const relations_type found("Testing::relations", 4);
  EXPECT_EQ(Ocean::Impl::check_b_rows_host(test_exec_space{}, to_device(b).operand(), found).faults, 3);
  for (count_type row = 0; row < 4; ++row) EXPECT_EQ(found(row), RowRelation::none) << row;
}

TEST(CheckBRowsHost, OnlyAscendingRowsMakeSupernodes) {
  const std::vector<double> ones(8, 1.0);
  EXPECT_EQ(relations({2, 9, {0, 3, 6}, {5, 2, 7, 5, 2, 7}, ones}), (std::vector{0, 0}));
  EXPECT_EQ(relations({2, 9, {0, 3, 6}, {2, 2, 7, 2, 2, 7}, ones}), (std::vector{0, 0})) << "duplicates";
}

TEST(CheckBRowsHost, RowsWithFaultsAreNotRead) {
  const std::vector<double> ones(4, 1.0);
  EXPECT_EQ(relations({2, 4, {-2, 0, 2}, {0, 1, 0, 1}, ones}), (std::vector{0, 0})) << "row before begins outside";
  EXPECT_EQ(relations({2, 4, {3, 2, 4}, {0, 1, 0, 1}, ones}), (std::vector{0, 0})) << "row before has a negative end";
}

TEST(CheckBRowsHost, WhetherEveryRowHasOneEntry) {
  const auto has_single = [](const HostCsr<int, int, double>& b) {
    return Ocean::Impl::has_single_entries_host(test_exec_space{}, to_device(b).operand(),
                                                static_cast<Ocean::Impl::count_type>(b.entries.size()));
  };
  const std::vector<double> ones(4, 1.0);
  EXPECT_TRUE(has_single({3, 4, {0, 1, 2, 3}, {3, 0, 0}, {1, 1, 1}}));
  EXPECT_FALSE(has_single({3, 4, {0, 1, 3, 3}, {3, 0, 1}, {1, 1, 1}})) << "as many entries as rows";
  EXPECT_FALSE(has_single({3, 4, {0, 1, 2, 4}, {3, 0, 0, 1}, ones}));
  EXPECT_FALSE(has_single({3, 4, {0, 0, 1, 2}, {3, 0}, {1, 1}}));
}

TEST(CheckBRowsHost, RelatedRowsAreCounted) {
  const std::vector<double> ones(14, 1.0);
  const CheckedRows found =
      check({7, 9, {0, 2, 4, 6, 8, 10, 12, 14}, {0, 3, 0, 3, 1, 4, 2, 5, 3, 6, 3, 6, 0, 1}, ones});
  EXPECT_EQ(found.same_columns, 2);
  EXPECT_EQ(found.next_columns, 3);
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
