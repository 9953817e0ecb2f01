/// \file
/// \brief Counts on both sides of 2^31 and 2^32: products of a row and of all rows, entries of C, columns.
// nightly
// once: OpenMP

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "Ocean_WorkspaceSize.hpp"
#include "api/product.hpp"
#include "handle/through_handle.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;
using Ocean::Impl::concatenate;

constexpr count_type two_to_31 = count_type(1) << 31, two_to_32 = count_type(1) << 32;
constexpr count_type int_max = std::numeric_limits<int>::max();

/// Columns of B's first row; its second one has one less, so that 2^31 - 1 = 32767 first rows and the second one.
constexpr count_type wide = count_type(1) << 16;

double first_value(count_type column) { return static_cast<double>(column % 7 - 3); }
double second_value(count_type column) { return static_cast<double>(column % 5 - 2); }

/// The one column of B's third and fourth row.
constexpr int lone_column = 5;

/// \brief B [4 x wide]: a full row, one that lacks the last column, and two of one column.
template <class Offset>
HostCsr<Offset, int, double> make_wide_rows() {
  constexpr Offset end = 2 * wide - 1;
  HostCsr<Offset, int, double> b{4, wide, {0, Offset(wide), end, end + 1, end + 2}, {}, {}};
  for (count_type entry = 0; entry < 2 * wide - 1; ++entry) {
    const count_type column = entry % wide;
    b.entries.push_back(static_cast<int>(column));
    b.values.push_back(entry < wide ? first_value(column) : second_value(column));
  }
  for (int row = 0; row < 2; ++row) {
    b.entries.push_back(lone_column);
    b.values.push_back(1.0);
  }
  return b;
}

/// \brief How many of B's first and second rows have \p count entries together.
struct WideRows {
  count_type first, second;
  explicit WideRows(count_type count) : first(count / wide), second(count % wide == wide - 1 ? 1 : 0) {}
};

/// \brief A whose first row takes B's rows as often as \p count products need; one more row takes the first one once.
HostCsr<int, int, double> make_row_of_products(count_type count) {
  const WideRows rows(count);
  const auto nnz = static_cast<int>(rows.first + rows.second);
  HostCsr<int, int, double> a{2, 4, {0, nnz, nnz + 1}, std::vector<int>(static_cast<std::size_t>(nnz) + 1, 0), {}};
  if (rows.second == 1) a.entries[static_cast<std::size_t>(nnz) - 1] = 1;
  a.values.assign(a.entries.size(), 1.0);
  return a;
}

/// \brief A whose rows give C \p nnz_c entries; the columns of each are others than those of the row before, so that
/// every row is counted by itself.
template <class Offset>
HostCsr<Offset, int, double> make_rows_of_c(count_type nnz_c) {
  const WideRows rows(nnz_c);
  HostCsr<Offset, int, double> a{rows.first + rows.second, 4, {0}, {}, {}};
  for (count_type row = 0; row < a.num_rows; ++row) {
    a.entries.push_back(row < rows.first ? 0 : 1);
    if (row < rows.first) a.entries.push_back(static_cast<int>(2 + row % 2));
    a.row_map.push_back(static_cast<Offset>(a.entries.size()));
  }
  a.values.assign(a.entries.size(), 1.0);
  return a;
}

/// \brief C's two rows: sums of B's rows, as often as A has them.
std::vector<double> expected_values(count_type num_products) {
  const WideRows rows(num_products);
  std::vector<double> values;
  for (count_type column = 0; column < wide; ++column)
    values.push_back(static_cast<double>(rows.first) * first_value(column) +
                     (column < wide - 1 ? static_cast<double>(rows.second) * second_value(column) : 0.0));
  for (count_type column = 0; column < wide; ++column) values.push_back(first_value(column));
  return values;
}

/// \brief The paths that are made for the tested space: kernels of teams on a CPU would take minutes.
Ocean::ExecutionPath own_path() {
  return Ocean::Impl::is_host_space_v<test_exec_space> ? Ocean::ExecutionPath::host : available_paths().back();
}

/// \brief Does \p text refuse a C of \p nnz_c entries? The paths for CPUs and devices end the sentence differently.
void expect_both_numbers(const std::string& text, count_type nnz_c) {
  EXPECT_TRUE(text.starts_with(concatenate("Ocean::spgemm: C has ", nnz_c, " entries (need "))) << text;
  EXPECT_NE(text.find(std::to_string(int_max)), std::string::npos) << text;
}

struct ScaleWorkflows : public ::testing::TestWithParam<Workflow> {};
std::string name_of(const ::testing::TestParamInfo<Workflow>& tested) {
  const std::vector<std::string> names = {"Automatic", "UpperBound", "Hyperloglog", "Symbolic"};
  return names[static_cast<std::size_t>(tested.param)];
}
INSTANTIATE_TEST_SUITE_P(Each, ScaleWorkflows, ::testing::ValuesIn(forced_workflows()), name_of);

TEST_P(ScaleWorkflows, ProductsOfARow) {
  const auto b = make_wide_rows<int>();
  for (const count_type count : {two_to_31 - 1, two_to_31, two_to_32}) {
    SCOPED_TRACE(count);
    SpGEMMReport report;
    const auto c = multiply_on_device<default_matrix>(make_row_of_products(count), b,
                                                      {.workflow = GetParam(), .path = own_path()}, &report);
    EXPECT_EQ(report.max_row_products, count);
    EXPECT_EQ(report.total_products, count + wide);
    EXPECT_EQ(c.row_map, (std::vector<int>{0, static_cast<int>(wide), static_cast<int>(2 * wide)}));
    EXPECT_EQ(c.values, expected_values(count));
  }
}

TEST_P(ScaleWorkflows, BytesOfC) {
  using matrix_type = HostCsr<std::size_t, int, double>;
  const auto b = to_crs_matrix(make_wide_rows<std::size_t>());
  for (const count_type nnz_c : {two_to_31 - 1, two_to_31, two_to_32 - 1, two_to_32, 4 * two_to_32}) {
    SCOPED_TRACE(nnz_c);
    const matrix_type a = make_rows_of_c<std::size_t>(nnz_c);
    const auto size =
        Ocean::get_workspace_size(test_exec_space{}, to_crs_matrix(a), b, {.workflow = GetParam(), .path = own_path()});
    const auto right = sizeof(std::size_t) * static_cast<std::size_t>(a.num_rows + 1) +
                       (sizeof(int) + sizeof(double)) * static_cast<std::size_t>(nnz_c);
    if (GetParam() == Workflow::hyperloglog) {
      EXPECT_GT(size.product_bytes, right / 2);
      EXPECT_LT(size.product_bytes, right * 2);
    } else {
      EXPECT_EQ(size.product_bytes, right);
    }
  }
}

TEST_P(ScaleWorkflows, CThatItsOffsetsCannotCount) {
  const auto b = to_crs_matrix(make_wide_rows<int>());
  for (const count_type nnz_c : {two_to_31, two_to_32, two_to_32 + wide}) {
    SCOPED_TRACE(nnz_c);
    const auto a = to_crs_matrix(make_rows_of_c<int>(nnz_c));
    const SpGEMMOptions options{.workflow = GetParam(), .path = own_path(), .memory_limit_bytes = std::size_t(1) << 30};
    const std::string text = error_text<std::runtime_error>(
        [&] { Ocean::spgemm<crs_matrix<int, int, double>>(test_exec_space{}, a, false, b, false, options); });
    expect_both_numbers(text, nnz_c);
  }
}

TEST(ScaleHandles, EntriesThatIntOffsetsCount) {
  const auto b = to_crs_matrix(make_wide_rows<int>());
  const auto a = to_crs_matrix(make_rows_of_c<int>(two_to_31 - 1));
  own_handle<int, int, double> handle;
  handle.create_spgemm_handle();
  const test_view<int> row_map("Testing::row_map", a.graph.row_map.extent(0));
  Ocean::spgemm_symbolic(&handle, a.numRows(), 4, static_cast<int>(wide), a.graph.row_map, a.graph.entries, false,
                         b.graph.row_map, b.graph.entries, false, row_map);
  EXPECT_EQ(handle.get_spgemm_handle()->get_c_nnz(), int_max);
  const auto offsets = to_vector(row_map);
  EXPECT_EQ(offsets.back(), int_max);
  EXPECT_EQ(offsets[offsets.size() - 2], int_max - wide + 1);
}

TEST(ScaleHandles, EntriesThatIntOffsetsDoNotCount) {
  const auto b = to_crs_matrix(make_wide_rows<int>());
  for (const count_type nnz_c : {two_to_31, two_to_32, two_to_32 + wide}) {
    SCOPED_TRACE(nnz_c);
    const auto a = to_crs_matrix(make_rows_of_c<int>(nnz_c));
    own_handle<int, int, double> handle;
    handle.create_spgemm_handle();
    auto c = to_crs_matrix(make_identity<int, int, double>(3));
    const auto before = to_host(c);
    const std::string text = error_text<std::runtime_error>(
        [&] { Ocean::spgemm_symbolic(test_exec_space{}, handle, a, false, b, false, c); });
    expect_both_numbers(text, nnz_c);
    expect_same(to_host(c), before);
    const auto small = to_crs_matrix(make_rows_of_c<int>(2 * wide));  // the handle can be used
    Ocean::spgemm_symbolic(test_exec_space{}, handle, small, false, b, false, c);
    EXPECT_EQ(handle.get_spgemm_handle()->get_c_nnz(), 2 * wide);
  }
}

TEST(ScaleHandles, EntriesThatWideOffsetsCount) {
  const auto b = to_crs_matrix(make_wide_rows<std::size_t>());
  for (const count_type nnz_c : {two_to_31, two_to_32 - 1, two_to_32}) {
    SCOPED_TRACE(nnz_c);
    const auto a = to_crs_matrix(make_rows_of_c<std::size_t>(nnz_c));
    own_handle<std::size_t, int, double> handle;
    handle.create_spgemm_handle();
    const test_view<std::size_t> row_map("Testing::row_map", a.graph.row_map.extent(0));
    Ocean::spgemm_symbolic(&handle, a.numRows(), 4, static_cast<int>(wide), a.graph.row_map, a.graph.entries, false,
                           b.graph.row_map, b.graph.entries, false, row_map);
    EXPECT_EQ(handle.get_spgemm_handle()->get_c_nnz(), static_cast<std::size_t>(nnz_c));
    const auto offsets = to_vector(row_map);
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
      ASSERT_EQ(offsets[row], row * static_cast<std::size_t>(wide));
    EXPECT_EQ(offsets.back(), static_cast<std::size_t>(nnz_c));
  }
}

TEST(ScaleColumns, OfIntUpToTheLast) {
  const HostCsr<int, int, double> a{3, 3, {0, 3, 5, 6}, {0, 1, 2, 0, 2, 1}, {1, 2, 3, 1, -1, 2}};
  const HostCsr<int, int, double> near_b{3, 5, {0, 3, 5, 8}, {0, 2, 4, 1, 4, 0, 3, 4}, {1, 2, 3, 1, 1, 2, 3, 1}};
  for (const count_type num_cols : {int_max - 1, int_max}) {
    SCOPED_TRACE(num_cols);
    const auto last = static_cast<int>(num_cols) - 1;
    const std::vector<int> far_columns = {0, 1, 5, last - 1, last};
    Case<> product("columns of int", a, near_b);
    product.b.num_cols = product.c.num_cols = num_cols;
    for (auto* entries : {&product.b.entries, &product.c.entries})
      for (int& column : *entries) column = far_columns[static_cast<std::size_t>(column)];
    for (const NamedOptions& named : all_workflows_and_paths())
      EXPECT_TRUE(product.is_correct(named.options)) << named.name;
    for (const Ocean::ExecutionPath path : available_paths())
      EXPECT_TRUE(product.is_correct({.path = path, .deterministic = true})) << to_string(path);
  }
}

}  // namespace
