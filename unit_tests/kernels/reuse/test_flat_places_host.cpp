/// \file
/// \brief CPU path: places in one sequence per window, by hand, and sums at them with the bits of the serial product.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/flat_places_host.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "given_graph_case.hpp"
#include "ocean/kernels/reuse/count_row_products.hpp"
#include "scaled_rows.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::FlatPlace;
using Ocean::Impl::supernode_window;
using matrix_type = HostCsr<int, int, double>;
using case_type = GivenGraphCase<double>;
using problem_type = case_type::problem_type;
using graph_type = case_type::graph_type;
using sums_type = Ocean::Impl::SumFlatPlacesHost<problem_type, graph_type, double>;
using words_type = std::vector<std::pair<count_type, count_type>>;
constexpr count_type none_missing = std::numeric_limits<count_type>::max();

/// \brief What FindFlatPlacesHost and SumFlatPlacesHost write.
struct Flat {
  explicit Flat(const case_type& of, const Ocean::Impl::JacobiRows<double>& jacobi = {}) : given(of) {
    problem = given.problem();
    problem.a.jacobi = jacobi;
    first_product.push_back(0);
    for (count_type row = 0; row < problem.num_rows(); ++row)
      first_product.push_back(first_product.back() + Ocean::Impl::count_products_of_row(problem, row));
    places.assign(static_cast<std::size_t>(first_product.back()), FlatPlace(77));
    values.assign(given.c.entries.size(), -77.0);
  }
  sums_type sums() { return {problem, given.graph(), first_product.data(), places.data(), values.data()}; }

  void find(bool looks_for_missing) {
    std::vector<std::uint32_t> slots(static_cast<std::size_t>(given.c.num_cols) + 3, 0xffffffffu);  // as memory may be
    count_type next_row = 0;
    Ocean::Impl::FindFlatPlacesHost<problem_type, graph_type, double>{
        {problem, given.graph(), slots.data(), static_cast<count_type>(slots.size()), &next_row},
        sums(),
        places.data(),
        looks_for_missing ? &first_missing : nullptr}(0);
  }
  /// \brief Values by the places that find() has written.
  const std::vector<double>& sum() {
    values.assign(values.size(), -77.0);
    const auto kernel = sums();
    for (count_type window = 0; window * supernode_window < problem.num_rows(); ++window) kernel(window);
    return values;
  }
  words_type words() const {
    words_type words;
    for (const FlatPlace& place : places) words.emplace_back(place.place(), place.step());
    return words;
  }

  const case_type& given;
  problem_type problem;
  std::vector<count_type> first_product;
  std::vector<FlatPlace> places;
  std::vector<double> values;
  count_type first_missing = none_missing;
};

/// Row 1 of B is empty; row 2 of A selects nothing, row 3 begins with nothing.
const matrix_type hand_a{4, 3, {0, 3, 4, 5, 8}, {0, 1, 2, 2, 1, 1, 2, 1}, {1, 9, 2, 3, 9, 9, 4, 9}};
const matrix_type hand_b{3, 9, {0, 2, 2, 4}, {1, 4, 1, 8}, {1, 2, 3, 5}};
const matrix_type hand_c{4, 9, {0, 3, 5, 5, 7}, {1, 4, 8, 1, 8, 1, 8}, std::vector<double>(7, 0)};

TEST(FlatPlacesHost, PlacesAndStepsByHand) {
  const case_type given(hand_a, hand_b, hand_c);
  for (const bool looks_for_missing : {false, true}) {
    Flat flat(given);
    flat.find(looks_for_missing);
    EXPECT_EQ(flat.words(), (words_type{{0, 0}, {1, 2}, {0, 0}, {2, 1}, {3, 0}, {4, 3}, {5, 0}, {6, 0}}));
    EXPECT_EQ(flat.values, (std::vector<double>{7, 2, 10, 9, 15, 12, 20}));
    EXPECT_EQ(flat.first_missing, none_missing);
    EXPECT_EQ(flat.sum(), (std::vector<double>{7, 2, 10, 9, 15, 12, 20}));
  }
}

/// The first row is named; a row without entries lacks the columns of all its products. The others have their values,
/// and those of the columns that are there.
TEST(FlatPlacesHost, RowsThatLackAColumnAreReported) {
  const auto missing_in = [](const matrix_type& c, const std::vector<double>& values) {
    const case_type given(hand_a, hand_b, c);
    Flat flat(given);
    flat.find(true);
    EXPECT_EQ(flat.values, values);
    return flat.first_missing;
  };
  EXPECT_EQ(missing_in({4, 9, {0, 3, 4, 4, 5}, {1, 4, 8, 8, 1}, std::vector<double>(5, 0)}, {7, 2, 10, 15, 12}), 1);
  EXPECT_EQ(missing_in({4, 9, {0, 0, 2, 2, 4}, {1, 8, 1, 8}, std::vector<double>(4, 0)}, {9, 15, 12, 20}), 0);
}

/// Windows end within the rows that a worker takes at a time, and rows without products lie on both sides of their
/// ends.
TEST(FlatPlacesHost, SumsHaveTheBitsOfTheSerialProduct) {
  for (const double empty_rows : {0.0, 0.4, 0.9}) {
    const auto a = make_random<int, int, double>({.num_rows = 3 * supernode_window + 5,
                                                  .num_cols = 60,
                                                  .mean_row_nnz = 6,
                                                  .seed = 1,
                                                  .values = ValueLaw::reals,
                                                  .empty_row_ratio = empty_rows});
    const auto b = make_random<int, int, double>({.num_rows = 60,
                                                  .num_cols = 90,
                                                  .mean_row_nnz = 4,
                                                  .seed = 2,
                                                  .values = ValueLaw::reals,
                                                  .empty_row_ratio = empty_rows,
                                                  .duplicate_ratio = 0.1,
                                                  .unsorted = true});
    const case_type given(a, b, Ocean::Impl::multiply_gustavson<int, int, double>(a, b));
    Flat flat(given);
    flat.find(true);
    EXPECT_EQ(flat.first_missing, none_missing);
    EXPECT_EQ(flat.values, given.c.values);
    EXPECT_EQ(flat.sum(), given.c.values);
  }
}

TEST(FlatPlacesHost, ScaledRowsHaveTheBitsOfAScaledMatrix) {
  expect_sums_of_scaled_rows<Flat>(make_random<int, int, double>(
      {.num_rows = 200, .num_cols = 90, .mean_row_nnz = 2, .seed = 4, .values = ValueLaw::reals}));
}

TEST(FlatPlacesHost, WindowsAreMeasured) {
  const auto measured = [](const matrix_type& a, const matrix_type& b, const matrix_type& c) {
    const case_type given(a, b, c);
    const Ocean::Impl::MeasureFlatPlacesHost<problem_type, graph_type> measure{given.problem(), given.graph()};
    std::pair<count_type, count_type> most{0, 0};
    for (count_type window = 0; window * supernode_window < a.num_rows; ++window)
      measure(window, most.first, most.second);
    return most;
  };
  EXPECT_EQ(measured(hand_a, hand_b, hand_c), (std::pair<count_type, count_type>{7, 2})) << "across the end of a row";
  auto a = make_empty<int, int, double>(supernode_window + 1, 3);
  auto c = make_empty<int, int, double>(supernode_window + 1, 9);
  for (const int row : {supernode_window - 1, supernode_window}) {  // one entry of either in each window
    for (auto offset = static_cast<std::size_t>(row) + 1; offset < a.row_map.size(); ++offset) {
      ++a.row_map[offset];
      ++c.row_map[offset];
    }
    a.entries.push_back(1);
    c.entries.push_back(row == supernode_window ? 1 : 8);
  }
  a.values.assign(2, 1.0);
  c.values.assign(2, 0.0);
  EXPECT_EQ(measured(a, hand_b, c), (std::pair<count_type, count_type>{1, 1}));
}

TEST(FlatPlacesHost, TheLargestPlaceAndStepFitInAWord) {
  FlatPlace place(FlatPlace::places_max - 1);
  place.set_step(5);
  place.set_step(FlatPlace::step_max);
  EXPECT_EQ(place.place(), FlatPlace::places_max - 1);
  EXPECT_EQ(place.step(), FlatPlace::step_max);
  EXPECT_EQ(sizeof(FlatPlace), 4u);
}

}  // namespace
