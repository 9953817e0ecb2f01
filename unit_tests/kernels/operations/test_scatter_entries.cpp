/// \file
/// \brief A transpose by atomics: every entry once, in its column, with its row; values follow their positions.
// once: OpenMP

#include "ocean/kernels/operations/scatter_entries.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = HostCsr<int, int, double>;

constexpr int untouched = -77;

/// The columns of a matrix one after the other: the entries of each, ascending.
struct Columns {
  std::vector<int> sizes, begin, positions;
};

Columns columns_of(const matrix_type& matrix) {
  Columns columns;
  for (count_type column = 0; column < matrix.num_cols; ++column) {
    columns.begin.push_back(static_cast<int>(columns.positions.size()));
    for (std::size_t entry = 0; entry < matrix.entries.size(); ++entry)
      if (matrix.entries[entry] == column) columns.positions.push_back(static_cast<int>(entry));
    columns.sizes.push_back(static_cast<int>(columns.positions.size()) - columns.begin.back());
  }
  columns.begin.push_back(static_cast<int>(columns.positions.size()));
  columns.sizes.push_back(0);
  return columns;
}

void expect_scattered(const matrix_type& matrix) {
  const test_exec_space exec;
  const Columns expected = columns_of(matrix);
  const auto device = to_device(matrix);
  const auto nnz = static_cast<count_type>(matrix.entries.size());
  const auto column_nnz = make_view(std::vector<int>(expected.sizes.size(), 0));
  Ocean::Impl::count_columns(exec, device.entries, column_nnz, nnz);
  Kokkos::fence("Testing::count_columns");
  EXPECT_TRUE(same_integers("sizes", to_vector(column_nnz), expected.sizes));

  const auto positions = make_view(std::vector<int>(matrix.entries.size(), untouched));
  const auto rows = make_view(std::vector<int>(matrix.entries.size(), untouched));
  using view_type = test_view<int>;
  Ocean::Impl::scatter_entries(
      exec,
      Ocean::Impl::ScatterEntries<view_type, view_type, view_type, view_type>{
          device.row_map, device.entries, make_view(expected.begin), column_nnz, positions, rows, matrix.num_rows},
      nnz);
  const auto values = make_view(std::vector<double>(matrix.entries.size(), untouched));
  Ocean::Impl::gather_values(exec, device.values, positions, values, nnz);
  Kokkos::fence("Testing::scatter_entries");
  EXPECT_TRUE(same_integers("sizes left", to_vector(column_nnz), std::vector<int>(expected.sizes.size(), 0)));

  const std::vector<int> found = to_vector(positions), found_rows = to_vector(rows);
  auto ascending = found;
  for (std::size_t column = 0; column + 1 < expected.begin.size(); ++column)
    std::sort(ascending.begin() + expected.begin[column], ascending.begin() + expected.begin[column + 1]);
  ASSERT_TRUE(same_integers("positions", ascending, expected.positions));
  std::vector<int> expected_rows;
  std::vector<double> expected_values;
  for (const int position : found) {
    const auto row_end = std::upper_bound(matrix.row_map.begin(), matrix.row_map.end(), position);
    expected_rows.push_back(static_cast<int>(row_end - matrix.row_map.begin()) - 1);
    expected_values.push_back(matrix.values[position]);
  }
  EXPECT_TRUE(same_integers("rows", found_rows, expected_rows));
  EXPECT_EQ(to_vector(values), expected_values);
}

TEST(ScatterEntries, EmptyRowsAndColumns) {
  expect_scattered({6, 4, {0, 0, 2, 2, 2, 4, 4}, {1, 3, 3, 1}, {1, 2, 3, 4}});
  expect_scattered(make_empty<int, int, double>(3, 4));
  expect_scattered(make_empty<int, int, double>(0, 4));
  expect_scattered({1, 1, {0, 1}, {0}, {5}});
}

TEST(ScatterEntries, OneLongRowOneFullColumnAndDuplicates) {
  for (const bool unsorted : {false, true})
    expect_scattered(make_random<int, int, double>({.num_rows = 200,
                                                    .num_cols = 150,
                                                    .mean_row_nnz = 4,
                                                    .seed = 6,
                                                    .empty_row_ratio = 0.3,
                                                    .duplicate_ratio = 0.3,
                                                    .unsorted = unsorted,
                                                    .full_row = 100,
                                                    .full_column = 149}));
}

TEST(ScatterEntries, EverythingInOneColumn) {
  expect_scattered(make_random<int, int, double>({.num_rows = 700, .num_cols = 1, .full_column = 0}));
}

}  // namespace
