/// \file
/// \brief Hash tables with their values in global memory: few teams walk through all rows.

#include "ocean/kernels/numeric/hybrid_hash_rows.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "row_pass_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;

constexpr double default_fill = 0.8;

/// \brief Launches with tables for \p num_teams teams.
struct LaunchHybrid {
  count_type num_teams = 1;
  double hash_fill = default_fill;
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace& workspace) const {
    using scalar_type = typename PassData::scalar_type;
    const auto tables =
        workspace.template allocate<scalar_type>("Testing::hybrid_values", num_teams * pass.config.hash_capacity);
    Ocean::Impl::hybrid_hash_rows(launcher, pass, hash_fill, tables);
    workspace.release(tables);
  }
};

/// \brief Tables of \p capacity keys and slot numbers in scratch.
AccumulatorConfig hybrid_config(count_type capacity) {
  constexpr count_type alignment = 16;
  const count_type bytes =
      Ocean::Impl::team_counter_bytes + capacity * Ocean::Impl::hash_slot_bytes(sizeof(double), false);
  AccumulatorConfig config;
  config.kind = AccumulatorKind::hybrid_hash;
  config.team_size = 64;
  config.hash_capacity = capacity;
  config.row_bytes = (bytes + alignment - 1) / alignment * alignment;
  return config;
}

/// \brief How a pass is run beside its tables.
struct HybridCase {
  count_type capacity = 304;  ///< slots
  double fill = default_fill;
  int lanes_per_b_row = 0;
  bool sorted_output = true;
  int column_stride = 1;

  /// \brief Columns a table takes: one more than its share.
  count_type keys_max() const { return static_cast<count_type>(fill * static_cast<double>(capacity)) + 1; }
};

/// \brief One team for all rows, three teams, and more teams than rows.
template <class Scalar>
void expect_any_number_of_teams(const NamedPair<Scalar>& pair, const HybridCase& use = {}) {
  for (const ExecutionPath path : team_paths()) {
    RowPassProduct<Scalar> product(pair.a, pair.b, path, use.column_stride);
    RowPassSetup setup = product.setup(hybrid_config(use.capacity));
    setup.lanes_per_b_row = use.lanes_per_b_row;
    setup.sorted_output = use.sorted_output;
    for (const count_type num_teams : {count_type(1), count_type(3), pair.a.num_rows + 1}) {
      SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", " << use.capacity << " slots, "
                                        << num_teams << " teams");
      expect_accumulated(product, setup, LaunchHybrid{num_teams, use.fill}, product.rows_beyond(setup, use.keys_max()));
    }
  }
}

TEST(HybridHashRows, ByHand) {
  for (const count_type capacity : {4, 8, 64})
    for (const count_type num_teams : {1, 3, 4}) {
      SCOPED_TRACE(::testing::Message() << capacity << " slots, " << num_teams << " teams");
      expect_hand_product(hybrid_config(capacity), LaunchHybrid{num_teams});
    }
}

TEST(HybridHashRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 32, 128}) expect_any_number_of_teams(random_pair<double>(), {.lanes_per_b_row = lanes});
  expect_any_number_of_teams(random_pair<double>(), {.sorted_output = false});
  expect_any_number_of_teams(random_pair<double>(false));
}

TEST(HybridHashRows, ComplexValues) { expect_any_number_of_teams(random_pair<Kokkos::complex<double>>()); }

TEST(HybridHashRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_any_number_of_teams(pair, {.capacity = 128});
}

TEST(HybridHashRows, ColumnsTooFarApartToShareAWordWithTheirSlot) {
  constexpr int stride = (std::numeric_limits<int>::max() - 1) / (random_num_cols - 1);
  expect_any_number_of_teams(random_pair<double>(), {.column_stride = stride});
}

TEST(HybridHashRows, RowsBeyondTheirTableOverflow) {
  for (const count_type capacity : {4, 32}) expect_any_number_of_teams(random_pair<double>(), {.capacity = capacity});
  expect_any_number_of_teams(random_pair<double>(), {.capacity = 100, .fill = 0.25});
}

TEST(HybridHashRows, RowsWithoutRoomOverflow) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(hybrid_config(512));
    expect_overflow_without_room(product, setup, LaunchHybrid{3});
  }
}

}  // namespace
