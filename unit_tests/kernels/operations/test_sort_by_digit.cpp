/// \file
/// \brief One pass of the sort: chunks, digits, the order within a digit, rows, and the begins of whole columns.
// once: OpenMP

#include "ocean/kernels/operations/sort_by_digit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = HostCsr<int, int, double>;
using count_list = std::vector<count_type>;
using pass_type = Ocean::Impl::DigitPass<test_view<int>, test_view<int>, test_view<count_type>>;

constexpr int untouched = -77;

/// Bits of a column that a pass looks at.
struct Digits {
  count_type num_digits, mask;
  int shift;
  count_type of(int column) const { return (column >> shift) & mask; }
};

/// Lengths of chunks differ by one at most, the longer ones come first.
std::vector<std::size_t> chunk_bounds(std::size_t nnz, std::size_t num_chunks) {
  std::vector<std::size_t> bounds = {0};
  for (std::size_t chunk = 0; chunk < num_chunks; ++chunk)
    bounds.push_back(bounds.back() + nnz / num_chunks + (chunk < nnz % num_chunks ? 1 : 0));
  return bounds;
}

/// Number of entries by digit, then by chunk.
count_list counts_of(const std::vector<int>& columns, const std::vector<int>& from, const Digits& digits,
                     std::size_t num_chunks) {
  count_list counts(static_cast<std::size_t>(digits.num_digits) * num_chunks, 0);
  const auto bounds = chunk_bounds(columns.size(), num_chunks);
  for (std::size_t chunk = 0; chunk < num_chunks; ++chunk)
    for (std::size_t place = bounds[chunk]; place < bounds[chunk + 1]; ++place)
      ++counts[static_cast<std::size_t>(digits.of(columns[from[place]])) * num_chunks + chunk];
  return counts;
}

/// A pass over \p from, which is every entry in its order where \p is_first.
void expect_pass(const matrix_type& matrix, const std::vector<int>& from, bool is_first, const Digits& digits,
                 std::size_t num_chunks) {
  SCOPED_TRACE(testing::Message() << num_chunks << " chunks, shift " << digits.shift);
  const test_exec_space exec;
  const auto device = to_device(matrix);
  count_list expected_counts = counts_of(matrix.entries, from, digits, num_chunks);
  expected_counts.push_back(untouched);
  const auto counts = make_view(count_list(expected_counts.size(), untouched));
  const pass_type pass{device.entries,
                       is_first ? test_view<int>() : make_view(from),
                       counts,
                       static_cast<count_type>(from.size()),
                       digits.num_digits,
                       static_cast<count_type>(num_chunks),
                       digits.mask,
                       digits.shift,
                       is_first};
  Ocean::Impl::count_digits(exec, pass);
  Kokkos::fence("Testing::count_digits");
  ASSERT_TRUE(same_integers("counts", to_vector(counts), expected_counts));

  std::exclusive_scan(expected_counts.begin(), expected_counts.end(), expected_counts.begin(), count_type(0));
  std::vector<int> expected = from, expected_rows;
  std::stable_sort(expected.begin(), expected.end(), [&](int left, int right) {
    return digits.of(matrix.entries[left]) < digits.of(matrix.entries[right]);
  });
  for (const int entry : expected)
    expected_rows.push_back(static_cast<int>(std::upper_bound(matrix.row_map.begin(), matrix.row_map.end(), entry) -
                                             matrix.row_map.begin() - 1));
  const std::vector<int> unwritten(from.size(), untouched);
  for (const bool writes_rows : {true, false}) {
    Kokkos::deep_copy(counts, make_view(expected_counts));
    const auto to = make_view(unwritten), rows = make_view(unwritten);
    Ocean::Impl::scatter_digits(exec,
                                Ocean::Impl::ScatterDigits<pass_type, test_view<int>, test_view<int>, test_view<int>>{
                                    pass, device.row_map, to, rows, matrix.num_rows, writes_rows});
    Kokkos::fence("Testing::scatter_digits");
    EXPECT_TRUE(same_integers("entries", to_vector(to), expected));
    EXPECT_TRUE(same_integers("rows", to_vector(rows), writes_rows ? expected_rows : unwritten));
  }
}

void expect_passes(const matrix_type& matrix) {
  std::vector<int> in_order(matrix.entries.size());
  std::iota(in_order.begin(), in_order.end(), 0);
  auto shuffled = in_order;
  RandomNumbers(1).shuffle(shuffled);
  const std::vector<Digits> all_digits = {{16, 15, 0}, {16, 15, 4}, {2, 1, 3}, {matrix.num_cols, ~count_type(0), 0}};
  for (const Digits& digits : all_digits)
    for (const std::size_t num_chunks : {1, 7, 100}) {
      expect_pass(matrix, in_order, true, digits, num_chunks);
      expect_pass(matrix, shuffled, false, digits, num_chunks);
    }
}

TEST(SortByDigit, FewEntriesAndNone) {
  expect_passes({1, 40, {0, 1}, {39}, {1}});
  expect_passes({5, 40, {0, 0, 3, 3, 5, 5}, {39, 0, 17, 17, 1}, {1, 1, 1, 1, 1}});
  expect_passes(make_empty<int, int, double>(2, 40));
}

TEST(SortByDigit, RandomEntriesAndALongRow) {
  expect_passes(make_random<int, int, double>({.num_rows = 60,
                                               .num_cols = 300,
                                               .mean_row_nnz = 5,
                                               .seed = 8,
                                               .empty_row_ratio = 0.3,
                                               .duplicate_ratio = 0.3,
                                               .unsorted = true,
                                               .full_row = 20}));
}

TEST(SortByDigit, BeginsOfColumnsAreTheSumsBeforeTheirFirstChunk) {
  const auto sums = make_view<count_type>({0, 2, 3, 3, 4, 4, 4, 6, 9, 11});
  const auto column_begin = make_view(std::vector<int>(5, untouched));
  Ocean::Impl::read_column_begins(test_exec_space(), sums, column_begin, 3, 3);
  Kokkos::fence("Testing::read_column_begins");
  EXPECT_EQ(to_vector(column_begin), (std::vector{0, 3, 4, 11, untouched}));
}

}  // namespace
