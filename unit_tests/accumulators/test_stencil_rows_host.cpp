/// \file
/// \brief Rows at the points of stencils, in whole products: which are computed so, their values to the bit, and rows
/// that are too long for it.
// backends: Serial OpenMP Threads

#include "ocean/accumulators/stencil_rows_host.hpp"

#include "row_product_fixture.hpp"
#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Workflow;

using matrix_type = HostCsr<int, int, double>;

/// \brief Five points on a grid of \p length by \p lines, numbered along its lines.
matrix_type make_grid(int length, int lines) {
  RandomNumbers random(7);
  matrix_type grid{length * lines, length * lines, {0}, {}, {}};
  for (int row = 0; row < grid.num_rows; ++row) {
    const int x = row % length, y = row / length;
    const auto push = [&](bool is_inside, int column) {
      if (!is_inside) return;
      grid.entries.push_back(column);
      grid.values.push_back(RandomValue<double>::draw(random, ValueLaw::small_integers));
    };
    push(y > 0, row - length);
    push(x > 0, row - 1);
    push(true, row);
    push(x + 1 < length, row + 1);
    push(y + 1 < lines, row + length);
    grid.row_map.push_back(static_cast<int>(grid.entries.size()));
  }
  return grid;
}

/// \brief As many rows for a thread at once as there are.
const Ocean::Impl::HostTuning few_chunks{.chunk_products = 1000000, .chunks_per_thread_min = 1};

/// A row is one of a stencil if the two columns before its point and the two behind it are on the same line: of 30 on
/// a line 26, of which the first of each line, or of its part in a chunk, is computed as other rows are.
TEST(StencilRowsHost, InteriorPointsOfAGrid) {
  const auto grid = make_grid(30, 20);
  for (const Workflow workflow : {Workflow::upper_bound, Workflow::symbolic, Workflow::hyperloglog}) {
    SCOPED_TRACE(static_cast<int>(workflow));
    auto rows = rows_by_kind(grid, grid, few_chunks, {.workflow = workflow});
    EXPECT_GE(rows["stencil"], 20 * 24);
    EXPECT_LE(rows["stencil"], 20 * 25);
  }
  auto rows =
      rows_by_kind(grid, grid, few_chunks, {.workflow = Workflow::upper_bound, .accumulators = {.supernodes = false}});
  EXPECT_EQ(rows["stencil"], 0);
}

TEST(StencilRowsHost, LinesThatAreTooShort) {
  const auto grid = make_grid(7, 40);
  EXPECT_EQ(rows_by_kind(grid, grid)["stencil"], 0) << "three points that have two neighbours on either side";
}

/// Rows of B of another stencil than A's, and of one entry.
TEST(StencilRowsHost, OperandsOfDifferentStencils) {
  const auto a = make_banded<int, int, double>(400, 500, 3, 40), b = make_banded<int, int, double>(500, 700, 9, 120);
  EXPECT_GT(rows_by_kind(a, b, few_chunks)["stencil"], 300);
  EXPECT_GT(rows_by_kind(a, make_banded<int, int, double>(500, 500, 0, 0), few_chunks)["stencil"], 300);
}

TEST(StencilRowsHost, RowsThatAreTooLong) {
  using rows_type =
      Ocean::Impl::StencilRowsHost<Ocean::Impl::Problem<Ocean::Impl::CsrOperand<test_exec_space, int, int, double>,
                                                        Ocean::Impl::CsrOperand<test_exec_space, int, int, double>>,
                                   double>;
  const auto entries = static_cast<count_type>(rows_type::entries_max);
  const auto diagonal = make_banded<int, int, double>(700, 700, 0, 0);
  const auto stencil_rows = [](const matrix_type& a, const matrix_type& b) {
    return rows_by_kind(a, b, few_chunks)["stencil"];
  };
  EXPECT_GT(stencil_rows(make_banded<int, int, double>(300, 700, 0, entries - 1), diagonal), 200);
  EXPECT_EQ(stencil_rows(make_banded<int, int, double>(300, 700, 0, entries), diagonal), 0);
  const auto b = make_banded<int, int, double>(300, 500, 0, static_cast<count_type>(rows_type::products_max) / 64 - 1);
  EXPECT_GT(stencil_rows(make_banded<int, int, double>(100, 300, 0, 63), b), 50);
  EXPECT_EQ(stencil_rows(make_banded<int, int, double>(100, 300, 0, 64), b), 0);
}

/// Columns in the order of a hash table have no places that could be found.
TEST(StencilRowsHost, ColumnsInAnyOrder) {
  const auto grid = make_grid(40, 20);
  Ocean::SpGEMMReport report;
  Ocean::SpGEMMOptions options{.workflow = Workflow::upper_bound};
  options.accumulators.dense = options.accumulators.esc = false;
  options.sorted_output = false;
  EXPECT_TRUE(host_product_matches(grid, grid, options, report, Ocean::Impl::host_tuning_default, 0.0));
}

/// One row of A or of B that is none of the stencil, in every position of a line.
TEST(StencilRowsHost, InterruptedStencils) {
  const auto band = make_banded<int, int, double>(40, 40, 2, 2);
  for (int row = 5; row < 30; ++row) {
    SCOPED_TRACE(row);
    matrix_type other = band;
    other.entries[static_cast<std::size_t>(other.row_map[row + 1] - 1)] += 4;
    EXPECT_GT(rows_by_kind(other, band, few_chunks)["stencil"], 0);
    EXPECT_GT(rows_by_kind(band, other, few_chunks)["stencil"], 0);
  }
}

/// Seven rows of three diagonals of A, the first of which has a column less; all rows of B are points of a stencil.
TEST(StencilRowsHost, PointsOfAStencilAreComputedTogether) {
  const auto a = make_banded<int, int, double>(7, 12, 1, 1), b = make_banded<int, int, double>(12, 40, 0, 25);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  Ocean::Impl::HostAccumulatorLimits limits{{}, {}, true, 300, hash_capacity};
  const auto with_accumulator = [&](bool sorted_output, const auto& body) {
    RowProduct product(a, b, limits, sorted_output, {.mostly_stencil = true});
    auto accumulator = product.accumulator();
    body(accumulator);
  };
  Computed computed;
  with_accumulator(true, [&](auto& accumulator) {
    expect_rows(compute(accumulator, 0, 7), c, 0);
    expect_rows(computed = compute(accumulator, 1, 7), c, 1, 6);
    EXPECT_EQ(accumulator.rows_of_kind()[static_cast<std::size_t>(Ocean::Impl::HostAccumulator::stencil)], 5);
  });
  with_accumulator(true, [&](auto& accumulator) {
    EXPECT_EQ(accumulator.count(0, 7).num_rows, 1);
    EXPECT_EQ(accumulator.count(1, 7).num_rows, 6);
    EXPECT_EQ(accumulator.count(6, 7).row_nnz, c.row_map[7] - c.row_map[6]);
  });
  with_accumulator(
      true, [&](auto& accumulator) { expect_rows(compute_again(accumulator, 1, 7, computed.columns, 6), c, 1, 6); });
  with_accumulator(true, [&](auto& accumulator) {
    std::vector<std::int64_t> descending(computed.columns.begin(), computed.columns.begin() + computed.batch.row_nnz);
    std::reverse(descending.begin(), descending.end());
    Computed again = compute_again(accumulator, 1, 7, descending);
    EXPECT_EQ(again.batch.num_rows, 1) << "the places of a row whose columns descend are not looked for";
    EXPECT_EQ(again.columns, descending);
  });
  with_accumulator(true, [&](auto& accumulator) {
    expect_rows(compute(accumulator, 1, 1 + Ocean::Impl::stencil_rows_min - 1), c, 1);
  });
  limits.switches.supernodes = false;
  with_accumulator(true, [&](auto& accumulator) { expect_rows(compute(accumulator, 1, 7), c, 1); });
}

TEST(StencilRowsHost, PointsOfAStencilAreScaledEachForItself) {
  const auto a = make_banded<int, int, double>(9, 14, 2, 2), b = make_banded<int, int, double>(14, 40, 0, 25);
  const ScaledRows rows(a);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(rows.formed, b);
  RowProduct product(a, b, {{}, {}, true, 300, hash_capacity}, true, {.mostly_stencil = true});
  auto accumulator = product.accumulator(rows.apply(product.problem()));
  expect_rows(compute(accumulator, 2, 9), c, 2, 7);
}

}  // namespace
