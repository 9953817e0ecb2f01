/// \file
/// \brief The checks of calls with a given graph of C: rows that ascend strictly, and matching dimensions.
// once: OpenMP

#include "ocean/drivers/graph_product.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = HostCsr<int, int, double>;

std::string ascending_error(const matrix_type& graph) {
  return error_text<std::invalid_argument>(
      [&] { Ocean::Impl::check_ascending_rows(test_exec_space{}, "spgemm_masked", to_device(graph).operand(), "M"); });
}

TEST(GraphProduct, ChecksThatRowsAscendStrictly) {
  EXPECT_EQ(ascending_error({3, 5, {0, 2, 2, 5}, {1, 4, 0, 1, 3}, {1, 1, 1, 1, 1}}), "nothing was thrown");
  EXPECT_EQ(
      ascending_error({3, 5, {0, 2, 2, 5}, {1, 4, 0, 3, 1}, {1, 1, 1, 1, 1}}),
      "Ocean::spgemm_masked: M: the columns of row 2 do not ascend (need sorted rows that hold each column once)");
  EXPECT_EQ(
      ascending_error({2, 5, {0, 2, 4}, {4, 4, 2, 1}, {1, 1, 1, 1}}),
      "Ocean::spgemm_masked: M: the columns of row 0 do not ascend (need sorted rows that hold each column once)");
  EXPECT_EQ(ascending_error({0, 5, {0}, {}, {}}), "nothing was thrown");
}

std::string dimensions_error(int rows_a, int cols_a, int rows_b, int cols_b, int rows_c, int cols_c) {
  const auto matrix = [](int num_rows, int num_cols) {
    return to_crs_matrix(make_empty<int, int, double>(num_rows, num_cols));
  };
  return error_text<std::invalid_argument>([&] {
    Ocean::Impl::check_dimensions("spgemm_numeric", matrix(rows_a, cols_a), matrix(rows_b, cols_b),
                                  matrix(rows_c, cols_c), "C");
  });
}

TEST(GraphProduct, ChecksAllThreeDimensions) {
  EXPECT_EQ(dimensions_error(2, 3, 3, 4, 2, 4), "nothing was thrown");
  EXPECT_EQ(dimensions_error(2, 3, 3, 4, 3, 4),
            "Ocean::spgemm_numeric: A [2 x 3], B [3 x 4] and C [3 x 4] (need matching dimensions)");
  EXPECT_EQ(dimensions_error(2, 3, 2, 4, 2, 4),
            "Ocean::spgemm_numeric: A [2 x 3], B [2 x 4] and C [2 x 4] (need matching dimensions)");
  EXPECT_EQ(dimensions_error(2, 3, 3, 4, 2, 3),
            "Ocean::spgemm_numeric: A [2 x 3], B [3 x 4] and C [2 x 3] (need matching dimensions)");
}

}  // namespace
