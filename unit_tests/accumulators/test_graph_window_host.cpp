/// \file
/// \brief A thread's values over all columns of C: what products leave beside the columns of a row is never read.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/accumulators/graph_window_host.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using Ocean::Impl::GraphPlacesHost;
using Ocean::Impl::GraphWindowHost;
using list = std::vector<double>;

/// A window over 6 columns for up to 4 rows of C; its memory holds what a computation must not read.
struct Window {
  list memory = list(6 * 4, -1e300);
  std::vector<std::uint32_t> numbers = std::vector<std::uint32_t>(6, 77u);
  GraphWindowHost<double> values{memory.data(), 6};
  GraphPlacesHost places{numbers.data(), 6};

  template <int Lanes>
  list read(const std::vector<int>& columns, int lane) const {
    list out(columns.size(), -7.0);
    values.template read<Lanes>(columns.data(), static_cast<Ocean::Impl::count_type>(columns.size()), lane, out.data());
    return out;
  }
};

TEST(GraphWindowHost, SumsRowsOfBAndForgetsTheRowBefore) {
  Window window;
  window.values.prepare(1);
  const std::vector<int> c_row{1, 4}, b_row{0, 1, 4};
  const list b_values{10, 20, 30};
  for (int round = 1; round < 4; ++round) {  // column 0 keeps what products add there
    window.values.clear<1>(c_row.data(), 2, 0);
    window.values.add_row(b_row.data(), b_values.data(), b_row.data() + 3, 2.0);
    window.values.add_row(b_row.data(), b_values.data(), b_row.data() + 2, 0.5 * round);
    EXPECT_EQ(window.read<1>(c_row, 0), (list{40 + 10.0 * round, 60}));
  }
  EXPECT_EQ(window.read<1>({0}, 0), (list{3 * 20 + 5 * (1 + 2 + 3)})) << "not cleared";
}

TEST(GraphWindowHost, PreparesWhatMoreLanesNeedOnce) {
  Window window;
  window.values.prepare(1);
  EXPECT_EQ(window.memory[5], 0.0);
  EXPECT_EQ(window.memory[6], -1e300) << "of a second lane";
  window.memory[2] = 5.0;
  window.values.prepare(4);
  EXPECT_EQ(window.memory[2], 5.0) << "was ready";
  for (std::size_t value = 6; value < 24; ++value) EXPECT_EQ(window.memory[value], 0.0);
}

/// \brief Adds \p num_rows rows of B with columns 1, 2 and 5 to 4 rows of C with columns 1 and 5.
void expect_rows_added(int num_rows) {
  Window window;
  window.values.prepare(4);
  const std::vector<int> c_row{1, 5}, b_row{1, 2, 5};
  const list b_values{1, 2, 3, 10, 20, 30, 100, 200, 300};             // a row after the other
  const list factors{1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400};  // of a row of B for 4 rows of C
  for (int lane = 0; lane < 4; ++lane) window.values.clear<4>(c_row.data(), 2, lane);
  EXPECT_TRUE((window.values.add_some_rows<4, false>(num_rows, b_row.data(), b_values.data(), 3, factors.data(),
                                                     window.places)));
  for (int lane = 0; lane < 4; ++lane) {
    list expected(2, 0.0);
    for (std::size_t row = 0; row < static_cast<std::size_t>(num_rows); ++row) {
      const double factor = factors[row * 4 + static_cast<std::size_t>(lane)];
      expected[0] += factor * b_values[row * 3];
      expected[1] += factor * b_values[row * 3 + 2];
    }
    EXPECT_EQ(window.read<4>(c_row, lane), expected) << num_rows << " rows, lane " << lane;
  }
}

TEST(GraphWindowHost, AddsUpToThreeRowsToFourLanes) {
  for (const int num_rows : {1, 2, 3}) expect_rows_added(num_rows);
}

TEST(GraphWindowHost, SaysWhetherCHasAllColumns) {
  Window window;
  window.values.prepare(1);
  const std::vector<int> c_row{1, 5}, within{5, 1}, beyond{1, 2};
  const list b_values{1, 2}, factor{1};
  window.places.set_row(c_row.data(), 0, 2);
  EXPECT_TRUE((window.values.add_rows<1, 1, true>(within.data(), b_values.data(), 2, factor.data(), window.places)));
  EXPECT_FALSE((window.values.add_rows<1, 1, true>(beyond.data(), b_values.data(), 2, factor.data(), window.places)));
}

/// Sums beside the columns of C grow from row to row: integers would overflow.
TEST(GraphWindowHost, IsForFloatingPoint) {
  EXPECT_TRUE(Ocean::Impl::may_sum_unread<float>);
  EXPECT_TRUE(Ocean::Impl::may_sum_unread<Kokkos::complex<double>>);
  EXPECT_FALSE(Ocean::Impl::may_sum_unread<int>);
  EXPECT_FALSE(Ocean::Impl::may_sum_unread<std::int64_t>);
}

}  // namespace
