/// \file
/// \brief Sums, bits and sizes of a dense C on every team path against the reference, however A's entries are shared.

#include "ocean/kernels/dense_c/accumulate_dense_c.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ocean/reference/gustavson.hpp"
#include "support/builders.hpp"
#include "support/dense_c_words.hpp"
#include "support/team_paths.hpp"
#include "support/tested_types.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using matrix_type = HostCsr<int, int, double>;
using device_type = DeviceCsr<int, int, double>;

/// \brief A dense C after the kernel, by teams that take \p share_entries of A.
template <class Launcher>
DenseCOnHost accumulate(const Launcher& launcher, const device_type& a, const device_type& b,
                        count_type share_entries) {
  const DenseCWords words({a.num_rows, b.num_cols});
  const Ocean::Impl::Problem problem{a.operand(), b.operand()};
  accumulate_dense_c(launcher, problem, words.on_device(), share_entries, 4);
  Kokkos::fence();
  return DenseCOnHost(words);
}

void expect_sums(const matrix_type& a, const matrix_type& b) {
  const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  const device_type device_a = to_device(a), device_b = to_device(b);
  std::vector<count_type> products(static_cast<std::size_t>(a.num_rows), 0);
  for (count_type row = 0; row < a.num_rows; ++row)
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry)
      products[row] += b.row_map[a.entries[entry] + 1] - b.row_map[a.entries[entry]];
  for (const count_type share : {1, 2, 7, 64, 1 << 20})
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", shares of " << share << " entries");
      const DenseCOnHost found = accumulate(launcher, device_a, device_b, share);
      for (count_type row = 0; row < a.num_rows; ++row) {
        const int begin = expected.row_map[row], end = expected.row_map[row + 1];
        ASSERT_EQ(found.c.row_nnz[row], end - begin) << row;
        int entry = begin;
        for (count_type column = 0; column < b.num_cols; ++column) {
          const bool is_there = entry < end && expected.entries[entry] == column;
          ASSERT_EQ(found.has(row, column), is_there) << row << ", " << column;
          ASSERT_EQ(found.c.sums_of(row)[column], is_there ? expected.values[entry] : 0.0) << row << ", " << column;
          if (is_there) ++entry;
        }
      }
      count_type all = 0, longest = 0;
      for (const count_type of_row : products) {
        all += of_row;
        longest = std::max(longest, of_row);
      }
      EXPECT_EQ(found.c.counters[Ocean::Impl::dense_products], all);
      EXPECT_EQ(found.c.counters[Ocean::Impl::dense_longest_row], longest);
      EXPECT_EQ(found.c.counters[Ocean::Impl::dense_defect], 0);
    });
}

TEST(AccumulateDenseC, RowsOfManyKinds) { expect_sums(make_rows_of_many_kinds(), make_rows_of_many_kinds()); }

TEST(AccumulateDenseC, RowsThatAllTeamsShare) {
  const auto wide = make_random<int, int, double>({.num_rows = 3, .num_cols = 2000, .mean_row_nnz = 900, .seed = 1});
  const auto tall = make_random<int, int, double>({.num_rows = 2000, .num_cols = 40, .mean_row_nnz = 5, .seed = 2});
  expect_sums(wide, tall);
}

TEST(AccumulateDenseC, UnsortedRowsWithDuplicates) {
  const auto matrix = make_random<int, int, double>(
      {.num_rows = 90, .num_cols = 90, .mean_row_nnz = 12, .seed = 4, .duplicate_ratio = 0.3, .unsorted = true});
  expect_sums(matrix, matrix);
}

TEST(AccumulateDenseC, EmptyOperandsAndEmptyRowsAtBothEnds) {
  expect_sums({5, 3, {0, 0, 0, 2, 2, 2}, {1, 2}, {2.0, 3.0}}, {3, 33, {0, 0, 2, 3}, {0, 32, 32}, {1.0, 5.0, 7.0}});
  expect_sums({2, 2, {0, 0, 0}, {}, {}}, {2, 2, {0, 1, 2}, {0, 1}, {1.0, 1.0}});
}

/// \brief The graph of C alone, by teams that take \p share_entries of A.
template <class Launcher>
DenseCOnHost mark(const Launcher& launcher, const matrix_type& a, const matrix_type& b, count_type share_entries) {
  const device_type device_a = to_device(a), device_b = to_device(b);
  const Ocean::Impl::Problem problem{device_a.operand(), device_b.operand()};
  const DenseCWords words(
      {a.num_rows, b.num_cols, Ocean::Impl::DenseCParts::places, num_shares(problem, share_entries)});
  Ocean::Impl::accumulate_dense_c<false>(launcher, problem, words.on_device(), share_entries, 4);
  Kokkos::fence();
  return DenseCOnHost(words);
}

TEST(AccumulateDenseC, WithoutValuesOnlyTheGraphIsFound) {
  const auto matrix = make_rows_of_many_kinds();
  const auto& offsets = matrix.row_map;
  for (const count_type share : {1, 2, 7, 64, 1 << 20})
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", shares of " << share << " entries");
      const DenseCOnHost summed = accumulate(launcher, to_device(matrix), to_device(matrix), share);
      const DenseCOnHost marked = mark(launcher, matrix, matrix, share);
      EXPECT_EQ(marked.c.sums, nullptr);
      for (count_type row = 0; row < matrix.num_rows; ++row) {
        ASSERT_EQ(marked.c.row_nnz[row], summed.c.row_nnz[row]) << row;
        for (count_type word = 0; word < marked.c.words_per_row; ++word)
          ASSERT_EQ(marked.c.bits_of(row)[word], summed.c.bits_of(row)[word]) << row << ", " << word;
      }
      for (int counter = 0; counter < Ocean::Impl::num_dense_counters; ++counter)
        EXPECT_EQ(marked.c.counters[counter], summed.c.counters[counter]) << counter;
      for (count_type team = 0; team * share < offsets.back(); ++team)
        ASSERT_EQ(marked.c.first_row[team],
                  std::upper_bound(offsets.begin() + 1, offsets.end(), team * share) - (offsets.begin() + 1));
    });
}

TEST(AccumulateDenseC, TeamsShareRowsThatAreLongForThem) {
  const matrix_type a{3, 9, {0, 2, 8, 9}, {0, 1, 0, 1, 2, 3, 4, 5, 8}, std::vector<double>(9, 1.0)};
  const auto b = make_random<int, int, double>({.num_rows = 9, .num_cols = 5, .mean_row_nnz = 2, .seed = 3});
  for_each_launcher([&](const auto& launcher) {
    EXPECT_NE(mark(launcher, a, b, 2).c.counters[Ocean::Impl::dense_shared_rows], 0);
    EXPECT_EQ(mark(launcher, a, b, 3).c.counters[Ocean::Impl::dense_shared_rows], 0);
  });
}

TEST(AccumulateDenseC, CountsColumnsOfBThatDoNotAscend) {
  const matrix_type a{1, 4, {0, 1}, {0}, {1.0}};
  const auto descents = [&](const matrix_type& b) {
    std::vector<count_type> found;
    for_each_launcher([&](const auto& launcher) {
      found.push_back(mark(launcher, a, b, 1).c.counters[Ocean::Impl::dense_descents]);
    });
    for (const count_type of_path : found) EXPECT_EQ(of_path, found[0]);
    return found[0];
  };
  const std::vector<double> values(6, 1.0);
  EXPECT_EQ(descents({4, 9, {0, 2, 2, 5, 6}, {3, 7, 1, 2, 8, 0}, values}), 0);
  EXPECT_EQ(descents({4, 9, {0, 2, 2, 5, 6}, {7, 3, 1, 2, 8, 0}, values}), 1);
  EXPECT_EQ(descents({4, 9, {0, 2, 2, 5, 6}, {7, 7, 1, 8, 8, 0}, values}), 2) << "duplicates";
  EXPECT_EQ(descents({4, 9, {1, 2, 2, 5, 6}, {8, 7, 1, 2, 8, 0}, values}), 0) << "the first entry is in no row";
  const auto large = make_random<int, int, double>({.num_rows = 4, .num_cols = 3000, .mean_row_nnz = 900, .seed = 5});
  EXPECT_EQ(descents(large), 0);
}

/// \brief Whether the defect of an operand that \p spoil changes is noted.
template <class Spoil>
void expect_defect(const Spoil& spoil) {
  const auto matrix = make_rows_of_many_kinds();
  for (const count_type share : {3, 1 << 20})
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", shares of " << share << " entries");
      auto a = matrix, b = matrix;
      spoil(a, b);
      EXPECT_NE(accumulate(launcher, to_device(a), to_device(b), share).c.counters[Ocean::Impl::dense_defect], 0);
    });
}

TEST(AccumulateDenseC, OffsetsThatLeadOutsideAreDefects) {
  expect_defect([](matrix_type& a, matrix_type&) { a.row_map[40] = a.row_map[41] + 1; });
  expect_defect([](matrix_type& a, matrix_type&) { a.row_map[40] = -1; });
  expect_defect([](matrix_type& a, matrix_type&) { a.row_map.back() += 1; });
  const int selected = make_rows_of_many_kinds().entries[0];
  expect_defect([&](matrix_type&, matrix_type& b) { b.row_map[selected] = b.row_map[selected + 1] + 1; });
  expect_defect([&](matrix_type&, matrix_type& b) { b.row_map[selected + 1] = 1 << 30; });
  expect_defect([&](matrix_type&, matrix_type& b) { b.row_map[selected] = -5; });
}

TEST(AccumulateDenseC, ColumnsThatLeadOutsideAreDefects) {
  for (const int outside : {300, 1 << 30, -1}) {
    expect_defect([&](matrix_type& a, matrix_type&) { a.entries[7] = outside; });
    expect_defect([&](matrix_type& a, matrix_type& b) {
      for (const int row : a.entries)
        if (b.row_map[row + 1] > b.row_map[row]) b.entries[b.row_map[row]] = outside;
    });
  }
}

TEST(AccumulateDenseC, RowsOfBThatNothingSelectsAreChecked) {
  const auto spoil = [](const auto& spoil_b) {
    expect_defect([&](matrix_type& a, matrix_type& b) {
      std::fill(a.entries.begin(), a.entries.end(), 5);
      spoil_b(b);
    });
  };
  spoil([](matrix_type& b) { b.entries[0] = 300; });
  spoil([](matrix_type& b) { b.entries.back() = -1; });
  spoil([](matrix_type& b) { b.row_map[200] = b.row_map[201] + 1; });
  spoil([](matrix_type& b) { b.row_map.back() += 1; });
  spoil([](matrix_type& b) { b.row_map[0] = -1; });
}

TEST(AccumulateDenseC, EntriesOfBOutsideItsRowsAreNotChecked) {
  auto b = make_rows_of_many_kinds();
  const auto a = b;
  b.entries.push_back(1 << 30);
  b.values.push_back(1.0);
  for_each_launcher([&](const auto& launcher) {
    EXPECT_EQ(accumulate(launcher, to_device(a), to_device(b), 20).c.counters[Ocean::Impl::dense_defect], 0);
  });
}

}  // namespace
