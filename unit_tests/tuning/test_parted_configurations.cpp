// backends: Serial
/// \file
/// \brief Rows in parts: none where a part might not hold the columns that lie side by side.

#include <gtest/gtest.h>

#include "device_limits.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"

namespace {

using Ocean::Impl::AccumulatorConfig;
using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::AccumulatorTable;
using Ocean::Testing::large_gpu;

TEST(PartedConfigurations, APartHasRoomForAllColumnsOfAQuad) {
  constexpr int complex_bytes = 16;
  const AccumulatorTable table = make_accumulator_table(large_gpu(), {}, 12288, complex_bytes, false, {});
  int num_configs = 0;
  for (int config = 0; config < table.num_configs; ++config) {
    const AccumulatorConfig& candidate = table.config[config];
    if (candidate.kind != AccumulatorKind::parted_ranked) continue;
    ++num_configs;
    EXPECT_EQ(candidate.columns_max, 15872) << "0.9 * 12288 - 8256 bytes have 140 quads, less 16";
    EXPECT_TRUE(table.fits(candidate, {1 << 20, 1000, 1000})) << "238 of 16 bytes beside 40 words and 16 ranks";
    EXPECT_FALSE(table.fits(candidate, {1 << 20, 1000, 15872})) << "94 beside 504 words and 128 ranks";
  }
  EXPECT_EQ(num_configs, 2);
}

}  // namespace
