/// \file
/// \brief Entries in the order of their columns: stable, for columns of any number of digits.

#include "ocean/stages/sort_entries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/checks.hpp"
#include "support/far_columns.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::num_digit_passes;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

TEST(SortEntries, PassesForTheDigitsOfTheLastColumn) {
  for (const int digit_bits : {1, 4, 8}) {
    EXPECT_EQ(num_digit_passes(1, digit_bits), 1);
    EXPECT_EQ(num_digit_passes(count_type(1) << digit_bits, digit_bits), 1);
    EXPECT_EQ(num_digit_passes((count_type(1) << digit_bits) + 1, digit_bits), 2);
  }
  EXPECT_EQ(num_digit_passes(count_type(1) << 62, 8), 8);
  EXPECT_EQ(num_digit_passes(std::numeric_limits<count_type>::max(), 8), 8);
  EXPECT_EQ(num_digit_passes(std::numeric_limits<count_type>::max(), 1), 63);
}

/// Sorts the entries of \p matrix and compares with a stable sort.
void expect_sorted(const far_matrix& matrix, const Ocean::Impl::TransposeTuning& tuning) {
  const test_exec_space exec;
  const auto device = to_device(matrix);
  const auto nnz = static_cast<count_type>(matrix.entries.size());
  workspace_type workspace(exec);
  const auto positions = workspace.allocate<std::int64_t>("Testing::positions", nnz);
  const auto rows = workspace.allocate<std::int64_t>("Testing::rows", nnz);
  const std::size_t live_bytes = workspace.live_bytes();
  Ocean::Impl::sort_entries(exec, device.operand(), nnz, positions, rows, workspace, tuning);
  std::vector<std::int64_t> expected(matrix.entries.size()), expected_rows;
  std::iota(expected.begin(), expected.end(), 0);
  std::stable_sort(expected.begin(), expected.end(), [&](auto left, auto right) {
    return matrix.entries[static_cast<std::size_t>(left)] < matrix.entries[static_cast<std::size_t>(right)];
  });
  for (const std::int64_t entry : expected)
    expected_rows.push_back(std::upper_bound(matrix.row_map.begin(), matrix.row_map.end(), entry) -
                            matrix.row_map.begin() - 1);
  EXPECT_TRUE(same_integers("positions", to_vector(positions), expected));
  EXPECT_TRUE(same_integers("rows", to_vector(rows), expected_rows));
  EXPECT_LE(workspace.live_bytes(), live_bytes + Ocean::Impl::WorkspaceAccount::slab_bytes);
  Kokkos::deep_copy(positions, 0);
  Ocean::Impl::sort_entries(exec, device.operand(), nnz, positions, decltype(rows)(), workspace, tuning);
  EXPECT_TRUE(same_integers("positions without rows", to_vector(positions), expected));
}

TEST(SortEntries, EveryNumberOfDigits) {
  const far_matrix near = make_far(
      {.num_rows = 300, .num_cols = 200, .mean_row_nnz = 9, .seed = 91, .duplicate_ratio = 0.2, .unsorted = true});
  for (const count_type span : {count_type(200), count_type(256), count_type(257), count_type(1) << 31,
                                count_type(1) << 40, count_type(1) << 62})
    for (const FarLaw law : {FarLaw::even, FarLaw::ends}) {
      SCOPED_TRACE(span);
      const auto matrix = spread_columns(near, span, law);
      expect_sorted(matrix, {});
      expect_sorted(matrix, {.digit_bits = 5, .digit_chunk_entries = 7});
      expect_sorted(matrix, {.digit_bits = 9, .digit_chunk_entries = 100000});
    }
}

TEST(SortEntries, OneEntry) { expect_sorted({1, 1, {0, 1}, {0}, {2.0}}, {}); }

}  // namespace
