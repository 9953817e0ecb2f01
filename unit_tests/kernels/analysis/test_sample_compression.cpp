/// \file
/// \brief The sample of A's rows, its sums on every path, and its statistics.

#include "ocean/stages/sampling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sketch/sketch_product.hpp"
#include "support/checks.hpp"
#include "support/extreme_options.hpp"

namespace {

using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::Impl::choose_sampled_rows;
using Ocean::Impl::CompressionSums;
using Ocean::Impl::count_type;
using Ocean::Impl::HllTuning;
using Ocean::Impl::SampledCompression;
using Ocean::Impl::SampledRows;
using Ocean::Testing::available_paths;
using Ocean::Testing::make_random;
using Ocean::Testing::make_view;
using Ocean::Testing::RowLengthLaw;
using Ocean::Testing::sketches_of;
using Ocean::Testing::SketchProduct;
using Ocean::Testing::test_exec_space;

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
  EXPECT_EQ(choose_sampled_rows(0, defaults).num_sampled, 0);
  EXPECT_EQ(choose_sampled_rows(599, defaults).num_sampled, 599) << "all rows where there are fewer than the least";
  EXPECT_EQ(choose_sampled_rows(601, defaults).num_sampled, 600);
  EXPECT_EQ(choose_sampled_rows(100000, defaults).num_sampled, 3000);
  EXPECT_EQ(choose_sampled_rows(100001, defaults).num_sampled, 3001);
  EXPECT_EQ(choose_sampled_rows(10000000, defaults).num_sampled, 10000);
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
  sums.add_row(100, 25);   // 1/ratio 0.25
  sums.add_row(0, 0);      // no products: not a sample
  sums.add_row(300, 225);  // 1/ratio 0.75
  const SampledCompression sampled = Ocean::Impl::summarize_sample(sums, 64, HllTuning{});
  EXPECT_EQ(sampled.num_rows, 2);
  EXPECT_DOUBLE_EQ(sampled.ratio, 400.0 / 250.0);
  EXPECT_DOUBLE_EQ(sampled.relative_deviation, 0.25 / 0.5);
  const double error_variance = 1.04 * 1.04 / 64;
  EXPECT_DOUBLE_EQ(sampled.relative_bound, std::sqrt((error_variance + 0.25 * (1.0 + error_variance)) / 2));
  EXPECT_DOUBLE_EQ(sampled.conservative_ratio, 1.0) << "1 / (0.5 + 2 * 0.25)";
  HllTuning mean_only;
  mean_only.conservative_deviations = 0.0;
  EXPECT_DOUBLE_EQ(Ocean::Impl::summarize_sample(sums, 64, mean_only).conservative_ratio, 2.0);
}

TEST(SummarizeSample, WithoutRowsIsNoSample) {
  const SampledCompression sampled = Ocean::Impl::summarize_sample(CompressionSums{}, 64, HllTuning{});
  EXPECT_EQ(sampled.num_rows, 0);
  EXPECT_EQ(sampled.conservative_ratio, 1.0);
}

/// The sums that the definition gives for the sampled rows.
template <int NumRegisters, class Product>
CompressionSums expected_sums(const Product& product, const SampledRows& sample, const HllTuning& tuning) {
  const auto sketches = sketches_of<NumRegisters>(product.b());
  CompressionSums sums;
  for (count_type part = 0; part < sample.num_sampled; ++part) {
    const count_type row = sample.row(part);
    sums.add_row(product.row_products[row],
                 product.template predicted<NumRegisters>(sketches, row, tuning.exact_products_max));
  }
  return sums;
}

template <int NumRegisters, class Product>
void expect_sample(const Product& product, const SpGEMMOptions& options, const HllTuning& tuning) {
  const auto expected = Ocean::Impl::summarize_sample(
      expected_sums<NumRegisters>(product, choose_sampled_rows(product.a().num_rows, options), tuning), NumRegisters,
      tuning);
  const auto sketches = make_view(sketches_of<NumRegisters>(product.b()));
  for (const ExecutionPath path : available_paths()) {
    SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << NumRegisters << " registers");
    Ocean::Impl::Workspace<test_exec_space> workspace{test_exec_space{}};
    const SampledCompression sampled = Ocean::Impl::sample_compression(product.problem(), product.analysis(), sketches,
                                                                       NumRegisters, options, path, workspace, tuning);
    // Integer sums: equal to the last bit on every path.
    EXPECT_EQ(sampled.num_rows, expected.num_rows);
    EXPECT_EQ(sampled.ratio, expected.ratio);
    EXPECT_EQ(sampled.relative_deviation, expected.relative_deviation);
    EXPECT_EQ(sampled.relative_bound, expected.relative_bound);
    EXPECT_EQ(sampled.conservative_ratio, expected.conservative_ratio);
    const std::size_t left = workspace.live_bytes();
    EXPECT_TRUE(left == 0 || left == std::size_t(1) << 20) << left << " bytes: more than the chunk of small views";
    Ocean::Impl::sample_compression(product.problem(), product.analysis(), sketches, NumRegisters, options, path,
                                    workspace, tuning);
    EXPECT_EQ(workspace.live_bytes(), left) << "a second sample left something behind";
  }
}

TEST(SampleCompression, EqualsTheDefinitionOnEveryPath) {
  const SketchProduct<int, int> product(
      make_random<int, int, int>({.num_rows = 900,
                                  .num_cols = 300,
                                  .mean_row_nnz = 15.0,
                                  .seed = 21,
                                  .row_lengths = RowLengthLaw::power_law,
                                  .empty_row_ratio = 0.1}),
      make_random<int, int, int>({.num_rows = 300, .num_cols = 700, .mean_row_nnz = 20.0, .seed = 22}));
  for (const SpGEMMOptions& options : {SpGEMMOptions{}, sample_options(0.05, 1, 1000), sample_options(1.0, 1, 10000)}) {
    expect_sample<32>(product, options, HllTuning{});
    expect_sample<64>(product, options, Ocean::Testing::team_per_row_tuning());
    expect_sample<128>(product, options, HllTuning{});
  }
}

TEST(SampleCompression, AnotherOrdinalAndOffsetType) {
  const SketchProduct<std::size_t, std::int64_t> product(
      make_random<std::size_t, std::int64_t, int>({.num_rows = 50, .num_cols = 60, .mean_row_nnz = 15.0, .seed = 23}),
      make_random<std::size_t, std::int64_t, int>({.num_rows = 60,
                                                   .num_cols = 90,
                                                   .mean_row_nnz = 20.0,
                                                   .seed = 24,
                                                   .duplicate_ratio = 0.2,
                                                   .unsorted = true}));
  expect_sample<64>(product, SpGEMMOptions{}, HllTuning{});
}

TEST(SampleCompression, NoRowsOrNoProductsAreNoSample) {
  using Ocean::Testing::make_empty;
  for (const count_type num_rows : {0, 5}) {
    const SketchProduct<int, int> product(make_empty<int, int, int>(num_rows, 3), make_empty<int, int, int>(3, 4));
    expect_sample<32>(product, SpGEMMOptions{}, HllTuning{});
  }
}

TEST(SampleCompression, ErrorsNameTheNumbers) {
  const SketchProduct<int, int> product(Ocean::Testing::make_identity<int, int, int>(2),
                                        Ocean::Testing::make_identity<int, int, int>(2));
  Ocean::Impl::Workspace<test_exec_space> workspace{test_exec_space{}};
  const auto text_of = [&](int num_registers, std::size_t num_bytes) {
    return Ocean::Testing::error_text<std::invalid_argument>([&] {
      Ocean::Impl::sample_compression(product.problem(), product.analysis(),
                                      Ocean::Testing::test_view<std::uint8_t>("Testing::sketches", num_bytes),
                                      num_registers, SpGEMMOptions{}, ExecutionPath::team, workspace);
    });
  };
  EXPECT_EQ(text_of(8, 16), "Ocean::sample_compression: sketches of 8 registers (need 32, 64 or 128)");
  EXPECT_EQ(text_of(32, 32), "Ocean::sample_compression: sketches have 32 bytes (need 64: 2 rows of 32)");
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
  const auto sketches = make_view(sketches_of<64>(product.b()));
  Ocean::Impl::Workspace<test_exec_space> workspace{test_exec_space{}};
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    SpGEMMOptions options;
    options.seed = seed;
    const SampledCompression sampled = Ocean::Impl::sample_compression(
        product.problem(), product.analysis(), sketches, 64, options, available_paths().back(), workspace);
    EXPECT_LT(std::abs(entries / products * sampled.ratio - 1.0), 4.0 * sampled.relative_bound) << "seed " << seed;
  }
}

}  // namespace
