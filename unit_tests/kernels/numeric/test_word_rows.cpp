/// \file
/// \brief Rows accumulated at the rank of their columns in a directory of words, which the counting pass has found, or
/// which the pass finds itself.

#include "ocean/kernels/numeric/word_rows.hpp"

#include <gtest/gtest.h>

#include "found_words_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::multi_row_group_width;

struct LaunchWords {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::word_rows(launcher, pass);
  }
};

/// \brief Scratch for the row with the most entries and words, and \p extra bytes.
template <class Product>
AccumulatorConfig words_config(const Product& product, const row_words& words, std::size_t value_bytes,
                               count_type extra) {
  constexpr count_type alignment = 16;
  AccumulatorConfig config;
  config.kind = AccumulatorKind::multi_words;
  config.team_size = Ocean::Impl::multi_row_team_size;
  config.group_width = multi_row_group_width;
  config.row_bytes = extra;
  for (std::size_t row = 0; row < words.size(); ++row)
    config.row_bytes =
        std::max(config.row_bytes,
                 extra + Ocean::Impl::word_rows_bytes(product.row_nnz[row], static_cast<int>(value_bytes),
                                                      static_cast<count_type>(words[row].size()), span_of(words[row])));
  config.row_bytes = (config.row_bytes + alignment - 1) / alignment * alignment;
  shrink_team(config);
  return config;
}

template <class Scalar>
void expect_rows(const NamedPair<Scalar>& pair, int column_stride = 1, int lanes = 0) {
  const row_words words = words_of_rows(pair, column_stride);
  const FoundMemory all = FoundMemory::with(words, 0, 1);
  for (const ExecutionPath path : team_paths())
    for (const count_type extra : {0, 500}) {
      SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", stride " << column_stride
                                        << ", lanes " << lanes << ", " << extra << " bytes more");
      RowPassProduct<Scalar> product(pair.a, pair.b, path, column_stride);
      RowPassSetup setup = product.setup(words_config(product, words, sizeof(Scalar), extra));
      setup.lanes_per_b_row = lanes;
      expect_accumulated(product, setup, launch_with(all, LaunchWords{}));
      expect_accumulated(product, setup, LaunchWords{});  // no columns are kept
    }
}

TEST(WordRows, ByHand) { expect_rows(hand_pair()); }

TEST(WordRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 4, 32, 128}) expect_rows(random_pair<double>(), 1, lanes);
  expect_rows(random_pair<double>(false));
  expect_rows(random_pair<double>(), 7);
}

/// \brief Rows of C whose span has more than RankDirectoryShape::all_blocks_max blocks.
template <class Scalar>
int num_rows_with_roots(const NamedPair<Scalar>& pair, int column_stride) {
  int number = 0;
  for (const auto& words : words_of_rows(pair, column_stride))
    number += Ocean::Impl::RankDirectoryShape::of(span_of(words), 1).num_roots > 0 ? 1 : 0;
  return number;
}

TEST(WordRows, RowsOfSoLongASpanThatBlocksHaveRoots) {
  for (const int stride : {2000, 20000}) {
    EXPECT_GE(num_rows_with_roots(random_pair<double>(), stride), 10);
    for (const int lanes : {4, 32}) expect_rows(random_pair<double>(), stride, lanes);
  }
}

TEST(WordRows, OtherValues) {
  expect_rows(random_pair<float>(), 3);
  expect_rows(random_pair<Kokkos::complex<double>>(), 3);
}

TEST(WordRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_rows(pair);
}

TEST(WordRows, RowsOfAnotherSizeThanWasCountedOverflow) {
  const auto pair = random_pair<double>();
  const row_words words = words_of_rows(pair, 7);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(pair.a, pair.b, path, 7);
    RowPassSetup setup = product.setup(words_config(product, words, sizeof(double), 0));
    const auto overflowed = product.take_room_away(setup);
    ASSERT_GE(overflowed.size(), 10u);
    expect_accumulated(product, setup, LaunchWords{}, overflowed);
  }
}

TEST(WordRows, GroupsThatShareARowOfBAddInTheOrderOfA) {
  // 1e16 + 1 - 1e16 is 0 in double from left to right, 1 in the other order
  const NamedPair<double> pair{"order",
                               {2, 3, {0, 3, 6}, {0, 1, 2, 0, 2, 1}, {1e16, 1, -1e16, 1e16, -1e16, 1}},
                               {3, 2, {0, 2, 4, 6}, {0, 1, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}}};
  const row_words words = words_of_rows(pair);
  const FoundMemory memory = FoundMemory::with(words, 0, 1);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(words_config(product, words, sizeof(double), 0));
    setup.lanes_per_b_row = multi_row_group_width;
    const auto outcome = product.run<Pass::accumulate>(setup, launch_with(memory, LaunchWords{}));
    EXPECT_EQ(outcome.c.values, (std::vector{0.0, 0.0, 1.0, 1.0}));
  }
}

}  // namespace
