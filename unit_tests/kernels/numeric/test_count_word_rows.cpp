/// \file
/// \brief Counts in tables of words: sizes, words that are stored, rows that have no scratch to be accumulated in, rows
/// that outgrow their table.

#include "ocean/kernels/numeric/count_word_rows.hpp"

#include <gtest/gtest.h>

#include "found_words_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::multi_row_group_width;

struct LaunchCount {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::count_word_rows(launcher, pass);
  }
};

AccumulatorConfig words_config(count_type capacity) {
  AccumulatorConfig config;
  config.kind = AccumulatorKind::multi_words;
  config.team_size = Ocean::Impl::multi_row_team_size;
  config.group_width = multi_row_group_width;
  config.hash_capacity = capacity;
  constexpr count_type aligned = 16;
  const count_type slot_bytes = capacity * Ocean::Impl::counted_word_slot_bytes;
  config.row_bytes = Ocean::Impl::team_counter_bytes + (slot_bytes + aligned - 1) / aligned * aligned;
  shrink_team(config);
  return config;
}

template <class Scalar>
void expect_words(const NamedPair<Scalar>& pair, count_type capacity, int column_stride = 1, int lanes = 0) {
  const row_words words = words_of_rows(pair, column_stride);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", " << capacity << " slots, stride "
                                      << column_stride << ", lanes " << lanes);
    RowPassProduct<Scalar> product(pair.a, pair.b, path, column_stride);
    RowPassSetup setup = product.setup(words_config(capacity));
    setup.lanes_per_b_row = lanes;
    std::vector<int> overflowed;
    for (std::size_t row = 0; row < words.size(); ++row)
      if (static_cast<count_type>(words[row].size()) > capacity) overflowed.push_back(static_cast<int>(row));
    expect_counted(product, setup, LaunchCount{}, overflowed);
    expect_stored(
        pair, product, setup, LaunchCount{}, overflowed,
        [&](std::size_t row, count_type num_words) {
          return num_words <= capacity / Ocean::Impl::slots_per_word &&
                 has_scratch_for_words(product.row_nnz[row], sizeof(Scalar), words[row]);
        },
        column_stride);
  }
}

TEST(CountWordRows, ByHand) {
  for (const count_type capacity : {4, 64}) expect_hand_sizes(words_config(capacity), LaunchCount{});
  expect_words(hand_pair(), 4);
}

TEST(CountWordRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 4, 32, 128}) expect_words(random_pair<double>(), 304, 1, lanes);
  expect_words(random_pair<double>(false), 304);
  expect_words(random_pair<double>(), 304, 7);
  expect_words(random_pair<double>(), 304, 20000);
}

TEST(CountWordRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_words(pair, 128);
}

TEST(CountWordRows, RowsWithMoreWordsThanSlotsOverflow) {
  expect_words(random_pair<double>(), 4);
  expect_words(random_pair<double>(), 100, 40);
}

TEST(CountWordRows, RowsThatHaveNoScratchLaterAreNotStored) {
  expect_wide_rows_left_out(words_config(304), LaunchCount{});
}

TEST(CountWordRows, RowsOfTooLongASpanForADirectoryAreNotStored) {
  constexpr int stride = 400000;
  const auto pair = random_pair<double>();
  int num_too_long = 0;
  for (const auto& row : words_of_rows(pair, stride)) {
    const auto num_words = static_cast<count_type>(row.size());  // each word has one column
    const auto bytes = [&](count_type span) {
      return Ocean::Impl::word_rows_bytes(num_words, sizeof(double), num_words, span);
    };
    const count_type bytes_max = Ocean::Impl::multi_words_bytes_max;
    num_too_long += bytes(1) <= bytes_max && bytes(span_of(row)) > bytes_max ? 1 : 0;
  }
  EXPECT_GT(num_too_long, 0);
  expect_words(pair, 304, stride);
}

}  // namespace
