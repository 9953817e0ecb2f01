/// \file
/// \brief Products that are added up at the places of their columns: alone, with atomics, and those that are none.
// backends: Serial

#include "ocean/accumulators/placed_addition.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using Ocean::Impl::PlacedAddition;

/// Every other place, so that a sum at a column would be seen.
struct EveryOther {
  static int place(std::uint32_t column) { return 2 * static_cast<int>(column); }
};

/// Counts its additions.
struct CountedAtomics {
  static inline int additions = 0;
  static void add(double* target, const double& value) {
    *target += value;
    ++additions;
  }
};

template <bool GroupOwnsRow>
std::vector<double> add_three(bool exclusive, int expected_atomics) {
  std::vector<double> sums(6, 0.0);
  const PlacedAddition<CountedAtomics, EveryOther, double, GroupOwnsRow> addition{{}, sums.data(), exclusive};
  CountedAtomics::additions = 0;
  addition.template add<true>(addition.locate(2), 1.5, true);
  addition.template add<false>(addition.locate(2), 2.0, true);
  addition.template add<true>(addition.locate(1), 7.0, false);
  EXPECT_EQ(CountedAtomics::additions, expected_atomics);
  return sums;
}

TEST(PlacedAddition, AtomicsExceptWhereAGroupOwnsTheRowAndSharesARowOfB) {
  const std::vector<double> expected = {0.0, 0.0, 0.0, 0.0, 3.5, 0.0};
  EXPECT_EQ(add_three<true>(true, 1), expected);
  EXPECT_EQ(add_three<true>(false, 2), expected);
  EXPECT_EQ(add_three<false>(true, 2), expected) << "a team owns the row";
}

}  // namespace
