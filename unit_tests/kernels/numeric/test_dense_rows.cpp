/// \file
/// \brief Dense rows: one window of values over all columns of a row.

#include "ocean/kernels/numeric/dense_rows.hpp"

#include <gtest/gtest.h>

#include "found_words_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;

struct LaunchDense {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::dense_rows(launcher, pass);
  }
};

/// \brief A window of \p columns_max columns with scratch for a value of \p value_bytes and a bit each.
AccumulatorConfig dense_config(count_type columns_max, std::size_t value_bytes) {
  constexpr count_type alignment = 16, word_columns = Ocean::Impl::bitmap_word_columns;
  const count_type word_bytes = (columns_max + word_columns - 1) / word_columns * sizeof(std::uint32_t);
  const count_type bytes =
      Ocean::Impl::team_counter_bytes + columns_max * static_cast<count_type>(value_bytes) + word_bytes;
  AccumulatorConfig config;
  config.kind = AccumulatorKind::dense;
  config.team_size = 64;
  config.columns_max = columns_max;
  config.row_bytes = (bytes + alignment - 1) / alignment * alignment;
  return config;
}

/// \brief Accumulates and counts all rows in a window that just holds the longest.
void expect_all_rows(const NamedPair<double>& pair, int lanes_per_b_row = 0, bool assisted = true) {
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", lanes " << lanes_per_b_row);
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(dense_config(product.max_row_span(), sizeof(double)));
    setup.lanes_per_b_row = lanes_per_b_row;
    setup.assisted = assisted;
    expect_accumulated(product, setup, LaunchDense{});
    for (const std::size_t step : {1, 2})
      expect_accumulated(product, setup, launch_with(FoundMemory::with(words_of_rows(pair), 0, step), LaunchDense{}));
    setup.config = dense_config(product.max_row_span(), 0);
    expect_counted(product, setup, LaunchDense{});
  }
}

TEST(DenseRows, ByHand) {
  expect_hand_product(dense_config(5, sizeof(double)), LaunchDense{});
  expect_hand_product(dense_config(2048, sizeof(double)), LaunchDense{});
  expect_hand_sizes(dense_config(5, 0), LaunchDense{});
}

TEST(DenseRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 4, 32, 128}) expect_all_rows(random_pair<double>(), lanes);
  expect_all_rows(random_pair<double>(), 0, false);
  expect_all_rows(random_pair<double>(false));
}

TEST(DenseRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_all_rows(pair);
}

TEST(DenseRows, RowsWithoutRoomOverflow) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(dense_config(product.max_row_span(), sizeof(double)));
    expect_overflow_without_room(product, setup, LaunchDense{});
  }
}

}  // namespace
