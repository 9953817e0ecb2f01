/// \file
/// \brief Values of a C whose entries have been marked, on every team path against the reference, however A's entries
/// are shared.

#include "ocean/kernels/dense_c/fill_dense_c.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "ocean/backend/read_back.hpp"
#include "ocean/kernels/dense_c/gather_dense_c.hpp"
#include "ocean/reference/gustavson.hpp"
#include "support/builders.hpp"
#include "support/dense_c_words.hpp"
#include "support/team_paths.hpp"
#include "support/tested_types.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::DenseCParts;
using matrix_type = HostCsr<int, int, double>;

/// What the arrays of C hold before.
constexpr int rubbish = -9;

struct Filled {
  bool teams_share_rows;
  std::vector<int> row_map, entries;
  std::vector<double> values;
};

/// \brief C by teams that take \p share_entries of A: its graph, then its values, and its columns where they are
/// wanted. Both arrays have an element more than C.
template <class Launcher>
Filled fill(const Launcher& launcher, const matrix_type& a, const matrix_type& b, std::size_t nnz,
            count_type share_entries, bool writes_columns) {
  const auto device_a = to_device(a), device_b = to_device(b);
  const Ocean::Impl::Problem problem{device_a.operand(), device_b.operand()};
  const DenseCWords words({a.num_rows, b.num_cols, DenseCParts::places, num_shares(problem, share_entries)});
  const auto c = words.on_device();
  const auto row_map = make_view(std::vector<int>(static_cast<std::size_t>(a.num_rows) + 1, rubbish));
  const auto entries = make_view(std::vector<int>(nnz + 1, rubbish));
  const auto values = make_view(std::vector<double>(nnz + 1, rubbish));
  Ocean::Impl::accumulate_dense_c<false>(launcher, problem, c, share_entries, 4);
  int* const no_entries = nullptr;
  double* const no_values = nullptr;
  gather_dense_c(launcher, c, row_map.data(), no_entries, no_values, Ocean::Impl::ValueSender<count_type>());
  Kokkos::fence();
  const bool teams_share_rows = DenseCOnHost(words).c.counters[Ocean::Impl::dense_shared_rows] != 0;
  fill_dense_c(launcher, problem, c, share_entries, 4, teams_share_rows, static_cast<count_type>(nnz),
               writes_columns ? entries.data() : nullptr, values.data());
  Kokkos::fence();
  return {teams_share_rows, to_vector(row_map), to_vector(entries), to_vector(values)};
}

/// \param shared  whether teams share rows if shares have seven entries of A
void expect_product(const matrix_type& a, const matrix_type& b, bool shared) {
  auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  const std::size_t nnz = expected.entries.size();
  expected.entries.push_back(rubbish);  // nothing is written behind the last entry
  expected.values.push_back(rubbish);
  for (const count_type share : {1, 2, 7, 64, 1 << 20})
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", shares of " << share << " entries");
      const Filled found = fill(launcher, a, b, nnz, share, true);
      EXPECT_EQ(found.row_map, expected.row_map);
      EXPECT_EQ(found.entries, expected.entries);
      EXPECT_EQ(found.values, expected.values);
      EXPECT_TRUE(share != 7 || found.teams_share_rows == shared);
      const Filled again = fill(launcher, a, b, nnz, share, false);
      EXPECT_EQ(again.entries, std::vector<int>(nnz + 1, rubbish));
      EXPECT_EQ(again.values, expected.values);
    });
}

TEST(FillDenseC, RowsOfManyKinds) { expect_product(make_rows_of_many_kinds(), make_rows_of_many_kinds(), true); }

TEST(FillDenseC, RowsThatAllTeamsShare) {
  const auto wide = make_random<int, int, double>({.num_rows = 3, .num_cols = 2000, .mean_row_nnz = 900, .seed = 1});
  const auto tall = make_random<int, int, double>({.num_rows = 2000, .num_cols = 40, .mean_row_nnz = 5, .seed = 2});
  expect_product(wide, tall, true);
}

TEST(FillDenseC, ShortRowsAreNotShared) {
  const auto matrix = make_random<int, int, double>({.num_rows = 50, .num_cols = 50, .mean_row_nnz = 2, .seed = 6});
  for (int row = 0; row < matrix.num_rows; ++row) ASSERT_LE(matrix.row_map[row + 1] - matrix.row_map[row], 14);
  expect_product(matrix, matrix, false);
}

TEST(FillDenseC, UnsortedRowsWithDuplicates) {
  const auto matrix = make_random<int, int, double>(
      {.num_rows = 90, .num_cols = 90, .mean_row_nnz = 12, .seed = 4, .duplicate_ratio = 0.3, .unsorted = true});
  expect_product(matrix, matrix, true);
}

TEST(FillDenseC, SumsOfNothingAreZeros) {
  const matrix_type a{1, 4, {0, 4}, {0, 1, 2, 3}, {1.0, 1.0, 2.0, 5.0}};
  const matrix_type b{4, 2, {0, 1, 2, 3, 3}, {1, 1, 0}, {3.0, -3.0, 0.0}};
  for (const count_type share : {1, 4})
    for_each_launcher([&](const auto& launcher) {
      EXPECT_EQ(fill(launcher, a, b, 2, share, true).values, (std::vector<double>{0.0, 0.0, rubbish}));
    });
}

}  // namespace
