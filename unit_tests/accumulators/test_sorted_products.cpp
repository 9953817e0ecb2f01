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

template <bool WithValues, class Problem>
std::vector<Entry> compress_products(const Problem& problem, int row) {
  return compress<1, num_lanes, items, WithValues>(
      problem, row, []<class Lanes>(const auto&, const Lanes& lanes, const auto& scratch) {
        return Ocean::Impl::SortedProducts<items, WithValues, Lanes, Problem, double>(lanes, scratch);
      });
}

TEST(SortedProducts, SumsEveryColumnInTheOrderOfProducts) {
  for_each_short_row([](const auto& problem, const auto& products, int row) {
    const std::vector<Entry> expected = sum_by_parts(products, products.size() + 1);
    EXPECT_EQ(compress_products<true>(problem, row), expected) << "row " << row;
    EXPECT_EQ(compress_products<false>(problem, row).size(), expected.size()) << "row " << row;
  });
}

}  // namespace
