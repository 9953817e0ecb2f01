/// \file
/// \brief Rows of C whose columns are searched together: which are, and the bits of serial sums.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/kernels/reuse/searched_rows_host.hpp"

#include <gtest/gtest.h>

#include "given_graph_case.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::RowSearchHost;
using Ocean::Impl::SearchedRowsHost;

/// \brief Values after every row of \p given was offered; untouched ones are -77. How many rows were computed.
template <class Case>
std::pair<decltype(Case::c.values), int> search_all(const Case& given, bool has_flags = true) {
  const auto problem = given.problem();
  const auto graph = given.graph();
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(problem.num_inner()), 0);
  const RowSearchHost search(problem.b, has_flags ? flags.data() : nullptr);
  using scalar_type = typename decltype(Case::c.values)::value_type;
  auto values = given.c.values;
  std::fill(values.begin(), values.end(), scalar_type(-77));
  const SearchedRowsHost<typename Case::problem_type, typename Case::graph_type, scalar_type> searched(
      problem, graph, search, values.data());
  int num_computed = 0;
  for (count_type row = 0; row < given.c.num_rows;) {
    const bool is_empty = given.c.row_map[row] == given.c.row_map[row + 1];
    const count_type next =
        !is_empty && searched.is_in_node(row, given.c.num_rows) ? searched.fill(row, given.c.num_rows) : row;
    num_computed += static_cast<int>(next - row);
    row = std::max(next, row + 1);
  }
  return {values, num_computed};
}

/// \brief Searches nodes under a thin mask, and expects that some rows are computed, right, and no others touched.
template <class Scalar, class Offset = int, class Ordinal = int>
void expect_nodes(int block_a, int block_b) {
  SCOPED_TRACE(testing::Message() << block_a << " and " << block_b << " unknowns");
  const auto given = make_nodes_case<Scalar, Offset, Ordinal>(block_a, block_b, 0.02);
  const auto [values, num_computed] = search_all(given);
  EXPECT_GT(num_computed, block_b > 1 ? given.c.num_rows / 8 : 0);
  for (std::size_t entry = 0; entry < values.size(); ++entry) {
    if (values[entry] == Scalar(-77)) continue;
    EXPECT_EQ(values[entry], given.c.values[entry]) << "entry " << entry;
  }
}

TEST(SearchedRowsHost, NodesUnderAThinMaskHaveTheBitsOfSerialSums) {
  for (const int block_a : {2, 3, 4, 6, 8})
    for (const int block_b : {1, 2, 3, 6}) expect_nodes<double>(block_a, block_b);
  expect_nodes<double, std::size_t>(3, 3);
  expect_nodes<float, std::int64_t, std::int64_t>(3, 3);
  expect_nodes<Kokkos::complex<double>>(3, 3);
  expect_nodes<int>(3, 3);
}

/// Rows 0 to 2 of A have the same columns, and use a node of three rows of B.
struct ByHand {
  HostCsr<int, int, double> a{4, 4, {0, 3, 6, 9, 10}, {0, 1, 2, 0, 1, 2, 0, 1, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1}};
  HostCsr<int, int, double> b{4, 99, {0}, {}, {}};
  ByHand() {
    for (int row = 0; row < 4; ++row) {
      for (int column = row / 3; column < 99; ++column) {
        b.entries.push_back(column);
        b.values.push_back(row + 10 * column);
      }
      b.row_map.push_back(static_cast<int>(b.entries.size()));
    }
  }
};

TEST(SearchedRowsHost, RowsThatGoTogetherEndWithTheNode) {
  const ByHand hand;
  const GivenGraphCase<double> given(hand.a, hand.b, {4, 99, {0, 1, 1, 3, 4}, {4, 4, 90, 4}, {0, 0, 0, 0}});
  const auto [values, num_computed] = search_all(given);
  EXPECT_EQ(num_computed, 3) << "an empty row of C between the others is computed with them";
  EXPECT_EQ(values[0], 1 * 40 + 2 * 41 + 3 * 42);
  EXPECT_EQ(values[1], 7 * 40 + 8 * 41 + 9 * 42);
  EXPECT_EQ(values[2], 7 * 900 + 8 * 901 + 9 * 902);
  EXPECT_EQ(values[3], -77.0) << "no row beside row 3 has its columns";
}

TEST(SearchedRowsHost, TheLastRowOfANodeIsSearchedAlone) {
  const ByHand hand;
  const GivenGraphCase<double> given(hand.a, hand.b, {4, 99, {0, 0, 0, 1, 1}, {7}, {0}});
  const auto [values, num_computed] = search_all(given);
  EXPECT_EQ(num_computed, 1);
  EXPECT_EQ(values, given.c.values);
}

TEST(SearchedRowsHost, LongMasksAreLeft) {
  for (const double share : {0.5, 1.0}) EXPECT_EQ(search_all(make_nodes_case<double>(3, 3, share)).second, 0) << share;
}

TEST(SearchedRowsHost, NothingIsComputedWithoutFlags) {
  EXPECT_EQ(search_all(make_nodes_case<double>(3, 3, 0.02), false).second, 0);
}

/// One long row among many empty ones is short rows on average.
TEST(SearchedRowsHost, NothingIsComputedWhereRowsOfBAreShort) {
  ByHand hand;
  const auto search = [&] {
    return search_all(GivenGraphCase<double>(hand.a, hand.b, {4, 99, {0, 1, 2, 3, 3}, {4, 4, 4}, {0, 0, 0}})).second;
  };
  EXPECT_EQ(search(), 3);
  hand.b.row_map.resize(101, hand.b.row_map.back());
  hand.b.num_rows = hand.a.num_cols = 100;
  EXPECT_EQ(search(), 0);
}

TEST(SearchedRowsHost, NothingIsComputedWhereRowsOfBDoNotAscend) {
  ByHand hand;
  for (int row = 0; row < 3; ++row) std::swap(hand.b.entries[99 * row], hand.b.entries[99 * row + 1]);
  EXPECT_EQ(search_all(GivenGraphCase<double>(hand.a, hand.b, {4, 99, {0, 1, 2, 3, 3}, {4, 4, 4}, {0, 0, 0}})).second,
            0);
}

/// More entries than the tables hold, each with few columns.
TEST(SearchedRowsHost, RowsBeyondTheTablesAreLeft) {
  const int num_cols = 20000;
  HostCsr<int, int, double> a{6, 1, {0, 1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 0, 0}, {1, 2, 3, 4, 5, 6}};
  HostCsr<int, int, double> b{1, num_cols, {0, num_cols}, {}, {}}, c{6, num_cols, {0}, {}, {}};
  for (int column = 0; column < num_cols; ++column) {
    b.entries.push_back(column);
    b.values.push_back(column % 9);
  }
  for (int row = 0; row < 6; ++row) {
    for (int column = row; column < 50 * 400; column += 400) c.entries.push_back(column);
    c.row_map.push_back(static_cast<int>(c.entries.size()));
  }
  c.values.resize(c.entries.size());
  const GivenGraphCase<double> given(a, b, c);
  const auto [values, num_computed] = search_all(given);
  EXPECT_EQ(num_computed, 6) << "two at a time";
  EXPECT_EQ(values, given.c.values);
}

}  // namespace
