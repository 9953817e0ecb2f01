/// \file
/// \brief Columns searched in rows of B: which rows are, which columns are found, and what a search is worth.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/kernels/reuse/row_search_host.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::HostTuning;
using Ocean::Impl::RowSearchHost;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using host_matrix = HostCsr<int, int, double>;

/// \brief What find() visits of \p row.
std::vector<std::pair<count_type, count_type>> find_all(const host_matrix& b, int row,
                                                        const std::vector<int>& columns) {
  const auto device = to_device(b);
  const operand_type operand = device.operand();
  std::vector<std::pair<count_type, count_type>> found;
  RowSearchHost<operand_type>(operand, nullptr)
      .find(columns.data(), static_cast<count_type>(columns.size()), b.row_map[row], b.row_map[row + 1],
            [&](count_type place, count_type entry) { found.emplace_back(place, entry); });
  return found;
}

TEST(RowSearchHost, FindsWhatTheRowHas) {
  const host_matrix b{3, 20, {0, 2, 7, 7}, {1, 4, 0, 3, 8, 9, 19}, {1, 1, 1, 1, 1, 1, 1}};
  using pairs = std::vector<std::pair<count_type, count_type>>;
  EXPECT_EQ(find_all(b, 1, {0, 2, 3, 9, 18, 19}), (pairs{{0, 2}, {2, 3}, {3, 5}, {5, 6}}));
  EXPECT_EQ(find_all(b, 1, {1, 4, 10}), (pairs{}));
  EXPECT_EQ(find_all(b, 0, {0, 5, 6}), (pairs{}));
  EXPECT_EQ(find_all(b, 2, {0, 1}), (pairs{})) << "an empty row";
  EXPECT_EQ(find_all(b, 0, {}), (pairs{}));
}

TEST(RowSearchHost, FindsAsASerialSearchDoes) {
  const auto b = make_random<int, int, double>({.num_rows = 70, .num_cols = 300, .mean_row_nnz = 60, .seed = 1});
  RandomNumbers random(2);
  for (int row = 0; row < 70; ++row) {
    std::vector<int> columns;
    for (const count_type column : draw_columns(random, 300, random.below(40))) columns.push_back(int(column));
    std::vector<std::pair<count_type, count_type>> expected;
    for (std::size_t place = 0; place < columns.size(); ++place)
      for (int entry = b.row_map[row]; entry < b.row_map[row + 1]; ++entry)
        if (b.entries[entry] == columns[place]) expected.emplace_back(place, entry);
    EXPECT_EQ(find_all(b, row, columns), expected) << "row " << row;
  }
}

TEST(RowSearchHost, RowsThatAscendAreFoundAndRemembered) {
  const host_matrix b{
      6, 9, {0, 0, 1, 4, 7, 10, 12}, {5, 0, 4, 8, 0, 4, 4, 8, 4, 0, 7, 6}, std::vector<double>(12, 1.0)};
  const auto device = to_device(b);
  const operand_type operand = device.operand();
  std::vector<std::uint8_t> flags(6, 0);
  const RowSearchHost<operand_type> search(operand, flags.data());
  for (const int round : {1, 2}) {
    std::vector<bool> ascends;
    for (int row = 0; row < 6; ++row) ascends.push_back(search.ascends(row));
    EXPECT_EQ(ascends, (std::vector<bool>{true, true, true, false, false, false})) << "round " << round;
    EXPECT_EQ(std::count(flags.begin(), flags.end(), std::uint8_t(0)), 0);
  }
}

/// Both functions say the same: the columns that are searched in the shortest row are not searched in a shorter one.
TEST(RowSearchHost, TheShortestRowIsWorthItsSearches) {
  EXPECT_EQ(Ocean::Impl::shortest_searched_row(3, {.search_entries = 4, .halving_entries = 2}), 3 * (4 + 5 * 2));
  for (const count_type fixed : {1, 4, 9})
    for (const count_type halving : {1, 2, 5}) {
      const HostTuning tuning{.search_entries = fixed, .halving_entries = halving};
      for (count_type columns = 1; columns < 3000; columns += 1 + columns / 7) {
        const count_type shortest = Ocean::Impl::shortest_searched_row(columns, tuning);
        EXPECT_EQ(Ocean::Impl::most_searched_columns(shortest, tuning), columns);
        EXPECT_EQ(Ocean::Impl::most_searched_columns(shortest - 1, tuning), columns - 1);
      }
    }
  EXPECT_EQ(Ocean::Impl::most_searched_columns(0, {}), 0);
  EXPECT_EQ(Ocean::Impl::most_searched_columns(1, {}), 0);
}

TEST(RowSearchHost, WithoutFlagsNothingIsSearched) {
  const auto device = to_device(make_identity<int, int, double>(3));
  const operand_type operand = device.operand();
  const RowSearchHost<operand_type> search(operand, nullptr);
  EXPECT_EQ(search.shortest_row(1), std::numeric_limits<count_type>::max());
  EXPECT_EQ(search.most_columns(), 0);
}

}  // namespace
