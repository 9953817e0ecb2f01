// backends: Serial
/// \file
/// \brief Room that rows claim, by hand.

#include "ocean/stages/claims.hpp"

#include <gtest/gtest.h>

namespace {

using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::choose_claims;
using Ocean::Impl::claimed_slots;

/// 10 000 products, bounds of 8000 entries, 5000 of which the sample expects; rows of at most 20 entries.
AnalysisSummary make_summary() {
  AnalysisSummary summary;
  summary.total_products = 10000;
  summary.capped_products = 8000;
  summary.max_row_products = 30;
  summary.max_row_span = 20;
  summary.sampled.num_rows = 600;
  summary.sampled.ratio = 2.0;
  return summary;
}

TEST(Claims, AreMadeWhereTheyTakeLessThanTheBounds) {
  AnalysisSummary summary = make_summary();
  EXPECT_TRUE(choose_claims(summary, 0.0)) << "5100 of 8000";
  summary.capped_products = 7800;
  EXPECT_FALSE(choose_claims(summary, 0.0)) << "5100 of 7800 are more than 0.65";
  summary = make_summary();
  summary.sampled.relative_bound = 0.02;
  EXPECT_FALSE(choose_claims(summary, 0.0)) << "5400 of 8000, with three standard errors";
  summary.sampled = {};
  EXPECT_FALSE(choose_claims(summary, 0.0)) << "no sample";
  EXPECT_FALSE(choose_claims(AnalysisSummary{}, 2.0)) << "no products";
}

TEST(Claims, OfEstimatesNeedNoSample) {
  AnalysisSummary summary = make_summary();
  summary.sampled = {};
  EXPECT_TRUE(choose_claims(summary, 1.5));
  EXPECT_FALSE(choose_claims(summary, 1.0)) << "rows have the little room that was asked for";
  EXPECT_EQ(claimed_slots(summary, true, 1000), 1080) << "6 % more than the estimates, and the longest row";
}

TEST(Claims, OfBoundsGetWhatTheSampleTellsOfLongRows) {
  AnalysisSummary summary = make_summary();
  summary.sampled.long_share = 0.5;
  EXPECT_EQ(claimed_slots(summary, false, 8000), 4100) << "2 % more than the sample tells, and the longest row";
  EXPECT_EQ(claimed_slots(summary, false, 4000), 2060);
  EXPECT_EQ(claimed_slots(summary, false, 10), 10) << "never more than their bounds";
  summary.sampled.long_relative_bound = 0.1;
  EXPECT_EQ(claimed_slots(summary, false, 8000), 5300) << "three standard errors";
  summary.sampled.long_share = 1.0;
  EXPECT_EQ(claimed_slots(summary, false, 8000), 8000) << "no long row in the sample";
}

}  // namespace
