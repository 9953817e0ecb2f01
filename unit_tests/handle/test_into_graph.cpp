/// \file
/// \brief Values into a graph of C that is there already, without a handle.

#include <KokkosSparse_CrsMatrix.hpp>

#include "Ocean_SpGEMMIntoGraph.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using host_matrix = HostCsr<int, int, double>;

host_matrix make_operand(std::uint64_t seed, count_type num_rows, count_type num_cols) {
  return make_random<int, int, double>({.num_rows = num_rows,
                                        .num_cols = num_cols,
                                        .mean_row_nnz = 6,
                                        .seed = seed,
                                        .empty_row_ratio = 0.1,
                                        .duplicate_ratio = 0.2,
                                        .unsorted = true});
}

class IntoGraph : public ::testing::Test {
 protected:
  const host_matrix m_a = make_operand(61, 90, 70), m_b = make_operand(62, 70, 80);
  const Ocean::Impl::ReferenceProduct<int, int, double> m_c =
      Ocean::Impl::multiply_gustavson<int, int, double>(m_a, m_b);

  /// \brief C's graph with rubbish in place of values.
  static crs_matrix<int, int, double> spoiled(const host_matrix& graph) {
    host_matrix matrix = graph;
    matrix.values.assign(matrix.entries.size(), 123.0);
    return to_crs_matrix(matrix);
  }
  host_matrix product_graph() const { return {m_c.num_rows, m_c.num_cols, m_c.row_map, m_c.entries, {}}; }
};

TEST_F(IntoGraph, ProductsOwnGraph) {
  for (const bool deterministic : {false, true})
    for (const auto path : available_paths()) {
      SCOPED_TRACE(Ocean::Impl::concatenate(to_string(path), " ", deterministic));
      const auto c = spoiled(product_graph());
      SpGEMMOptions options;
      options.path = path;
      options.deterministic = deterministic;
      Ocean::spgemm_numeric(test_exec_space(), to_crs_matrix(m_a), to_crs_matrix(m_b), c, options);
      EXPECT_TRUE(matches(to_host(c), m_c));
    }
}

TEST_F(IntoGraph, SupersetHoldsZeros) {
  host_matrix full{m_c.num_rows, m_c.num_cols, {0}, {}, {}};
  for (int row = 0; row < m_c.num_rows; ++row) {
    for (int column = 0; column < m_c.num_cols; ++column) full.entries.push_back(column);
    full.row_map.push_back(static_cast<int>(full.entries.size()));
  }
  const auto c = spoiled(full);
  Ocean::spgemm_numeric(to_crs_matrix(m_a), to_crs_matrix(m_b), c);
  const auto values = to_vector(c.values);
  std::vector<double> expected(values.size(), 0.0);
  for (int row = 0; row < m_c.num_rows; ++row)
    for (int entry = m_c.row_map[row]; entry < m_c.row_map[row + 1]; ++entry)
      expected[static_cast<std::size_t>(row * m_c.num_cols + m_c.entries[entry])] = m_c.values[entry];
  EXPECT_EQ(values, expected);
}

TEST_F(IntoGraph, ColumnsThatCHasNotAreLeftOut) {
  host_matrix half{m_c.num_rows, m_c.num_cols, {0}, {}, {}};
  std::vector<double> expected;
  for (int row = 0; row < m_c.num_rows; ++row) {
    for (int entry = m_c.row_map[row]; entry < m_c.row_map[row + 1]; entry += 2) {
      half.entries.push_back(m_c.entries[entry]);
      expected.push_back(m_c.values[entry]);
    }
    half.row_map.push_back(static_cast<int>(half.entries.size()));
  }
  const auto c = spoiled(half);
  Ocean::spgemm_numeric(to_crs_matrix(m_a), to_crs_matrix(m_b), c);
  EXPECT_EQ(to_vector(c.values), expected);
}

TEST_F(IntoGraph, EmptyOperandsAndGraphs) {
  const auto c = spoiled(product_graph());
  Ocean::spgemm_numeric(to_crs_matrix(make_empty<int, int, double>(90, 70)), to_crs_matrix(m_b), c);
  EXPECT_EQ(to_vector(c.values), std::vector<double>(m_c.entries.size(), 0.0));
  SpGEMMOptions checked;
  checked.check_indices = true;
  const auto none = to_crs_matrix(make_empty<int, int, double>(90, 80));
  EXPECT_NO_THROW(Ocean::spgemm_numeric(to_crs_matrix(m_a), to_crs_matrix(m_b), none, checked));
  const auto no_rows = to_crs_matrix(make_empty<int, int, double>(0, 80));
  EXPECT_NO_THROW(
      Ocean::spgemm_numeric(to_crs_matrix(make_empty<int, int, double>(0, 70)), to_crs_matrix(m_b), no_rows, checked));
}

/// The error of a call, of which C must come out as it went in.
std::string error_of(const host_matrix& a, const host_matrix& b, const host_matrix& graph, bool check) {
  host_matrix matrix = graph;
  matrix.values.assign(matrix.entries.size(), 123.0);
  const auto c = to_crs_matrix(matrix);
  SpGEMMOptions options;
  options.check_indices = check;
  const auto text =
      error_text<std::invalid_argument>([&] { Ocean::spgemm_numeric(to_crs_matrix(a), to_crs_matrix(b), c, options); });
  EXPECT_EQ(to_vector(c.values), matrix.values);
  return text;
}

TEST_F(IntoGraph, BadInput) {
  EXPECT_EQ(error_of(m_a, m_b, make_identity<int, int, double>(90), false),
            "Ocean::spgemm_numeric: A [90 x 70], B [70 x 80] and C [90 x 90] (need dimensions that fit)");
  const auto identity = make_identity<int, int, double>(3);
  EXPECT_EQ(error_of(identity, identity, {3, 3, {0, 0, 2, 2}, {1, 1}, {}}, true),
            "Ocean::spgemm_numeric: C: the columns of row 1 do not ascend (need sorted rows that hold a column once)");
  EXPECT_EQ(error_of(identity, identity, {3, 3, {0, 0, 1, 1}, {3}, {}}, true),
            "Ocean::spgemm: C: entries(0) = 3 in row 1 (need a column below 3)");
}

}  // namespace
