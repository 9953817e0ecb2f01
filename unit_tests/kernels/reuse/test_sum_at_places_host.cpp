/// \file
/// \brief CPU path: sums at places that are given, by rows alone and by rows that share them.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/sum_at_places_host.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "ocean/kernels/reuse/visit_products.hpp"
#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::JacobiRows;
using Ocean::Impl::place_type;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using graph_type = Ocean::Impl::GraphOfC<int, int>;

/// \brief Sums of a few rows, without C's columns.
struct GivenPlaces {
  matrix_type a, b;
  std::vector<int> row_map_c;
  std::vector<count_type> first_product;
  std::vector<place_type> places;
  std::vector<std::uint8_t> rows_at_once = {}, b_rows_at_once = {};
  JacobiRows<double> jacobi = {};

  std::vector<double> sum() const {
    const auto device_a = to_device(a), device_b = to_device(b);
    problem_type problem{device_a.operand(), device_b.operand()};
    problem.a.jacobi = jacobi;
    std::vector<double> values(static_cast<std::size_t>(row_map_c.back()), -77);
    Ocean::Impl::SumAtPlacesHost<problem_type, graph_type, double>{
        problem,
        {row_map_c.data(), nullptr},
        first_product.data(),
        places.data(),
        rows_at_once.empty() ? nullptr : rows_at_once.data(),
        b_rows_at_once.empty() ? nullptr : b_rows_at_once.data(),
        values.data()}(0);
    return values;
  }
};

/// [1 2 3]   [0 0 5 0]
/// [0 0 0] * [7 0 0 8] in a graph with a column that the product lacks, after the last place of row 0
/// [0 4 0]   [0 6 9 0]
GivenPlaces rows_alone() {
  return {{3, 3, {0, 3, 3, 4}, {0, 1, 2, 1}, {1, 2, 3, 4}},
          {3, 5, {0, 1, 3, 5}, {2, 0, 3, 1, 2}, {5, 7, 8, 6, 9}},
          {0, 5, 5, 7},
          {0, 5, 5, 7},
          {2, 0, 3, 1, 2, 0, 1}};
}

TEST(SumAtPlacesHost, RowsAlone) {
  EXPECT_EQ(rows_alone().sum(), (std::vector<double>{14, 18, 5 + 27, 16, 0, 28, 32}));
}

TEST(SumAtPlacesHost, RowsOfAMayBeScaled) {
  GivenPlaces given = rows_alone();
  const std::vector<double> factor = {10, 10, -1};
  const std::vector<count_type> diagonal = {1, JacobiRows<double>::no_diagonal, JacobiRows<double>::no_diagonal};
  given.jacobi = {factor.data(), diagonal.data()};
  EXPECT_EQ(given.sum(), (std::vector<double>{7 * 21, 180, 50 + 270, 8 * 21, 0, -28, -32}));
}

/// As many rows of A with the same columns as are compiled, times one to three rows of B with the same columns and one
/// that is alone: row r, entry e of A is 10 r + e + 1, row i of B holds (i + 1, 2 i + 2).
TEST(SumAtPlacesHost, RowsThatShareTheirPlaces) {
  for (const int num_rows : {2, 3, 6})
    for (const int num_b_rows : {1, 2, 3}) {
      SCOPED_TRACE(testing::Message() << num_rows << " rows, " << num_b_rows << " of B");
      const int length = num_b_rows + 1;
      GivenPlaces given{
          {num_rows + 1, length, {0}, {}, {}}, {length, 3, {0}, {}, {}}, {0}, {}, {2, 0, 1, 0, 2, 0}, {}, {}};
      const auto of_a = [](int row, int entry) { return 10.0 * row + entry + 1; };
      std::vector<double> expected;
      for (int row = 0; row < num_rows; ++row) {
        double first = 0, last = 0;
        for (int entry = 0; entry < length; ++entry) {
          given.a.entries.push_back(entry);
          given.a.values.push_back(of_a(row, entry));
          (entry < num_b_rows ? last : first) += of_a(row, entry) * (entry + 1);
        }
        given.a.row_map.push_back(length * (row + 1));
        given.row_map_c.push_back(3 * (row + 1));
        // places {2, 0} of the joined rows, {1, 0} of the last one
        expected.insert(expected.end(), {2 * last + 2 * first, first, last});
        given.rows_at_once.push_back(static_cast<std::uint8_t>(row == 0 ? num_rows : 0));
      }
      // a row behind them that is alone
      given.a.entries.push_back(0);
      given.a.values.push_back(100);
      given.a.row_map.push_back(num_rows * length + 1);
      given.row_map_c.push_back(3 * num_rows + 3);
      given.rows_at_once.push_back(1);
      expected.insert(expected.end(), {200, 0, 100});
      for (int row = 0; row < length; ++row) {
        given.b.row_map.push_back(2 * row + 2);
        given.b.entries.insert(given.b.entries.end(), {0, 1});
        given.b.values.insert(given.b.values.end(), {row + 1.0, 2.0 * row + 2});
      }
      given.b_rows_at_once.assign(given.a.entries.size(), 77);
      for (int entry = 0; entry < length; ++entry)
        given.b_rows_at_once[static_cast<std::size_t>(entry)] = static_cast<std::uint8_t>(entry == 0 ? num_b_rows
                                                                                          : entry < num_b_rows ? 0
                                                                                                               : 1);
      given.places = {2, 0, 1, 0, 2, 0};
      given.first_product = {0};
      EXPECT_EQ(given.sum(), expected);
    }
}

TEST(SumAtPlacesHost, PartsOfRows) {
  using Ocean::Impl::choose_placed_rows;
  EXPECT_EQ((std::vector<int>{choose_placed_rows(1), choose_placed_rows(2), choose_placed_rows(3)}),
            (std::vector<int>{1, 2, 3}));
  EXPECT_EQ((std::vector<int>{choose_placed_rows(4), choose_placed_rows(5), choose_placed_rows(6)}),
            (std::vector<int>{3, 3, 6}));
}

}  // namespace
