/// \file
/// \brief The merge of a few sorted rows of B: columns in order, sums in the order of A's entries.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/accumulators/merged_runs.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using matrix_type = HostCsr<int, int, double>;
template <int Runs, bool WithValues>
using runs_type = Ocean::Impl::MergedRuns<Runs, problem_type, double, WithValues>;

/// \brief The entries that the merge gives for row \p row of C.
template <int Runs, bool WithValues>
std::vector<std::pair<int, double>> merged_row(const problem_type& problem, count_type row) {
  runs_type<Runs, WithValues> runs(problem);
  EXPECT_EQ(runs.next_column(), (runs_type<Runs, WithValues>::no_column)) << "nothing is selected";
  runs.select(Ocean::Impl::a_row(problem, row));
  std::vector<std::pair<int, double>> entries;
  for (int column = runs.next_column(); column != runs.no_column; column = runs.next_column()) {
    const double sum = runs.take(column);
    entries.emplace_back(column, sum);
  }
  return entries;
}

template <int Runs>
void expect_merged(const matrix_type& a, const matrix_type& b) {
  const auto device_a = to_device(a), device_b = to_device(b);
  const problem_type problem{device_a.operand(), device_b.operand()};
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  for (int row = 0; row < a.num_rows; ++row) {
    std::vector<std::pair<int, double>> expected, pattern;
    for (int entry = c.row_map[row]; entry < c.row_map[row + 1]; ++entry) {
      expected.emplace_back(c.entries[entry], c.values[entry]);
      pattern.emplace_back(c.entries[entry], 0.0);
    }
    EXPECT_EQ((merged_row<Runs, true>(problem, row)), expected) << "row " << row;
    EXPECT_EQ((merged_row<Runs, false>(problem, row)), pattern) << "row " << row;
  }
}

TEST(MergedRuns, RowsByHand) {
  const matrix_type b{4, 9, {0, 3, 3, 5, 8}, {0, 4, 8, 4, 5, 0, 4, 7}, {1, 2, 3, 10, 20, 100, 200, 300}};
  expect_merged<3>({4, 4, {0, 3, 3, 4, 6}, {0, 2, 3, 1, 0, 1}, {1, 2, 0.5, 7, 3, 4}}, b);
}

/// The values are reals: sums in another order would have other bits.
TEST(MergedRuns, RandomRowsHaveTheBitsOfSerialSums) {
  const auto b = make_random<int, int, double>({.num_rows = 40,
                                                .num_cols = 60,
                                                .mean_row_nnz = 9,
                                                .seed = 1,
                                                .values = ValueLaw::reals,
                                                .empty_row_ratio = 0.2});
  expect_merged<5>(make_random<int, int, double>({.num_rows = 50,
                                                  .num_cols = 40,
                                                  .mean_row_nnz = 5,
                                                  .seed = 2,
                                                  .row_lengths = RowLengthLaw::constant,
                                                  .values = ValueLaw::reals,
                                                  .unsorted = true}),
                   b);
}

/// A's row may name the same row of B more than once.
TEST(MergedRuns, ARowOfBTwice) {
  const matrix_type b{2, 3, {0, 2, 3}, {0, 2, 1}, {0.1, 0.2, 0.3}};
  expect_merged<4>({1, 2, {0, 3}, {0, 1, 0}, {3, 1, 7}}, b);
}

}  // namespace
