/// \file
/// \brief Expand, sort, compress with many products a lane, against sums in the order of the products, lane by lane;
/// the lanes are threads of the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/sorted_row.hpp"

#include <gtest/gtest.h>

#include "sorted_rows_fixture.hpp"

namespace {

using namespace Ocean::Testing;

template <int NumWarps, int Width, int Items, bool WithValues, class Problem>
std::vector<ColumnSum> compress_row(const Problem& problem, int row) {
  return compress<NumWarps, Width, Items, WithValues>(
      problem, row, []<class Team, class Lanes>(const Team& team, const Lanes& lanes, const auto& scratch) {
        using owners_type = Ocean::Impl::RowWarps<NumWarps, Team, Lanes>;
        return Ocean::Impl::SortedRow<Items, WithValues, owners_type, Problem, double>(owners_type(team, lanes),
                                                                                       scratch);
      });
}

template <int NumWarps, int Width, int Items, class Problem, class Products>
void expect_summed(const Problem& problem, const Products& products, int row) {
  SCOPED_TRACE(::testing::Message() << NumWarps << " x " << Width << " lanes, " << Items << " products a lane, row "
                                    << row);
  const std::vector<ColumnSum> expected = sum_by_parts(products, Items);
  EXPECT_EQ((compress_row<NumWarps, Width, Items, true>(problem, row)), expected);
  EXPECT_EQ((compress_row<NumWarps, Width, Items, false>(problem, row).size()), expected.size());
}

template <int NumWarps, int Width, int Items>
void expect_short_rows_summed() {
  for_each_short_row([](const auto& problem, const auto& products, int row) {
    expect_summed<NumWarps, Width, Items>(problem, products, row);
  });
}

TEST(SortedRow, SumsEveryColumnInTheOrderOfProductsLaneByLane) {
  expect_short_rows_summed<1, num_lanes, 2>();
  expect_short_rows_summed<1, num_lanes, 4>();
  expect_short_rows_summed<1, num_lanes, 6>();
}

TEST(SortedRow, SeveralWarpsMergeWhatEachHasSorted) {
  expect_short_rows_summed<2, 4, 2>();
  expect_short_rows_summed<2, 4, 6>();
  expect_short_rows_summed<4, 2, 2>();
  expect_short_rows_summed<4, 2, 4>();
}

TEST(SortedRow, LanesOfManyProductsMarkWhoseEachIs) {
  constexpr int items = Ocean::Impl::marked_items_min;
  expect_short_rows_summed<1, num_lanes, items>();
  expect_short_rows_summed<2, 4, items>();
  // All the products that there is room for: their words take the place of the marks. Then more entries than lanes, and
  // a row of B so long that owners are searched for.
  constexpr int row_length = num_lanes * items / 8;
  Ocean::Impl::HostCsr<int, int, double> b{3, 200, {0, row_length, row_length + 1, 2 * row_length + 1}, {}, {}};
  for (int entry = 0; entry < row_length; ++entry) b.entries.push_back(first_column + 5 * entry);
  b.entries.push_back(first_column);
  for (int entry = 0; entry < row_length; ++entry) b.entries.push_back(first_column + 7 * entry + 1);
  for (std::size_t entry = 0; entry < b.entries.size(); ++entry) b.values.push_back(1.0 + entry % 3);
  Ocean::Impl::HostCsr<int, int, double> a{3, 3, {0, 8, 20, 23}, {0, 2, 2, 0, 0, 2, 0, 0}, {}};
  a.entries.insert(a.entries.end(), {1, 1, 0, 1, 2, 1, 1, 1, 0, 0, 1, 2, 1, 1, 2});
  for (std::size_t entry = 0; entry < a.entries.size(); ++entry) a.values.push_back(1.0 + entry % 5);
  for_each_row(a, b, [](const auto& problem, const auto& products, int row) {
    expect_summed<1, num_lanes, items>(problem, products, row);
    expect_summed<2, 4, items>(problem, products, row);
    expect_summed<4, 2, items>(problem, products, row);
  });
}

}  // namespace
