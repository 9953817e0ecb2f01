/// \file
/// \brief Rows of few products that are ranked together: where their runs end, and that every row is right.
// backends: Serial OpenMP Threads

#include "row_product_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::HostAccumulator;
using Ocean::Impl::HostAccumulatorLimits;

using matrix_type = RowProduct::matrix_type;
using accumulator_type = RowProduct::accumulator_type;

constexpr int num_inner = 210, empty_inner = 200, long_inner = 201;

/// Rows of one to five entries, so that steps end anywhere; an empty one, one of 70 entries, and short ones up to the
/// end of B.
matrix_type make_b() {
  matrix_type b{num_inner, 500, {0}, {}, {}};
  for (int row = 0; row < num_inner; ++row) {
    const int size = row == empty_inner ? 0 : row == long_inner ? 70 : 1 + row % 5;
    for (int entry = 0; entry < size; ++entry) {
      b.entries.push_back(size == 70 ? 7 * entry : (row * 37 % 90) + 101 * entry);
      b.values.push_back(1.0 + row - 3.0 * entry);
    }
    b.row_map.push_back(static_cast<int>(b.entries.size()));
  }
  return b;
}

/// A row for each list of columns of A.
matrix_type make_a(const std::vector<std::vector<int>>& rows) {
  matrix_type a{static_cast<int>(rows.size()), num_inner, {0}, {}, {}};
  for (const auto& row : rows) {
    for (const int inner : row) {
      a.entries.push_back(inner);
      a.values.push_back(2.0 - 0.5 * static_cast<double>(a.entries.size() % 7));
    }
    a.row_map.push_back(static_cast<int>(a.entries.size()));
  }
  return a;
}

/// \p count rows of two to four entries, some of which select the last row of B, behind which nothing may be read.
std::vector<std::vector<int>> short_rows(int count) {
  std::vector<std::vector<int>> rows;
  for (int row = 0; row < count; ++row) {
    rows.push_back({row % 190, row % 190 + 3});
    for (int more = 0; more < row % 3; ++more) rows.back().push_back(205 + 2 * more + row % 3);
  }
  return rows;
}

HostAccumulatorLimits ranking_limits() {
  HostAccumulatorLimits limits;
  limits.b_rows_sorted = true;
  limits.window_capacity = 600;
  limits.tuning.short_columns_max = 0;
  return limits;
}

/// \brief Rows of each batch of a * b, all of which are compared with the serial product.
std::vector<int> batches_of(accumulator_type& accumulator, const matrix_type& c) {
  std::vector<int> batches;
  for (int row = 0; row < c.num_rows; row += batches.back()) {
    SCOPED_TRACE(row);
    const Computed computed = compute(accumulator, row, c.num_rows);
    batches.push_back(static_cast<int>(computed.batch.num_rows));
    expect_rows(computed, c, row, batches.back());
  }
  return batches;
}
std::vector<int> batches_of(const std::vector<std::vector<int>>& rows) {
  const auto a = make_a(rows), b = make_b();
  RowProduct product(a, b, ranking_limits());
  auto accumulator = product.accumulator();
  return batches_of(accumulator, Ocean::Impl::multiply_gustavson<int, int, double>(a, b));
}

TEST(RankedRunsHost, AreAsLongAsTheirSizesAreNoted) {
  static_assert(Ocean::Impl::ranked_rows_max == 64);
  EXPECT_EQ(batches_of(short_rows(150)), (std::vector<int>{64, 64, 22}));
}

TEST(RankedRunsHost, EndBeforeRowsThatAreNotRanked) {
  auto rows = short_rows(20);
  rows[7] = {5};                            // is copied
  rows[12] = {1, 2, long_inner};            // has too many products,
  rows[13] = {3, long_inner, empty_inner};  // which is found before it is expanded
  EXPECT_EQ(batches_of(rows), (std::vector<int>{7, 1, 4, 1, 1, 6}));
}

TEST(RankedRunsHost, EndWithTheRowsThatAreAskedFor) {
  const auto a = make_a(short_rows(20)), b = make_b();
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  RowProduct product(a, b, ranking_limits());
  auto accumulator = product.accumulator();
  expect_rows(compute(accumulator, 3, 8), c, 3, 5);
  expect_rows(compute(accumulator, 5, 6), c, 5, 1);
}

TEST(RankedRunsHost, HaveEmptyRows) {
  auto rows = short_rows(9);
  rows[0] = rows[4] = rows[8] = {empty_inner, empty_inner};
  const auto a = make_a(rows), b = make_b();
  RowProduct product(a, b, ranking_limits());
  auto accumulator = product.accumulator();
  EXPECT_EQ(batches_of(accumulator, Ocean::Impl::multiply_gustavson<int, int, double>(a, b)), (std::vector<int>{9}));
  EXPECT_EQ(accumulator.rows_of_kind()[static_cast<std::size_t>(HostAccumulator::none)], 3);
  EXPECT_EQ(accumulator.rows_of_kind()[static_cast<std::size_t>(HostAccumulator::sort)], 6);
}

/// A run does not go over rows of which it is not known whether they are a stencil.
TEST(RankedRunsHost, EndBeforeStencils) {
  const auto b = make_banded<int, int, double>(120, 120, 1, 1);
  matrix_type a{60, 120, {0}, {}, {}};
  for (int row = 0; row < 60; ++row) {
    for (const int inner : {row < 10 ? 3 * row : row, row < 10 ? 110 - row : row + 40}) {
      a.entries.push_back(inner);
      a.values.push_back(1.0 + row - 0.25 * inner);
    }
    a.row_map.push_back(static_cast<int>(a.entries.size()));
  }
  RowProduct product(a, b, ranking_limits(), true, {.mostly_stencil = true});
  auto accumulator = product.accumulator();
  const auto batches = batches_of(accumulator, Ocean::Impl::multiply_gustavson<int, int, double>(a, b));
  EXPECT_EQ(std::count(batches.begin(), batches.end(), 1), 10);
  EXPECT_EQ(batches.back(), 50);
  EXPECT_EQ(accumulator.rows_of_kind()[static_cast<std::size_t>(HostAccumulator::stencil)], 49);
}

}  // namespace
