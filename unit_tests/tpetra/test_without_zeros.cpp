/// \file
/// \brief Which explicit zeros of A are removed before a product with B: those without which C loses an entry.

#include "ocean/tpetra/without_zeros.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocean/reference/gustavson.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"

namespace {

using namespace Ocean::Testing;
using host_type = HostCsr<std::size_t, int, double>;
using local_type = crs_matrix<std::size_t, int, double>;
using rows_type = Ocean::Impl::RowsOfB<local_type>;

host_type strip(const host_type& a, const rows_type& rows_of_b, bool keep_diagonal = false) {
  return to_host(Ocean::Impl::without_zeros(to_crs_matrix(a), rows_of_b, keep_diagonal));
}
host_type strip(const host_type& a, const host_type& b, bool keep_diagonal = false) {
  return strip(a, rows_type(to_crs_matrix(b)), keep_diagonal);
}

/// Two nodes of two unknowns (the same columns), a row of one column, one of none, one of columns of both nodes.
const host_type rows_of_nodes = {
    7, 6, {0, 2, 4, 6, 8, 9, 9, 11}, {0, 1, 0, 1, 3, 4, 3, 4, 5, 1, 3}, std::vector<double>(11, 1.0)};

host_type one_row(const std::vector<int>& columns, const std::vector<double>& values, count_type num_cols = 7) {
  return {1, num_cols, {0, columns.size()}, columns, values};
}

TEST(TpetraWithoutZeros, AllGoIfTheRowsOfBAreNotKnown) {
  const host_type a = {2, 7, {0, 3, 5}, {0, 1, 2, 3, 4}, {1, 0, -0.0, 0, 2}};
  expect_same(strip(a, rows_type()), host_type{2, 7, {0, 1, 2}, {0, 4}, {1, 2}});
  expect_same(strip(a, rows_type(), true), host_type{2, 7, {0, 1, 2}, {0, 4}, {1, 2}});
}

TEST(TpetraWithoutZeros, WhatHasNoneIsNotCopied) {
  const local_type a = to_crs_matrix(one_row({0, 4}, {1, 2}));
  EXPECT_EQ(Ocean::Impl::without_zeros(a, rows_type()).values.data(), a.values.data());
}

TEST(TpetraWithoutZeros, AnotherUnknownOfTheNodeCoversThem) {
  const local_type a = to_crs_matrix(one_row({0, 1, 2, 3}, {1, 0, 0, 3}));
  const local_type kept = Ocean::Impl::without_zeros(a, rows_type(to_crs_matrix(rows_of_nodes)));
  EXPECT_EQ(kept.values.data(), a.values.data());
}

TEST(TpetraWithoutZeros, TwoZerosOfANodeDoNotCoverEachOther) {
  expect_same(strip(one_row({0, 1, 2, 3}, {0, 0, 0, 3}), rows_of_nodes), one_row({2, 3}, {0, 3}));
}

TEST(TpetraWithoutZeros, EachColumnMayBeCoveredByAnotherRow) {
  expect_same(strip(one_row({0, 3, 6}, {1, 2, 0}), rows_of_nodes), one_row({0, 3, 6}, {1, 2, 0}));
  expect_same(strip(one_row({0, 4, 6}, {1, 2, 0}), rows_of_nodes), one_row({0, 4}, {1, 2}));
}

TEST(TpetraWithoutZeros, OneThatSelectsNothingStays) {
  expect_same(strip(one_row({4, 5}, {0, 0}), rows_of_nodes), one_row({5}, {0}));
}

TEST(TpetraWithoutZeros, TheDiagonalStaysIfRequested) {
  const host_type a = {2, 7, {0, 2, 4}, {0, 4, 1, 4}, {0, 0, 0, 2}};
  expect_same(strip(a, rows_of_nodes, true), host_type{2, 7, {0, 1, 3}, {0, 1, 4}, {0, 0, 2}});
  expect_same(strip(a, rows_of_nodes), host_type{2, 7, {0, 0, 1}, {4}, {2}});
}

TEST(TpetraWithoutZeros, RowsOfOthersAndEmptyOnesDoNotCover) {
  const host_type a = {3, 7, {0, 1, 1, 2}, {0, 1}, {1, 0}};
  expect_same(strip(a, rows_of_nodes), host_type{3, 7, {0, 1, 1, 1}, {0}, {1}});
}

TEST(TpetraWithoutZeros, NearbyEntriesAreLookedAtInBothDirections) {
  const auto reach = static_cast<int>(Ocean::Impl::CopyNonzeros<local_type>::beside_in_row);
  const int size = reach + 2;
  host_type b{size, size, {0}, {}, std::vector<double>(static_cast<std::size_t>(size), 1.0)};
  for (int row = 0; row < size; ++row) {  // the first and the last one: the same column; others: their own
    b.entries.push_back(row + 1 < size ? row : 0);
    b.row_map.push_back(b.entries.size());
  }
  for (const int zero : {0, size - 1})
    for (const int gap : {0, 1}) {  // 0: one entry too far away
      host_type a = one_row({}, {}, size);
      for (int column = 0; column < size; ++column)
        if (gap == 0 || column != 1) a.entries.push_back(column);
      a.values.assign(a.entries.size(), 1.0);
      a.values[zero == 0 ? 0 : a.entries.size() - 1] = 0.0;
      a.row_map[1] = a.entries.size();
      EXPECT_EQ(strip(a, b).entries.size(), a.entries.size() - (gap == 0 ? 1 : 0)) << zero << " " << gap;
    }
}

TEST(TpetraWithoutZeros, TheProductHasTheEntriesOfOneWithoutAnyZeros) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    auto a = make_random<std::size_t, int, double>({.num_rows = 300, .num_cols = 60, .mean_row_nnz = 9, .seed = seed});
    const auto b =
        make_random<std::size_t, int, double>({.num_rows = 60, .num_cols = 40, .mean_row_nnz = 3, .seed = 7});
    for (std::size_t entry = 0; entry < a.values.size(); ++entry) a.values[entry] = entry % 3 == 0 ? 0.0 : 1.0;
    const host_type kept = strip(a, b), none = strip(a, rows_type());
    EXPECT_LT(none.entries.size(), kept.entries.size());
    EXPECT_LT(kept.entries.size(), a.entries.size());
    const auto c = Ocean::Impl::multiply_gustavson<std::size_t, int, double>(kept, b);
    const auto expected = Ocean::Impl::multiply_gustavson<std::size_t, int, double>(none, b);
    EXPECT_EQ(c.row_map, expected.row_map);
    EXPECT_EQ(c.entries, expected.entries);
    EXPECT_EQ(c.values, expected.values);
  }
}

}  // namespace
