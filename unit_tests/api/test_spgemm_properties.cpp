/// \file
/// \brief What holds for every product, on random shapes with fixed seeds.

#include <gtest/gtest.h>

#include <cstdint>

#include "product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;

constexpr int num_random_products = 24;

/// Dimensions from 1 to 200, every row length law, all irregularities; values are small integers: all sums are exact.
RandomMatrix random_shape(RandomNumbers& random, count_type num_rows, count_type num_cols) {
  RandomMatrix matrix{
      .num_rows = num_rows, .num_cols = num_cols, .mean_row_nnz = 12.0 * random.unit(), .seed = random.next()};
  matrix.row_lengths = static_cast<RowLengthLaw>(random.below(3));
  if (random.below(2) == 0) matrix.empty_row_ratio = random.unit();
  if (random.below(2) == 0) matrix.duplicate_ratio = random.unit();
  matrix.unsorted = random.below(2) == 0;
  if (random.below(4) == 0) matrix.full_row = random.below(num_rows);
  if (random.below(4) == 0) matrix.full_column = random.below(num_cols);
  return matrix;
}
count_type random_dimension(RandomNumbers& random) { return 1 + random.below(200); }

default_matrix random_matrix(RandomNumbers& random, count_type num_rows, count_type num_cols) {
  return make_default(random_shape(random, num_rows, num_cols));
}

/// Forces another path and workflow for every product.
SpGEMMOptions random_options(RandomNumbers& random) {
  const auto all = all_workflows_and_paths();
  return all[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(all.size())))].options;
}

std::vector<double> times_vector(const default_matrix& matrix, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(matrix.num_rows), 0.0);
  for (count_type row = 0; row < matrix.num_rows; ++row)
    for (int entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry)
      y[row] += matrix.values[entry] * x[matrix.entries[entry]];
  return y;
}

TEST(SpgemmProperties, EqualsTheReference) {
  RandomNumbers random(101);
  for (int round = 0; round < num_random_products; ++round) {
    const count_type num_rows = random_dimension(random), num_inner = random_dimension(random),
                     num_cols = random_dimension(random);
    const Case<> product("random", random_matrix(random, num_rows, num_inner),
                         random_matrix(random, num_inner, num_cols));
    for (const NamedOptions& named : all_workflows_and_paths())
      EXPECT_TRUE(product.is_correct(named.options)) << "round " << round << ", " << named.name;
  }
}

TEST(SpgemmProperties, RowMapRisesAndRowsAreStrictlySorted) {
  RandomNumbers random(102);
  for (int round = 0; round < num_random_products; ++round) {
    const count_type num_inner = random_dimension(random), num_cols = random_dimension(random);
    const auto c =
        multiply_on_device<default_matrix>(random_matrix(random, random_dimension(random), num_inner),
                                           random_matrix(random, num_inner, num_cols), random_options(random));
    ASSERT_EQ(c.row_map.size(), static_cast<std::size_t>(c.num_rows) + 1);
    ASSERT_EQ(c.row_map.front(), 0);
    ASSERT_EQ(static_cast<std::size_t>(c.row_map.back()), c.entries.size());
    ASSERT_EQ(c.values.size(), c.entries.size());
    for (count_type row = 0; row < c.num_rows; ++row) {
      ASSERT_LE(c.row_map[row], c.row_map[row + 1]);
      for (int entry = c.row_map[row]; entry < c.row_map[row + 1]; ++entry) {
        ASSERT_GE(c.entries[entry], 0);
        ASSERT_LT(c.entries[entry], num_cols);
        if (entry > c.row_map[row]) {
          ASSERT_LT(c.entries[entry - 1], c.entries[entry]) << "row " << row;
        }
      }
    }
  }
}

TEST(SpgemmProperties, ProductTimesVectorIsFactorsTimesVector) {
  RandomNumbers random(103);
  for (int round = 0; round < num_random_products; ++round) {
    const count_type num_inner = random_dimension(random), num_cols = random_dimension(random);
    const auto a = random_matrix(random, random_dimension(random), num_inner);
    const auto b = random_matrix(random, num_inner, num_cols);
    std::vector<double> x(static_cast<std::size_t>(num_cols));
    for (double& element : x) element = static_cast<double>(random.below(9) - 4);
    const auto c = multiply_on_device<default_matrix>(a, b, random_options(random));
    EXPECT_EQ(times_vector(c, x), times_vector(a, times_vector(b, x))) << "round " << round;
  }
}

TEST(SpgemmProperties, IdentityFromEitherSideSortsAndMerges) {
  RandomNumbers random(104);
  for (int round = 0; round < num_random_products; ++round) {
    const auto a = random_matrix(random, random_dimension(random), random_dimension(random));
    const auto merged =
        Ocean::Impl::multiply_gustavson<int, int, double>(a, make_identity<int, int, double>(a.num_cols));
    EXPECT_TRUE(matches(
        multiply_on_device<default_matrix>(a, make_identity<int, int, double>(a.num_cols), random_options(random)),
        merged));
    EXPECT_TRUE(matches(
        multiply_on_device<default_matrix>(make_identity<int, int, double>(a.num_rows), a, random_options(random)),
        merged));
  }
}

TEST(SpgemmProperties, AssociativeOnIntegerValues) {
  RandomNumbers random(105);
  for (int round = 0; round < num_random_products; ++round) {
    const count_type second = random_dimension(random), third = random_dimension(random);
    const auto a = random_matrix(random, random_dimension(random), second);
    const auto b = random_matrix(random, second, third);
    const auto c = random_matrix(random, third, random_dimension(random));
    const auto options = random_options(random);
    const auto left = multiply_on_device<default_matrix>(multiply_on_device<default_matrix>(a, b, options), c, options);
    const auto right =
        multiply_on_device<default_matrix>(a, multiply_on_device<default_matrix>(b, c, options), options);
    EXPECT_EQ(left.row_map, right.row_map) << "round " << round;
    EXPECT_EQ(left.entries, right.entries) << "round " << round;
    EXPECT_EQ(left.values, right.values) << "round " << round;
  }
}

TEST(SpgemmProperties, LinearInTheValues) {
  RandomNumbers random(106);
  for (int round = 0; round < num_random_products; ++round) {
    const count_type num_inner = random_dimension(random);
    auto a = random_matrix(random, random_dimension(random), num_inner);
    const auto b = random_matrix(random, num_inner, random_dimension(random));
    const auto options = random_options(random);
    auto once = multiply_on_device<default_matrix>(a, b, options);
    for (double& value : a.values) value *= -4.0;
    const auto scaled = multiply_on_device<default_matrix>(a, b, options);
    for (double& value : once.values) value *= -4.0;
    EXPECT_EQ(once.entries, scaled.entries) << "round " << round;
    EXPECT_EQ(once.values, scaled.values) << "round " << round;
  }
}

TEST(SpgemmProperties, RepeatedProductsAreEqual) {
  const auto a = make_default({.num_rows = 300, .num_cols = 300, .mean_row_nnz = 20, .seed = 8});
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    const auto first = multiply_on_device<default_matrix>(a, a, named.options);
    const auto second = multiply_on_device<default_matrix>(a, a, named.options);
    EXPECT_EQ(first.row_map, second.row_map);
    EXPECT_EQ(first.entries, second.entries);
    EXPECT_EQ(first.values, second.values);
  }
}

}  // namespace
