/// \file
/// \brief Exact zeros dropped from matrices and from products, the rest untouched.
// once: OpenMP

#include "Ocean_DropZeros.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "api/product.hpp"

namespace {

using namespace Ocean::Testing;

template <class Matrix>
Matrix drop_on_host(const Matrix& matrix) {
  Matrix result{matrix.num_rows, matrix.num_cols, {0}, {}, {}};
  for (count_type row = 0; row < matrix.num_rows; ++row) {
    for (auto entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      if (matrix.values[entry] == typename Matrix::scalar_type(0)) continue;
      result.entries.push_back(matrix.entries[entry]);
      result.values.push_back(matrix.values[entry]);
    }
    result.row_map.push_back(static_cast<typename Matrix::offset_type>(result.entries.size()));
  }
  return result;
}

template <class Matrix>
void expect_dropped(const Matrix& matrix) {
  const auto device = to_crs_matrix(matrix);
  expect_same(to_host(Ocean::drop_zeros(test_exec_space{}, device)), drop_on_host(matrix));
  expect_same(to_host(Ocean::drop_zeros(device)), drop_on_host(matrix));
  expect_same(to_host(device), matrix);
}

TEST(DropZeros, ByHand) {
  const default_matrix matrix{3, 4, {0, 3, 3, 5}, {2, 0, 1, 3, 0}, {0, 5, -0.0, 7, 0}};
  expect_dropped(matrix);
  const auto kept = to_host(Ocean::drop_zeros(to_crs_matrix(matrix)));
  EXPECT_EQ(kept.row_map, (std::vector{0, 1, 1, 2}));
  EXPECT_EQ(kept.entries, (std::vector{0, 3}));
}

TEST(DropZeros, RandomMatrices) {  // a seventh of the values is zero
  const RandomMatrix random{.num_rows = 300, .num_cols = 200, .seed = 3, .empty_row_ratio = 0.3, .unsorted = true};
  expect_dropped(make_random<int, int, double>(random));
  expect_dropped(make_random<std::size_t, std::int64_t, Kokkos::complex<double>>(random));
}

TEST(DropZeros, AllOrNothing) {
  expect_dropped(make_identity<int, int, double>(50));
  auto zeros = make_identity<int, int, double>(50);
  std::fill(zeros.values.begin(), zeros.values.end(), 0.0);
  expect_dropped(zeros);
  expect_dropped(make_empty<int, int, double>(0, 0));
  expect_dropped(make_empty<int, int, double>(5, 3));
}

TEST(DropZeros, WithoutZerosTheArraysAreShared) {
  const auto matrix = to_crs_matrix(make_identity<int, int, double>(50));
  EXPECT_EQ(Ocean::drop_zeros(matrix).values.data(), matrix.values.data());
}

TEST(DropZeros, WhatIsNotANumberStays) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto kept =
      to_host(Ocean::drop_zeros(to_crs_matrix(default_matrix{1, 3, {0, 3}, {0, 1, 2}, {0, nan, 1e-300}})));
  EXPECT_EQ(kept.entries, (std::vector{1, 2}));
}

TEST(DropZeros, OfAProductOnEveryPath) {
  const auto a = make_default({.num_rows = 90, .num_cols = 60, .mean_row_nnz = 6.0, .seed = 1});
  const auto b = make_default({.num_rows = 60, .num_cols = 80, .mean_row_nnz = 6.0, .seed = 2});
  const default_matrix full = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  const default_matrix expected = drop_on_host(full);
  ASSERT_LT(expected.entries.size(), full.entries.size());
  for (const NamedOptions& named : all_workflows_and_paths({.drop_zeros = true})) {
    SCOPED_TRACE(named.name);
    Ocean::SpGEMMReport report;
    report.time_stages = true;
    expect_same(multiply_on_device<default_matrix>(a, b, named.options, &report), expected);
    EXPECT_EQ(report.nnz_c, static_cast<std::int64_t>(expected.entries.size()));
    EXPECT_EQ(report.stage_times.back().stage, "drop_zeros");
  }
}

TEST(DropZeros, ThePeakHoldsBothCopiesOfC) {  // a column times a row: much of C, little work
  default_matrix column{600, 1, {0}, {}, {}}, row{1, 600, {0, 600}, {}, {}};
  for (int entry = 0; entry < 600; ++entry) {
    column.row_map.push_back(entry + 1);
    column.entries.push_back(0);
    column.values.push_back(1.0);
    row.entries.push_back(entry);
    row.values.push_back(entry == 7 ? 0.0 : 1.0);
  }
  Ocean::SpGEMMReport report;
  (void)multiply_on_device<default_matrix>(column, row, {.workflow = Ocean::Workflow::symbolic, .drop_zeros = true},
                                           &report);
  const std::size_t entry_bytes = sizeof(int) + sizeof(double);
  EXPECT_GE(report.peak_bytes, 2 * 601 * sizeof(int) + 600 * (600 + 599) * entry_bytes);
}

}  // namespace
