// backends: Serial
/// \file
/// \brief Lanes for mean lengths given by hand.

#include "ocean/tuning/lane_choice.hpp"

#include <gtest/gtest.h>

namespace {

using Ocean::Impl::choose_lanes;

TEST(LaneChoice, IsThePowerOfTwoBelowTheMean) {
  EXPECT_EQ(choose_lanes(0.0, {1, 32, 1.0}), 1);
  EXPECT_EQ(choose_lanes(7.9, {1, 32, 1.0}), 4);
  EXPECT_EQ(choose_lanes(8.0, {1, 32, 1.0}), 8);
}

TEST(LaneChoice, LeavesEveryLaneItsEntries) {
  EXPECT_EQ(choose_lanes(11.9, {1, 32, 1.5}), 4);
  EXPECT_EQ(choose_lanes(12.0, {1, 32, 1.5}), 8);
}

TEST(LaneChoice, StaysInItsBounds) {
  EXPECT_EQ(choose_lanes(0.0, {4, 32, 1.0}), 4);
  EXPECT_EQ(choose_lanes(100000.0, {4, 32, 1.0}), 32);
}

}  // namespace
