/// \file
/// \brief Entries without exact zeros against a loop that copies them; what is zero and what only looks like it.
// once: OpenMP

#include "ocean/kernels/operations/compact_nonzeros.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = HostCsr<int, int, double>;

constexpr int untouched = -77;

std::vector<int> marks_of(const std::vector<double>& values) {
  const auto kept = make_view(std::vector<int>(values.size() + 1, untouched));
  Ocean::Impl::mark_nonzeros(test_exec_space(), make_view(values), kept, static_cast<count_type>(values.size()));
  Kokkos::fence("Testing::mark_nonzeros");
  return to_vector(kept);
}

matrix_type compact(const matrix_type& matrix) {
  const test_exec_space exec;
  const auto nnz = static_cast<count_type>(matrix.values.size());
  std::vector<int> kept_before = {0};
  for (const int mark : marks_of(matrix.values)) kept_before.push_back(kept_before.back() + mark);
  kept_before.pop_back();
  const auto num_kept = static_cast<std::size_t>(kept_before.back());
  const auto kept = make_view(kept_before);
  const auto device = to_device(matrix);
  const auto row_map = make_view(std::vector<int>(matrix.row_map.size(), untouched));
  const auto entries = make_view(std::vector<int>(num_kept, untouched));
  const auto values = make_view(std::vector<double>(num_kept, untouched));
  Ocean::Impl::read_kept_offsets(exec, device.row_map, kept, row_map);
  Ocean::Impl::move_nonzeros(exec,
                             Ocean::Impl::MoveNonzeros<test_view<int>, test_view<double>, test_view<int>>{
                                 device.entries, device.values, kept, entries, values},
                             nnz);
  Kokkos::fence("Testing::move_nonzeros");
  return to_host(matrix.num_rows, matrix.num_cols, row_map, entries, values);
}

matrix_type expected_without_zeros(const matrix_type& matrix) {
  matrix_type kept{matrix.num_rows, matrix.num_cols, {0}, {}, {}};
  for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.num_rows); ++row) {
    for (int entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      if (matrix.values[entry] == 0.0) continue;
      kept.entries.push_back(matrix.entries[entry]);
      kept.values.push_back(matrix.values[entry]);
    }
    kept.row_map.push_back(static_cast<int>(kept.entries.size()));
  }
  return kept;
}

TEST(CompactNonzeros, OnlyZerosOfEitherSignGo) {
  using limits = std::numeric_limits<double>;
  EXPECT_EQ(marks_of({0.0, -0.0, 1.0, limits::denorm_min(), limits::quiet_NaN(), -limits::infinity(), 0.0}),
            (std::vector{0, 0, 1, 1, 1, 1, 0, untouched}));
  EXPECT_EQ(marks_of({}), std::vector{untouched});
}

TEST(CompactNonzeros, ByHand) {
  const matrix_type compacted = compact({5, 9, {0, 3, 3, 5, 6, 8}, {4, 1, 7, 0, 8, 5, 2, 3}, {1, 0, 2, 0, 0, 0, 0, 3}});
  expect_same(compacted, matrix_type{5, 9, {0, 2, 2, 2, 2, 3}, {4, 7, 3}, {1, 2, 3}});
}

TEST(CompactNonzeros, NoRowsNoEntriesAndNothingButZeros) {
  for (const count_type num_rows : {0, 1, 7}) {
    const auto empty = make_empty<int, int, double>(num_rows, 5);
    expect_same(compact(empty), empty);
  }
  const std::vector<int> row_map(4, 0);
  expect_same(compact({3, 5, {0, 2, 2, 3}, {0, 1, 2}, {0, -0.0, 0}}), matrix_type{3, 5, row_map, {}, {}});
}

TEST(CompactNonzeros, KeepTheOrderOfRandomEntries) {
  auto matrix = make_random<int, int, double>({.num_rows = 500,
                                               .num_cols = 900,
                                               .mean_row_nnz = 8,
                                               .seed = 5,
                                               .empty_row_ratio = 0.2,
                                               .duplicate_ratio = 0.2,
                                               .unsorted = true,
                                               .full_row = 77});
  expect_same(compact(matrix), expected_without_zeros(matrix));
  for (double& value : matrix.values)
    if (value == 0.0) value = 1.0;
  expect_same(compact(matrix), matrix);
}

}  // namespace
