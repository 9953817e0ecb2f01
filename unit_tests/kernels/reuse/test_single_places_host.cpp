/// \file
/// \brief CPU path: places of A's entries where no row of B has several entries, by hand, and sums at them with the
/// bits of the serial product.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/single_places_host.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "given_graph_case.hpp"
#include "scaled_rows.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::no_place;
using Ocean::Impl::place_type;
using Ocean::Impl::supernode_window;
using matrix_type = HostCsr<int, int, double>;
using case_type = GivenGraphCase<double>;
using problem_type = case_type::problem_type;
using graph_type = case_type::graph_type;
using sums_type = Ocean::Impl::SumSinglePlacesHost<problem_type, graph_type, double>;
constexpr count_type none_missing = std::numeric_limits<count_type>::max();

/// \brief What FindSinglePlacesHost and SumSinglePlacesHost write.
struct Single {
  explicit Single(const case_type& of, const Ocean::Impl::JacobiRows<double>& jacobi = {}) : given(of) {
    problem = given.problem();
    problem.a.jacobi = jacobi;
    places.assign(problem.a.entries.extent(0), no_place);
    values.assign(given.c.entries.size(), -77.0);
  }
  sums_type sums() {
    return {problem, given.graph(), places.data(), values.data(),
            static_cast<count_type>(problem.b.entries.extent(0)) != problem.num_inner()};
  }
  void find(bool looks_for_missing) {
    std::vector<std::uint32_t> slots(static_cast<std::size_t>(given.c.num_cols) + 3, 0xffffffffu);  // as memory may be
    count_type next_row = 0;
    Ocean::Impl::FindSinglePlacesHost<problem_type, graph_type, double>{
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

  const case_type& given;
  problem_type problem;
  std::vector<place_type> places;
  std::vector<double> values;
  count_type first_missing = none_missing;
};

/// Row 1 of B is empty in \p b_with_empty; row 2 of A selects nothing then. One entry of C has no product.
const matrix_type hand_a{4, 3, {0, 3, 4, 5, 7}, {0, 1, 2, 2, 1, 2, 0}, {1, 9, 2, 3, 9, 4, 5}};
const matrix_type b_with_empty{3, 9, {0, 1, 1, 2}, {4, 8}, {10, 100}};
const matrix_type b_without{3, 9, {0, 1, 2, 3}, {4, 8, 4}, {10, 100, 1000}};
const matrix_type hand_c{4, 9, {0, 3, 5, 6, 8}, {1, 4, 8, 4, 8, 8, 4, 8}, std::vector<double>(8, 0)};

TEST(SinglePlacesHost, ByHand) {
  const case_type empty(hand_a, b_with_empty, hand_c), full(hand_a, b_without, hand_c);
  for (const bool looks_for_missing : {false, true}) {
    Single single(empty);
    single.find(looks_for_missing);
    EXPECT_EQ(single.places, (std::vector<place_type>{1, no_place, 2, 4, no_place, 7, 6}));
    EXPECT_EQ(single.values, (std::vector<double>{0, 10, 200, 0, 300, 0, 50, 400}));
    EXPECT_EQ(single.sum(), (std::vector<double>{0, 10, 200, 0, 300, 0, 50, 400}));
    Single all(full);
    all.find(looks_for_missing);
    EXPECT_EQ(all.places, (std::vector<place_type>{1, 2, 1, 3, 5, 6, 6}));
    EXPECT_EQ(all.values, (std::vector<double>{0, 2010, 900, 3000, 0, 900, 4050, 0}));
    EXPECT_EQ(all.sum(), (std::vector<double>{0, 2010, 900, 3000, 0, 900, 4050, 0}));
  }
}

/// The first row is named; the others have their values, and those of the columns that are there.
TEST(SinglePlacesHost, RowsThatLackAColumnAreReported) {
  const auto missing_in = [](const matrix_type& c, const std::vector<double>& values) {
    const case_type given(hand_a, b_without, c);
    Single single(given);
    single.find(true);
    EXPECT_EQ(single.values, values);
    return single.first_missing;
  };
  EXPECT_EQ(missing_in({4, 9, {0, 2, 3, 3, 4}, {4, 8, 4, 4}, std::vector<double>(4, 0)}, {2010, 900, 3000, 4050}), 2);
  EXPECT_EQ(missing_in({4, 9, {0, 1, 1, 2, 3}, {4, 8, 4}, std::vector<double>(3, 0)}, {2010, 900, 4050}), 0);
}

/// Windows end within the rows that a worker takes at a time.
TEST(SinglePlacesHost, SumsHaveTheBitsOfTheSerialProduct) {
  for (const double empty_rows : {0.0, 0.4, 0.9}) {
    const auto a = make_random<int, int, double>({.num_rows = 3 * supernode_window + 5,
                                                  .num_cols = 60,
                                                  .mean_row_nnz = 6,
                                                  .seed = 1,
                                                  .values = ValueLaw::reals,
                                                  .empty_row_ratio = 0.1,
                                                  .unsorted = true});
    const auto b = make_random<int, int, double>({.num_rows = 60,
                                                  .num_cols = 20,
                                                  .mean_row_nnz = 1,
                                                  .seed = 2,
                                                  .row_lengths = RowLengthLaw::constant,
                                                  .values = ValueLaw::reals,
                                                  .empty_row_ratio = empty_rows});
    ASSERT_EQ(b.entries.size() < 60, empty_rows > 0.0);
    const case_type given(a, b, Ocean::Impl::multiply_gustavson<int, int, double>(a, b));
    Single single(given);
    single.find(true);
    EXPECT_EQ(single.first_missing, none_missing);
    EXPECT_EQ(single.values, given.c.values);
    EXPECT_EQ(single.sum(), given.c.values);
  }
}

TEST(SinglePlacesHost, ScaledRowsHaveTheBitsOfAScaledMatrix) {
  expect_sums_of_scaled_rows<Single>(make_random<int, int, double>({.num_rows = 200,
                                                                    .num_cols = 30,
                                                                    .mean_row_nnz = 1,
                                                                    .seed = 4,
                                                                    .row_lengths = RowLengthLaw::constant,
                                                                    .values = ValueLaw::reals}));
}

TEST(SinglePlacesHost, WindowsAreMeasured) {
  std::vector<int> row_map(static_cast<std::size_t>(supernode_window) + 3, 5);
  row_map.front() = 0;
  row_map[static_cast<std::size_t>(supernode_window)] = 7;
  row_map[static_cast<std::size_t>(supernode_window) + 1] = 8;
  row_map.back() = 16;
  const Ocean::Impl::MeasureWindowsHost<graph_type> measure{{row_map.data(), nullptr}, supernode_window + 2};
  count_type most = 0;
  measure(0, most);
  EXPECT_EQ(most, 7);
  measure(1, most);
  EXPECT_EQ(most, 9);
}

}  // namespace
