/// \file
/// \brief Values into a graph of C that is there already, without a handle.

#include <KokkosSparse_CrsMatrix.hpp>
#include <limits>

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

/// \brief \p graph without the entries that \p is_missing(row, column) names.
template <class IsMissing>
host_matrix without(const host_matrix& graph, const IsMissing& is_missing) {
  host_matrix result{graph.num_rows, graph.num_cols, {0}, {}, {}};
  for (int row = 0; row < graph.num_rows; ++row) {
    for (int entry = graph.row_map[row]; entry < graph.row_map[row + 1]; ++entry)
      if (!is_missing(row, graph.entries[entry])) result.entries.push_back(graph.entries[entry]);
    result.row_map.push_back(static_cast<int>(result.entries.size()));
  }
  return result;
}

/// Whether the case of \p options with MissingEntries::error throws, and with what text.
std::string missing_text(const crs_matrix<int, int, double>& a, const crs_matrix<int, int, double>& b,
                         const crs_matrix<int, int, double>& c, SpGEMMOptions options) {
  options.missing_entries = Ocean::MissingEntries::error;
  return error_text<std::invalid_argument>([&] { Ocean::spgemm_numeric(test_exec_space(), a, b, c, options); });
}

constexpr const char* missing_need = " (need a graph of C that contains the product's, or MissingEntries::drop)";

TEST_F(IntoGraph, MissingEntriesAreAnErrorIfAskedFor) {
  const auto a = to_crs_matrix(m_a), b = to_crs_matrix(m_b);
  int row = 33;
  while (m_c.row_map[row + 1] - m_c.row_map[row] < 3) ++row;
  const int first = m_c.entries[m_c.row_map[row] + 1], second = m_c.entries[m_c.row_map[row] + 2];
  const auto holed = without(product_graph(), [&](int r, int column) {
    return r > row + 4 || (r == row && (column == first || column == second));
  });
  const auto empty_row = without(product_graph(), [&](int r, int) { return r == row; });
  for (const bool deterministic : {false, true})
    for (const auto path : available_paths()) {
      SCOPED_TRACE(Ocean::Impl::concatenate(to_string(path), " ", deterministic));
      const SpGEMMOptions options{.path = path, .deterministic = deterministic};
      EXPECT_EQ(missing_text(a, b, spoiled(holed), options),
                Ocean::Impl::concatenate("Ocean::spgemm_numeric: C has no entry (", row, ", ", first,
                                         "), which the product has", missing_need));
      EXPECT_EQ(missing_text(a, b, spoiled(empty_row), options),
                Ocean::Impl::concatenate("Ocean::spgemm_numeric: C has no entry (", row, ", ",
                                         m_c.entries[m_c.row_map[row]], "), which the product has", missing_need));
      EXPECT_EQ(missing_text(a, b, spoiled(host_matrix(make_empty<int, int, double>(90, 80))), options).substr(0, 39),
                "Ocean::spgemm_numeric: C has no entry (");
    }
}

TEST_F(IntoGraph, NothingIsMissing) {
  const auto a = to_crs_matrix(m_a), b = to_crs_matrix(m_b);
  for (const bool deterministic : {false, true})
    for (const auto path : available_paths()) {
      SCOPED_TRACE(Ocean::Impl::concatenate(to_string(path), " ", deterministic));
      const SpGEMMOptions options{
          .path = path, .deterministic = deterministic, .missing_entries = Ocean::MissingEntries::error};
      const auto c = spoiled(product_graph());
      EXPECT_NO_THROW(Ocean::spgemm_numeric(test_exec_space(), a, b, c, options));
      EXPECT_TRUE(matches(to_host(c), m_c));
      const auto no_products = to_crs_matrix(make_empty<int, int, double>(90, 70));
      const auto none = to_crs_matrix(make_empty<int, int, double>(90, 80));
      EXPECT_NO_THROW(Ocean::spgemm_numeric(test_exec_space(), no_products, b, none, options));
    }
}

/// Zeros of A and B at once: what is only zero times something is no product, nor is zero times infinity.
TEST(IntoGraphWithoutZeros, SkippedZerosAreNotThere) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto a = to_crs_matrix(host_matrix{2, 3, {0, 2, 3}, {0, 2, 1}, {0.0, 2.0, 3.0}});
  const auto b = to_crs_matrix(host_matrix{3, 4, {0, 2, 4, 5}, {0, 1, 1, 2, 3}, {infinity, 5.0, 0.0, 7.0, 9.0}});
  const host_matrix graph{2, 4, {0, 1, 2}, {3, 2}, {1, 1}};
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    const auto c = to_crs_matrix(graph);
    using Ocean::SkipZeros;
    EXPECT_EQ(
        missing_text(a, b, c, {.path = path, .skip_zeros = SkipZeros::none}),
        Ocean::Impl::concatenate("Ocean::spgemm_numeric: C has no entry (0, 0), which the product has", missing_need));
    EXPECT_EQ(
        missing_text(a, b, c, {.path = path, .skip_zeros = SkipZeros::of_a}),
        Ocean::Impl::concatenate("Ocean::spgemm_numeric: C has no entry (1, 1), which the product has", missing_need));
    EXPECT_EQ(
        missing_text(a, b, c, {.path = path, .skip_zeros = SkipZeros::of_b}),
        Ocean::Impl::concatenate("Ocean::spgemm_numeric: C has no entry (0, 0), which the product has", missing_need));
    const SpGEMMOptions both{
        .path = path, .skip_zeros = SkipZeros::of_both, .missing_entries = Ocean::MissingEntries::error};
    EXPECT_NO_THROW(Ocean::spgemm_numeric(test_exec_space(), a, b, c, both));
    EXPECT_EQ(to_vector(c.values), (std::vector<double>{18.0, 21.0}));
    const auto full = to_crs_matrix(host_matrix{2, 4, {0, 2, 4}, {0, 3, 1, 2}, {1, 1, 1, 1}});
    Ocean::spgemm_numeric(test_exec_space(), a, b, full, {.path = path, .skip_zeros = SkipZeros::of_a});
    EXPECT_EQ(to_vector(full.values), (std::vector<double>{0.0, 18.0, 0.0, 21.0})) << "0 times infinity is left out";
  }
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
            "Ocean::spgemm_numeric: A [90 x 70], B [70 x 80] and C [90 x 90] (need matching dimensions)");
  const auto identity = make_identity<int, int, double>(3);
  EXPECT_EQ(
      error_of(identity, identity, {3, 3, {0, 0, 2, 2}, {1, 1}, {}}, true),
      "Ocean::spgemm_numeric: C: the columns of row 1 do not ascend (need sorted rows that hold each column once)");
  EXPECT_EQ(error_of(identity, identity, {3, 3, {0, 0, 1, 1}, {3}, {}}, true),
            "Ocean::spgemm: C: entries(0) = 3 in row 1 (need a column below 3)");
}

}  // namespace
