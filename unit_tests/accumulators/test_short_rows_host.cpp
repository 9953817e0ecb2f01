/// \file
/// \brief Rows of few products in one pass, before these are counted: which they are, and what is left of a row that
/// was none.
// backends: Serial OpenMP Threads

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;

using matrix_type = HostCsr<int, int, double>;

/// Short rows of B but for the last, which has 100 entries; columns far apart.
matrix_type make_b() {
  matrix_type b = make_random<int, int, double>({.num_rows = 400, .num_cols = 30000, .mean_row_nnz = 2.0, .seed = 61});
  for (int column = 0; column < 100; ++column) {
    b.entries.push_back(300 * column);
    b.values.push_back(0.25 * column);
  }
  b.row_map.back() = static_cast<int>(b.entries.size());
  return sort_rows(b);
}

TEST(ShortRowsHost, AreRankedOrListedWithoutALookAtTheirSpan) {
  const auto a = make_banded<int, int, double>(300, 400, 1, 2);
  const auto b = make_b();
  EXPECT_EQ(rows_by_kind(a, b)["sort"], 300);
  const Ocean::SpGEMMOptions no_sort{.workflow = Ocean::Workflow::upper_bound, .accumulators = {.esc = false}};
  EXPECT_EQ(rows_by_kind(a, b, Ocean::Impl::host_tuning_default, no_sort)["dense_listed"], 300);
  EXPECT_GT(rows_by_kind(a, b, {.short_columns_max = 29999}, no_sort)["hash"], 0)
      << "more columns than stay in the cache";
}

/// Rows whose products share columns are listed from the second on, others are ranked from the second on, where a
/// window of all columns stays in the cache.
TEST(ShortRowsHost, TheRowBeforeSuggestsWhetherToList) {
  const auto a = make_banded<int, int, double>(200, 400, 0, 3);
  matrix_type b{400, 500, {0}, {}, {}};
  for (int row = 0; row < 400; ++row) {
    for (int entry = 0; entry < 3; ++entry) {
      b.entries.push_back(row < 100 ? row / 50 + 2 * entry : row * 37 % 400 + 30 * entry);
      b.values.push_back(1.0 + row - 4.0 * entry);
    }
    b.row_map.push_back(static_cast<int>(b.entries.size()));
  }
  auto rows = rows_by_kind(a, b);
  EXPECT_GE(rows["dense_listed"], 90);
  EXPECT_GE(rows["sort"], 90);
  EXPECT_EQ(rows_by_kind(a, b, {.short_columns_max = 499})["dense_listed"], 0);
}

/// Every second row uses the long row of B, after others: it is dropped half done, and the next one is right.
TEST(ShortRowsHost, ThoseThatAreNoneLeaveNothingBehind) {
  matrix_type a{200, 400, {0}, {}, {}};
  for (int row = 0; row < 200; ++row) {
    for (const int inner : {row, row + 100, row % 2 == 0 ? 399 : row + 150}) {
      a.entries.push_back(inner);
      a.values.push_back(1.0 + 0.5 * inner);
    }
    a.row_map.push_back(static_cast<int>(a.entries.size()));
  }
  auto rows = rows_by_kind(a, make_b());
  EXPECT_EQ(rows["sort"] + rows["dense_listed"] + rows["empty"], 100);
  rows = rows_by_kind(a, make_b(), Ocean::Impl::host_tuning_default,
                      {.workflow = Ocean::Workflow::upper_bound, .accumulators = {.esc = false}});
  EXPECT_EQ(rows["dense_listed"] + rows["empty"], 100);
}

}  // namespace
