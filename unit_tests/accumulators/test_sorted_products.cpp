/// \file
/// \brief Expand, sort, compress by a group of lanes, against sums in the order of the products; the lanes are threads
/// of the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/sorted_products.hpp"

#include <gtest/gtest.h>

#include "sorted_rows_fixture.hpp"

namespace {

using namespace Ocean::Testing;

constexpr int items = 2;

TEST(SortedProducts, SumsEveryColumnInTheOrderOfProducts) {
  expect_sums_in_order(
      []<bool WithValues, class Problem>(std::bool_constant<WithValues>, const Problem& problem, int row) {
        return compress<1, num_lanes, items, WithValues>(
            problem, row, []<class Lanes>(const auto&, const Lanes& lanes, const auto& scratch) {
              return Ocean::Impl::SortedProducts<items, WithValues, Lanes, Problem, double>(lanes, scratch);
            });
      });
}

}  // namespace
