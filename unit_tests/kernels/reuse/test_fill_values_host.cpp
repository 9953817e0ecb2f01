/// \file
/// \brief CPU path: values of C in a given graph by an index of each of its rows; products that the graph lacks.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/kernels/reuse/fill_values_host.hpp"

#include <gtest/gtest.h>

#include "given_graph_case.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::FillValuesHost;

/// How rows of B are used.
enum class Mode { add, search, check };

/// \brief Fills the graph.
/// \return the first row that lacks a product, if these are checked
template <class Case, class Scalar>
count_type fill(const Case& given, Mode mode, count_type num_slots, std::vector<Scalar>& values) {
  const auto problem = given.problem();
  std::vector<std::uint32_t> slots(static_cast<std::size_t>(2 * num_slots), 0xffffffffu);  // as memory may be
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(problem.num_inner()), 0);
  count_type next_row = 0, first_missing = Case::none;
  values.assign(given.c.values.size(), Scalar(-77));
  FillValuesHost<typename Case::problem_type, typename Case::graph_type, Scalar>{
      {problem, given.graph(), slots.data(), num_slots, &next_row},
      values.data(),
      mode == Mode::check ? &first_missing : nullptr,
      mode == Mode::search ? flags.data() : nullptr}(1);
  const bool has_looked = std::count(flags.begin(), flags.end(), std::uint8_t(0)) < problem.num_inner();
  EXPECT_TRUE(mode == Mode::search || !has_looked);
  return first_missing;
}

/// \brief Fills the graph of \p given in every way, and expects the bits of serial sums.
template <class Scalar, class Offset, class Ordinal>
void expect_filled(const GivenGraphCase<Scalar, Offset, Ordinal>& given) {
  std::vector<Scalar> values;
  for (const count_type num_slots : {count_type(16), given.c.num_cols})
    for (const Mode mode : {Mode::add, Mode::search, Mode::check}) {
      SCOPED_TRACE(testing::Message() << num_slots << " slots, mode " << static_cast<int>(mode));
      const count_type row = fill(given, mode, num_slots, values);
      EXPECT_EQ(values, given.c.values);
      EXPECT_EQ(row, mode == Mode::check ? given.first_missing : given.none);
    }
}

TEST(FillValuesHost, NodesUnderAnyMaskHaveTheBitsOfSerialSums) {
  for (const int block_a : {1, 3, 6})
    for (const int block_b : {1, 3})
      for (const double share : {0.003, 0.02, 0.2, 1.0}) {
        SCOPED_TRACE(testing::Message() << block_a << " and " << block_b << " unknowns, " << share << " of C");
        expect_filled(make_nodes_case<double>(block_a, block_b, share));
      }
}

TEST(FillValuesHost, OtherTypes) {
  for (const double share : {0.02, 1.0}) {
    expect_filled(make_nodes_case<int>(3, 3, share));
    expect_filled(make_nodes_case<std::int64_t, std::size_t>(3, 3, share));
    expect_filled(make_nodes_case<float, std::int64_t, std::int64_t>(3, 3, share));
    expect_filled(make_nodes_case<Kokkos::complex<double>>(3, 3, share));
  }
}

TEST(FillValuesHost, RowsAloneSearchLongRowsOfB) {
  const auto a = make_random<int, int, double>({.num_rows = 200, .num_cols = 40, .mean_row_nnz = 5, .seed = 3});
  const auto b = make_random<int, int, double>(
      {.num_rows = 40, .num_cols = 500, .mean_row_nnz = 60, .seed = 4, .full_row = 7, .full_column = 9});
  const auto mask = make_random<int, int, double>({.num_rows = 200, .num_cols = 500, .mean_row_nnz = 2, .seed = 5});
  expect_filled(GivenGraphCase<double>(a, b, mask));
}

/// Row 1 has a product and C has nothing of it; row 0 lacks none.
TEST(FillValuesHost, AnEmptyRowOfCMayLackProducts) {
  const HostCsr<int, int, double> a{3, 1, {0, 1, 2, 3}, {0, 0, 0}, {1, 2, 3}};
  const HostCsr<int, int, double> b{1, 4, {0, 2}, {1, 3}, {5, 7}};
  const GivenGraphCase<double> given(a, b, {3, 4, {0, 2, 2, 3}, {1, 3, 1}, {0, 0, 0}});
  EXPECT_EQ(given.first_missing, 1);
  expect_filled(given);
}

}  // namespace
