/// \file
/// \brief Rows that several teams share: all parts of a row in one bitmap.

#include "ocean/kernels/numeric/split_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "row_pass_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::split_products_per_team;

/// \brief As many teams for a row as rows of \p products_max products may have.
struct LaunchSplit {
  count_type products_max;
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type span_max, Workspace& workspace) const {
    Ocean::Impl::split_rows(launcher, pass, span_max, products_max, workspace);
  }
};

AccumulatorConfig split_config() {
  AccumulatorConfig config;
  config.kind = AccumulatorKind::split_ranked;
  config.row_bytes = Ocean::Impl::team_counter_bytes + 4 * Ocean::Impl::split_own_words_max;
  return config;
}

template <class Scalar>
void expect_split(const NamedPair<Scalar>& pair, int lanes_per_b_row = 0, bool assisted = true, int column_stride = 1) {
  for (const ExecutionPath path : team_paths()) {
    RowPassProduct<Scalar> product(pair.a, pair.b, path, column_stride);
    for (const count_type products_max : {count_type(1), 7 * split_products_per_team}) {
      SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", lanes " << lanes_per_b_row
                                        << ", rows of up to " << products_max << " products");
      RowPassSetup setup = product.setup(split_config());
      setup.lanes_per_b_row = lanes_per_b_row;
      setup.assisted = assisted;
      for (const bool uneven : {false, true}) {
        setup.uneven = uneven;
        expect_accumulated(product, setup, LaunchSplit{products_max});
        expect_counted(product, setup, LaunchSplit{products_max});
      }
    }
  }
}

TEST(SplitRows, ByHand) {
  for (const count_type products_max : {count_type(1), 3 * split_products_per_team}) {
    expect_hand_product(split_config(), LaunchSplit{products_max});
    expect_hand_sizes(split_config(), LaunchSplit{products_max});
  }
}

TEST(SplitRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 4, 32, 512}) expect_split(random_pair<double>(), lanes);
  expect_split(random_pair<double>(), 0, false);
  expect_split(random_pair<double>(false), 32);
  expect_split(random_pair<double>(), 0, true, 37);
}

TEST(SplitRows, ComplexValues) { expect_split(random_pair<Kokkos::complex<double>>()); }

TEST(SplitRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_split(pair);
}

/// Row 0 of A selects rows of B of a few entries, some of \p longest, and all of them have column 0.
NamedPair<double> long_pair(int num_rows_of_b, int longest) {
  NamedPair<double> pair;
  pair.name = "long rows";
  pair.a = {2, num_rows_of_b, {0, num_rows_of_b, num_rows_of_b + 1}, {}, {}};
  pair.b = {num_rows_of_b, 3 * longest, {0}, {}, {}};
  for (int row = 0; row < num_rows_of_b; ++row) {
    pair.a.entries.push_back(row);
    pair.a.values.push_back(row % 5 - 2);
    const int length = row % (num_rows_of_b / 8) == 3 ? longest : 1 + row % 4;
    for (int entry = 0; entry < length; ++entry) {
      pair.b.entries.push_back(entry * (1 + row % 3));
      pair.b.values.push_back(entry % 7 + row % 3);
    }
    pair.b.row_map.push_back(static_cast<int>(pair.b.entries.size()));
  }
  pair.a.entries.push_back(3);
  pair.a.values.push_back(2);
  return pair;
}

TEST(SplitRows, TeamsShareRowsOfAAndLongRowsOfB) {
  // 8 rows of B are long; the others are short enough that several share a group's step.
  constexpr int longest = static_cast<int>(Ocean::Impl::row_of_all_groups);
  for (const int length : {longest / 8, longest, longest + 1, 3 * longest})
    for (const int lanes : {1, 8}) expect_split(long_pair(4000, length), lanes);
}

TEST(SplitRows, RowsOfFewProductsForTheDeviceHaveSmallerParts) {
  Ocean::Impl::TeamLimits limits;
  limits.num_units = 100;
  using Ocean::Impl::choose_split_products;
  EXPECT_EQ(choose_split_products(limits, 200, split_products_per_team), split_products_per_team) << "a team each";
  EXPECT_EQ(choose_split_products(limits, 1000, split_products_per_team), split_products_per_team);
  EXPECT_EQ(choose_split_products(limits, 3, 200'000), 3000);
  EXPECT_EQ(choose_split_products(limits, 1, 1000), Ocean::Impl::split_products_per_team_min);
}

TEST(SplitRows, TeamsMarkBitmapsOfTheirOwnIfThereIsScratch) {
  using Ocean::Impl::num_own_words;
  EXPECT_EQ(num_own_words(1000, 234), 234);
  EXPECT_EQ(num_own_words(1000, 235), 0) << "beside the counters";
  EXPECT_EQ(num_own_words(0, 8), 0);
}

TEST(SplitRows, RowsOfMoreColumnsThanAnOwnBitmapHas) {
  const auto pair = long_pair(400, 40);
  const int last_column = *std::max_element(pair.b.entries.begin(), pair.b.entries.end());
  const auto stride = static_cast<int>(32 * Ocean::Impl::split_own_words_max / last_column) + 1;
  ASSERT_EQ(Ocean::Impl::num_own_words(split_config().row_bytes, Ocean::Impl::split_words(last_column * stride)), 0);
  expect_split(pair, 1, true, stride);
  expect_split(pair, 1, false, stride);
}

TEST(SplitRows, RowsWithoutRoomOverflow) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(split_config());
    expect_overflow_without_room(product, setup, LaunchSplit{1});
  }
}

TEST(SplitRows, BitmapsThatAreHeldAtOnceAreBounded) {
  using Ocean::Impl::num_split_rows_at_once;
  using Ocean::Impl::split_words_max;
  EXPECT_EQ(num_split_rows_at_once(1000, 32), 1000);
  EXPECT_EQ(num_split_rows_at_once(1000, 32 * split_words_max / 8 - 31), 8);
  EXPECT_EQ(num_split_rows_at_once(1000, 32 * split_words_max / 8 - 29), 7) << "one word more, if it begins inside one";
  EXPECT_EQ(num_split_rows_at_once(1000, 64 * split_words_max), 1) << "rows of more columns are not split";
  EXPECT_EQ(num_split_rows_at_once(0, 100), 0);
}

}  // namespace
