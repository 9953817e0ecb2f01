/// \file
/// \brief The error for products that a graph of C has no entry for.
// once: OpenMP

#include "ocean/stages/missing_entries.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;

using host_matrix = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;

/// \brief The error of the check, or that nothing was thrown.
std::string check(const host_matrix& a, const host_matrix& b, const host_matrix& c) {
  const auto device_a = to_device(a), device_b = to_device(b), device_c = to_device(c);
  const Ocean::Impl::GraphOfC<int, int> graph{device_c.row_map.data(), device_c.entries.data()};
  return error_text<std::invalid_argument>([&] {
    Ocean::Impl::check_missing_entries(test_exec_space(), problem_type{device_a.operand(), device_b.operand()}, graph);
  });
}

const std::string complete = "nothing was thrown";
std::string missing(int row, int column) {
  return "Ocean::spgemm_numeric: C has no entry (" + std::to_string(row) + ", " + std::to_string(column) +
         "), which the product has (need a graph of C that contains the product's, or MissingEntries::drop)";
}

TEST(MissingEntries, TheFirstRowAndItsFirstColumn) {
  const host_matrix a{3, 2, {0, 1, 1, 3}, {1, 0, 1}, {1, 1, 1}}, b{2, 9, {0, 2, 4}, {8, 2, 1, 7}, {1, 1, 1, 1}};
  const auto graph = [](const std::vector<int>& row_map, const std::vector<int>& columns) {
    return host_matrix{3, 9, row_map, columns, std::vector<double>(columns.size(), 0.0)};
  };
  EXPECT_EQ(check(a, b, graph({0, 2, 2, 6}, {1, 7, 1, 2, 7, 8})), complete);
  EXPECT_EQ(check(a, b, graph({0, 3, 4, 9}, {1, 4, 7, 0, 1, 2, 3, 7, 8})), complete) << "more than the product has";
  EXPECT_EQ(check(a, b, graph({0, 2, 2, 4}, {1, 7, 1, 7})), missing(2, 2));
  EXPECT_EQ(check(a, b, graph({0, 1, 1, 3}, {1, 1, 7})), missing(0, 7));
  EXPECT_EQ(check(a, b, graph({0, 0, 0, 0}, {})), missing(0, 1));
}

/// Rows of B that many lanes share.
TEST(MissingEntries, InALongRow) {
  const auto a = make_identity<int, int, double>(2);
  const auto b = make_random<int, int, double>({.num_rows = 2, .num_cols = 500, .mean_row_nnz = 100.0, .full_row = 1});
  EXPECT_EQ(check(a, b, b), complete);
  host_matrix c = b;
  c.entries.erase(c.entries.begin() + c.row_map[1] + 333);
  --c.row_map[2];
  EXPECT_EQ(check(a, b, c), missing(1, 333));
}

TEST(MissingEntries, NoProducts) {
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<int, int, double>(num_rows, num_cols);
  };
  EXPECT_EQ(check(empty(0, 3), empty(3, 4), empty(0, 4)), complete);
  EXPECT_EQ(check(empty(3, 0), empty(0, 4), empty(3, 4)), complete);
  EXPECT_EQ(check(make_identity<int, int, double>(3), empty(3, 4), empty(3, 4)), complete);
}

}  // namespace
