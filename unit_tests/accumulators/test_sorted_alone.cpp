/// \file
/// \brief Expand, sort, compress by a single thread, against sums in the order of the products.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/sorted_alone.hpp"

#include <gtest/gtest.h>

#include "ocean/backend/team_context.hpp"
#include "sorted_rows_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::SingleLaneGroup;

TEST(SortedAlone, SumsEveryColumnInTheOrderOfProducts) {
  constexpr int products_max = 16;
  expect_sums_in_order([]<bool WithValues, class Problem>(std::bool_constant<WithValues>, const Problem& problem,
                                                          int row) {
    return compress<1, 1, products_max, WithValues>(problem, row, [](const auto&, const auto&, const auto& scratch) {
      return Ocean::Impl::SortedAlone<products_max, WithValues, SingleLaneGroup, Problem, double>(SingleLaneGroup(),
                                                                                                  scratch);
    });
  });
}

}  // namespace
