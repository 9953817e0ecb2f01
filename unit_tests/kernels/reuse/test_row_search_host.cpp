/// \file
/// \brief Columns searched in rows of B: which rows are, which columns are found, and what a search is worth; rows of B
/// that repeat.
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
using Ocean::Impl::RowSearchHost;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using Ocean::Impl::SearchCost;
using host_matrix = HostCsr<int, int, double>;

/// \brief What find() visits of \p row; with \p several, what find_several() does.
std::vector<std::pair<count_type, count_type>> find_all(const host_matrix& b, int row, const std::vector<int>& columns,
                                                        bool several = false) {
  const auto device = to_device(b);
  const operand_type operand = device.operand();
  std::vector<std::pair<count_type, count_type>> found;
  const RowSearchHost<operand_type> search(operand, nullptr);
  const auto note = [&](count_type place, count_type entry) { found.emplace_back(place, entry); };
  const auto count = static_cast<count_type>(columns.size());
  if (several)
    search.find_several(row, columns.data(), count, note);
  else
    search.find(columns.data(), count, b.row_map[row], b.row_map[row + 1], note);
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
    EXPECT_EQ(find_all(b, row, columns, true), expected) << "row " << row << ", several at once";
  }
}

TEST(RowSearchHost, SeveralColumnsInRowsOfAnyOrder) {
  const host_matrix b{3, 20, {0, 5, 5, 10}, {8, 1, 19, 1, 4, 2, 3, 3, 7, 9}, std::vector<double>(10, 1.0)};
  using pairs = std::vector<std::pair<count_type, count_type>>;
  EXPECT_EQ(find_all(b, 0, {0, 1, 4, 5, 19}, true), (pairs{{1, 1}, {4, 2}, {1, 3}, {2, 4}})) << "unsorted, and twice";
  EXPECT_EQ(find_all(b, 1, {0, 1}, true), (pairs{})) << "an empty row";
  EXPECT_EQ(find_all(b, 2, {3, 9}, true), (pairs{{0, 6}, {0, 7}, {1, 9}})) << "sorted, and twice";
}

TEST(RowSearchHost, RowsThatAscendOrRepeatAreFoundAndRemembered) {
  const host_matrix b{
      7, 9, {0, 0, 1, 4, 7, 10, 13, 15}, {5, 0, 4, 8, 0, 4, 4, 8, 4, 0, 8, 4, 0, 0, 4}, std::vector<double>(15, 1.0)};
  const auto device = to_device(b);
  const operand_type operand = device.operand();
  std::vector<std::uint8_t> flags(7, 0);
  for (const bool is_kept : {true, false}) {
    const RowSearchHost<operand_type> search(operand, is_kept ? flags.data() : nullptr);
    EXPECT_FALSE(search.joins()) << "short rows";
    for (const int round : {1, 2}) {
      std::vector<bool> ascends, repeats;
      for (int row = 0; row < 7; ++row) {
        ascends.push_back(search.ascends(row));
        repeats.push_back(search.repeats(row));
      }
      EXPECT_EQ(ascends, (std::vector<bool>{true, true, true, false, false, false, true})) << "round " << round;
      EXPECT_EQ(repeats, (std::vector<bool>{false, false, false, false, false, true, false})) << "round " << round;
    }
  }
  EXPECT_EQ(std::count(flags.begin(), flags.end(), std::uint8_t(0)), 0);
}

TEST(RowSearchHost, JoinsWhereRowsAreLongOnAverageAndWhatIsReadIsKept) {
  const int least = static_cast<int>(Ocean::Impl::host_tuning_default.joined_row_entries_min);
  for (const int missing : {0, 1}) {
    const int num_entries = 2 * least - missing;
    host_matrix b{2, num_entries, {0, 1, num_entries}, {0}, std::vector<double>(num_entries, 1.0)};
    for (int column = 1; column < num_entries; ++column) b.entries.push_back(column);
    const auto device = to_device(b);
    const operand_type operand = device.operand();
    std::vector<std::uint8_t> flags(2, 0);
    EXPECT_EQ(RowSearchHost<operand_type>(operand, flags.data()).joins(), missing == 0);
    EXPECT_FALSE(RowSearchHost<operand_type>(operand, nullptr).joins());
  }
}

/// What is kept is not read again: flags that say otherwise are believed.
TEST(RowSearchHost, KeptFlagsAreBelieved) {
  const auto device = to_device(host_matrix{2, 9, {0, 2, 4}, {0, 4, 0, 4}, {1, 1, 1, 1}});
  const operand_type operand = device.operand();
  std::vector<std::uint8_t> flags(2, 0xf);
  const RowSearchHost<operand_type> search(operand, flags.data());
  EXPECT_TRUE(search.repeats(0));
  flags.assign(2, 0x5);
  EXPECT_FALSE(search.repeats(1));
  EXPECT_FALSE(search.ascends(1));
}

TEST(RowSearchHost, CountsRowsOfBThatFollowEachOtherWithTheSameColumns) {
  // rows 0 to 2 are a node, rows 3 and 4 another, with a column twice; row 5 has the columns of the first
  const host_matrix b{
      6, 9, {0, 2, 4, 6, 9, 12, 14}, {0, 4, 0, 4, 0, 4, 1, 3, 3, 1, 3, 3, 0, 4}, std::vector<double>(14, 1.0)};
  const std::vector<int> entries_a{0, 1, 2, 3, 4, 5, 0, 2, 1, 0, 1};
  const auto device = to_device(b);
  const operand_type operand = device.operand();
  std::vector<std::uint8_t> flags(6, 0);
  const RowSearchHost<operand_type> search(operand, flags.data());
  std::vector<count_type> counts;
  for (count_type entry = 0; entry < 11; ++entry) counts.push_back(search.count_alike(entries_a.data(), entry, 11));
  EXPECT_EQ(counts, (std::vector<count_type>{3, 2, 1, 1, 1, 1, 1, 1, 1, 2, 1}));
  EXPECT_EQ(search.count_alike(entries_a.data(), 0, 2), 2) << "no further than the end";
}

TEST(RowSearchHost, TheShortestRowIsWorthItsSearches) {
  EXPECT_EQ(Ocean::Impl::shortest_searched_row(3, {4, 2}), 3 * (4 + 5 * 2));
  EXPECT_EQ((SearchCost{4, 2}.of(1)), 4);
  EXPECT_EQ((SearchCost{4, 2}.of(44)), 4 + 5 * 2);
  for (const count_type fixed : {1, 4, 9})
    for (const count_type halving : {1, 2, 5}) {
      const SearchCost cost{fixed, halving};
      for (count_type columns = 1; columns < 3000; columns += 1 + columns / 7) {
        const count_type shortest = Ocean::Impl::shortest_searched_row(columns, cost);
        EXPECT_LE(columns * cost.of(shortest), shortest);
        EXPECT_GT(columns * cost.of(shortest - 1), shortest - 1);
      }
    }
}

TEST(RowSearchHost, WithoutFlagsNothingIsSearched) {
  const auto device = to_device(make_identity<int, int, double>(3));
  const operand_type operand = device.operand();
  EXPECT_EQ(RowSearchHost<operand_type>(operand, nullptr).shortest_row(1), std::numeric_limits<count_type>::max());
}

}  // namespace
