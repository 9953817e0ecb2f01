/// \file
/// \brief Transposes by every method against a transpose on the host; the stable ones in order, refills of values.
// once: OpenMP

#include "ocean/operations/transpose.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::TransposeMethod;
using Ocean::Impl::TransposeTuning;
using Ocean::Impl::Workspace;

template <class Matrix>
Matrix transpose_on_device(const Matrix& matrix, TransposeMethod method, const TransposeTuning& tuning = {}) {
  const test_exec_space exec;
  const auto device = to_device(matrix);
  Workspace<test_exec_space> workspace(exec);
  const auto transposed = transpose_with_positions(exec, device.operand(), workspace, method, tuning);
  const auto& operand = transposed.operand;
  return to_host(operand.num_rows, operand.num_cols, operand.row_map, operand.entries, operand.values);
}

/// Every method; atomics after a sort of its rows, which must then hold the same pairs if no column comes twice.
template <class Matrix>
void expect_transposed(const Matrix& matrix, bool has_duplicates) {
  const Matrix expected = transpose_on_host(matrix);
  expect_same(transpose_on_device(matrix, TransposeMethod::chunks), expected);
  for (const TransposeTuning& tuning : {TransposeTuning{}, TransposeTuning{.digit_bits = 1, .digit_chunk_entries = 7},
                                        TransposeTuning{.digit_bits = 3, .digit_chunk_entries = 1}})
    expect_same(transpose_on_device(matrix, TransposeMethod::digits, tuning), expected);
  Matrix actual = sort_rows(transpose_on_device(matrix, TransposeMethod::atomics));
  if (has_duplicates) actual.values = expected.values;
  expect_same(actual, expected);
}

TEST(Transpose, ByHand) {
  const HostCsr<int, int, double> matrix{2, 3, {0, 2, 3}, {2, 0, 2}, {5, 6, 7}};
  const HostCsr<int, int, double> expected{3, 2, {0, 1, 1, 3}, {0, 0, 1}, {6, 5, 7}};
  expect_same(transpose_on_host(matrix), expected);
  expect_transposed(matrix, false);
}

TEST(Transpose, RandomMatrices) {
  RandomMatrix random{.num_rows = 300, .num_cols = 170, .mean_row_nnz = 9.0, .seed = 3, .values = ValueLaw::reals};
  expect_transposed(make_random<int, int, double>(random), false);
  random.unsorted = true;
  random.empty_row_ratio = 0.3;
  random.full_row = 7;
  random.full_column = 169;
  expect_transposed(make_random<std::size_t, std::int64_t, Kokkos::complex<double>>(random), false);
  random.duplicate_ratio = 0.4;
  expect_transposed(make_random<std::int64_t, int, float>(random), true);
}

TEST(Transpose, ManyColumnsNeedManyDigits) {
  expect_transposed(make_random<int, int, double>({.num_rows = 90, .num_cols = 70000, .mean_row_nnz = 20.0, .seed = 4}),
                    false);
  expect_transposed(make_random<int, int, double>({.num_rows = 5000, .num_cols = 1, .mean_row_nnz = 0.5, .seed = 5}),
                    false);
}

TEST(Transpose, NothingToTranspose) {
  for (const auto& matrix : {make_empty<int, int, double>(0, 0), make_empty<int, int, double>(0, 5),
                             make_empty<int, int, double>(5, 0), make_empty<int, int, double>(4, 6)})
    expect_transposed(matrix, false);
}

TEST(Transpose, NoRowsMayComeWithoutOffsets) {
  HostCsr<int, int, double> matrix = make_empty<int, int, double>(0, 3);
  matrix.row_map.clear();
  const auto transposed = transpose_on_device(matrix, TransposeMethod::chunks);
  EXPECT_EQ(transposed.row_map, (std::vector{0, 0, 0, 0}));
  EXPECT_EQ(transposed.num_cols, 0);
}

TEST(Transpose, EntriesBehindTheLastRowAreLeftOut) {
  HostCsr<int, int, double> matrix{2, 3, {0, 2, 3}, {2, 0, 2}, {5, 6, 7}};
  const auto expected = transpose_on_host(matrix);
  matrix.entries.insert(matrix.entries.end(), {1, 1, 1});
  matrix.values.insert(matrix.values.end(), {1, 1, 1});
  for (const auto method : {TransposeMethod::atomics, TransposeMethod::chunks, TransposeMethod::digits})
    expect_same(sort_rows(transpose_on_device(matrix, method)), expected);
}

TEST(Transpose, PatternsHaveNoValues) {
  const test_exec_space exec;
  const HostCsr<int, int, double> matrix{2, 3, {0, 2, 3}, {2, 0, 2}, {5, 6, 7}};
  const auto device = to_device(matrix);
  auto operand = device.operand();
  operand.values = {};
  Workspace<test_exec_space> workspace(exec);
  for (const bool deterministic : {false, true}) {
    const auto transposed = transpose_operand(exec, operand, workspace, deterministic);
    EXPECT_EQ(transposed.values.data(), nullptr);
    EXPECT_EQ(to_vector(transposed.row_map), (std::vector{0, 1, 1, 3}));
  }
}

TEST(Transpose, NewValuesTakeTheOldPlaces) {
  const test_exec_space exec;
  auto matrix = make_random<int, int, double>({.num_rows = 80, .num_cols = 60, .seed = 6, .values = ValueLaw::reals});
  const auto device = to_device(matrix);
  Workspace<test_exec_space> workspace(exec);
  const auto transposed = transpose_with_positions(exec, device.operand(), workspace, TransposeMethod::chunks);
  for (double& value : matrix.values) value = 3.0 - 2.0 * value;
  const auto renewed = to_device(matrix);
  const std::size_t peak_bytes = workspace.peak_bytes();
  refill_transpose(exec, renewed.operand(), transposed);
  EXPECT_EQ(to_vector(transposed.operand.values), transpose_on_host(matrix).values);
  EXPECT_EQ(workspace.peak_bytes(), peak_bytes);
}

TEST(Transpose, TheMethodIsStableWhereThatIsAskedFor) {
  using Ocean::Impl::choose_transpose_method;
  EXPECT_EQ(choose_transpose_method(true, false), TransposeMethod::chunks);
  EXPECT_EQ(choose_transpose_method(true, true), TransposeMethod::chunks);
  EXPECT_EQ(choose_transpose_method(false, false), TransposeMethod::atomics);
  EXPECT_EQ(choose_transpose_method(false, true), TransposeMethod::digits);
}

TEST(Transpose, AFullWorkspaceIsNamed) {
  const test_exec_space exec;
  const auto device = to_device(make_identity<int, int, double>(200000));
  Workspace<test_exec_space> workspace(exec, 1000);
  EXPECT_STREQ(error_text<std::runtime_error>([&] { transpose_operand(exec, device.operand(), workspace); }).c_str(),
               "Ocean::workspace: Ocean::transpose::row_map takes 800004 bytes with 0 in use (need a memory limit of "
               "at least 800004 bytes, it is 1000)");
}

}  // namespace
