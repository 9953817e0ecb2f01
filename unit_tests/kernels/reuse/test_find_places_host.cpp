/// \file
/// \brief CPU path: which rows share the places of their products, and the places themselves.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/find_places_host.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

#include "given_graph_case.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::place_type;
using Ocean::Impl::supernode_window;
using bytes_type = std::vector<std::uint8_t>;

using matrix_type = HostCsr<int, int, double>;
using case_type = GivenGraphCase<double>;
using problem_type = case_type::problem_type;
using graph_type = case_type::graph_type;
constexpr std::uint8_t unwritten = 77;
constexpr count_type none_missing = std::numeric_limits<count_type>::max();

/// \brief What JoinPlacesHost writes.
struct JoinedRows {
  explicit JoinedRows(const case_type& given)
      : columns(static_cast<std::size_t>(given.c.num_rows), -77),
        rows_at_once(columns.size(), unwritten),
        b_rows_at_once(given.device_a.entries.extent(0), unwritten) {
    const problem_type problem = given.problem();
    bytes_type b_flags(static_cast<std::size_t>(problem.num_inner()), 0);
    const Ocean::Impl::JoinPlacesHost<problem_type, graph_type> join{
        problem,        given.graph(),       {problem.b, b_flags.data()},
        columns.data(), rows_at_once.data(), b_rows_at_once.data()};
    for (count_type window = 0; window * supernode_window < problem.num_rows(); ++window) join(window, num_joined);
  }
  count_type num_joined = 0;
  std::vector<count_type> columns;  ///< places of every row
  bytes_type rows_at_once, b_rows_at_once;
};

/// \brief What FindPlacesHost writes, of rows that are joined or each alone.
struct Found {
  /// \param looks_for_missing  whether the graph may lack columns
  Found(const case_type& given, const std::vector<count_type>& columns, const JoinedRows* joined,
        bool looks_for_missing = false) {
    std::vector<count_type> first_product(columns.size() + 1, 0);
    std::partial_sum(columns.begin(), columns.end(), first_product.begin() + 1);
    places.assign(static_cast<std::size_t>(first_product.back()), 777);
    values.assign(given.c.entries.size(), -77.0);
    std::vector<std::uint32_t> slots(static_cast<std::size_t>(given.c.num_cols) + 3, 0xffffffffu);  // as memory may be
    count_type next_row = 0;
    const auto num_slots = static_cast<count_type>(slots.size());
    Ocean::Impl::FindPlacesHost<problem_type, graph_type, double>{
        {given.problem(), given.graph(), slots.data(), num_slots, &next_row},
        {given.problem(), given.graph(), first_product.data(), places.data(),
         joined == nullptr ? nullptr : joined->rows_at_once.data(),
         joined == nullptr ? nullptr : joined->b_rows_at_once.data(), values.data()},
        places.data(),
        looks_for_missing ? &first_missing : nullptr}(0);
  }
  std::vector<place_type> places;
  std::vector<double> values;
  count_type first_missing = none_missing;
};

/// Rows 0 and 1 of A have the same columns, as have rows 1 and 2 of B, which row 0 of A selects beside row 0 of B.
/// C = [ . 10 . . 1 . . . 14 ]
///     [ .  0 . . 2 . . .  1 ]
///     [                     ]
///     [ . 10 . . . . . . 14 ]
const matrix_type hand_a{4, 3, {0, 3, 6, 6, 8}, {0, 1, 2, 0, 1, 2, 1, 2}, {1, 2, 1, 2, 3, -1, 2, 1}};
const matrix_type hand_b{3, 9, {0, 1, 3, 5}, {4, 1, 8, 1, 8}, {1, 2, 3, 6, 8}};
const matrix_type hand_c{4, 9, {0, 3, 6, 6, 8}, {1, 4, 8, 1, 4, 8, 1, 8}, std::vector<double>(8, 0)};

TEST(FindPlacesHost, RowsWithTheSameColumnsShareTheirPlaces) {
  const case_type given(hand_a, hand_b, hand_c);
  const JoinedRows joined(given);
  EXPECT_EQ(joined.num_joined, 1);
  EXPECT_EQ(joined.rows_at_once, (bytes_type{2, 0, 1, 1}));
  EXPECT_EQ(joined.columns, (std::vector<count_type>{3, 0, 0, 4}));
  EXPECT_EQ((bytes_type{joined.b_rows_at_once.begin(), joined.b_rows_at_once.begin() + 3}), (bytes_type{1, 2, 0}));
  const std::vector<double> values{10, 1, 14, 0, 2, 1, 10, 14};
  for (const bool looks_for_missing : {false, true}) {
    const Found together(given, joined.columns, &joined, looks_for_missing);
    EXPECT_EQ(together.places, (std::vector<place_type>{1, 0, 2, 0, 1, 0, 1}));
    EXPECT_EQ(together.values, values);
    EXPECT_EQ(together.first_missing, none_missing);
    const Found alone(given, {5, 5, 0, 4}, nullptr, looks_for_missing);
    EXPECT_EQ(alone.places, (std::vector<place_type>{1, 0, 2, 0, 2, 1, 0, 2, 0, 2, 0, 1, 0, 1}));
    EXPECT_EQ(alone.values, values);
    EXPECT_EQ(alone.first_missing, none_missing);
  }
}

/// The first row is named; a row without entries lacks the columns of all its products. The others have their values,
/// and those of the columns that are there, unless rows are summed together.
TEST(FindPlacesHost, RowsThatLackAColumnAreReported) {
  const auto found_in = [](const matrix_type& c) {
    const case_type given(hand_a, hand_b, c);
    const JoinedRows joined(given);
    return Found(given, joined.columns, &joined, true);
  };
  const Found within = found_in({4, 9, {0, 3, 5, 5, 6}, {1, 4, 8, 1, 4, 8}, std::vector<double>(6, 0)});
  EXPECT_EQ(within.first_missing, 1) << "column 8 in row 1, and column 1 in row 3";
  EXPECT_EQ(within.values, (std::vector<double>{10, 1, 14, 0, 2, 14}));
  const Found together = found_in({4, 9, {0, 2, 4, 4, 6}, {1, 4, 1, 4, 1, 8}, std::vector<double>(6, 0)});
  EXPECT_EQ(together.first_missing, 0);
  EXPECT_EQ(together.values, (std::vector<double>{-77, -77, -77, -77, 10, 14}));
  const Found empty = found_in({4, 9, {0, 0, 0, 0, 2}, {1, 8}, std::vector<double>(2, 0)});
  EXPECT_EQ(empty.first_missing, 0);
  EXPECT_EQ(empty.values, (std::vector<double>{10, 14}));
}

/// The graph is the caller's: it may give one of the rows another column.
TEST(FindPlacesHost, RowsOfCWithOtherColumnsAreAlone) {
  const case_type given(hand_a, hand_b,
                        {4, 9, {0, 3, 7, 7, 9}, {1, 4, 8, 1, 3, 4, 8, 1, 8}, std::vector<double>(9, 0)});
  EXPECT_EQ(JoinedRows(given).rows_at_once, (bytes_type{1, 1, 1, 1}));
  const case_type same_size(hand_a, hand_b,
                            {4, 9, {0, 4, 8, 8, 10}, {1, 3, 4, 8, 1, 4, 5, 8, 1, 8}, std::vector<double>(10, 0)});
  EXPECT_EQ(JoinedRows(same_size).num_joined, 0);
}

/// Parts of six, three and two, none across the end of a window.
TEST(FindPlacesHost, LongSupernodesAreSplit) {
  const auto parts_of = [](count_type num_rows) {
    matrix_type a{num_rows,
                  1,
                  {0},
                  std::vector<int>(static_cast<std::size_t>(num_rows), 0),
                  std::vector<double>(static_cast<std::size_t>(num_rows), 1)};
    for (int row = 1; row <= num_rows; ++row) a.row_map.push_back(row);
    matrix_type c = a;
    const JoinedRows joined(case_type(a, matrix_type{1, 1, {0, 1}, {0}, {1}}, c));
    bytes_type parts;
    for (const std::uint8_t part : joined.rows_at_once)
      if (part > 0) parts.push_back(part);
    return parts;
  };
  EXPECT_EQ(parts_of(1), (bytes_type{1}));
  EXPECT_EQ(parts_of(2), (bytes_type{2}));
  EXPECT_EQ(parts_of(4), (bytes_type{3, 1}));
  EXPECT_EQ(parts_of(5), (bytes_type{3, 2}));
  EXPECT_EQ(parts_of(15), (bytes_type{6, 6, 3}));
  bytes_type of_two_windows(static_cast<std::size_t>(supernode_window) / 6, 6);
  of_two_windows.push_back(2);
  EXPECT_EQ(parts_of(supernode_window + 2), of_two_windows);
}

/// A row of B that holds a column twice, or not in order, goes with no other.
TEST(FindPlacesHost, RowsOfBWithDuplicatesAreAlone) {
  const matrix_type b{3, 9, {0, 2, 4, 6}, {1, 1, 1, 1, 1, 1}, std::vector<double>(6, 1)};
  const case_type given(hand_a, b, {4, 9, {0, 1, 2, 2, 3}, {1, 1, 1}, std::vector<double>(3, 0)});
  const JoinedRows joined(given);
  EXPECT_EQ((bytes_type{joined.b_rows_at_once.begin(), joined.b_rows_at_once.begin() + 3}), (bytes_type{1, 1, 1}));
  EXPECT_EQ(joined.columns[0], 6);
}

}  // namespace
