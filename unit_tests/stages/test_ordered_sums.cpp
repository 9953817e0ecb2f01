/// \file
/// \brief Which rows of B are searched when values of a given graph are summed on the CPU path.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/stages/ordered_sums.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using namespace Ocean::Impl;
using host_matrix = HostCsr<int, int, double>;
using operand_type = CsrOperand<test_exec_space, int, int, double>;

/// \brief A row of all columns below \p num_cols, in pieces of \p step.
void append_row(host_matrix& matrix, int step) {
  for (int column = 0; column < matrix.num_cols; column += step) {
    matrix.entries.push_back(column);
    matrix.values.push_back(1.0 + column % 7);
  }
  matrix.row_map.push_back(static_cast<int>(matrix.entries.size()));
  ++matrix.num_rows;
}

/// \brief Sums under a mask with columns in row 1 alone; by windows over the columns, or by places.
class SearchedRows : public ::testing::TestWithParam<bool> {
 protected:
  static constexpr int num_cols = 600;

  SearchedRows() {
    for (const int step : {1, 1, 100, 1, 1}) append_row(m_b, step);
    std::swap(m_b.entries[601], m_b.entries[602]);  // row 1 does not ascend
  }

  /// The rows of B that were looked at.
  std::vector<int> looked_at(int num_columns, bool has_flags = true) {
    host_matrix mask{2, num_cols, {0, 0, num_columns}, {}, {}};
    for (int entry = 0; entry < num_columns; ++entry) mask.entries.push_back(entry * (num_cols / num_columns));
    const auto a = to_device(m_a), b = to_device(m_b), c = to_device(mask);
    std::vector<std::uint8_t> flags(5, 0);
    std::vector<double> values(static_cast<std::size_t>(num_columns), -77.0);
    const test_exec_space exec;
    const Problem<operand_type, operand_type> problem{a.operand(), b.operand()};
    const GraphOfC<int, int> graph{c.row_map.data(), c.entries.data()};
    Workspace<test_exec_space> workspace(exec, std::size_t(0));
    const HostWindows windows{1, graph_lanes_max, graph_lanes_max * num_cols, 0};
    std::uint8_t* const searched = has_flags ? flags.data() : nullptr;
    if (GetParam())
      fill_by_windows<false>(exec, problem, graph, windows, searched, values.data(), nullptr, workspace);
    else
      fill_by_places(exec, problem, graph, num_columns, searched, values.data(), nullptr, workspace);
    const auto product = multiply_gustavson<int, int, double>(m_a, m_b);
    for (int entry = 0; entry < num_columns; ++entry)
      EXPECT_EQ(values[entry], product.values[product.row_map[1] + mask.entries[entry]]) << "entry " << entry;
    std::vector<int> rows;
    for (int row = 0; row < 5; ++row)
      if (flags[row] != 0) rows.push_back(row);
    return rows;
  }

  const host_matrix m_a{2, 5, {0, 1, 5}, {4, 0, 1, 2, 3}, {1, 2, 3, 4, 5}};
  host_matrix m_b{0, num_cols, {0}, {}, {}};
};

TEST_P(SearchedRows, AreLongAndBelongToRowsWithFewColumns) {
  EXPECT_EQ(looked_at(3), (std::vector<int>{0, 1, 3})) << "row 2 is short, row 4 belongs to a row without columns";
}
TEST_P(SearchedRows, AreNoneWhereTheMaskIsLong) { EXPECT_EQ(looked_at(300), std::vector<int>()); }
TEST_P(SearchedRows, AreNoneWithoutFlags) { EXPECT_EQ(looked_at(3, false), std::vector<int>()); }
INSTANTIATE_TEST_SUITE_P(ByWindowsAndPlaces, SearchedRows, ::testing::Bool());

/// Flags come after what the sums need.
TEST(BFlags, AreAllocatedWhereTheWorkspaceHasTheBytes) {
  const auto a = to_device(make_identity<int, int, double>(5));
  const Problem<operand_type, operand_type> problem{a.operand(), a.operand()};
  const test_exec_space exec;
  Workspace<test_exec_space> workspace(exec, std::size_t(0)), small(exec, std::size_t(40'000));
  EXPECT_NE(allocate_b_flags(problem, 1'000'000, workspace), nullptr);
  EXPECT_EQ(allocate_b_flags(problem, 40'000, small), nullptr);
  EXPECT_NE(allocate_b_flags(problem, 30'000, small), nullptr);
}

}  // namespace
