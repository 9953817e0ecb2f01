/// \file
/// \brief Shapes at the edge: dimensions of zero and one, nothing inside, one full row or column.

#include <gtest/gtest.h>

#include <limits>

#include "product.hpp"

namespace {

using namespace Ocean::Testing;

void expect_everywhere(const Case<>& product) {
  EXPECT_TRUE(product.is_correct());
  for (const NamedOptions& named : all_workflows_and_paths())
    EXPECT_TRUE(product.is_correct(named.options)) << named.name;
}

TEST(SpgemmDegenerate, AnyDimensionZero) {
  for (const count_type num_rows : {0, 3})
    for (const count_type num_inner : {0, 4})
      for (const count_type num_cols : {0, 5}) {
        SCOPED_TRACE(::testing::Message() << num_rows << " x " << num_inner << " x " << num_cols);
        expect_everywhere({"random", make_default({.num_rows = num_rows, .num_cols = num_inner}),
                           make_default({.num_rows = num_inner, .num_cols = num_cols})});
      }
}

TEST(SpgemmDegenerate, RowMapIsFilledForAnyShape) {
  const auto c =
      multiply_on_device<default_matrix>(make_empty<int, int, double>(3, 0), make_empty<int, int, double>(0, 2));
  EXPECT_EQ(c.row_map, (std::vector{0, 0, 0, 0}));
  const auto no_rows =
      multiply_on_device<default_matrix>(make_empty<int, int, double>(0, 3), make_identity<int, int, double>(3));
  EXPECT_EQ(no_rows.row_map, (std::vector{0}));
}

TEST(SpgemmDegenerate, MatricesWithoutEntries) {
  const auto full = make_default({.num_rows = 70, .num_cols = 70, .mean_row_nnz = 5});
  const auto empty = make_empty<int, int, double>(70, 70);
  expect_everywhere({"empty times full", empty, full});
  expect_everywhere({"full times empty", full, empty});
  expect_everywhere({"empty times empty", empty, empty});
}

TEST(SpgemmDegenerate, EntriesOfAMeetOnlyEmptyRowsOfB) {
  // A selects the odd rows of B, B has only even ones
  default_matrix a{2, 4, {0, 2, 3}, {1, 3, 3}, {1, 2, 3}};
  default_matrix b{4, 3, {0, 2, 2, 3, 3}, {0, 1, 2}, {1, 2, 3}};
  expect_everywhere({"disjoint", a, b});
}

TEST(SpgemmDegenerate, OneByOne) {
  expect_everywhere({"1 x 1", default_matrix{1, 1, {0, 1}, {0}, {2}}, default_matrix{1, 1, {0, 1}, {0}, {3}}});
}

TEST(SpgemmDegenerate, InnerAndOuterProduct) {
  const auto row = make_default({.num_rows = 1, .num_cols = 300, .seed = 3, .full_row = 0});
  const auto column = make_default({.num_rows = 300, .num_cols = 1, .seed = 4, .full_column = 0});
  expect_everywhere({"row times column", row, column});
  expect_everywhere({"column times row", column, row});
}

TEST(SpgemmDegenerate, OneFullRowAndOneFullColumn) {
  const auto row = make_default({.num_rows = 300, .num_cols = 300, .mean_row_nnz = 0, .seed = 5, .full_row = 299});
  const auto column = make_default({.num_rows = 300, .num_cols = 300, .mean_row_nnz = 0, .seed = 6, .full_column = 0});
  expect_everywhere({"full row times full column", row, column});
  expect_everywhere({"full column times full row", column, row});
  expect_everywhere({"full row squared", row, row});
  expect_everywhere({"full column squared", column, column});
}

TEST(SpgemmDegenerate, OnlyTheLastRowHasEntries) {
  auto a = make_empty<int, int, double>(5000, 10);
  a.row_map.back() = 2;
  a.entries = {3, 9};
  a.values = {2, 5};
  expect_everywhere({"last row", a, make_default({.num_rows = 10, .num_cols = 70, .mean_row_nnz = 20})});
}

TEST(SpgemmDegenerate, AllEntriesOfARowAreOneColumn) {
  default_matrix a{2, 1, {0, 500, 501}, std::vector<int>(501, 0), std::vector<double>(501, 1.0)};
  default_matrix b{1, 7, {0, 200}, std::vector<int>(200, 6), std::vector<double>(200, 1.0)};
  expect_everywhere({"duplicates only", a, b});  // 100 000 products of one entry
}

TEST(SpgemmDegenerate, LastColumnsOfTheOrdinalType) {
  const int last = std::numeric_limits<int>::max() - 1;
  default_matrix a{2, 2, {0, 2, 3}, {0, 1, 1}, {1, 2, 3}};
  default_matrix b{2, last + 1, {0, 3, 5}, {last, 0, last - 1, last, 7}, {1, 2, 3, 4, 5}};
  // the reference takes memory for every column: this C is written out
  const default_matrix expected{2, last + 1, {0, 4, 6}, {0, 7, last - 1, last, 7, last}, {2, 10, 3, 9, 15, 12}};
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    const auto c = multiply_on_device<default_matrix>(a, b, named.options);
    EXPECT_EQ(c.row_map, expected.row_map);
    EXPECT_EQ(c.entries, expected.entries);
    EXPECT_EQ(c.values, expected.values);
  }
}

TEST(SpgemmDegenerate, CancellationKeepsTheEntry) {
  default_matrix a{1, 2, {0, 2}, {0, 1}, {1, -1}};
  default_matrix b{2, 3, {0, 2, 4}, {0, 2, 0, 2}, {3, 1, 3, 5}};
  const Case<> product("cancellation", a, b);
  ASSERT_EQ(product.c.values, (std::vector{0.0, -4.0}));
  expect_everywhere(product);
  const auto c = multiply_on_device<default_matrix>(a, b);
  EXPECT_EQ(c.entries, (std::vector{0, 2}));
}

TEST(SpgemmDegenerate, ExplicitZerosAreEntries) {
  default_matrix a{1, 1, {0, 1}, {0}, {0.0}};
  default_matrix b{1, 2, {0, 2}, {0, 1}, {3, 0}};
  expect_everywhere({"zeros", a, b});
  EXPECT_EQ(multiply_on_device<default_matrix>(a, b).entries, (std::vector{0, 1}));
}

TEST(SpgemmDegenerate, NotANumberStaysInItsEntries) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  default_matrix a{2, 2, {0, 1, 2}, {0, 1}, {1, 1}};
  default_matrix b{2, 2, {0, 2, 4}, {0, 1, 0, 1}, {nan, infinity, 1, 2}};
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    const auto c = multiply_on_device<default_matrix>(a, b, named.options);
    ASSERT_EQ(c.values.size(), 4u);
    EXPECT_TRUE(std::isnan(c.values[0]));
    EXPECT_EQ(c.values[1], infinity);
    EXPECT_EQ(c.values[2], 1.0);
    EXPECT_EQ(c.values[3], 2.0);
  }
}

}  // namespace
