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

template <int Items, bool WithValues, class Problem>
std::vector<Entry> compress_row(const Problem& problem, int row) {
  using lanes_type = ThreadedLanes<num_lanes>;
  return compress<Items, WithValues>(problem, row, [](const lanes_type& lanes, const auto& scratch, double* leading) {
    return Ocean::Impl::SortedRow<Items, WithValues, lanes_type, Problem, double>(lanes, scratch, leading);
  });
}

template <int Items>
void expect_summed_lane_by_lane() {
  for_each_short_row([](const auto& problem, const auto& products, int row) {
    SCOPED_TRACE(::testing::Message() << Items << " products a lane, row " << row);
    const std::vector<Entry> expected = sum_by_parts(products, Items);
    EXPECT_EQ((compress_row<Items, true>(problem, row)), expected);
    EXPECT_EQ((compress_row<Items, false>(problem, row).size()), expected.size());
  });
}

TEST(SortedRow, SumsEveryColumnInTheOrderOfProductsLaneByLane) {
  expect_summed_lane_by_lane<2>();
  expect_summed_lane_by_lane<4>();
  expect_summed_lane_by_lane<6>();
}

}  // namespace
