/// \file
/// \brief Rows whose values are added up in parts.

#include "ocean/kernels/numeric/parted_rows.hpp"

#include <gtest/gtest.h>

#include "row_pass_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;

struct LaunchParted {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::parted_rows(launcher, pass);
  }
};

/// Columns of a quad, and so the least that a part has room for.
constexpr int quad_columns = 128;

/// \brief Scratch for rows of \p span columns and parts of \p slots values, not for one more.
AccumulatorConfig parted_config(count_type span, count_type slots, std::size_t value_bytes) {
  Ocean::Impl::AccumulatorTable table;
  table.value_bytes = static_cast<int>(value_bytes);
  AccumulatorConfig config;
  config.kind = AccumulatorKind::parted_ranked;
  config.team_size = Ocean::Impl::multi_row_team_size;
  for (config.row_bytes = 16; table.part_slots(span, config.row_bytes) < slots;) config.row_bytes += 16;
  return config;
}

/// \brief Rows of up to 2000 entries; rows of A are longer than teams, and one selects every row of B.
template <class Scalar>
NamedPair<Scalar> long_pair(bool sorted = true) {
  return {"long rows",
          make_random<int, int, Scalar>({.num_rows = 20,
                                         .num_cols = 300,
                                         .mean_row_nnz = 40.0,
                                         .seed = 31,
                                         .row_lengths = RowLengthLaw::power_law,
                                         .values = ValueLaw::reals,
                                         .full_row = 7}),
          make_random<int, int, Scalar>({.num_rows = 300,
                                         .num_cols = 2000,
                                         .mean_row_nnz = 20.0,
                                         .seed = 32,
                                         .row_lengths = RowLengthLaw::power_law,
                                         .values = ValueLaw::reals,
                                         .duplicate_ratio = sorted ? 0.0 : 0.2,
                                         .unsorted = !sorted,
                                         .full_row = 11})};
}

/// \brief The rows of \p pair in parts of all sizes, with columns that are \p stride apart.
template <class Scalar>
void expect_parted(const NamedPair<Scalar>& pair, int stride = 1, int lanes_per_b_row = 0) {
  for (const ExecutionPath path : team_paths()) {
    RowPassProduct<Scalar> product(pair.a, pair.b, path, stride);
    for (const count_type slots : {quad_columns, 200, 512, 4000}) {
      SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", " << slots << " slots, stride "
                                        << stride << ", lanes " << lanes_per_b_row);
      RowPassSetup setup = product.setup(parted_config(product.max_row_span(), slots, sizeof(Scalar)));
      setup.lanes_per_b_row = lanes_per_b_row;
      for (const bool uneven : {false, true}) {
        setup.uneven = uneven;
        expect_accumulated(product, setup, LaunchParted{});
      }
    }
  }
}

TEST(PartedRows, ByHand) { expect_hand_product(parted_config(5, quad_columns, sizeof(double)), LaunchParted{}); }

TEST(PartedRows, RandomRows) {
  for (const int lanes : {1, 8, 32, 128}) expect_parted(long_pair<double>(), 1, lanes);
  for (const int stride : {3, 50}) expect_parted(long_pair<double>(), stride);  // full words, and mostly empty ones
  expect_parted(random_pair<double>(), 40);
}

TEST(PartedRows, RowsOfBThatDoNotIncrease) {
  expect_parted(long_pair<double>(false));
  expect_parted(random_pair<double>(false), 40, 32);
}

TEST(PartedRows, ComplexValues) { expect_parted(long_pair<Kokkos::complex<double>>()); }

TEST(PartedRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_parted(pair);
}

TEST(PartedRows, RowsWithoutRoomOverflow) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(parted_config(product.max_row_span(), quad_columns, sizeof(double)));
    const auto overflowed = product.take_room_away(setup);
    ASSERT_GE(overflowed.size(), 10u);
    expect_accumulated(product, setup, LaunchParted{}, overflowed);
    setup.begin_by_position = true;
    expect_accumulated(product, setup, LaunchParted{}, overflowed);
  }
}

}  // namespace
