/// \file
/// \brief Every way an operand can be wrong, and the exact words for it.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "ocean/stages/check_operands.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::check_operand;
using Ocean::Impl::check_shapes;
using Ocean::Impl::HostCsr;

using matrix = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;

const matrix matrix_2x3{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}};
const matrix matrix_3x2{3, 2, {0, 1, 1, 3}, {1, 0, 1}, {4, 5, 6}};

/// The text that check_shapes() throws for the 2 x 3 and 3 x 2 matrices after \p change.
template <class Change>
std::string shapes_text(const Change& change) {
  const auto a = to_device(matrix_2x3);
  const auto b = to_device(matrix_3x2);
  problem_type problem{a.operand(), b.operand()};
  change(problem);
  return error_text<std::invalid_argument>([&] { check_shapes(problem); });
}

template <class Offset, class Ordinal>
std::string contents_text(const HostCsr<Offset, Ordinal, double>& host, bool check_columns = true) {
  const auto device = to_device(host);
  return error_text<std::invalid_argument>(
      [&] { check_operand(test_exec_space{}, device.operand(), "A", check_columns); });
}

const char* const accepted = "nothing was thrown";

TEST(CheckShapes, AcceptsWhatCanBeMultiplied) {
  EXPECT_STREQ(shapes_text([](problem_type&) {}).c_str(), accepted);
}

TEST(CheckShapes, InnerDimensionsDiffer) {
  EXPECT_STREQ(shapes_text([](problem_type& problem) { problem.a.num_cols = 4; }).c_str(),
               "Ocean::spgemm: A [2 x 4] and B [3 x 2] (need as many columns of A as rows of B)");
}

TEST(CheckShapes, NegativeDimensions) {
  EXPECT_STREQ(shapes_text([](problem_type& problem) { problem.a.num_rows = -1; }).c_str(),
               "Ocean::spgemm: A has -1 rows (need at least 0)");
  EXPECT_STREQ(shapes_text([](problem_type& problem) { problem.b.num_cols = -7; }).c_str(),
               "Ocean::spgemm: B has -7 columns (need at least 0)");
}

TEST(CheckShapes, DimensionsBeyondTheOrdinalType) {
  EXPECT_STREQ(shapes_text([](problem_type& problem) { problem.a.num_cols = 2147483648; }).c_str(),
               "Ocean::spgemm: A has 2147483648 columns (need at most 2147483647, the largest number of its ordinal "
               "type)");
  EXPECT_STREQ(shapes_text([](problem_type& problem) { problem.b.num_rows = 5000000000; }).c_str(),
               "Ocean::spgemm: B has 5000000000 rows (need at most 2147483647, the largest number of its ordinal "
               "type)");
  using wide_operand = Ocean::Impl::CsrOperand<test_exec_space, int, std::int64_t, double>;
  const auto wide = to_device(convert<int, std::int64_t, double>(matrix_3x2));
  const auto narrow = to_device(matrix_2x3);
  Ocean::Impl::Problem<operand_type, wide_operand> problem{narrow.operand(), wide.operand()};
  problem.b.num_cols = 5000000000;  // int64 ordinals hold it
  EXPECT_NO_THROW(check_shapes(problem));
}

TEST(CheckShapes, RowMapOfAnotherLength) {
  EXPECT_STREQ(shapes_text([](problem_type& problem) { problem.a.num_rows = 3; }).c_str(),
               "Ocean::spgemm: A: row_map has 3 offsets for 3 rows (need 4)");
  EXPECT_STREQ(shapes_text([](problem_type& problem) { problem.b.row_map = {}; }).c_str(),
               "Ocean::spgemm: B: row_map has 0 offsets for 3 rows (need 4)");
}

TEST(CheckShapes, ZeroRowsMayComeWithoutOffsets) {
  const auto no_offsets = [](problem_type& problem) {
    problem.a.num_rows = 0;
    problem.a.row_map = {};
  };
  EXPECT_STREQ(shapes_text(no_offsets).c_str(), accepted);
  const auto one_offset = [](problem_type& problem) {
    problem.a.num_rows = 0;
    problem.a.row_map = operand_type::row_map_type(problem.a.row_map.data(), 1);
  };
  EXPECT_STREQ(shapes_text(one_offset).c_str(), accepted);
}

TEST(CheckShapes, EntriesAndValuesOfDifferentLength) {
  const auto change = [](problem_type& problem) {
    problem.b.values = operand_type::values_type(problem.b.values.data(), 2);
  };
  EXPECT_STREQ(shapes_text(change).c_str(),
               "Ocean::spgemm: B has 3 entries and 2 values (need the same number of both)");
}

TEST(CheckShapes, NullPointers) {
  EXPECT_STREQ(
      shapes_text([](problem_type& problem) { problem.a.row_map = operand_type::row_map_type(nullptr, 3); }).c_str(),
      "Ocean::spgemm: A: row_map is null (need 3 offsets)");
  EXPECT_STREQ(
      shapes_text([](problem_type& problem) { problem.b.entries = operand_type::entries_type(nullptr, 3); }).c_str(),
      "Ocean::spgemm: B: entries is null (need 3 columns)");
  EXPECT_STREQ(
      shapes_text([](problem_type& problem) { problem.b.values = operand_type::values_type(nullptr, 3); }).c_str(),
      "Ocean::spgemm: B: values is null (need 3 values)");
}

TEST(CheckOperand, AcceptsUnsortedRowsAndDuplicates) {
  EXPECT_STREQ(
      contents_text(
          make_random<int, int, double>(
              {.num_rows = 100, .num_cols = 70, .empty_row_ratio = 0.3, .duplicate_ratio = 0.3, .unsorted = true}))
          .c_str(),
      accepted);
}

TEST(CheckOperand, AcceptsEntriesBeyondTheLastRow) {
  EXPECT_STREQ(contents_text(matrix{1, 1, {0, 1}, {0, 99}, {1, 2}}).c_str(), accepted);
}

TEST(CheckOperand, AcceptsNoRows) {
  EXPECT_STREQ(contents_text(matrix{0, 3, {}, {}, {}}).c_str(), accepted);
  EXPECT_STREQ(contents_text(matrix{0, 3, {0}, {}, {}}).c_str(), accepted);
}

TEST(CheckOperand, RowMapDoesNotStartAtZero) {
  EXPECT_STREQ(contents_text(matrix{2, 3, {1, 2, 3}, {0, 2, 1}, {1, 2, 3}}).c_str(),
               "Ocean::spgemm: A: row_map(0) = 1 (need 0)");
  EXPECT_STREQ(contents_text(matrix{0, 3, {5}, {}, {}}).c_str(), "Ocean::spgemm: A: row_map(0) = 5 (need 0)");
  EXPECT_STREQ(contents_text(matrix{1, 3, {-1, 1}, {0}, {1}}).c_str(), "Ocean::spgemm: A: row_map(0) = -1 (need 0)");
}

TEST(CheckOperand, RowMapDecreases) {
  matrix host = make_banded<int, int, double>(300, 300, 1, 1);
  host.row_map[250] = 3;  // two faults: the first one is named
  host.row_map[7] = host.row_map[6] - 3;
  EXPECT_STREQ(contents_text(host).c_str(),
               "Ocean::spgemm: A: row_map(7) = 14 after row_map(6) = 17 (need offsets that never decrease)");
}

TEST(CheckOperand, LastOffsetDecreases) {
  EXPECT_STREQ(contents_text(matrix{2, 3, {0, 3, 2}, {0, 2, 1}, {1, 2, 3}}).c_str(),
               "Ocean::spgemm: A: row_map(2) = 2 after row_map(1) = 3 (need offsets that never decrease)");
}

TEST(CheckOperand, RowMapEndsBeyondTheEntries) {
  EXPECT_STREQ(contents_text(matrix{2, 3, {0, 2, 4}, {0, 2, 1}, {1, 2, 3}}, false).c_str(),
               "Ocean::spgemm: A: row_map(2) = 4 (need at most 3, the number of entries)");
  const std::size_t huge = std::numeric_limits<std::size_t>::max();
  EXPECT_STREQ(contents_text(HostCsr<std::size_t, int, double>{1, 3, {0, huge}, {0}, {1}}).c_str(),
               "Ocean::spgemm: A: row_map(1) = 18446744073709551615 (need at most 1, the number of entries)");
}

TEST(CheckOperand, ColumnTooLarge) {
  matrix host{5, 1000, {0, 10, 20, 20, 45, 50}, std::vector<int>(50, 999), std::vector<double>(50, 1.0)};
  host.entries[47] = 2000;  // two faults: the first one is named
  host.entries[41] = 1000;
  EXPECT_STREQ(contents_text(host).c_str(), "Ocean::spgemm: A: entries(41) = 1000 in row 3 (need a column below 1000)");
  EXPECT_STREQ(contents_text(host, false).c_str(), accepted);
}

TEST(CheckOperand, FirstEntryOfARowAfterEmptyOnes) {
  EXPECT_STREQ(contents_text(matrix{5, 3, {0, 1, 1, 1, 2, 2}, {0, 3}, {1, 2}}).c_str(),
               "Ocean::spgemm: A: entries(1) = 3 in row 3 (need a column below 3)");
}

TEST(CheckOperand, NegativeColumn) {
  EXPECT_STREQ(contents_text(HostCsr<std::int64_t, std::int64_t, double>{1, 3, {0, 2}, {0, -5}, {1, 2}}).c_str(),
               "Ocean::spgemm: A: entries(1) = -5 in row 0 (need a column of at least 0)");
}

TEST(CheckOperand, NamesTheOperand) {
  const auto device = to_device(matrix{1, 1, {0, 1}, {1}, {1}});
  EXPECT_STREQ(
      error_text<std::invalid_argument>([&] { check_operand(test_exec_space{}, device.operand(), "B", true); }).c_str(),
      "Ocean::spgemm: B: entries(0) = 1 in row 0 (need a column below 1)");
}

TEST(CheckOperand, LeavesTheOperandAlone) {
  const auto device = to_device(matrix_2x3);
  check_operand(test_exec_space{}, device.operand(), "A", true);
  EXPECT_EQ(to_vector(device.row_map), matrix_2x3.row_map);
  EXPECT_EQ(to_vector(device.entries), matrix_2x3.entries);
}

}  // namespace
