/// \file
/// \brief Rows of C by every kind of accumulator of the CPU path, one row after another with the same memory: against
/// the serial product.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/accumulators/row_accumulator_host.hpp"

#include "row_product_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::HostAccumulator;
using Ocean::Impl::HostAccumulatorLimits;
using Ocean::Impl::HostBatch;

using matrix_type = RowProduct::matrix_type;
using problem_type = RowProduct::problem_type;
using accumulator_type = RowProduct::accumulator_type;
using kind_counts = std::array<count_type, Ocean::Impl::num_host_accumulators>;

/// \brief A of these columns, with values 1, 2, 3, ...
matrix_type make_a(const std::vector<std::vector<int>>& rows, int num_cols) {
  matrix_type a{static_cast<count_type>(rows.size()), num_cols, {0}, {}, {}};
  for (const auto& columns : rows) {
    a.entries.insert(a.entries.end(), columns.begin(), columns.end());
    a.row_map.push_back(static_cast<int>(a.entries.size()));
  }
  for (std::size_t entry = 0; entry < a.entries.size(); ++entry) a.values.push_back(1.0 + static_cast<double>(entry));
  return a;
}

/// \brief Rows of B in runs with the same columns: 0; 1 to 3; 4; 5 to 8; 9 and 10; 11. The last one, 12, is empty.
matrix_type make_b(bool unsorted = false) {
  const std::vector<int> lengths{1, 3, 1, 4, 2, 1};
  auto b = repeat_rows(make_random<int, int, double>({.num_rows = 6,
                                                      .num_cols = 200,
                                                      .mean_row_nnz = 9.0,
                                                      .seed = 3,
                                                      .row_lengths = RowLengthLaw::constant,
                                                      .duplicate_ratio = unsorted ? 0.3 : 0.0,
                                                      .unsorted = unsorted}),
                       [&](count_type row) { return lengths[static_cast<std::size_t>(row)]; });
  b.row_map.push_back(b.row_map.back());
  ++b.num_rows;
  return b;
}

/// A row of one entry, two without products, three with the same columns, one that uses a run of B, and others.
const std::vector<std::vector<int>> columns_of_a{
    {4}, {}, {12}, {0, 4, 11}, {0, 4, 11}, {0, 4, 11}, {5, 6, 7, 8}, {1, 2, 3, 0}, {10, 9, 8}, {2, 2}, {12, 12}};

/// \brief Limits by which all rows of several entries get accumulators of one kind.
struct KindCase {
  const char* name;
  HostAccumulator kind;
  HostAccumulatorLimits limits;
};
std::vector<KindCase> kind_cases() {
  const auto limits = [](const Ocean::AccumulatorSwitches& switches, const Ocean::Impl::HostTuning& tuning,
                         count_type window_capacity = 300) {
    return HostAccumulatorLimits{switches, tuning, true, window_capacity, hash_capacity};
  };
  const auto off = [](bool dense, bool hash, bool assisted, bool esc = false) {
    return Ocean::AccumulatorSwitches{
        .hash = hash, .hybrid_hash = hash, .dense = dense, .esc = esc, .assisted = assisted, .supernodes = false};
  };
  return {{"sort", HostAccumulator::sort, limits(off(false, false, false, true), {})},
          {"short", HostAccumulator::listed, limits(off(true, false, true), {})},
          {"listed", HostAccumulator::listed, limits(off(true, false, true), {.short_columns_max = 0})},
          {"hash", HostAccumulator::hash, limits(off(false, true, false), {})},
          {"dense", HostAccumulator::dense, limits(off(true, false, false), {.marked_columns_per_product = 1000})},
          {"dense, marks", HostAccumulator::dense, limits(off(true, false, false), {.marked_columns_per_product = 0})},
          {"windows", HostAccumulator::dense_windows, limits(off(true, false, false), {}, 7)}};
}

/// \brief Every row of \p problem in turn: computed, counted, and computed again into columns in another order.
void expect_every_row(const KindCase& of, RowProduct& product, const problem_type& problem, const matrix_type& a,
                      const matrix_type& c) {
  accumulator_type accumulator = product.accumulator(problem);
  kind_counts expected{};
  for (int row = 0; row < a.num_rows; ++row) {
    SCOPED_TRACE(row);
    const Computed computed = compute(accumulator, row, row + 1);
    expect_rows(computed, c, row);
    const HostBatch counted = accumulator.count(row, a.num_rows);
    EXPECT_EQ(counted.num_rows, 1);
    EXPECT_EQ(counted.row_nnz, computed.sizes[0]);
    Computed again = computed;
    std::reverse(again.columns.begin(), again.columns.end());
    again = compute_again(accumulator, row, a.num_rows, again.columns);
    const int nnz_a = a.row_map[row + 1] - a.row_map[row];
    const HostAccumulator kind = c.row_map[row + 1] == c.row_map[row]    ? HostAccumulator::none
                                 : nnz_a == 1 && of.limits.b_rows_sorted ? HostAccumulator::scaled_copy
                                                                         : of.kind;
    if (kind == HostAccumulator::dense) {  // values go where the columns are
      std::reverse(again.columns.begin(), again.columns.end());
      std::reverse(again.values.begin(), again.values.end());
    }
    expect_rows(again, c, row);
    expected[static_cast<std::size_t>(kind)] += 3;
  }
  EXPECT_EQ(accumulator.rows_of_kind(), expected);
}

TEST(RowAccumulatorHost, EveryKindComputesRows) {
  for (const bool unsorted : {false, true})
    for (KindCase of : kind_cases()) {
      SCOPED_TRACE(testing::Message() << of.name << (unsorted ? ", unsorted" : ""));
      of.limits.b_rows_sorted = !unsorted;
      const auto b = make_b(unsorted);
      const auto a = make_a(columns_of_a, 13);
      RowProduct product(a, b, of.limits);
      expect_every_row(of, product, product.problem(), a, Ocean::Impl::multiply_gustavson<int, int, double>(a, b));
    }
}

TEST(RowAccumulatorHost, EveryKindScalesRowsAsItReadsThem) {
  const auto a = make_a(columns_of_a, 13), b = make_b();
  const ScaledRows rows(a);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(rows.formed, b);
  for (const KindCase& of : kind_cases()) {
    SCOPED_TRACE(of.name);
    RowProduct product(a, b, of.limits);
    expect_every_row(of, product, rows.apply(product.problem()), a, c);
  }
}

/// \brief Limits that allow only windows, which at most \p lanes_max rows of a supernode share.
HostAccumulatorLimits supernode_limits(int lanes_max, count_type window_capacity = 1200) {
  HostAccumulatorLimits limits;
  limits.switches.esc = limits.switches.assisted = limits.switches.hash = limits.switches.hybrid_hash = false;
  limits.tuning.lanes_max = lanes_max;
  limits.b_rows_sorted = true;
  limits.window_capacity = window_capacity;
  return limits;
}

/// Runs of 1 to 13 rows, which are two passes of six lanes and one; A's rows use runs of B, three rows at once.
TEST(RowAccumulatorHost, RowsOfASupernodeAreComputedTogether) {
  const auto b = make_b();
  const std::vector<std::vector<int>> distinct{{0, 5, 6, 7, 8}, {1, 2, 3, 9, 10}, {4, 11}};
  for (const int num_rows : {1, 2, 3, 4, 5, 6, 7, 13})
    for (const int lanes_max : {1, 4, 6}) {
      SCOPED_TRACE(testing::Message() << num_rows << " rows, " << lanes_max << " lanes");
      const auto a = repeat_rows(
          make_a(distinct, 13), [&](count_type) { return num_rows; }, 9);
      const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
      RowProduct product(a, b, supernode_limits(lanes_max));
      accumulator_type accumulator = product.accumulator();
      for (int row = 0; row < a.num_rows; row += num_rows) {
        const Computed computed = compute(accumulator, row, a.num_rows);
        expect_rows(computed, c, row, num_rows);
        const HostBatch counted = accumulator.count(row, a.num_rows);
        EXPECT_EQ(counted.num_rows, num_rows);
        EXPECT_EQ(counted.row_nnz, computed.batch.row_nnz);
        expect_rows(compute_again(accumulator, row, a.num_rows, computed.columns, num_rows), c, row, num_rows);
      }
    }
}

TEST(RowAccumulatorHost, RowsOfASupernodeAreScaledEachForItself) {
  const auto b = make_b();
  const auto a = make_a(std::vector<std::vector<int>>(9, {0, 5, 6, 11}), 13);
  const ScaledRows rows(a);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(rows.formed, b);
  RowProduct product(a, b, supernode_limits(6));
  accumulator_type accumulator = product.accumulator(rows.apply(product.problem()));
  expect_rows(compute(accumulator, 0, 9), c, 0, 9);
  expect_rows(compute(accumulator, 3, 9), c, 3, 6);
}

/// The rows of a chunk end where the next thread begins; a window that holds one row makes them one by one.
TEST(RowAccumulatorHost, SupernodesEndWithTheChunk) {
  const auto b = make_b();
  const auto a = make_a(std::vector<std::vector<int>>(5, {0, 4, 11}), 13);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  for (const count_type window_capacity : {200, 400, 1200}) {
    SCOPED_TRACE(window_capacity);
    RowProduct product(a, b, supernode_limits(6, window_capacity));
    accumulator_type accumulator = product.accumulator();
    expect_rows(compute(accumulator, 0, 3), c, 0, 3);
    expect_rows(compute(accumulator, 3, 5), c, 3, 2);
    expect_rows(compute(accumulator, 4, 5), c, 4, 1);
    EXPECT_EQ(accumulator.count(1, 3).num_rows, 2);
    kind_counts expected{};
    expected[static_cast<std::size_t>(HostAccumulator::supernode)] = 7;
    expected[static_cast<std::size_t>(HostAccumulator::dense)] = 1;
    EXPECT_EQ(accumulator.rows_of_kind(), expected);
  }
}

/// Rows are counted for patterns that have no values.
TEST(RowAccumulatorHost, CountsWithoutValues) {
  const auto a = make_a(columns_of_a, 13), b = make_b();
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  for (const KindCase& of : kind_cases()) {
    SCOPED_TRACE(of.name);
    HostAccumulatorLimits limits = of.limits;
    limits.switches.supernodes = true;
    RowProduct product(a, b, limits);
    problem_type pattern = product.problem();
    pattern.a.values = pattern.b.values = {};
    accumulator_type accumulator = product.accumulator(pattern);
    for (const int row : {0, 1, 2, 3, 6, 7, 8, 9, 10}) {
      const HostBatch counted = accumulator.count(row, a.num_rows);
      EXPECT_EQ(counted.num_rows, row == 3 ? 3 : 1) << "row " << row;
      EXPECT_EQ(counted.row_nnz, c.row_map[row + 1] - c.row_map[row]) << "row " << row;
    }
  }
}

/// A row that turns out to have too many products for a list is dropped half done, and computed in another way.
TEST(RowAccumulatorHost, ARowThatIsNotShortLeavesNothingBehind) {
  matrix_type b = make_empty<int, int, double>(20, 150);
  for (int column = 0; column < 90; ++column) {
    b.entries.push_back(column + column / 45);
    b.values.push_back(1.0 + column);
  }
  for (int row = 0; row < 20; ++row)
    b.row_map[static_cast<std::size_t>(row) + 1] = row < 3 ? row + 1 : row < 19 ? 3 : 90;
  const auto a = make_a({{0, 1, 19, 2}, {0, 1, 2}, {19, 19, 1}, {4, 5}}, 20);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  HostAccumulatorLimits limits;
  limits.switches.esc = false;
  limits.b_rows_sorted = true;
  limits.window_capacity = 150;
  RowProduct product(a, b, limits);
  accumulator_type accumulator = product.accumulator();
  for (int round = 0; round < 2; ++round)
    for (int row = 0; row < a.num_rows; ++row) {
      SCOPED_TRACE(row);
      expect_rows(compute(accumulator, row, a.num_rows), c, row);
    }
  kind_counts expected{};
  expected[static_cast<std::size_t>(HostAccumulator::dense)] = 4;
  expected[static_cast<std::size_t>(HostAccumulator::listed)] = 2;
  expected[static_cast<std::size_t>(HostAccumulator::none)] = 2;
  EXPECT_EQ(accumulator.rows_of_kind(), expected);
}

/// Without sorted rows of C, a hash table hands its columns over as they came.
TEST(RowAccumulatorHost, AHashTableKeepsTheOrderOfItsProducts) {
  const matrix_type b{3, 100, {0, 2, 4, 5}, {50, 90, 7, 50, 99}, {1.0, 2.0, 3.0, 4.0, 5.0}};
  const auto a = make_a({{2, 0, 1}}, 3);
  HostAccumulatorLimits limits;
  limits.switches.dense = limits.switches.esc = false;
  limits.b_rows_sorted = true;
  limits.hash_capacity = hash_capacity;
  for (const bool sorted_output : {false, true}) {
    RowProduct product(a, b, limits, sorted_output);
    accumulator_type accumulator = product.accumulator();
    const Computed computed = compute(accumulator, 0, 1);
    EXPECT_EQ(computed.columns,
              sorted_output ? (std::vector<std::int64_t>{7, 50, 90, 99}) : (std::vector<std::int64_t>{99, 50, 90, 7}));
    EXPECT_EQ(computed.values, sorted_output ? (std::vector<double>{9, 14, 4, 5}) : (std::vector<double>{5, 14, 4, 9}));
  }
}

}  // namespace
