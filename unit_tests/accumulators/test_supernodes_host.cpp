/// \file
/// \brief Rows of the same columns, of A and of B, on the CPU path: C is the serial product to the bit.
// backends: Serial OpenMP Threads

#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;
using Ocean::Impl::count_type;
using Ocean::Impl::HostTuning;

using matrix_type = HostCsr<int, int, double>;

/// \brief Signed powers of two: products are exact, their sums depend on their order.
void draw_powers(matrix_type& matrix, std::uint64_t seed) {
  RandomNumbers random(seed);
  for (double& value : matrix.values)
    value = std::ldexp(random.below(2) == 0 ? 1.0 : -1.0, static_cast<int>(random.below(61)) - 30);
}

/// \brief Row i of \p distinct lengths[i] times, one behind the other, with values of their own.
matrix_type repeat_rows(const matrix_type& distinct, const std::vector<int>& lengths, std::uint64_t seed) {
  matrix_type result{0, distinct.num_cols, {0}, {}, {}};
  for (std::size_t row = 0; row < lengths.size(); ++row)
    for (int copy = 0; copy < lengths[row]; ++copy) {
      result.entries.insert(result.entries.end(), distinct.entries.begin() + distinct.row_map[row],
                            distinct.entries.begin() + distinct.row_map[row + 1]);
      result.row_map.push_back(static_cast<int>(result.entries.size()));
    }
  result.num_rows = static_cast<count_type>(result.row_map.size()) - 1;
  result.values.resize(result.entries.size());
  draw_powers(result, seed);
  return result;
}

std::vector<int> lengths_up_to(int longest) {
  std::vector<int> lengths(static_cast<std::size_t>(longest));
  std::iota(lengths.begin(), lengths.end(), 1);
  return lengths;
}
constexpr int longest_run = 13;   // 6 lanes twice and one
constexpr int longest_b_run = 7;  // 3 rows at once twice and one

/// \brief Rows of B in runs of 1 ... longest_b_run, over and over.
matrix_type make_b(count_type num_rows, count_type num_cols, double mean_row_nnz) {
  std::vector<int> lengths;
  for (count_type rows = 0; rows < num_rows; rows += lengths.back())
    lengths.push_back(
        std::min(static_cast<int>(lengths.size()) % longest_b_run + 1, static_cast<int>(num_rows - rows)));
  return repeat_rows(make_random<int, int, double>({.num_rows = static_cast<count_type>(lengths.size()),
                                                    .num_cols = num_cols,
                                                    .mean_row_nnz = mean_row_nnz,
                                                    .seed = 41,
                                                    .empty_row_ratio = 0.1}),
                     lengths, 42);
}

/// \brief Rows of A in runs of 1 ... longest_run; \p mean_row_nnz of 120 columns.
matrix_type make_a(const RandomMatrix& rows) {
  RandomMatrix distinct = rows;
  distinct.num_rows = longest_run;
  distinct.num_cols = 120;
  return repeat_rows(make_random<int, int, double>(distinct), lengths_up_to(longest_run), 43);
}

/// \brief All rows by every workflow and tuning, to the bit.
void expect_serial_bits(const matrix_type& a, const matrix_type& b) {
  auto tunings = extreme_host_tunings();
  tunings.push_back({.chunk_products = 1, .chunk_rows_min = 4, .chunk_products_max = 1});
  tunings.push_back({.sort_products_max = 0, .listed_products_max = 0, .marked_columns_per_product = 1000000});
  tunings.push_back({.lanes_max = 4, .listed_products_max = 0, .marked_columns_per_product = 0});
  for (const Workflow workflow : {Workflow::upper_bound, Workflow::symbolic, Workflow::hyperloglog})
    for (std::size_t number = 0; number < tunings.size(); ++number) {
      SpGEMMReport report;
      EXPECT_TRUE(host_product_matches(a, b, {.workflow = workflow}, report, tunings[number], 0.0))
          << Ocean::to_string(workflow) << ", tuning " << number;
    }
}

TEST(SupernodesHost, RunsOfEveryLength) {
  for (const double mean_row_nnz : {2.0, 40.0, 110.0})
    expect_serial_bits(make_a({.mean_row_nnz = mean_row_nnz, .seed = 44}), make_b(120, 500, 12.0));
}

TEST(SupernodesHost, ColumnsFarApart) {
  expect_serial_bits(make_a({.mean_row_nnz = 20.0, .seed = 45}), make_b(120, 400000, 5.0));
}

TEST(SupernodesHost, RowsWithoutEntriesBetween) {
  expect_serial_bits(make_a({.mean_row_nnz = 20.0, .seed = 46, .empty_row_ratio = 0.5}), make_b(120, 300, 9.0));
}

TEST(SupernodesHost, UnsortedRowsOfAAndDuplicates) {
  expect_serial_bits(make_a({.mean_row_nnz = 20.0, .seed = 47, .duplicate_ratio = 0.3, .unsorted = true}),
                     make_b(120, 300, 9.0));
}

TEST(SupernodesHost, UnsortedRowsOfBAndDuplicates) {
  const auto rows = make_random<int, int, double>(
      {.num_rows = 30, .num_cols = 200, .mean_row_nnz = 10.0, .seed = 48, .duplicate_ratio = 0.4, .unsorted = true});
  expect_serial_bits(make_a({.mean_row_nnz = 60.0, .seed = 49}), repeat_rows(rows, std::vector<int>(30, 4), 50));
}

/// \brief Rows that every kind of accumulator computes, all in one chunk.
std::map<std::string, std::int64_t> rows_in_one_chunk(const matrix_type& a, const matrix_type& b,
                                                      const SpGEMMOptions& options = {}) {
  return rows_by_kind(a, b, {.chunk_products = 1000000, .chunks_per_thread_min = 1, .sort_products_max = 0}, options);
}

/// \brief Rows of A given by their columns.
matrix_type make_rows(const std::vector<std::vector<int>>& rows) {
  matrix_type a{static_cast<count_type>(rows.size()), 40, {0}, {}, {}};
  for (const auto& columns : rows) {
    a.entries.insert(a.entries.end(), columns.begin(), columns.end());
    a.row_map.push_back(static_cast<int>(a.entries.size()));
  }
  a.values.resize(a.entries.size());
  draw_powers(a, 51);
  return a;
}

TEST(SupernodesHost, AreFoundByTheColumnsOfA) {
  const auto b = make_banded<int, int, double>(40, 60, 9, 9);
  const std::vector<int> row{3, 7, 20, 21, 30};
  const auto supernode_rows = [&](const std::vector<std::vector<int>>& rows) {
    return rows_in_one_chunk(make_rows(rows), b)["dense_supernode"];
  };
  EXPECT_EQ(supernode_rows({row, row}), 2);
  EXPECT_EQ(supernode_rows({row, {3, 7, 20, 22, 30}}), 0) << "other columns";
  EXPECT_EQ(supernode_rows({row, {4, 7, 20, 21, 30}}), 0) << "another first column";
  EXPECT_EQ(supernode_rows({row, {3, 7, 20, 21}}), 0) << "another length";
  EXPECT_EQ(supernode_rows({row, {3, 7, 21, 20, 30}}), 0) << "another order";
  EXPECT_EQ(supernode_rows({{3, 7, 21, 20, 30}, {3, 7, 21, 20, 30}}), 2) << "the same order";
  EXPECT_EQ(supernode_rows({row, {}, row}), 0) << "apart";
  EXPECT_EQ(supernode_rows({{}, row, row, row, {}, {}, {5}, row, row}), 5);
  EXPECT_EQ(rows_in_one_chunk(make_rows({row, row}), b, {.accumulators = {.supernodes = false}})["dense"], 2);
}

TEST(SupernodesHost, OfBAloneAreAddedTogether) {
  const auto rows = make_random<int, int, double>({.num_rows = 10, .num_cols = 60, .mean_row_nnz = 20.0, .seed = 52});
  const auto a = make_rows({{4, 5, 6, 7}, {0, 1, 2, 3, 8, 9, 10, 11}, {4, 9, 14, 19}});
  auto kinds = rows_in_one_chunk(a, repeat_rows(rows, std::vector<int>(10, 4), 53));
  EXPECT_EQ(kinds["dense_supernode"], 2);
  EXPECT_EQ(kinds["dense"] + kinds["dense_listed"], 1);
}

TEST(SupernodesHost, OfBDoNotReachFromOneRowOfAIntoTheNext) {
  const auto rows = make_random<int, int, double>({.num_rows = 10, .num_cols = 60, .mean_row_nnz = 20.0, .seed = 54});
  expect_serial_bits(make_rows({{4, 5}, {6, 20, 21}, {6, 20, 21}, {7}, {7, 8, 9}}),
                     repeat_rows(rows, std::vector<int>(10, 4), 55));
}

/// A window holds all columns, and those of several rows only where there are supernodes, up to its bytes.
TEST(SupernodesHost, WindowsAreAsLargeAsRowsMayShareThem) {
  const auto capacity = [](bool has_supernodes, count_type num_cols) {
    return Ocean::Impl::host_accumulator_limits<double, int>({}, {.window_bytes = 90000, .lanes_max = 6}, true,
                                                             has_supernodes, num_cols)
        .window_capacity;
  };
  EXPECT_EQ(capacity(false, 1000), 1000);
  EXPECT_EQ(capacity(true, 1000), 6000);
  EXPECT_EQ(capacity(false, 20000), 10000) << "9 bytes a column";
  EXPECT_EQ(capacity(true, 2000), 10000);
  EXPECT_EQ(capacity(false, 0), 1);
}

}  // namespace
