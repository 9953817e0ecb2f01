// backends: Serial
/// \file
/// \brief The options that are refused, by their texts, and the extremes that are not.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "ocean/stages/workflow_choice.hpp"
#include "support/checks.hpp"

namespace {

using Ocean::SpGEMMOptions;

/// What check_options() says after \p change.
template <class Change>
std::string text_after(const Change& change) {
  SpGEMMOptions options;
  change(options);
  return Ocean::Testing::error_text<std::invalid_argument>([&] { Ocean::Impl::check_options(options); });
}

TEST(CheckOptions, TheDefaultsAndTheExtremesAreValid) {
  EXPECT_EQ(text_after([](SpGEMMOptions&) {}), "nothing was thrown");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) {
              options.sketch_registers = 128;
              options.expansion = 0.1;  // forces overflow: tests need it
              options.sample_ratio = 1.0;
              options.sample_rows_min = options.sample_rows_max = 1;
              options.thresholds = {0.0, 0.0, 0.0, std::numeric_limits<double>::infinity()};
            }),
            "nothing was thrown");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) {
              constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
              constexpr double unbounded = std::numeric_limits<double>::infinity();
              options.expansion = 1e6;
              options.sample_rows_min = options.sample_rows_max = options.sample_products_max = most;
              options.output_slack = std::numeric_limits<double>::max();
              options.reuse_memory_factor = options.reuse_early_products = unbounded;
              options.thresholds = {unbounded, unbounded, unbounded, unbounded, unbounded};
              options.memory_limit_bytes = options.scratch_limit_bytes = static_cast<std::size_t>(most);
            }),
            "nothing was thrown");
}

TEST(CheckOptions, RefusesWhatIsNoNumber) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  const auto text_with = [](auto member, double value) {
    return text_after([&](SpGEMMOptions& options) { options.*member = value; });
  };
  const auto threshold_text = [](auto member, double value) {
    return text_after([&](SpGEMMOptions& options) { options.thresholds.*member = value; });
  };
  using Thresholds = Ocean::WorkflowThresholds;
  const std::string head = "Ocean::options: ";
  EXPECT_EQ(text_with(&SpGEMMOptions::expansion, nan),
            head + "expansion is nan (need 0, or a factor from 1e-06 to 1e+06)");
  EXPECT_EQ(text_with(&SpGEMMOptions::sample_ratio, nan), head + "sample_ratio is nan (need a fraction in (0, 1])");
  EXPECT_EQ(text_with(&SpGEMMOptions::sample_ratio, unbounded),
            head + "sample_ratio is inf (need a fraction in (0, 1])");
  EXPECT_EQ(text_with(&SpGEMMOptions::output_slack, nan), head + "output_slack is nan (need 0 or a positive fraction)");
  EXPECT_EQ(text_with(&SpGEMMOptions::output_slack, unbounded),
            head + "output_slack is inf (need 0 or a positive fraction)");
  EXPECT_EQ(text_with(&SpGEMMOptions::reuse_memory_factor, nan), head + "reuse_memory_factor is nan (need at least 0)");
  EXPECT_EQ(text_with(&SpGEMMOptions::reuse_early_products, nan),
            head + "reuse_early_products is nan (need at least 0)");
  EXPECT_EQ(threshold_text(&Thresholds::upper_bound_products_per_row, nan),
            head + "thresholds.upper_bound_products_per_row is nan (need at least 0)");
  EXPECT_EQ(threshold_text(&Thresholds::upper_bound_staging_ratio, nan),
            head + "thresholds.upper_bound_staging_ratio is nan (need at least 0)");
  EXPECT_EQ(threshold_text(&Thresholds::hyperloglog_expansion_ratio, nan),
            head + "thresholds.hyperloglog_expansion_ratio is nan (need at least 0)");
  EXPECT_EQ(threshold_text(&Thresholds::hyperloglog_compression_ratio, nan),
            head + "thresholds.hyperloglog_compression_ratio is nan (need at least 0)");
  EXPECT_EQ(threshold_text(&Thresholds::wide_sketch_expansion_ratio, nan),
            head + "thresholds.wide_sketch_expansion_ratio is nan (need at least 0)");
}

TEST(CheckOptions, RefusesWhatOverflows) {
  const std::string head = "Ocean::options: ", range = " (need 0, or a factor from 1e-06 to 1e+06)";
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.expansion = 1e18; }), head + "expansion is 1e+18" + range);
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.expansion = 1e-300; }),
            head + "expansion is 1e-300" + range);
  constexpr std::size_t minus_one = std::numeric_limits<std::size_t>::max();
  const std::string bytes = " is 18446744073709551615 (need at most 9223372036854775807)";
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.memory_limit_bytes = minus_one; }),
            head + "memory_limit_bytes" + bytes);
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.scratch_limit_bytes = minus_one; }),
            head + "scratch_limit_bytes" + bytes);
  EXPECT_EQ(text_after([](SpGEMMOptions& options) {
              options.workspace_data = &options;
              options.workspace_bytes = minus_one;
            }),
            head + "workspace_bytes" + bytes);
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.workspace_bytes = 8; }),
            head + "workspace_bytes is 8 and workspace_data is null (need the memory, or 0 bytes)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.sketch_registers = std::numeric_limits<int>::min(); }),
            head + "sketch_registers is -2147483648 (need 0, 32, 64 or 128)");
  EXPECT_EQ(text_after(
                [](SpGEMMOptions& options) { options.sample_products_max = std::numeric_limits<std::int64_t>::min(); }),
            head + "sample_products_max is -9223372036854775808 (need at least 1)");
}

TEST(CheckOptions, NamesTheOptionItsValueAndWhatIsNeeded) {
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.sketch_registers = 48; }),
            "Ocean::options: sketch_registers is 48 (need 0, 32, 64 or 128)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.expansion = -1.5; }),
            "Ocean::options: expansion is -1.5 (need 0, or a factor from 1e-06 to 1e+06)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.expansion = std::numeric_limits<double>::infinity(); }),
            "Ocean::options: expansion is inf (need 0, or a factor from 1e-06 to 1e+06)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.sample_ratio = 0.0; }),
            "Ocean::options: sample_ratio is 0 (need a fraction in (0, 1])");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.sample_ratio = 1.5; }),
            "Ocean::options: sample_ratio is 1.5 (need a fraction in (0, 1])");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.sample_rows_min = 0; }),
            "Ocean::options: sample_rows_min is 0 (need at least 1)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.sample_rows_max = 599; }),
            "Ocean::options: sample_rows_max is 599 (need at least sample_rows_min, 600)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.sample_products_max = 0; }),
            "Ocean::options: sample_products_max is 0 (need at least 1)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.output_slack = -0.5; }),
            "Ocean::options: output_slack is -0.5 (need 0 or a positive fraction)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.reuse_memory_factor = -1.0; }),
            "Ocean::options: reuse_memory_factor is -1 (need at least 0)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.reuse_early_products = -2.0; }),
            "Ocean::options: reuse_early_products is -2 (need at least 0)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.thresholds.upper_bound_products_per_row = -1.0; }),
            "Ocean::options: thresholds.upper_bound_products_per_row is -1 (need at least 0)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.thresholds.hyperloglog_expansion_ratio = -2.0; }),
            "Ocean::options: thresholds.hyperloglog_expansion_ratio is -2 (need at least 0)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.thresholds.upper_bound_staging_ratio = -1.0; }),
            "Ocean::options: thresholds.upper_bound_staging_ratio is -1 (need at least 0)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.thresholds.dense_c_entries_max = -3.0; }),
            "Ocean::options: thresholds.dense_c_entries_max is -3 (need at least 0)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.thresholds.hyperloglog_compression_ratio = -0.5; }),
            "Ocean::options: thresholds.hyperloglog_compression_ratio is -0.5 (need at least 0)");
  EXPECT_EQ(text_after([](SpGEMMOptions& options) { options.thresholds.wide_sketch_expansion_ratio = -0.25; }),
            "Ocean::options: thresholds.wide_sketch_expansion_ratio is -0.25 (need at least 0)");
}

}  // namespace
