/// \file
/// \brief What a CPU thread reads of a row before it computes it: products, bounds of columns, rows with equal columns.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/accumulators/row_reader_host.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/builders.hpp"
#include "support/supernodes.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::ColumnRange;
using Ocean::Impl::HostAccumulatorLimits;
using Ocean::Impl::HostRowsOfB;
using Ocean::Impl::RowRelation;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using reader_type = Ocean::Impl::RowReaderHost<problem_type>;
using matrix_type = HostCsr<int, int, double>;

/// B: two rows with the same columns, an empty one, two more with the same columns, one of its own.
const matrix_type b{6, 50, {0, 3, 6, 6, 8, 10, 11}, {5, 7, 40, 5, 7, 40, 2, 9, 2, 9, 30}, std::vector<double>(11, 1.0)};
const std::vector<RowRelation> relations = relations_of(b);
/// A: three rows with the same columns, one with others of the same number, an empty one, one of an empty row of B.
const matrix_type a{6, 6, {0, 2, 4, 6, 8, 8, 9}, {0, 1, 0, 1, 0, 1, 0, 4, 2}, std::vector<double>(9, 2.0)};

struct Reader {
  DeviceCsr<int, int, double> device_a, device_b;
  problem_type problem;
  reader_type reader;

  explicit Reader(const HostAccumulatorLimits& limits = {}, const ColumnRange<int>* ranges = nullptr)
      : device_a(to_device(a)),
        device_b(to_device(b)),
        problem{device_a.operand(), device_b.operand()},
        reader(problem, limits, HostRowsOfB<int>{ranges, relations.data()}) {}

  reader_type::Row measured(count_type row, count_type row_end = 6) const {
    auto result = reader.read(row);
    reader.measure(result, row, row_end);
    return result;
  }
};

void expect_shape(const reader_type::Row& row, count_type products, int first, count_type span, count_type repeated) {
  EXPECT_EQ(row.shape.products, products);
  EXPECT_EQ(row.first, first);
  EXPECT_EQ(row.shape.span, span);
  EXPECT_EQ(row.shape.repeated_products, repeated);
}

TEST(RowReaderHost, CountsProductsAndBoundsColumns) {
  const Reader reader;
  EXPECT_EQ(reader.measured(0).shape.nnz_a, 2);
  expect_shape(reader.measured(0), 6, 5, 36, 3);
  expect_shape(reader.measured(3), 5, 2, 39, 0);
  expect_shape(reader.measured(4), 0, 0, 0, 0);
  expect_shape(reader.measured(5), 0, 0, 0, 0);
}

/// Where rows of B are not sorted, their ends are not their bounds.
TEST(RowReaderHost, TakesBoundsThatWereScanned) {
  const std::vector<ColumnRange<int>> ranges = {{1, 49}, {1, 49}, {9, 0}, {0, 9}, {0, 9}, {20, 31}};
  const Reader reader({}, ranges.data());
  expect_shape(reader.measured(0), 6, 1, 49, 3);
  expect_shape(reader.measured(3), 5, 0, 50, 0);
}

TEST(RowReaderHost, FindsRowsWithTheSameColumns) {
  const Reader reader;
  EXPECT_TRUE(reader.measured(0).shape.in_supernode);
  EXPECT_EQ(reader.reader.count_supernode(reader.measured(0), 0, 6), 3);
  EXPECT_EQ(reader.reader.count_supernode(reader.measured(1), 1, 6), 2);
  EXPECT_FALSE(reader.measured(2).shape.in_supernode) << "as many entries in other columns";
  EXPECT_EQ(reader.reader.count_supernode(reader.measured(2), 2, 6), 1);
  EXPECT_EQ(reader.reader.count_supernode(reader.measured(0, 2), 0, 2), 2) << "not beyond the chunk";
  EXPECT_FALSE(reader.measured(0, 1).shape.in_supernode);
  HostAccumulatorLimits alone;
  alone.switches.supernodes = false;
  EXPECT_FALSE(Reader(alone).measured(0).shape.in_supernode);
}

TEST(RowReaderHost, RowsOfBRepeatColumnsOnlyNextToEachOther) {
  const Reader reader;
  const auto row = reader.measured(0);
  EXPECT_FALSE(reader.reader.repeats_columns(row, 0)) << "the first of A's row";
  EXPECT_TRUE(reader.reader.repeats_columns(row, 1));
  const auto other = reader.measured(3);
  EXPECT_FALSE(reader.reader.repeats_columns(other, 7)) << "row 4 of B repeats row 3, which is not before it here";
}

/// Rows of A and of B in three diagonals; one row of B has a column more, and A's rows are short at the ends.
TEST(RowReaderHost, CountsThePointsOfAStencil) {
  matrix_type band{20, 20, {0}, {}, {}};
  for (int row = 0; row < 20; ++row) {
    for (const int column : {row - 2, row, row + 3})
      if (column >= 0 && column < 20) band.entries.push_back(column);
    if (row == 12) band.entries.push_back(16);
    band.row_map.push_back(static_cast<int>(band.entries.size()));
  }
  band.values.assign(band.entries.size(), 1.0);
  const auto device = to_device(band);
  const problem_type problem{device.operand(), device.operand()};
  const auto band_relations = relations_of(band);
  const reader_type reader(problem, {}, HostRowsOfB<int>{nullptr, band_relations.data()});
  const auto count = [&](count_type row, count_type row_end = 20) {
    return reader.count_stencil(reader.read(row), row, row_end);
  };
  EXPECT_EQ(count(0), 2) << "row 2 of A has an entry more";
  EXPECT_EQ(count(1), 1);
  EXPECT_EQ(count(4), 5) << "row 8 is the last that does not use row 12 of B";
  EXPECT_EQ(count(6), 3);
  EXPECT_EQ(count(4, 6), 2) << "not beyond the chunk";
  EXPECT_EQ(count(9), 1);
  EXPECT_EQ(count(15), 2) << "row 17 of A has an entry less";
  for (const int entry : {0, 1, 2}) {
    matrix_type other = band;
    other.entries[static_cast<std::size_t>(other.row_map[6] + entry)] += 1;
    const auto device_other = to_device(other);
    const problem_type with_other{device_other.operand(), device.operand()};
    const reader_type other_reader(with_other, {}, HostRowsOfB<int>{nullptr, band_relations.data()});
    EXPECT_EQ(other_reader.count_stencil(other_reader.read(4), 4, 20), 2) << "row 6 of A has another column: " << entry;
  }
}

}  // namespace
