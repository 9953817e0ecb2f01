// backends: Serial
/// \file
/// \brief Teams of supernodes for devices given by hand, and the scratch that a walk through a supernode needs.

#include "ocean/tuning/supernode_tuning.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace Ocean::Impl;

/// A processor of 200 000 bytes of scratch and teams of 1024 threads.
TeamLimits large_processor() {
  TeamLimits limits;
  limits.team_size_max = 1024;
  limits.scratch_bytes_max = limits.scratch_bytes_unit = 200000;
  return limits;
}

/// \brief The least size of a team that has \p threads, or the largest.
int least_team_of(double threads) {
  for (const int size : supernode_team_sizes)
    if (size >= threads) return size;
  return supernode_team_size_max;
}

TEST(SupernodeTuning, SizesOfTeamsAscendInWholeWarps) {
  EXPECT_TRUE(std::is_sorted(std::begin(supernode_team_sizes), std::end(supernode_team_sizes)));
  for (const int size : supernode_team_sizes) EXPECT_EQ(size % 32, 0);
  EXPECT_EQ(supernode_team_size_max,
            *std::max_element(std::begin(supernode_team_sizes), std::end(supernode_team_sizes)));
}

/// A thread for every entry of a row of B, where scratch leaves room for many teams.
TEST(SupernodeTuning, LongRowsOfBHaveLargeTeams) {
  const TeamLimits limits = large_processor();
  const std::size_t little = 200000 / 100;  // a hundred teams
  EXPECT_EQ(choose_supernode_team_size(limits, 0.0, little), supernode_team_sizes[0]);
  for (const double mean_b_row : {12.0, 32.0, 33.0, 64.0, 65.0, 100.0, 200.0, 256.0})
    EXPECT_EQ(choose_supernode_team_size(limits, mean_b_row, little), least_team_of(mean_b_row)) << mean_b_row;
  EXPECT_EQ(choose_supernode_team_size(limits, 1e9, little), least_team_of(supernode_threads_of_b_row_max));
}

/// The fewer teams the scratch of a processor has room for, the larger they are.
TEST(SupernodeTuning, MuchScratchHasLargeTeams) {
  const TeamLimits limits = large_processor();
  for (const int teams : {1, 2, 3, 4, 6, 8, 12, 24}) {
    const std::size_t bytes = 200000 / static_cast<std::size_t>(teams);
    const int size = least_team_of(static_cast<double>(supernode_busy_threads) / teams);
    EXPECT_EQ(choose_supernode_team_size(limits, 1.0, bytes), size) << teams;
    EXPECT_GE(choose_supernode_team_size(limits, 1.0, bytes + 1), size) << "no room for the last of " << teams;
  }
  EXPECT_EQ(choose_supernode_team_size(limits, 1.0, 200001), least_team_of(supernode_busy_threads)) << "not even one";
  EXPECT_EQ(choose_supernode_team_size(limits, 1.0, 0), supernode_team_sizes[0]) << "no scratch at all";
}

TEST(SupernodeTuning, NoTeamIsLargerThanTheDevices) {
  TeamLimits limits = large_processor();
  for (const int most : {1, 2, 48}) {
    limits.team_size_max = most;
    EXPECT_EQ(choose_supernode_team_size(limits, 1000.0, 200000), most);
  }
  EXPECT_EQ(choose_supernode_team_size(TeamLimits{}, 20.0, 4000), 1) << "a space that tells nothing";
}

/// \brief \p bytes up to the next multiple of 16.
std::size_t aligned(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

TEST(SupernodeTuning, TheScratchOfAWalkHoldsTheRowsOfBAndTheValuesOfA) {
  // Of an entry of the batch: 8 bytes of an offset, up to 8 of a length, 4 of a count; aligned.
  const std::size_t rows_of_b = supernode_batch * aligned(8 + 8 + 4);
  EXPECT_GE(supernode_scratch_bytes(0), rows_of_b);
  for (const std::size_t value_bytes : {4, 8, 16})
    for (std::size_t num_rows = 1; num_rows <= supernode_rows_max; ++num_rows) {
      const std::size_t paired_rows = (num_rows + 1) / 2 * 2;  // two values are read at once
      const std::size_t values = (supernode_batch + joined_b_rows_max - 1) * paired_rows * value_bytes;
      EXPECT_GE(supernode_scratch_bytes(value_bytes), rows_of_b + values) << num_rows << " rows, " << value_bytes;
      EXPECT_EQ(supernode_scratch_bytes(value_bytes) % 16, 0u) << value_bytes;
    }
}

}  // namespace
