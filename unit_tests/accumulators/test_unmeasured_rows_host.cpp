/// \file
/// \brief Rows of C that are computed before anything is known of their rows of B: which they are, and their values.
// backends: Serial OpenMP Threads

#include "ocean/accumulators/unmeasured_rows_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::HostAccumulatorLimits;
using Ocean::Impl::HostKindsOfB;
using Ocean::Impl::UnmeasuredRowBounds;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;

constexpr count_type no_row = std::numeric_limits<count_type>::max();

/// \brief Bounds for \p b and an A of one row with \p nnz_a entries.
UnmeasuredRowBounds bounds(const matrix_type& b, const HostAccumulatorLimits& limits, const HostKindsOfB& kinds = {},
                           int nnz_a = 100) {
  matrix_type a{1, b.num_rows, {0, nnz_a}, std::vector<int>(static_cast<std::size_t>(nnz_a), 0), {}};
  a.values.assign(a.entries.size(), 1.0);
  const auto device_a = to_device(a), device_b = to_device(b);
  return bounds_of_unmeasured_rows(problem_type{device_a.operand(), device_b.operand()}, limits, kinds);
}

TEST(UnmeasuredRowsHost, Bounds) {
  const auto b = make_banded<int, int, double>(100, 100, 2, 1);
  const auto nnz_b = static_cast<count_type>(b.entries.size());
  HostAccumulatorLimits limits;
  limits.b_rows_sorted = true;
  limits.window_capacity = 100;
  EXPECT_EQ(bounds(b, limits).ranked_max, 64 * 100 / nnz_b);
  EXPECT_EQ(bounds(b, limits).listed_max, 64 * 100 / (2 * nnz_b));
  EXPECT_EQ(bounds(b, limits, {.has_single_entries = true}).ranked_max, 0) << "they are listed";
  EXPECT_EQ(bounds(b, limits).dense_min, 64 * 100 / nnz_b + 2);
  EXPECT_EQ(bounds(b, limits).marked_min, 64 * 100 / nnz_b + 2);
  EXPECT_EQ(bounds(b, limits, {.mostly_repeats = true}).dense_min, no_row) << "rows of B may be added together";
  EXPECT_LT(bounds(b, limits, {.mostly_repeats = true, .has_single_entries = true}).dense_min, no_row);
  limits.switches.supernodes = false;
  EXPECT_LT(bounds(b, limits, {.mostly_repeats = true}).dense_min, no_row);
  limits.b_rows_sorted = false;
  EXPECT_EQ(bounds(b, limits).dense_min, no_row) << "first and last column of a row are not known";
  EXPECT_GT(bounds(b, limits).listed_max, 0);
  limits.b_rows_sorted = true;
  limits.switches.assisted = false;
  EXPECT_EQ(bounds(b, limits).listed_max, 0);
  EXPECT_LT(bounds(b, limits).dense_min, no_row);
  limits.window_capacity = 99;
  EXPECT_EQ(bounds(b, limits).dense_min, no_row) << "no window of all columns";
  limits.window_capacity = 100;
  EXPECT_LT(bounds(b, limits, {}, static_cast<int>(100 * 100 / nnz_b) + 1).dense_min, no_row);
  EXPECT_EQ(bounds(b, limits, {}, static_cast<int>(100 * 100 / nnz_b)).dense_min, no_row)
      << "fewer products than columns to be cleared";
  limits.switches.assisted = true;
  limits.tuning.short_columns_max = 99;
  EXPECT_EQ(bounds(b, limits).listed_max, 0) << "the window would not stay in the cache";
  EXPECT_GT(bounds(b, limits, {.has_single_entries = true}).ranked_max, 0);
  EXPECT_LT(bounds(b, limits).dense_min, no_row);
  const auto wide = make_random<int, int, double>({.num_rows = 50, .num_cols = 12800, .mean_row_nnz = 6.0, .seed = 10});
  limits = {};
  limits.b_rows_sorted = true;
  limits.window_capacity = 12800;
  EXPECT_EQ(bounds(wide, limits, {}, 5000).dense_min, 100 * 50 / static_cast<count_type>(wide.entries.size()) + 2)
      << "a product for every two masks of flags";
  EXPECT_EQ(bounds(wide, limits, {}, 5000).marked_min, 64 * 50 / static_cast<count_type>(wide.entries.size()) + 2)
      << "marks are fewer than flags";
  limits.tuning.dense_columns_per_product = 0;
  EXPECT_EQ(bounds(wide, limits, {}, 5000).marked_min, 12800 * 50 / static_cast<count_type>(wide.entries.size()) + 2)
      << "rows go to the hash table whatever their span";
  const auto long_rows = make_banded<int, int, double>(100, 12800, 0, Ocean::Impl::marked_b_row_max);
  EXPECT_EQ(bounds(long_rows, limits, {}, 5000).marked_min, no_row) << "rows of B are long";
  EXPECT_LT(bounds(long_rows, limits, {}, 5000).dense_min, no_row);
  limits.window_capacity = 100;
  limits.switches.dense = false;
  EXPECT_EQ(bounds(b, limits).dense_min, no_row);
  EXPECT_GT(bounds(b, limits).ranked_max, 0);
  limits.switches.esc = false;
  EXPECT_EQ(bounds(b, limits).ranked_max, 0);
  EXPECT_EQ(bounds(b, limits).listed_max, 0);
  limits = {};
  limits.b_rows_sorted = true;
  limits.window_capacity = 5;
  EXPECT_EQ(bounds(make_empty<int, int, double>(5, 5), limits).dense_min, no_row);
}

TEST(UnmeasuredRowsHost, RowsOfManyProducts) {
  const auto a = make_random<int, int, double>({.num_rows = 300, .num_cols = 200, .mean_row_nnz = 30.0, .seed = 11});
  const auto b = sort_rows(make_random<int, int, double>(
      {.num_rows = 200, .num_cols = 900, .mean_row_nnz = 5.0, .seed = 12, .empty_row_ratio = 0.2}));
  EXPECT_GT(rows_by_kind(a, b)["dense"], 200);
}

/// Rows whose columns are close together and far apart take turns: each is computed as the one before suggests.
TEST(UnmeasuredRowsHost, NarrowAndWideRowsTakeTurns) {
  matrix_type b{160, 6000, {0}, {}, {}};
  for (int row = 0; row < 160; ++row) {
    for (int entry = 0; entry < 5; ++entry) {
      b.entries.push_back(row < 80 ? 2000 + 3 * row + 7 * entry : 35 * row + 9 * entry);
      b.values.push_back(1.0 + 0.5 * entry + row);
    }
    b.row_map.push_back(static_cast<int>(b.entries.size()));
  }
  matrix_type a{60, 160, {0}, {}, {}};
  for (int row = 0; row < 60; ++row) {
    for (int entry = 0; entry < 20; ++entry) {
      a.entries.push_back((row % 3 == 0 ? 80 : 0) + row + entry);
      a.values.push_back(2.0 - entry);
    }
    a.row_map.push_back(static_cast<int>(a.entries.size()));
  }
  EXPECT_EQ(rows_by_kind(a, b)["dense"], 60);
}

/// Every row of B in one of a few groups of columns, as the prolongator of an aggregation has them, or permuted.
TEST(UnmeasuredRowsHost, RowsOfBWithOneEntry) {
  for (const int num_cols : {1, 7, 400}) {
    SCOPED_TRACE(num_cols);
    matrix_type b{400, num_cols, {0}, {}, {}};
    for (int row = 0; row < 400; ++row) {
      b.entries.push_back(row * 181 % 400 * num_cols / 400);
      b.values.push_back(1.0 + row);
      b.row_map.push_back(row + 1);
    }
    const auto a = make_random<int, int, double>(
        {.num_rows = 300, .num_cols = 400, .mean_row_nnz = 9.0, .seed = 13, .empty_row_ratio = 0.1, .full_row = 150});
    auto rows = rows_by_kind(a, b);
    EXPECT_GT(rows["dense_listed"], 200);
    EXPECT_GE(rows["dense"], 1) << "the full row";
  }
}

/// Rows of A that select only empty rows of B have no entries, whatever their kind.
TEST(UnmeasuredRowsHost, RowsWithoutProducts) {
  auto b = make_banded<int, int, double>(200, 200, 3, 1);
  const int begin = b.row_map[100];
  b.entries.resize(static_cast<std::size_t>(begin));
  b.values.resize(static_cast<std::size_t>(begin));
  std::fill(b.row_map.begin() + 100, b.row_map.end(), begin);
  matrix_type a{2, 200, {0, 60, 120}, {}, {}};
  for (const int first : {120, 30})
    for (int entry = 0; entry < 60; ++entry) {
      a.entries.push_back(first + entry);
      a.values.push_back(1.0);
    }
  auto rows = rows_by_kind(a, b);
  EXPECT_EQ(rows["empty"], 1);
  EXPECT_EQ(rows["dense"], 1);
}

}  // namespace
