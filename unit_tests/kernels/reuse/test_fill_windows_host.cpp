/// \file
/// \brief CPU path: values of C in a given graph by windows, for any number of lanes; products that the graph lacks.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/kernels/reuse/fill_windows_host.hpp"

#include <gtest/gtest.h>

#include "given_graph_case.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::FillWindowsHost;
using Ocean::Impl::graph_lanes_max;
using Ocean::Impl::graph_lanes_node;

/// \brief Fills the graph by one worker of two.
/// \return the first row that lacks a product, with Checks
template <bool Checks, class Case, class Scalar>
count_type fill(const Case& given, int lanes, bool has_flags, std::vector<Scalar>& values) {
  const auto problem = given.problem();
  const count_type stride = problem.num_cols() * lanes, last_worker = 1;
  std::vector<Scalar> windows(static_cast<std::size_t>(2 * stride), Scalar(1e9));  // as memory may be
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(2 * problem.num_cols()), 77u);
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(problem.num_inner()), 0);
  count_type next_row = 0, first_missing = Case::none;
  values.assign(given.c.values.size(), Scalar(-77));
  FillWindowsHost<Checks, typename Case::problem_type, typename Case::graph_type, Scalar>{
      problem,
      given.graph(),
      values.data(),
      Checks && lanes == 1 ? nullptr : windows.data(),
      Checks ? numbers.data() : nullptr,
      Checks && lanes == 1 ? 0 : stride,
      problem.num_cols(),
      lanes,
      {problem.b, has_flags ? flags.data() : nullptr},
      &next_row,
      &first_missing}(static_cast<int>(last_worker));
  EXPECT_TRUE(std::all_of(windows.begin(), windows.begin() + stride, [](Scalar value) { return value == Scalar(1e9); }))
      << "the other worker's window is its own";
  return first_missing;
}

/// \brief Fills the graph of \p given in every way, and expects the bits of serial sums.
template <class Scalar, class Offset, class Ordinal>
void expect_filled(const GivenGraphCase<Scalar, Offset, Ordinal>& given) {
  std::vector<Scalar> values;
  for (const int lanes : {1, 2, graph_lanes_node, graph_lanes_max})
    for (const bool has_flags : {false, true}) {
      SCOPED_TRACE(testing::Message() << lanes << " lanes" << (has_flags ? ", flags" : ""));
      fill<false>(given, lanes, has_flags, values);
      EXPECT_EQ(values, given.c.values);
      EXPECT_EQ(fill<true>(given, lanes, has_flags, values), given.first_missing);
      if (given.first_missing < given.none) continue;
      EXPECT_EQ(values, given.c.values) << "looked at";
    }
}

TEST(FillWindowsHost, NodesUnderAnyMaskHaveTheBitsOfSerialSums) {
  for (const int block_a : {1, 2, 3, 5, 6, 8})
    for (const int block_b : {1, 3})
      for (const double share : {0.003, 0.02, 0.2, 1.0}) {
        SCOPED_TRACE(testing::Message() << block_a << " and " << block_b << " unknowns, " << share << " of C");
        expect_filled(make_nodes_case<double>(block_a, block_b, share));
      }
}

TEST(FillWindowsHost, OtherTypes) {
  for (const double share : {0.02, 1.0}) {
    expect_filled(make_nodes_case<float, std::size_t>(3, 3, share));
    expect_filled(make_nodes_case<double, std::int64_t, std::int64_t>(3, 3, share));
    expect_filled(make_nodes_case<Kokkos::complex<double>>(3, 3, share));
  }
}

/// Rows alone whose few columns are searched in the long row of B, beside a short one.
TEST(FillWindowsHost, RowsAloneSearchLongRowsOfB) {
  const auto a = make_random<int, int, double>({.num_rows = 60, .num_cols = 40, .mean_row_nnz = 5, .seed = 3});
  const auto b = make_random<int, int, double>(
      {.num_rows = 40, .num_cols = 500, .mean_row_nnz = 60, .seed = 4, .full_row = 7, .full_column = 9});
  const auto mask = make_random<int, int, double>({.num_rows = 60, .num_cols = 500, .mean_row_nnz = 2, .seed = 5});
  expect_filled(GivenGraphCase<double>(a, b, mask));
}

TEST(FillWindowsHost, TheFirstRowThatLacksAProductIsNamed) {
  auto whole = make_nodes_case<double>(3, 3, 1.0).c;
  const auto without = [&](count_type row) {
    auto matrix = whole;
    matrix.entries.erase(matrix.entries.begin() + matrix.row_map[row]);
    matrix.values.pop_back();
    for (count_type next = row + 1; next <= matrix.num_rows; ++next) --matrix.row_map[next];
    return matrix;
  };
  const auto given = make_nodes_case<double>(3, 3, 1.0);
  std::vector<double> values;
  for (count_type row = 0; row < whole.num_rows; row += 7) {
    if (whole.row_map[row] == whole.row_map[row + 1]) continue;
    auto lacking = given;
    lacking.c = without(row);
    lacking.device_c = to_device(lacking.c);
    for (const int lanes : {1, graph_lanes_node, graph_lanes_max})
      EXPECT_EQ(fill<true>(lacking, lanes, true, values), row) << lanes << " lanes";
  }
}

TEST(FillWindowsHost, ValuesOutsideTheGraphAreNeitherReadNorKept) {
  const double infinity = std::numeric_limits<double>::infinity();
  const HostCsr<int, int, double> a{2, 2, {0, 2, 4}, {0, 1, 0, 1}, {1, 2, 3, 4}};
  const HostCsr<int, int, double> b{2, 3, {0, 3, 6}, {0, 1, 2, 0, 1, 2}, {infinity, 5, 7, infinity, -1, 2}};
  expect_filled(GivenGraphCase<double>(a, b, {2, 3, {0, 1, 3}, {1, 1, 2}, {0, 0, 0}}));
}

}  // namespace
