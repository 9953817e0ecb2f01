/// \file
/// \brief Places of columns in a row of C: every column of every kind of row, one by one and side by side.
// once: OpenMP

#include "ocean/kernels/reuse/place_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::PlaceSearch;
using namespace Ocean::Testing;

constexpr int side_by_side = 4;

/// One thread per group of columns: each by itself, then all of them together.
template <class Column, class Index>
struct FindPlaces {
  test_view<Column> columns;  // of the row of C
  test_view<Column> wanted;
  test_view<Index> alone, together;

  KOKKOS_FUNCTION void operator()(count_type group) const {
    const PlaceSearch<Column, Index> search(columns.data(), static_cast<Index>(columns.extent(0)));
    Column column[side_by_side];
    Index place[side_by_side];
    for (int term = 0; term < side_by_side; ++term) {
      column[term] = wanted(group * side_by_side + term);
      place[term] = search.first_place(column[term]);
      Index one = place[term];
      search.template find<1>(&column[term], &one);
      alone(group * side_by_side + term) = one;
    }
    place[1] = -1;  // nothing is searched there
    search.template find<side_by_side>(column, place);
    for (int term = 0; term < side_by_side; ++term) together(group * side_by_side + term) = place[term];
  }
};

/// \brief Searches every column from 0 to \p beyond, behind the last one of \p columns.
template <class Column, class Index>
void expect_found(const std::vector<Column>& columns, Column beyond) {
  SCOPED_TRACE(::testing::Message() << columns.size() << " columns up to " << columns.back());
  std::vector<Column> wanted;
  std::vector<Index> expected, expected_together;
  for (Column column = 0; column <= beyond || wanted.size() % side_by_side != 0; ++column) {
    const auto found = std::lower_bound(columns.begin(), columns.end(), column);
    const bool is_there = found != columns.end() && *found == column;
    expected.push_back(is_there ? static_cast<Index>(found - columns.begin()) : Index(-1));
    expected_together.push_back(wanted.size() % side_by_side == 1 ? Index(-1) : expected.back());
    wanted.push_back(column);
  }
  const FindPlaces<Column, Index> kernel{make_view(columns), make_view(wanted),
                                         make_view(std::vector<Index>(wanted.size(), -7)),
                                         make_view(std::vector<Index>(wanted.size(), -7))};
  Kokkos::parallel_for("Testing::find_places",
                       Kokkos::RangePolicy<test_exec_space, Kokkos::IndexType<count_type>>(
                           0, static_cast<count_type>(wanted.size()) / side_by_side),
                       kernel);
  EXPECT_TRUE(same_integers("alone", to_vector(kernel.alone), expected));
  EXPECT_TRUE(same_integers("side by side", to_vector(kernel.together), expected_together));
}

template <class Column, class Index>
void expect_all_rows() {
  expect_found<Column, Index>({5}, 12);
  expect_found<Column, Index>({0}, 3);
  expect_found<Column, Index>({3, 4, 5, 6, 7}, 12);                // no holes
  expect_found<Column, Index>({3, 4, 6, 7, 8}, 12);                // one
  expect_found<Column, Index>({0, 1, 2, 3, 1000}, 1010);           // behind most
  expect_found<Column, Index>({0, 997, 998, 999, 1000}, 1010);     // before most
  expect_found<Column, Index>({10, 20, 21, 40, 41, 42, 90}, 100);  // as many holes as you like
  RandomNumbers random(5);
  for (const count_type length : {2, 15, 16, 17, 63, 64, 65, 200})
    for (const count_type num_cols : {length, length + 1, length + 9, 2 * length, 30 * length}) {
      std::vector<Column> columns;
      for (const count_type column : draw_columns(random, num_cols, length))
        columns.push_back(static_cast<Column>(column + 3));
      expect_found<Column, Index>(columns, static_cast<Column>(num_cols + 8));
    }
}

TEST(PlaceSearch, EveryColumnOfEveryRow) {
  expect_all_rows<int, int>();
  expect_all_rows<std::int64_t, count_type>();
}

/// The extremes of the types: nothing overflows on the way.
TEST(PlaceSearch, FarColumns) {
  const int last = std::numeric_limits<int>::max() - 1;
  const std::vector<int> columns{0, 1, last - 1, last};
  const FindPlaces<int, int> kernel{make_view(columns), make_view({0, last, last - 1, 2, 1, 2, last - 2, last}),
                                    test_view<int>("Testing::alone", 8), test_view<int>("Testing::together", 8)};
  Kokkos::parallel_for("Testing::find_places", Kokkos::RangePolicy<test_exec_space>(0, 2), kernel);
  EXPECT_EQ(to_vector(kernel.alone), (std::vector{0, 3, 2, -1, 1, -1, -1, 3}));
}

}  // namespace
