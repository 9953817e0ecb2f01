/// \file
/// \brief [alpha A, beta I] and B above D against matrices that are written down row by row.
// once: OpenMP

#include "ocean/kernels/operations/stack_operands.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::launch_stacking;
using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;

constexpr double alpha = 3.0, beta = -0.5;

/// A matrix of \p num_rows and \p nnz that nothing has been written to yet.
DeviceCsr<int, int, double> make_untouched(count_type num_rows, count_type num_cols, std::size_t nnz) {
  constexpr int untouched = -77;
  return to_device(matrix_type{num_rows, num_cols, std::vector<int>(static_cast<std::size_t>(num_rows) + 1, untouched),
                               std::vector<int>(nnz, untouched), std::vector<double>(nnz, untouched)});
}

matrix_type to_host_matrix(const DeviceCsr<int, int, double>& matrix) {
  Kokkos::fence("Testing::stack_operands");
  return to_host(matrix.num_rows, matrix.num_cols, matrix.row_map, matrix.entries, matrix.values);
}

void append_row(const matrix_type& from, count_type row, double factor, matrix_type& to) {
  for (int entry = from.row_map[row]; entry < from.row_map[row + 1]; ++entry) {
    to.entries.push_back(from.entries[entry]);
    to.values.push_back(factor * from.values[entry]);
  }
}

matrix_type expected_left(const matrix_type& a) {
  matrix_type left{a.num_rows, a.num_cols + a.num_rows, {0}, {}, {}};
  for (count_type row = 0; row < a.num_rows; ++row) {
    append_row(a, row, alpha, left);
    left.entries.push_back(static_cast<int>(a.num_cols + row));
    left.values.push_back(beta);
    left.row_map.push_back(static_cast<int>(left.entries.size()));
  }
  return left;
}

void expect_left(const matrix_type& a) {
  const test_exec_space exec;
  const auto device = to_device(a);
  const auto nnz = static_cast<count_type>(a.entries.size());
  const auto left = make_untouched(a.num_rows, a.num_cols + a.num_rows, a.entries.size() + a.row_map.size() - 1);
  launch_stacking(exec, "Testing::offsets", a.num_rows + 1,
                  Ocean::Impl::ShiftOffsets<test_view<int>, test_view<int>>{device.row_map, left.row_map});
  const Ocean::Impl::AppendDiagonalColumns<operand_type, test_view<int>> columns{device.operand(), left.entries};
  const Ocean::Impl::AppendDiagonalValues<operand_type, test_view<double>> values{device.operand(), left.values, alpha,
                                                                                  beta};
  Ocean::Impl::visit_entries(exec, "Testing::columns", device.row_map, a.num_rows, nnz, columns);
  launch_stacking(exec, "Testing::diagonal_columns", a.num_rows, columns);
  Ocean::Impl::visit_entries(exec, "Testing::values", device.row_map, a.num_rows, nnz, values);
  launch_stacking(exec, "Testing::diagonal_values", a.num_rows, values);
  expect_same(to_host_matrix(left), expected_left(a));
}

matrix_type expected_right(const matrix_type& b, const matrix_type& d) {
  matrix_type right{b.num_rows + d.num_rows, b.num_cols, {0}, {}, {}};
  for (const matrix_type* part : {&b, &d})
    for (count_type row = 0; row < part->num_rows; ++row) {
      append_row(*part, row, 1.0, right);
      right.row_map.push_back(static_cast<int>(right.entries.size()));
    }
  return right;
}

void expect_right(const matrix_type& b, const matrix_type& d) {
  const test_exec_space exec;
  const auto nnz_b = static_cast<count_type>(b.row_map.back());
  const count_type nnz = nnz_b + d.row_map.back();
  const auto device_b = to_device(b), device_d = to_device(d);
  const auto right = make_untouched(b.num_rows + d.num_rows, b.num_cols, static_cast<std::size_t>(nnz));
  using view_type = test_view<int>;
  using value_view = test_view<double>;
  launch_stacking(exec, "Testing::offsets", b.num_rows + d.num_rows + 1,
                  Ocean::Impl::StackOffsets<view_type, view_type, view_type>{device_b.row_map, device_d.row_map,
                                                                             right.row_map, b.num_rows, nnz_b});
  launch_stacking(exec, "Testing::columns", nnz,
                  Ocean::Impl::StackItems<view_type, view_type, view_type>{device_b.entries, device_d.entries,
                                                                           right.entries, nnz_b});
  launch_stacking(exec, "Testing::values", nnz,
                  Ocean::Impl::StackItems<value_view, value_view, value_view>{device_b.values, device_d.values,
                                                                              right.values, nnz_b});
  expect_same(to_host_matrix(right), expected_right(b, d));
}

const matrix_type by_hand{4, 3, {0, 0, 2, 2, 3}, {2, 0, 1}, {5, 6, 7}};
/// Unsorted rows, empty ones, and one that is longer than what a thread visits.
const auto random_matrix = make_random<int, int, double>({.num_rows = 300,
                                                          .num_cols = 3000,
                                                          .mean_row_nnz = 6,
                                                          .seed = 7,
                                                          .empty_row_ratio = 0.3,
                                                          .duplicate_ratio = 0.1,
                                                          .unsorted = true,
                                                          .full_row = 99});

TEST(StackOperands, ByHand) {
  expect_same(
      expected_left(by_hand),
      matrix_type{
          4, 7, {0, 1, 4, 5, 7}, {3, 2, 0, 4, 5, 1, 6}, {beta, 5 * alpha, 6 * alpha, beta, beta, 7 * alpha, beta}});
  expect_left(by_hand);
  const matrix_type d{2, 3, {0, 1, 2}, {2, 0}, {8, 9}};
  expect_same(expected_right(by_hand, d), matrix_type{6, 3, {0, 0, 2, 2, 3, 4, 5}, {2, 0, 1, 2, 0}, {5, 6, 7, 8, 9}});
  expect_right(by_hand, d);
}

TEST(StackOperands, RandomRows) {
  expect_left(random_matrix);
  expect_right(random_matrix, make_banded<int, int, double>(50, 3000, 3, 4));
  expect_right(make_banded<int, int, double>(50, 3000, 3, 4), random_matrix);
}

TEST(StackOperands, NoRowsAndNoEntries) {
  const auto no_rows = make_empty<int, int, double>(0, 3), no_entries = make_empty<int, int, double>(5, 3);
  expect_left(no_entries);
  for (const matrix_type* part : {&no_rows, &no_entries, &by_hand}) {
    expect_right(*part, by_hand);
    expect_right(by_hand, *part);
  }
  expect_right(no_rows, no_rows);
}

TEST(StackOperands, RoomBehindTheLastEntryIsLeftOut) {
  matrix_type roomy = by_hand;
  roomy.entries.push_back(99);
  roomy.values.push_back(99);
  expect_right(roomy, roomy);
}

}  // namespace
