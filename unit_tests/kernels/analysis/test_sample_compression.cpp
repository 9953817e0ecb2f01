/// \file
/// \brief The sample of A's rows, its sums on every path, and its statistics.
// once: OpenMP

#include "ocean/kernels/analysis/sample_compression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "ocean/kernels/analysis/analysis_counters.hpp"
#include "ocean/stages/sampling.hpp"
#include "sketch/sketch_product.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Impl::AnalysisCounters;
using Ocean::Impl::choose_sampled_rows;
using Ocean::Impl::CompressionSums;
using Ocean::Impl::count_type;
using Ocean::Impl::SampledCompression;
using Ocean::Impl::SampledRows;
using Ocean::Impl::SampleTuning;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_random;
using Ocean::Testing::make_view;
using Ocean::Testing::RowLengthLaw;
using Ocean::Testing::SketchProduct;
using Ocean::Testing::test_exec_space;

using atomics = Ocean::Impl::PortableAtomics;

SpGEMMOptions sample_options(double ratio, std::int64_t rows_min, std::int64_t rows_max, std::uint64_t seed = 1) {
  SpGEMMOptions options;
  options.sample_ratio = ratio;
  options.sample_rows_min = rows_min;
  options.sample_rows_max = rows_max;
  options.seed = seed;
  return options;
}

TEST(SampledRows, AreAShareWithinTheirBounds) {
  const SpGEMMOptions defaults;
  EXPECT_EQ(choose_sampled_rows(0, 1.0, defaults).num_sampled, 0);
  EXPECT_EQ(choose_sampled_rows(599, 1.0, defaults).num_sampled, 599)
      << "all rows where there are fewer than the least";
  EXPECT_EQ(choose_sampled_rows(601, 1.0, defaults).num_sampled, 600);
  EXPECT_EQ(choose_sampled_rows(30000, 1.0, defaults).num_sampled, 900);
  EXPECT_EQ(choose_sampled_rows(30001, 1.0, defaults).num_sampled, 901);
  EXPECT_EQ(choose_sampled_rows(10000000, 1.0, defaults).num_sampled, 1024);
}

TEST(SampledRows, AreFewerOfRowsWithManyProducts) {
  const SpGEMMOptions defaults;
  EXPECT_EQ(choose_sampled_rows(50000, 2000.0, defaults).num_sampled, 524) << "2^20 products";
  EXPECT_EQ(choose_sampled_rows(50000, 1e9, defaults).num_sampled, 64) << "always some";
  EXPECT_EQ(choose_sampled_rows(50, 1e9, defaults).num_sampled, 50);
  SpGEMMOptions unbounded;
  unbounded.sample_products_max = unbounded.sample_rows_max = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(choose_sampled_rows(100000, 0.5, unbounded).num_sampled, 3000) << "more products than a double can count";
}

TEST(SampledRows, AreOneOfEachPartAndDependOnTheSeed) {
  const count_type num_rows = 1003, num_sampled = 100;
  std::set<count_type> first, second;
  for (count_type part = 0; part < num_sampled; ++part) {
    const count_type row = SampledRows{num_rows, num_sampled, 1}.row(part);
    EXPECT_GE(row, part * num_rows / num_sampled);
    EXPECT_LT(row, (part + 1) * num_rows / num_sampled);
    first.insert(row);
    second.insert(SampledRows{num_rows, num_sampled, 2}.row(part));
  }
  EXPECT_EQ(first.size(), 100u);
  EXPECT_NE(first, second);
}

TEST(SampledRows, OfAllRowsAreAllRows) {
  for (count_type part = 0; part < 50; ++part) EXPECT_EQ((SampledRows{50, 50, 9}.row(part)), part);
}

TEST(SampledRows, PartsOfManyRowsDoNotOverflow) {
  const count_type num_rows = count_type(1) << 61;
  EXPECT_GE((SampledRows{num_rows, 10000, 1}.row(9999)), num_rows / 10000 * 9998);
  EXPECT_LT((SampledRows{num_rows, 10000, 1}.row(9999)), num_rows);
}

TEST(SummarizeSample, ByHand) {
  CompressionSums sums;
  sums.add_row<atomics>(100, 100, 1000, 25);   // 1/ratio 0.25
  sums.add_row<atomics>(0, 0, 0, 0);           // no products: not a sample
  sums.add_row<atomics>(600, 300, 1000, 225);  // 1/ratio 0.75, half of it looked at
  const SampledCompression sampled = Ocean::Impl::summarize_sample(sums, 4000, 4000);
  EXPECT_EQ(sampled.num_rows, 2);
  EXPECT_DOUBLE_EQ(sampled.ratio, 400.0 / 250.0);
  // 250 of 400 say 62.5 and 187.5.
  EXPECT_DOUBLE_EQ(sampled.relative_bound, std::sqrt(37.5 * 37.5 + 37.5 * 37.5) / 250.0);
  EXPECT_DOUBLE_EQ(sampled.walked_share, 400.0 / 700.0);
  EXPECT_DOUBLE_EQ(sampled.conservative_ratio, 1.0) << "1 / (0.5 + 3 * 0.25)";
  SampleTuning mean_only;
  mean_only.conservative_deviations = 0.0;
  EXPECT_DOUBLE_EQ(Ocean::Impl::summarize_sample(sums, 4000, 4000, mean_only).conservative_ratio, 2.0);
}

TEST(SummarizeSample, TakesEntriesAsAShareOfTheirBounds) {
  CompressionSums sums;
  sums.add_row<atomics>(32, 32, 40, 16);      // short: half of its bound of 32
  sums.add_row<atomics>(1000, 1000, 64, 48);  // three quarters of its span
  const SampledCompression sampled = Ocean::Impl::summarize_sample(sums, 5000, 960);
  EXPECT_DOUBLE_EQ(sampled.ratio, 5000.0 / 640.0) << "64 of 96";
  EXPECT_DOUBLE_EQ(sampled.long_share, 48.0 / 64.0);
  // 64 of 96 say 21.33 and 42.67.
  const double standard_error = std::sqrt(2.0) * 16.0 / 3.0;
  EXPECT_NEAR(sampled.relative_bound, standard_error / 64.0, 1e-12);
  EXPECT_NEAR(sampled.long_relative_bound, standard_error / 48.0, 1e-12);
}

TEST(SummarizeSample, WithoutLongRowsTakesThemToFillTheirBounds) {
  CompressionSums sums;
  sums.add_row<atomics>(32, 32, 40, 16);
  EXPECT_EQ(Ocean::Impl::summarize_sample(sums, 1000, 1000).long_share, 1.0);
}

TEST(SummarizeSample, WithoutRowsIsNoSample) {
  const SampledCompression sampled = Ocean::Impl::summarize_sample(CompressionSums{}, 0, 0);
  EXPECT_EQ(sampled.num_rows, 0);
  EXPECT_EQ(sampled.conservative_ratio, 1.0);
}

/// What the kernel adds up for \p sample.
template <class Problem, class Analysis>
CompressionSums sums_of(const Problem& problem, const Analysis& analysis, const auto& launcher,
                        const SampledRows& sample, const SampleTuning& tuning, int defect, double row_products) {
  AnalysisCounters cleared{};
  cleared.defect = defect;
  const auto counters = make_view(std::vector<AnalysisCounters>{cleared, cleared});
  Ocean::Impl::sample_compression(launcher, problem, analysis, counters, sample, row_products, 4, tuning);
  auto copies = Ocean::Testing::to_vector(counters);
  copies[0].sample.join(copies[1].sample);
  return copies[0].sample;
}
template <class Product>
CompressionSums sums_of(const Product& product, const auto& launcher, const SampledRows& sample,
                        const SampleTuning& tuning = {}, int defect = 0, double row_products = 1.0) {
  return sums_of(product.problem(), product.analysis(), launcher, sample, tuning, defect, row_products);
}

/// Where every column has a bit of its own, the sums are those of the rows of C.
template <class Product>
void expect_exact_sums(const Product& product, const SampledRows& sample, const SampleTuning& tuning = {}) {
  CompressionSums expected;
  for (count_type part = 0; part < sample.num_sampled; ++part) {
    const auto row = static_cast<std::size_t>(sample.row(part));
    const count_type products = product.row_products[row];
    expected.add_row<atomics>(products, products, product.row_range[row].width(), product.row_nnz[row]);
  }
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    for (const double row_products : {1.0, 1e6}) {  // several rows a team, and one
      const CompressionSums sums = sums_of(product, launcher, sample, tuning, 0, row_products);
      EXPECT_EQ(sums.num_rows, expected.num_rows);
      EXPECT_EQ(sums.all_products, expected.products);
      EXPECT_EQ(sums.products, expected.products);
      EXPECT_EQ(sums.entries, expected.entries);
      EXPECT_EQ(sums.bounds, expected.bounds);
      EXPECT_EQ(sums.bound_squares, expected.bound_squares);
      EXPECT_EQ(sums.entry_squares, expected.entry_squares);
      EXPECT_EQ(sums.bounds_by_entries, expected.bounds_by_entries);
      EXPECT_EQ(sums.long_bounds, expected.long_bounds);
      EXPECT_EQ(sums.long_entries, expected.long_entries);
      EXPECT_EQ(sums.inverse_ratios, expected.inverse_ratios);
      EXPECT_EQ(sums.inverse_ratio_squares, expected.inverse_ratio_squares);
    }
  });
}

/// Every row with more than 100 products by a team.
SampleTuning team_tuning() {
  SampleTuning tuning;
  tuning.group_products_max = {100, 100, 100};
  return tuning;
}

TEST(SampleShapes, FollowTheMeanProductsOfARow) {
  const SampleTuning tuning;
  const Ocean::Impl::TeamLimits limits;
  const auto few = choose_sample_shape(255.0, 600, limits, tuning),
             some = choose_sample_shape(256.0, 600, limits, tuning),
             many = choose_sample_shape(8192.0, 600, limits, tuning);
  EXPECT_EQ(few.team_size, 256);
  EXPECT_EQ(few.rows_per_team, 4);
  EXPECT_EQ(few.group_products_max, 512);
  EXPECT_EQ(few.team_products_max, 8192);
  EXPECT_EQ(some.team_size, 256);
  EXPECT_EQ(some.rows_per_team, 1);
  EXPECT_EQ(some.group_products_max, 256);
  EXPECT_EQ(many.team_size, 512);
  EXPECT_EQ(many.team_products_max, 32768);
}

TEST(SampleShapes, TeamsGrowAsLongAsTheDeviceHoldsThemAll) {
  const SampleTuning tuning;
  Ocean::Impl::TeamLimits limits;
  limits.num_units = 100;
  limits.threads_unit = 2048;
  const auto team_size = [&](double row_products, std::int64_t num_sampled) {
    return choose_sample_shape(row_products, num_sampled, limits, tuning).team_size;
  };
  EXPECT_EQ(team_size(256.0, 401), 256);
  EXPECT_EQ(team_size(256.0, 400), 512);
  EXPECT_EQ(team_size(256.0, 200), 1024);
  EXPECT_EQ(team_size(8192.0, 401), 512) << "the fewest for long rows";
  EXPECT_EQ(team_size(8192.0, 10), 1024) << "no more";
  EXPECT_EQ(team_size(255.0, 10), 256) << "short rows share a team";
}

TEST(SampleCompression, CountsTheColumnsOfShortAndLongRows) {
  const SketchProduct<int, int> product(
      make_random<int, int, int>({.num_rows = 900,
                                  .num_cols = 300,
                                  .mean_row_nnz = 15.0,
                                  .seed = 21,
                                  .row_lengths = RowLengthLaw::power_law,
                                  .empty_row_ratio = 0.1}),
      make_random<int, int, int>({.num_rows = 300, .num_cols = 700, .mean_row_nnz = 20.0, .seed = 22}));
  for (const SpGEMMOptions& options : {SpGEMMOptions{}, sample_options(0.05, 1, 1000), sample_options(1.0, 1, 10000)}) {
    expect_exact_sums(product, choose_sampled_rows(900, 1.0, options));
    expect_exact_sums(product, choose_sampled_rows(900, 1.0, options), team_tuning());
  }
}

TEST(SampleCompression, AnotherOrdinalAndOffsetTypeUnsortedWithDuplicates) {
  const SketchProduct<std::size_t, std::int64_t> product(
      make_random<std::size_t, std::int64_t, int>({.num_rows = 50, .num_cols = 60, .mean_row_nnz = 15.0, .seed = 23}),
      make_random<std::size_t, std::int64_t, int>({.num_rows = 60,
                                                   .num_cols = 90,
                                                   .mean_row_nnz = 20.0,
                                                   .seed = 24,
                                                   .duplicate_ratio = 0.2,
                                                   .unsorted = true}));
  expect_exact_sums(product, choose_sampled_rows(50, 1.0, SpGEMMOptions{}));
}

TEST(SampleCompression, ATeamFindsRowsOfManyEntries) {
  const SketchProduct<int, int> product(
      make_random<int, int, int>({.num_rows = 40, .num_cols = 700, .mean_row_nnz = 5.0, .seed = 27, .full_row = 7}),
      make_random<int, int, int>({.num_rows = 700, .num_cols = 600, .mean_row_nnz = 3.0, .seed = 28}));
  ASSERT_GT(product.a().row_map[8] - product.a().row_map[7], Ocean::Impl::sample_group_entries_max);
  expect_exact_sums(product, choose_sampled_rows(40, 1.0, SpGEMMOptions{}));
}

TEST(SampleCompression, NoRowsOrNoProductsAreNoSample) {
  using Ocean::Testing::make_empty;
  for (const count_type num_rows : {0, 5}) {
    const SketchProduct<int, int> product(make_empty<int, int, int>(num_rows, 3), make_empty<int, int, int>(3, 4));
    expect_exact_sums(product, choose_sampled_rows(num_rows, 1.0, SpGEMMOptions{}));
  }
}

TEST(SampleCompression, FollowsNoRowWhereADefectOfBWasFound) {
  const SketchProduct<int, int> product = SketchProduct<int, int>::by_hand();
  for_each_launcher([&](const auto& launcher) {
    EXPECT_EQ(sums_of(product, launcher, {4, 4, 1}).num_rows, 2);
    EXPECT_EQ(sums_of(product, launcher, {4, 4, 1}, {}, 1).num_rows, 0);
  });
}

// Products of the first and the last row: 5 and 4.
TEST(SampleCompression, FollowsNoUnsoundRowOfA) {
  const SketchProduct<int, int> product = SketchProduct<int, int>::by_hand();
  const auto products_of = [&](const std::vector<int>& row_map, const std::vector<int>& entries, const auto& launcher,
                               double row_products) {
    auto matrix = product.a();
    matrix.row_map = row_map;
    matrix.entries = entries;
    matrix.entries.push_back(0);  // is behind the entries: nobody notices if it is read
    const auto device_matrix = Ocean::Testing::to_device(matrix);
    auto a = device_matrix.operand();
    a.entries = decltype(a.entries)(a.entries.data(), entries.size());
    const SketchProduct<int, int>::problem_type problem{a, product.problem().b};
    return sums_of(problem, product.analysis(), launcher, {4, 4, 1}, {}, 0, row_products).all_products;
  };
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    for (const double row_products : {1.0, 1e6}) {  // several rows a team, and one
      const auto sampled = [&](const std::vector<int>& row_map, const std::vector<int>& entries) {
        return products_of(row_map, entries, launcher, row_products);
      };
      EXPECT_EQ(sampled({0, 2, 2, 3, 5}, {0, 2, 1, 0, 0}), 9);
      EXPECT_EQ(sampled({0, 2, 2, 3, 5}, {0, 3, 1, 0, 0}), 4) << "a column beyond B";
      EXPECT_EQ(sampled({0, 2, 2, 3, 5}, {0, -1, 1, 0, 0}), 4) << "a negative column";
      EXPECT_EQ(sampled({0, 2, 2, 3, 6}, {0, 2, 1, 0, 0}), 5) << "an end beyond the entries";
      EXPECT_EQ(sampled({0, 2, 2, 3, 2}, {0, 2, 1, 0, 0}), 5) << "an end before the beginning";
      EXPECT_EQ(sampled({-1, 2, 2, 3, 5}, {0, 2, 1, 0, 0}), 4) << "a negative beginning";
    }
  });
}

// Spans beyond the bitmaps: columns share bits. Ten times the standard error of one row, 1 %, over 40 rows.
TEST(SampleCompression, EstimatesRowsThatSpanMoreColumnsThanBits) {
  const SketchProduct<int, int> product(
      make_random<int, int, int>({.num_rows = 40, .num_cols = 300, .mean_row_nnz = 40.0, .seed = 25}),
      make_random<int, int, int>({.num_rows = 300, .num_cols = 200000, .mean_row_nnz = 60.0, .seed = 26}));
  double entries = 0.0;
  for (const auto size : product.row_nnz) entries += static_cast<double>(size);
  const auto num_empty = std::count(product.row_products.begin(), product.row_products.end(), count_type(0));
  for_each_launcher([&](const auto& launcher) {
    for (const SampleTuning& tuning : {SampleTuning{}, team_tuning()}) {
      const CompressionSums sums = sums_of(product, launcher, {40, 40, 1}, tuning);
      EXPECT_EQ(sums.num_rows, 40 - num_empty);
      EXPECT_NE(sums.entries, static_cast<std::int64_t>(entries)) << "counted, not estimated";
      EXPECT_NEAR(static_cast<double>(sums.entries) / entries, 1.0, 0.1 / std::sqrt(40.0));
    }
  });
}

TEST(SampleCompression, WalksThroughAShareOfVeryLongRows) {
  // 100 rows of B with 10 columns each, no two rows with one in common; A's row selects them all.
  Ocean::Impl::HostCsr<int, int, int> a{1, 100, {0, 100}, {}, std::vector<int>(100, 1)}, b{100, 1000, {0}, {}, {}};
  for (int row = 0; row < 100; ++row) {
    a.entries.push_back(row);
    for (int column = 0; column < 10; ++column) b.entries.push_back(10 * row + column);
    b.row_map.push_back(10 * (row + 1));
  }
  b.values.assign(1000, 1);
  const SketchProduct<int, int> product(a, b);
  SampleTuning tuning = team_tuning();
  tuning.team_products_max = {250, 250, 250};
  for_each_launcher([&](const auto& launcher) {
    const CompressionSums sums = sums_of(product, launcher, {1, 1, 1}, tuning);
    EXPECT_EQ(sums.all_products, 1000);
    EXPECT_EQ(sums.products, 250);
    EXPECT_EQ(sums.entries, 250);
    EXPECT_DOUBLE_EQ(Ocean::Impl::summarize_sample(sums, 1000, 1000).walked_share, 0.25);
  });
}

// The sampled ratio of a product whose rows have different compression ratios is within four of its own relative
// standard deviations of the true one (Chebyshev: 94 % for any law of the rows; near normal, as a mean of 600 rows is,
// all but 6 in 100 000).
TEST(SampleCompression, TheTrueRatioLiesWithinFourBounds) {
  const SketchProduct<int, int> product(
      make_random<int, int, int>({.num_rows = 3000, .num_cols = 500, .mean_row_nnz = 30.0, .seed = 31}),
      make_random<int, int, int>({.num_rows = 500, .num_cols = 400, .mean_row_nnz = 25.0, .seed = 32}));
  double products = 0.0, entries = 0.0;
  for (const auto count : product.row_products) products += static_cast<double>(count);
  for (const auto count : product.row_nnz) entries += static_cast<double>(count);
  const auto& summary = product.analysis().summary;
  for_each_launcher([&](const auto& launcher) {
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
      const SampledCompression sampled = Ocean::Impl::summarize_sample(sums_of(product, launcher, {3000, 600, seed}),
                                                                       summary.total_products, summary.capped_products);
      EXPECT_LT(std::abs(entries / products * sampled.ratio - 1.0), 4.0 * sampled.relative_bound)
          << to_string(launcher.path) << ", seed " << seed;
    }
  });
}

}  // namespace
