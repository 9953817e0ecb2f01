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

template <bool WithValues, class Problem>
std::vector<Entry> compress_alone(const Problem& problem, int row) {
  constexpr int products_max = 16;
  return compress<1, 1, products_max, WithValues>(problem, row, [](const auto&, const auto&, const auto& scratch) {
    return Ocean::Impl::SortedAlone<products_max, WithValues, SingleLaneGroup, Problem, double>(SingleLaneGroup(),
                                                                                                scratch);
  });
}

TEST(SortedAlone, SumsEveryColumnInTheOrderOfProducts) {
  for_each_short_row([](const auto& problem, const auto& products, int row) {
    const std::vector<Entry> expected = sum_by_parts(products, products.size() + 1);
    EXPECT_EQ(compress_alone<true>(problem, row), expected) << "row " << row;
    EXPECT_EQ(compress_alone<false>(problem, row).size(), expected.size()) << "row " << row;
  });
}

}  // namespace
