/// \file
/// \brief The reference product by hand: every other test trusts it.

#include <gtest/gtest.h>

#include <cstdint>

#include "ocean/reference/gustavson.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::HostCsr;
using Ocean::Impl::multiply_gustavson;
using matrix = HostCsr<int, int, double>;

TEST(Gustavson, HandComputedProduct) {
  // [1 2 0]   [0 5]   [12  5]
  // [0 0 3] * [6 0] = [ 0 21]
  //           [0 7]
  const matrix a{2, 3, {0, 2, 3}, {0, 1, 2}, {1, 2, 3}};
  const matrix b{3, 2, {0, 1, 2, 3}, {1, 0, 1}, {5, 6, 7}};
  const auto c = multiply_gustavson<int, int, double>(a, b);
  EXPECT_EQ(c.num_rows, 2);
  EXPECT_EQ(c.num_cols, 2);
  EXPECT_EQ(c.row_map, (std::vector{0, 2, 3}));
  EXPECT_EQ(c.entries, (std::vector{0, 1, 1}));
  EXPECT_EQ(c.values, (std::vector{12.0, 5.0, 21.0}));
  EXPECT_EQ(c.magnitude, (std::vector{12.0, 5.0, 21.0}));
}

TEST(Gustavson, UnsortedDuplicatesAreMergedAndSorted) {
  const matrix a{1, 2, {0, 3}, {1, 0, 1}, {1, 10, 100}};
  const matrix b{2, 4, {0, 3, 5}, {3, 0, 3, 2, 0}, {1, 2, 3, 4, 5}};
  const auto c = multiply_gustavson<int, int, double>(a, b);
  EXPECT_EQ(c.row_map, (std::vector{0, 3}));
  EXPECT_EQ(c.entries, (std::vector{0, 2, 3}));
  EXPECT_EQ(c.values, (std::vector{10.0 * 2 + 101.0 * 5, 101.0 * 4, 10.0 * 4}));
}

TEST(Gustavson, CancellationKeepsTheEntryAndItsMagnitude) {
  const matrix a{1, 2, {0, 2}, {0, 1}, {1, -1}};
  const matrix b{2, 1, {0, 1, 2}, {0, 0}, {3, 3}};
  const auto c = multiply_gustavson<int, int, double>(a, b);
  EXPECT_EQ(c.entries, (std::vector{0}));
  EXPECT_EQ(c.values, (std::vector{0.0}));
  EXPECT_EQ(c.magnitude, (std::vector{6.0}));
}

TEST(Gustavson, ProductsAreAddedInTheOrderOfTheEntries) {
  // 1e16 + 1 - 1e16 is 0 in double from left to right, 1 in the other order
  const matrix in_order{1, 3, {0, 3}, {0, 1, 2}, {1e16, 1, -1e16}};
  const matrix other_order{1, 3, {0, 3}, {0, 2, 1}, {1e16, -1e16, 1}};
  const matrix ones{3, 1, {0, 1, 2, 3}, {0, 0, 0}, {1, 1, 1}};
  EXPECT_EQ((multiply_gustavson<int, int, double>(in_order, ones).values), (std::vector{0.0}));
  EXPECT_EQ((multiply_gustavson<int, int, double>(other_order, ones).values), (std::vector{1.0}));
}

TEST(Gustavson, AccumulatesInTheScalarOfC) {
  const HostCsr<int, int, float> a{1, 2, {0, 2}, {0, 1}, {16777216.0f, 1.0f}};  // 2^24: float cannot add 1
  const HostCsr<int, int, float> b{2, 1, {0, 1, 2}, {0, 0}, {1.0f, 1.0f}};
  EXPECT_EQ((multiply_gustavson<int, int, float>(a, b).values), (std::vector{16777216.0f}));
  EXPECT_EQ((multiply_gustavson<int, int, double>(a, b).values), (std::vector{16777217.0}));
}

TEST(Gustavson, ComplexTimesRealInMixedTypes) {
  using complex = Kokkos::complex<double>;
  const HostCsr<std::size_t, std::int64_t, complex> a{1, 1, {0, 1}, {0}, {complex(3, 4)}};
  const HostCsr<int, int, int> b{1, 2, {0, 2}, {0, 1}, {2, -2}};
  const auto c = multiply_gustavson<std::int64_t, int, complex>(a, b);
  EXPECT_EQ(c.values[0], complex(6, 8));
  EXPECT_EQ(c.values[1], complex(-6, -8));
  EXPECT_EQ(c.magnitude, (std::vector{10.0, 10.0}));
}

TEST(Gustavson, DimensionsOfZero) {
  const auto no_rows =
      multiply_gustavson<int, int, double>(matrix{0, 3, {}, {}, {}}, make_empty<int, int, double>(3, 2));
  EXPECT_EQ(no_rows.row_map, (std::vector{0}));
  const auto no_inner =
      multiply_gustavson<int, int, double>(make_empty<int, int, double>(2, 0), matrix{0, 4, {}, {}, {}});
  EXPECT_EQ(no_inner.row_map, (std::vector{0, 0, 0}));
  EXPECT_EQ(no_inner.num_cols, 4);
  const auto no_cols =
      multiply_gustavson<int, int, double>(make_identity<int, int, double>(2), make_empty<int, int, double>(2, 0));
  EXPECT_EQ(no_cols.row_map, (std::vector{0, 0, 0}));
}

TEST(Gustavson, AgreesWithADenseProduct) {
  const auto a = make_random<int, int, int>(
      {.num_rows = 70, .num_cols = 90, .mean_row_nnz = 9, .seed = 3, .duplicate_ratio = 0.2, .unsorted = true});
  const auto b = make_random<int, int, int>({.num_rows = 90,
                                             .num_cols = 130,
                                             .mean_row_nnz = 9,
                                             .seed = 4,
                                             .row_lengths = RowLengthLaw::power_law,
                                             .duplicate_ratio = 0.2,
                                             .unsorted = true});
  std::vector<int> dense(70 * 130, 0), touched(70 * 130, 0);
  for (int row = 0; row < 70; ++row)
    for (int entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a)
      for (int entry_b = b.row_map[a.entries[entry_a]]; entry_b < b.row_map[a.entries[entry_a] + 1]; ++entry_b) {
        dense[row * 130 + b.entries[entry_b]] += a.values[entry_a] * b.values[entry_b];
        touched[row * 130 + b.entries[entry_b]] = 1;
      }
  const auto c = multiply_gustavson<int, int, int>(a, b);
  std::size_t entry = 0;
  for (int row = 0; row < 70; ++row) {
    ASSERT_EQ(static_cast<std::size_t>(c.row_map[row]), entry);
    for (int column = 0; column < 130; ++column)
      if (touched[row * 130 + column]) {
        ASSERT_EQ(c.entries.at(entry), column) << "row " << row;
        ASSERT_EQ(c.values.at(entry), dense[row * 130 + column]) << "row " << row << ", column " << column;
        ++entry;
      }
  }
  EXPECT_EQ(entry, c.entries.size());
}

TEST(Gustavson, TooManyEntriesForTheOffsetTypeNamesBothNumbers) {
  const auto full = make_random<int, int, int>({.num_rows = 12, .num_cols = 12, .full_column = 0});
  const auto b = make_random<int, int, int>({.num_rows = 12, .num_cols = 12, .full_row = 0});
  EXPECT_STREQ(error_text<std::invalid_argument>([&] { multiply_gustavson<std::int8_t, int, int>(full, b); }).c_str(),
               "Ocean::reference: C has 132 entries after row 10 (need at most 127)");
}

TEST(Gustavson, TooManyColumnsForTheOrdinalTypeNamesBothNumbers) {
  const auto wide = make_empty<int, int, int>(1, 200);
  EXPECT_STREQ(error_text<std::invalid_argument>([&] {
                 multiply_gustavson<int, std::int8_t, int>(make_identity<int, int, int>(1), wide);
               }).c_str(),
               "Ocean::reference: C has 200 columns (need column numbers of at most 127)");
}

}  // namespace
