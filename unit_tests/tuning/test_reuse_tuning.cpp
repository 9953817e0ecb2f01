// backends: Serial
/// \file
/// \brief When values are summed at the places of products.

#include "ocean/tuning/reuse_tuning.hpp"

#include <gtest/gtest.h>

namespace {

using Ocean::Impl::ReuseSums;
using Ocean::Impl::ReuseTuning;
using Ocean::Impl::SumCalls;
using Ocean::Impl::SumFacts;
using Ocean::Impl::TeamLimits;

/// A device of 100 processors that hold 2048 threads each, and patterns that suit places there.
TEST(ChoosePlaces, ForLongRowsOfBAndCompressingProducts) {
  TeamLimits limits;
  limits.num_units = 100;
  limits.threads_unit = 2048;
  const ReuseTuning tuning;
  const SumFacts suiting{20000, 500000, 2000000, 16000000, 40, 500, true};
  const auto chosen = [&](auto change) {
    SumFacts facts = suiting;
    change(facts);
    return choose_places(facts, SumCalls::repeated, limits, tuning);
  };
  EXPECT_TRUE(chosen([](SumFacts&) {}));
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.b_rows_sorted = false; }));
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.nnz_a = 5000000; })) << "3.2 entries in a row of B";
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.nnz_c = 4000001; })) << "less than 4 products for an entry of C";
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.num_rows = 1599; })) << "16 lanes each are not an eighth of 204800";
  EXPECT_TRUE(chosen([](SumFacts& facts) { facts.num_rows = 1600; }));
  EXPECT_TRUE(chosen([](SumFacts& facts) { facts.longest_row_a = 512; }));
  EXPECT_FALSE(chosen([](SumFacts& facts) { facts.longest_row_a = 513; })) << "more than 4 times 78 products a thread";
  ReuseTuning forced = tuning;
  forced.sums = ReuseSums::lists;
  EXPECT_FALSE(choose_places(suiting, SumCalls::repeated, limits, forced));
}

/// A single call finds places soon and lists late; only a row of A that one team would walk for long has lists.
TEST(ChoosePlaces, ForASingleCallUnlessARowOfAIsTooLong) {
  const ReuseTuning tuning;
  const TeamLimits limits;
  SumFacts facts{10, 20000, 30000, 30000, 760, 500, true};
  EXPECT_TRUE(choose_places(facts, SumCalls::one, limits, tuning));
  EXPECT_FALSE(choose_places(facts, SumCalls::repeated, limits, tuning));
  facts.longest_row_a = 761;
  EXPECT_FALSE(choose_places(facts, SumCalls::one, limits, tuning)) << "30000 products are worth 10 entries over 750";
  facts.longest_row_a = 1;
  facts.b_rows_sorted = false;
  EXPECT_FALSE(choose_places(facts, SumCalls::one, limits, tuning));
}

}  // namespace
