/// \file
/// \brief Values of C summed at places, known and searched, by groups of every width and by teams, by hand and against
/// the bits of a loop over the products.
// once: OpenMP

#include "ocean/kernels/reuse/sum_at_places.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/builders.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::place_type;
using Ocean::Impl::PlaceSource;
using Ocean::Impl::shared_places;
using Ocean::Impl::SumShape;

using host_matrix = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using sums_type = Ocean::Impl::PlacedSums<problem_type, Ocean::Impl::GraphOfC<int, int>, double>;
using place_list = std::vector<place_type>;

inline constexpr double untouched = -77.0;
inline constexpr place_type unknown = 999;

/// \brief Rows of C to be summed, and what is expected of all of C.
struct PlacedRows {
  host_matrix a, b, c;
  std::vector<int> rows;                  ///< none: all of them, in their own order
  std::vector<count_type> first_product;  ///< of every row of C
  std::size_t num_places = 0;             ///< of all rows that have their own
  place_list places = {};  ///< unknown: of a product without an entry in C, or of a row that is not summed
  std::vector<double> values = {};

  /// \brief Adds the products of the rows up in the order of A's entries, and finds their places.
  void sum() {
    places.assign(num_places, unknown);
    values.assign(c.entries.size(), untouched);
    for (int row = 0; row < static_cast<int>(c.num_rows); ++row)
      if (rows.empty() || std::find(rows.begin(), rows.end(), row) != rows.end())
        sum_row(static_cast<std::size_t>(row));
  }

 private:
  void sum_row(std::size_t row) {
    const auto begin = c.entries.begin() + c.row_map[row], end = c.entries.begin() + c.row_map[row + 1];
    std::fill(values.begin() + c.row_map[row], values.begin() + c.row_map[row + 1], 0.0);
    count_type product = first_product[row];
    for (int entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a) {
      const auto inner = static_cast<std::size_t>(a.entries[static_cast<std::size_t>(entry_a)]);
      for (int entry_b = b.row_map[inner]; entry_b < b.row_map[inner + 1]; ++entry_b, ++product) {
        const auto found = std::find(begin, end, b.entries[static_cast<std::size_t>(entry_b)]);
        if (found == end) continue;
        const double rounded =
            a.values[static_cast<std::size_t>(entry_a)] * b.values[static_cast<std::size_t>(entry_b)];
        values[static_cast<std::size_t>(found - c.entries.begin())] += rounded;
        if (first_product[row] >= 0) places[static_cast<std::size_t>(product)] = static_cast<place_type>(found - begin);
      }
    }
  }
};

/// \brief What a call has written.
struct Written {
  std::vector<double> values;
  place_list places;
};

/// \param places before the call; none: no memory for places
template <PlaceSource Source>
Written run(const auto& launcher, const PlacedRows& of, const SumShape& shape, const place_list& places) {
  const auto a = to_device(of.a), b = to_device(of.b), c = to_device(of.c);
  const auto rows = make_view(of.rows);
  const auto first_product = make_view(of.first_product);
  const auto device_places = make_view(places);
  const auto values = make_view(std::vector<double>(of.c.entries.size(), untouched));
  sums_type sums{};
  sums.problem = {a.operand(), b.operand()};
  sums.graph = {c.row_map.data(), c.entries.data()};
  sums.values = values.data();
  sums.rows = of.rows.empty() ? nullptr : rows.data();
  sums.first_product = first_product.data();
  sums.places = places.empty() ? nullptr : device_places.data();
  sums.shape = shape;
  sums.num_rows = of.rows.empty() ? of.c.num_rows : static_cast<count_type>(of.rows.size());
  Ocean::Impl::sum_at_places<Source>(launcher, sums);
  Kokkos::fence("Testing::sums");
  return {to_vector(values), to_vector(device_places)};
}

/// \brief Groups of every width, a team, and a team without scratch, each for rows of \p longest entries.
std::vector<SumShape> shapes_of(count_type longest) {
  const count_type capacity = (longest + 3) / 4 * 4;  // so that the sums of every row are aligned
  return {{.capacity = capacity, .width = 8, .team_size = 64, .rows_per_team = 5},
          {.capacity = capacity, .width = 16, .team_size = 128, .rows_per_team = 3},
          {.capacity = capacity, .width = 32, .team_size = 64, .rows_per_team = 1},
          {.capacity = capacity, .width = 0, .team_size = 128},
          {.capacity = 0, .width = 0, .team_size = 256, .in_scratch = false}};
}

/// \brief Rows of \p capacity entries, each with a sum and a column, that the scratch of a team holds.
int rows_that_fit(const auto& launcher, count_type capacity) {
  const auto row_bytes = static_cast<std::size_t>(capacity) * (sizeof(double) + sizeof(int));
  return row_bytes == 0 ? 1000 : static_cast<int>(launcher.limits().scratch_bytes_max / row_bytes);
}

/// \brief The values of all shapes; with \p all_found, also at known places.
void expect_sums(const PlacedRows& of, bool all_found) {
  count_type longest = 0;
  for (std::size_t row = 0; row < static_cast<std::size_t>(of.c.num_rows); ++row)
    longest = std::max<count_type>(longest, of.c.row_map[row + 1] - of.c.row_map[row]);
  for (SumShape shape : shapes_of(longest))
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", " << shape.width << " lanes"
                                      << (shape.in_scratch ? "" : ", in C"));
      shape.rows_per_team = std::min(shape.rows_per_team, rows_that_fit(launcher, shape.capacity));
      ASSERT_GT(shape.rows_per_team, 0);
      EXPECT_EQ(run<PlaceSource::searched>(launcher, of, shape, {}).values, of.values) << "searched";
      const Written kept = run<PlaceSource::searched>(launcher, of, shape, place_list(of.num_places, unknown));
      EXPECT_EQ(kept.values, of.values) << "searched and kept";
      EXPECT_EQ(kept.places, of.places);
      if (!all_found) return;
      PlacedRows known = of;
      std::fill(known.c.entries.begin(), known.c.entries.end(), 0);  // nobody reads C's columns
      const Written found = run<PlaceSource::known>(launcher, known, shape, of.places);
      EXPECT_EQ(found.values, of.values) << "known";
      EXPECT_EQ(found.places, of.places);
    });
}

/// Row 1 of A and C is empty, and so is row 1 of B; row 3 shares the places of row 0.
PlacedRows hand_case() {
  return {{4, 4, {0, 3, 3, 5, 8}, {2, 1, 0, 3, 2, 2, 1, 0}, {2, 3, 5, 7, 11, 13, 17, 19}},
          {4, 9, {0, 2, 2, 4, 5}, {1, 4, 0, 4, 8}, {1, 2, 3, 4, 5}},
          {4, 9, {0, 3, 3, 6, 9}, {0, 1, 4, 0, 4, 8, 0, 1, 4}, std::vector<double>(9, 0.0)},
          {},
          {0, 4, 4, shared_places(0)},
          7};
}

TEST(SumAtPlaces, ByHand) {
  PlacedRows of = hand_case();
  of.sum();
  ASSERT_EQ(of.values, (std::vector<double>{6, 5, 18, 33, 44, 35, 39, 19, 90}));
  ASSERT_EQ(of.places, (place_list{0, 2, 1, 2, 2, 0, 1}));
  expect_sums(of, true);
}

TEST(SumAtPlaces, ProductsWithoutAnEntryAreLeftOut) {
  PlacedRows of = hand_case();
  of.c = {4, 9, {0, 2, 2, 4, 6}, {0, 4, 0, 7, 0, 4}, std::vector<double>(6, 0.0)};
  of.sum();
  ASSERT_EQ(of.values, (std::vector<double>{6, 18, 33, 0, 39, 90}));
  ASSERT_EQ(of.places, (place_list{0, 1, unknown, 1, unknown, 0, unknown}));
  expect_sums(of, false);
}

TEST(SumAtPlaces, RowsOfTheShapeAlone) {
  PlacedRows of = hand_case();
  of.rows = {3, 2};
  of.places.clear();
  of.sum();
  ASSERT_EQ(of.values, (std::vector<double>{untouched, untouched, untouched, 33, 44, 35, 39, 19, 90}));
  for (const SumShape& shape : shapes_of(3))
    for_each_launcher([&](const auto& launcher) {
      EXPECT_EQ(run<PlaceSource::searched>(launcher, of, shape, {}).values, of.values);
      EXPECT_EQ(run<PlaceSource::known>(launcher, of, shape, {0, 2, 1, 2, 2, 0, 1}).values, of.values);
      const Written kept = run<PlaceSource::searched>(launcher, of, shape, place_list(7, unknown));
      EXPECT_EQ(kept.places, (place_list{unknown, unknown, unknown, unknown, 2, 0, 1})) << "row 0 keeps its own";
    });
}

/// Rows of B for every number of strides, side by side in a row of A, with values whose sums are rounded.
TEST(SumAtPlaces, RowsOfBOfEveryLength) {
  for (const double mean_b_row : {3.0, 20.0, 90.0, 700.0}) {
    SCOPED_TRACE(mean_b_row);
    RandomMatrix shape{.num_rows = 23, .num_cols = 40, .mean_row_nnz = 6.0, .seed = 1, .empty_row_ratio = 0.2};
    PlacedRows of;
    of.a = make_random<int, int, double>(shape);
    of.b = make_random<int, int, double>({.num_rows = 40,
                                          .num_cols = static_cast<count_type>(3 * mean_b_row),
                                          .mean_row_nnz = mean_b_row,
                                          .seed = 2,
                                          .empty_row_ratio = 0.2,
                                          .full_row = 3});
    for (double& value : of.a.values) value = value / 3 + 0.1;
    for (double& value : of.b.values) value = value / 7 + 0.1;
    of.c = Ocean::Impl::multiply_gustavson<int, int, double>(of.a, of.b);
    of.first_product = {0};
    for (std::size_t row = 0; row < 23; ++row) {
      of.first_product.push_back(of.first_product.back());
      for (int entry = of.a.row_map[row]; entry < of.a.row_map[row + 1]; ++entry) {
        const auto inner = static_cast<std::size_t>(of.a.entries[static_cast<std::size_t>(entry)]);
        of.first_product.back() += of.b.row_map[inner + 1] - of.b.row_map[inner];
      }
    }
    of.num_places = static_cast<std::size_t>(of.first_product.back());
    of.sum();
    expect_sums(of, true);
  }
}

TEST(SumAtPlaces, NoRows) {
  PlacedRows of{make_empty<int, int, double>(0, 3),
                make_identity<int, int, double>(3),
                make_empty<int, int, double>(0, 3),
                {},
                {0},
                0};
  of.sum();
  expect_sums(of, true);
}

}  // namespace
