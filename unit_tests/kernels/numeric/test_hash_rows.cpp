/// \file
/// \brief Hash tables of groups and of teams with their values in scratch, down to tables of one bucket.

#include "ocean/kernels/numeric/hash_rows.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "row_pass_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::hash_slot_bytes;
using Ocean::Impl::multi_row_group_width;

constexpr double default_fill = 0.8;

template <int Width>
struct LaunchHash {
  double hash_fill = default_fill;
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::hash_rows<Width>(launcher, pass, hash_fill);
  }
};

/// \brief Tables of \p capacity slots with scratch for just as many, aligned for every scalar.
AccumulatorConfig hash_config(int group_width, count_type capacity, std::size_t value_bytes) {
  constexpr count_type alignment = 16;
  const count_type bytes =
      Ocean::Impl::team_counter_bytes + capacity * hash_slot_bytes(static_cast<int>(value_bytes), true);
  AccumulatorConfig config;
  config.kind = group_width == 0 ? AccumulatorKind::hash : AccumulatorKind::multi_hash;
  config.team_size = Ocean::Impl::multi_row_team_size;
  config.group_width = group_width;
  config.hash_capacity = capacity;
  config.row_bytes = (bytes + alignment - 1) / alignment * alignment;
  shrink_team(config);
  return config;
}

/// \brief How a pass is run beside its tables.
struct HashCase {
  count_type capacity = 304;  ///< slots
  double fill = default_fill;
  int lanes_per_b_row = 0;
  bool sorted_output = true;
  int column_stride = 1;

  /// \brief Columns a table takes: one more than its share.
  count_type keys_max() const { return static_cast<count_type>(fill * static_cast<double>(capacity)) + 1; }
};

template <int Width, class Scalar>
void expect_width(const NamedPair<Scalar>& pair, const HashCase& use) {
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", group width " << Width << ", "
                                      << use.capacity << " slots, lanes " << use.lanes_per_b_row);
    RowPassProduct<Scalar> product(pair.a, pair.b, path, use.column_stride);
    RowPassSetup setup = product.setup(hash_config(Width, use.capacity, sizeof(Scalar)));
    setup.lanes_per_b_row = use.lanes_per_b_row;
    setup.sorted_output = use.sorted_output;
    const auto overflowed = product.rows_beyond(setup, use.keys_max());
    expect_accumulated(product, setup, LaunchHash<Width>{use.fill}, overflowed);
    setup.config = hash_config(Width, use.capacity, 0);
    expect_counted(product, setup, LaunchHash<Width>{use.fill}, overflowed);
  }
}
template <class Scalar>
void expect_groups_and_teams(const NamedPair<Scalar>& pair, const HashCase& use = {}) {
  expect_width<multi_row_group_width>(pair, use);
  expect_width<0>(pair, use);
}

TEST(HashRows, ByHand) {
  for (const count_type capacity : {4, 8, 64}) {
    SCOPED_TRACE(capacity);
    expect_hand_product(hash_config(multi_row_group_width, capacity, sizeof(double)),
                        LaunchHash<multi_row_group_width>{});
    expect_hand_product(hash_config(0, capacity, sizeof(double)), LaunchHash<0>{});
    expect_hand_sizes(hash_config(multi_row_group_width, capacity, 0), LaunchHash<multi_row_group_width>{});
    expect_hand_sizes(hash_config(0, capacity, 0), LaunchHash<0>{});
  }
}

TEST(HashRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 4, 32, 128}) expect_groups_and_teams(random_pair<double>(), {.lanes_per_b_row = lanes});
  expect_groups_and_teams(random_pair<double>(), {.sorted_output = false});
  expect_groups_and_teams(random_pair<double>(false), {.lanes_per_b_row = 32});
}

/// \brief One row of A after another selects a row of B, of as many entries in a random order as \p lengths say.
NamedPair<double> rows_of_lengths(const std::vector<int>& lengths, int num_cols) {
  const int num_rows = static_cast<int>(lengths.size());
  RandomNumbers random(31);
  HostCsr<int, int, double> b{num_rows, num_cols, {0}, {}, {}};
  for (const int length : lengths) {
    std::vector<int> columns(static_cast<std::size_t>(num_cols));
    std::iota(columns.begin(), columns.end(), 0);
    random.shuffle(columns);
    b.entries.insert(b.entries.end(), columns.begin(), columns.begin() + length);
    b.row_map.push_back(static_cast<int>(b.entries.size()));
  }
  for (std::size_t entry = 0; entry < b.entries.size(); ++entry) b.values.push_back(1.0 + static_cast<double>(entry));
  return {"rows of B one by one", make_identity<int, int, double>(num_rows), b};
}

TEST(HashRows, EveryWayToSort) {
  // 2, 4, 8 and 16 words for each lane of a warp, and more
  expect_groups_and_teams(rows_of_lengths({1, 63, 64, 65, 128, 129, 256, 257, 511, 512, 513, 560}, 600),
                          {.capacity = 704, .lanes_per_b_row = 64});
}

TEST(HashRows, ComplexValues) { expect_groups_and_teams(random_pair<Kokkos::complex<double>>(), {.capacity = 152}); }

TEST(HashRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_groups_and_teams(pair, {.capacity = 128});
}

TEST(HashRows, ColumnsTooFarApartToShareAWordWithTheirSlot) {
  constexpr int stride = (std::numeric_limits<int>::max() - 1) / (random_num_cols - 1);
  expect_groups_and_teams(random_pair<double>(), {.column_stride = stride});
  expect_groups_and_teams(random_pair<double>(), {.sorted_output = false, .column_stride = stride});
}

TEST(HashRows, GroupsThatShareARowOfBAddInTheOrderOfA) {
  // 1e16 + 1 - 1e16 is 0 in double from left to right, 1 in the other order
  const HostCsr<int, int, double> a{2, 3, {0, 3, 6}, {0, 1, 2, 0, 2, 1}, {1e16, 1, -1e16, 1e16, -1e16, 1}};
  const HostCsr<int, int, double> ones{3, 2, {0, 2, 4, 6}, {0, 1, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}};
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(a, ones, path);
    RowPassSetup setup = product.setup(hash_config(multi_row_group_width, 8, sizeof(double)));
    setup.lanes_per_b_row = multi_row_group_width;
    const auto outcome = product.run<Pass::accumulate>(setup, LaunchHash<multi_row_group_width>{});
    EXPECT_EQ(outcome.c.values, (std::vector{0.0, 0.0, 1.0, 1.0}));
  }
}

TEST(HashRows, RowsBeyondTheirTableOverflow) {
  for (const count_type capacity : {4, 32}) expect_groups_and_teams(random_pair<double>(), {.capacity = capacity});
  expect_groups_and_teams(random_pair<double>(), {.capacity = 100, .fill = 0.25});
  expect_groups_and_teams(random_pair<double>(false), {.capacity = 4});
}

template <int Width>
void expect_overflow_without_room() {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << to_string(path) << ", group width " << Width);
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(hash_config(Width, 500, sizeof(double)));
    expect_overflow_without_room(product, setup, LaunchHash<Width>{});
  }
}

TEST(HashRows, RowsWithoutRoomOverflow) {
  expect_overflow_without_room<multi_row_group_width>();
  expect_overflow_without_room<0>();
}

}  // namespace
