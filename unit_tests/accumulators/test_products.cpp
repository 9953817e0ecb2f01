/// \file
/// \brief Walks of a group of lanes through the products of a row, term by term and row by row, against a loop over
/// the rows of B; the lanes are threads of the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/products.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

#include "support/products_taken.hpp"
#include "support/threaded_lanes.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::for_each_product_of_group;
using Ocean::Impl::RowOfA;

constexpr int num_lanes = 8;

/// \brief Walks through every row of A with every number of lanes for a row of B, by all bodies.
/// \return steps of all walks with \p counted_lanes lanes for a row of B
int expect_all_taken(const HostCsr<int, int, double>& a, const HostCsr<int, int, double>& b, int counted_lanes = 0) {
  const auto device_a = to_device(a), device_b = to_device(b);
  using operand_type = decltype(device_a.operand());
  const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
  int counted = 0;
  for (const int lanes_per_row : {1, 4, num_lanes, 64})
    for (int row = 0; row < a.num_rows; ++row) {
      SCOPED_TRACE(::testing::Message() << "row " << row << ", " << lanes_per_row << " lanes for a row of B");
      const RowOfA row_of_a = Ocean::Impl::a_row(problem, row);
      const count_type first_column = 3;
      const taken_list expected = expected_products(problem, row_of_a, first_column);
      for (const bool together : {false, true}) {
        taken_list taken;
        std::mutex mutex;
        int steps = 0;
        run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
          if (together)
            for_each_product_of_group<double, true>(lanes, problem, row_of_a, first_column, lanes_per_row,
                                                    CollectTogether{&taken, &mutex, &steps});
          else
            for_each_product_of_group<double, true>(lanes, problem, row_of_a, first_column, lanes_per_row,
                                                    Collect{&taken, &mutex});
        });
        std::sort(taken.begin(), taken.end());
        EXPECT_EQ(taken, expected) << (together ? "together" : "each lane alone");
        if (lanes_per_row == counted_lanes) counted += steps;
      }
      taken_list located;
      std::mutex mutex;
      run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
        for_each_product_of_group<double, true>(lanes, problem, row_of_a, first_column, lanes_per_row,
                                                CollectLocated{&located, &mutex});
      });
      std::sort(located.begin(), located.end());
      EXPECT_EQ(located, expected) << "located first";
    }
  return counted;
}

TEST(WalkProducts, NoLaneIsIdleInAWalkTermByTerm) {
  // One row of A selects 16 rows of 3 entries: 48 terms are 6 steps of 8 lanes; row by row they would be 16.
  const HostCsr<int, int, double> a{
      1, 16, {0, 16}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, std::vector<double>(16, 2.0)};
  const auto b = rows_of(std::vector<int>(16, 3), 50);
  EXPECT_EQ(expect_all_taken(a, b, 4), 6);
  EXPECT_EQ(expect_all_taken(a, b, num_lanes), 16);
}

TEST(WalkProducts, EmptyRowsShortRowsAndRowsBeyondAllLanes) {
  // Rows of A: none; only empty rows of B; some of each; the same row twice; more entries than lanes.
  const auto b = rows_of({0, 1, 8, 9, 0, 31, 33, 200, 0, 2}, 400);
  const HostCsr<int, int, double> a{
      6,
      10,
      {0, 0, 3, 8, 10, 11, 30},
      {0, 4, 8, 1, 0, 7, 5, 9, 6, 6, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 8, 1, 1, 2, 3, 4, 5, 0},
      std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
  expect_all_taken(a, b);
}

}  // namespace
