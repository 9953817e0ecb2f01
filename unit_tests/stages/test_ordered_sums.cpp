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
    std::uint8_t* const searched = has_flags ? flags.data() : nullptr;
    if (GetParam()) {
      const HostWindows windows{1, graph_lanes_max, graph_lanes_max * num_cols, 0};
      const WindowMemory<Workspace<test_exec_space>, double> memory(windows, workspace);
      fill_by_windows<false>(exec, problem, graph, windows, memory, searched, values.data(), nullptr);
    } else {
      const HostPlaceTables tables = choose_place_tables(exec, num_cols, num_columns, workspace);
      const PlaceTableMemory<Workspace<test_exec_space>> memory(tables, workspace);
      fill_by_places(exec, problem, graph, tables, memory, searched, values.data(), nullptr);
    }
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
TEST(HostSums, HaveFlagsWhereTheWorkspaceHasTheBytes) {
  const test_exec_space exec;
  const Workspace<test_exec_space> workspace(exec, std::size_t(0)), small(exec, std::size_t(40'000));
  EXPECT_EQ(choose_b_flags(5, 1'000'000, workspace), 5);
  EXPECT_EQ(choose_b_flags(5, 40'000, small), 0);
  EXPECT_EQ(choose_b_flags(5, 30'000, small), 5);
}

/// By windows and by tables, into the product's own graph and a given one, with little memory and with plenty.
TEST(HostSums, TakeWhatTheirPlanSays) {
  const test_exec_space exec;
  const auto host_a = make_random<int, int, double>({.num_rows = 300, .num_cols = 200, .mean_row_nnz = 4.0});
  const auto a = to_device(host_a);
  for (const int num_cols : {500, 200'000}) {
    const auto host_b = make_random<int, int, double>({.num_rows = 200, .num_cols = num_cols, .mean_row_nnz = 4.0});
    const auto b = to_device(host_b);
    const auto host_c = multiply_gustavson<int, int, double>(host_a, host_b);
    const auto c = to_device(host_c);
    const Problem<operand_type, operand_type> problem{a.operand(), b.operand()};
    const GraphOfC<int, int> graph{c.row_map.data(), c.entries.data()};
    const auto nnz_c = static_cast<count_type>(host_c.entries.size());
    for (const std::size_t limit : {std::size_t(100'000), std::size_t(300'000), std::size_t(1) << 30})
      for (const GraphKind kind : {GraphKind::product, GraphKind::given})
        for (const Ocean::MissingEntries missing : {Ocean::MissingEntries::drop, Ocean::MissingEntries::error}) {
          SCOPED_TRACE(testing::Message()
                       << num_cols << " columns, " << limit << " bytes, " << int(kind) << ", " << int(missing));
          Workspace<test_exec_space> workspace(exec, limit);
          WorkspaceForecast forecast(workspace.account());
          HostSumsMemory<WorkspaceForecast, double>(
              choose_host_sums<double>(exec, problem, nnz_c, kind, missing, workspace), forecast);
          Kokkos::deep_copy(c.values, -77.0);
          fill_values_host(exec, problem, graph, kind, missing, c.values.data(), workspace);
          EXPECT_EQ(to_vector(c.values), host_c.values);
          EXPECT_EQ(workspace.peak_workspace_bytes(), forecast.account().peak_bytes());
        }
  }
}

}  // namespace
