/// \file
/// \brief Faults and order of B's rows on the CPU path.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/analysis/check_b_rows_host.hpp"

#include <algorithm>

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::ColumnRange;
using Ocean::Impl::RowFaults;

using flags_type = Kokkos::View<std::uint8_t*, test_exec_space>;

RowFaults check(const HostCsr<int, int, double>& b) {
  const flags_type flags("Testing::flags", static_cast<std::size_t>(b.num_rows));
  return Ocean::Impl::check_b_rows_host(test_exec_space{}, to_device(b).operand(), flags);
}

/// Which rows continue a supernode; the flags are poisoned before.
std::vector<int> supernodes(const HostCsr<int, int, double>& b) {
  const flags_type flags("Testing::flags", static_cast<std::size_t>(b.num_rows));
  Kokkos::deep_copy(flags, std::uint8_t(0xAB));
  Ocean::Impl::check_b_rows_host(test_exec_space{}, to_device(b).operand(), flags);
  return {flags.data(), flags.data() + b.num_rows};
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

TEST(CheckBRowsHost, SupernodesAreRowsOfTheSameColumns) {
  const std::vector<double> ones(12, 1.0);
  EXPECT_EQ(supernodes({4, 9, {0, 3, 6, 9, 12}, {0, 3, 7, 0, 3, 7, 0, 3, 7, 0, 3, 8}, ones}),
            (std::vector{0, 1, 1, 0}));
  EXPECT_EQ(supernodes({4, 9, {0, 2, 5, 7, 9}, {0, 3, 0, 3, 7, 0, 3, 1, 3}, ones}), (std::vector{0, 0, 0, 0}));
  EXPECT_EQ(supernodes({5, 9, {0, 2, 2, 2, 4, 6}, {0, 3, 0, 3, 0, 3}, ones}), (std::vector{0, 0, 0, 0, 1}))
      << "empty rows have no columns in common";
}

TEST(CheckBRowsHost, OnlyAscendingRowsMakeSupernodes) {
  const std::vector<double> ones(8, 1.0);
  EXPECT_EQ(supernodes({2, 9, {0, 3, 6}, {5, 2, 7, 5, 2, 7}, ones}), (std::vector{0, 0}));
  EXPECT_EQ(supernodes({2, 9, {0, 3, 6}, {2, 2, 7, 2, 2, 7}, ones}), (std::vector{0, 0})) << "duplicates";
}

TEST(CheckBRowsHost, RowsWithFaultsAreNotRead) {
  const std::vector<double> ones(4, 1.0);
  EXPECT_EQ(supernodes({2, 4, {-2, 0, 2}, {0, 1, 0, 1}, ones}), (std::vector{0, 0})) << "row before begins outside";
  EXPECT_EQ(supernodes({2, 4, {3, 2, 4}, {0, 1, 0, 1}, ones}), (std::vector{0, 0})) << "row before has a negative end";
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

TEST(CheckBRowsHost, WhetherHalfOfTheRowsRepeat) {
  const auto mostly_continue = [](const std::vector<std::uint8_t>& flags) {
    return Ocean::Impl::mostly_continue_host(flags.data(), static_cast<Ocean::Impl::count_type>(flags.size()));
  };
  EXPECT_FALSE(mostly_continue({}));
  EXPECT_FALSE(mostly_continue({0, 0, 1}));
  EXPECT_TRUE(mostly_continue({0, 1, 0, 1}));
  std::vector<std::uint8_t> many(3 * Ocean::Impl::sampled_repeats, 0);
  EXPECT_FALSE(mostly_continue(many));
  std::fill(many.begin(), many.begin() + 2 * Ocean::Impl::sampled_repeats, std::uint8_t(1));
  EXPECT_TRUE(mostly_continue(many)) << "by a sample of all";
  std::reverse(many.begin(), many.end());
  EXPECT_TRUE(mostly_continue(many));
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
