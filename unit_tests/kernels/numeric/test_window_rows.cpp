/// \file
/// \brief Rows of any length in windows, down to windows of one bitmap word.

#include "ocean/kernels/numeric/window_rows.hpp"

#include <gtest/gtest.h>

#include "row_pass_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;

struct LaunchWindows {
  count_type counts_max = Ocean::Impl::window_counts_max;
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type span_max, Workspace& workspace) const {
    Ocean::Impl::window_rows(launcher, pass, span_max, workspace, counts_max);
  }
};

/// \brief Windows of \p columns_max columns, a multiple of 32, with scratch for a value and a bit each.
AccumulatorConfig window_config(count_type columns_max) {
  constexpr count_type alignment = 16, column_bits = 8 * sizeof(double) + 1;
  const count_type bytes = Ocean::Impl::team_counter_bytes + columns_max * column_bits / 8;
  AccumulatorConfig config;
  config.kind = AccumulatorKind::windows;
  config.team_size = 64;
  config.columns_max = columns_max;
  config.row_bytes = (bytes + alignment - 1) / alignment * alignment;
  return config;
}

/// Windows of one word, of two, and of more columns than any row of these tests has.
constexpr count_type all_window_columns[] = {32, 64, 1024};

void expect_all_windows(const NamedPair<double>& pair, int lanes_per_b_row = 0, bool assisted = true,
                        int column_stride = 1) {
  for (const ExecutionPath path : team_paths()) {
    RowPassProduct<double> product(pair.a, pair.b, path, column_stride);
    for (const count_type columns : all_window_columns) {
      SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", windows of " << columns);
      RowPassSetup setup = product.setup(window_config(columns));
      setup.lanes_per_b_row = lanes_per_b_row;
      setup.assisted = assisted;
      expect_accumulated(product, setup, LaunchWindows{});
      expect_counted(product, setup, LaunchWindows{});
    }
  }
}

TEST(WindowRows, ByHand) {
  for (const count_type columns : all_window_columns) {
    SCOPED_TRACE(columns);
    expect_hand_product(window_config(columns), LaunchWindows{});
    expect_hand_sizes(window_config(columns), LaunchWindows{});
  }
}

TEST(WindowRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 4, 128}) expect_all_windows(random_pair<double>(), lanes);
  expect_all_windows(random_pair<double>(), 0, false);
  expect_all_windows(random_pair<double>(false));
}

TEST(WindowRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_all_windows(pair);
}

TEST(WindowRows, OneColumnInEveryWindowAndManyWithout) {
  // A(0,:) takes every row of B, A(1,:) the columns of B(1,:): windows 0 and 4 of 5 when they have 32 columns.
  const NamedPair<double> pair{"sparse windows",
                               {2, 3, {0, 3, 4}, {0, 1, 2, 1}, {1, 2, 3, 4}},
                               {3, 5, {0, 2, 4, 5}, {1, 3, 0, 4, 2}, {1, 2, 3, 4, 5}}};
  expect_all_windows(pair, 1, true, 32);
  expect_all_windows(pair, 1, true, 31);
}

TEST(WindowRows, RowsWithoutRoomOverflow) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    RowPassProduct<double> product(pair.a, pair.b, path);
    for (const count_type columns : all_window_columns) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", windows of " << columns);
      RowPassSetup setup = product.setup(window_config(columns));
      expect_overflow_without_room(product, setup, LaunchWindows{});
    }
  }
}

TEST(WindowRows, SomeRowsAtATime) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    RowPassProduct<double> product(pair.a, pair.b, path);
    for (const count_type counts_max : {1, 40, 1000}) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << counts_max << " windows at once");
      RowPassSetup setup = product.setup(window_config(32));
      expect_accumulated(product, setup, LaunchWindows{counts_max});
      expect_counted(product, setup, LaunchWindows{counts_max});
      setup.begin_by_position = true;
      expect_accumulated(product, setup, LaunchWindows{counts_max});
    }
  }
}

}  // namespace
