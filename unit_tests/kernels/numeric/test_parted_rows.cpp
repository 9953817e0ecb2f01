/// \file
/// \brief Rows whose values are added up in parts.

#include "ocean/kernels/numeric/parted_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "row_pass_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;

template <bool HasWindows>
struct LaunchParted {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::parted_rows<HasWindows>(launcher, pass);
  }
};

using LaunchWhole = LaunchParted<false>;
using LaunchWindows = LaunchParted<true>;

/// Columns of a quad, and so the least that a part has room for.
constexpr int quad_columns = 128;

/// \brief Scratch for windows of \p columns_max columns and parts of \p slots values, not for 16 more.
AccumulatorConfig parted_config(count_type columns_max, count_type slots, std::size_t value_bytes) {
  Ocean::Impl::AccumulatorTable table;
  table.value_bytes = static_cast<int>(value_bytes);
  AccumulatorConfig config;
  config.kind = AccumulatorKind::parted_ranked;
  config.team_size = Ocean::Impl::multi_row_team_size;
  config.columns_max = std::max<count_type>(columns_max, 1);
  for (config.row_bytes = 16; table.slots_of_part(columns_max, config) < slots;) config.row_bytes += 16;
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

/// \brief The rows of \p pair in parts and, if rows of B increase, windows of all sizes, with columns that are
/// \p stride apart.
template <class Scalar>
void expect_parted(const NamedPair<Scalar>& pair, int stride = 1, int lanes_per_b_row = 0, bool sorted = true) {
  for (const ExecutionPath path : team_paths()) {
    RowPassProduct<Scalar> product(pair.a, pair.b, path, stride);
    const count_type span = product.max_row_span();
    for (const count_type columns_max : {span, span / 2, 3 * count_type{quad_columns}})
      for (const count_type slots : {quad_columns, 200, 1000}) {
        SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", " << columns_max << " columns, "
                                          << slots << " slots, stride " << stride << ", lanes " << lanes_per_b_row);
        if (columns_max < span && (!sorted || columns_max * 20 < span)) continue;
        RowPassSetup setup = product.setup(parted_config(columns_max, slots, sizeof(Scalar)));
        setup.lanes_per_b_row = lanes_per_b_row;
        for (const bool uneven : {false, true}) {
          setup.uneven = uneven;
          if (columns_max == span) expect_accumulated(product, setup, LaunchWhole{});
          if (sorted) expect_accumulated(product, setup, LaunchWindows{});
        }
        if (sorted) expect_counted(product, setup, LaunchWindows{});
      }
  }
}

TEST(PartedRows, ByHand) {
  expect_hand_product(parted_config(5, quad_columns, sizeof(double)), LaunchWhole{});
  expect_hand_product(parted_config(5, quad_columns, sizeof(double)), LaunchWindows{});
  expect_hand_sizes(parted_config(5, quad_columns, sizeof(double)), LaunchWindows{});
}

TEST(PartedRows, RandomRows) {
  for (const int lanes : {1, 8, 32, 128}) expect_parted(long_pair<double>(), 1, lanes);
  for (const int stride : {3, 50}) expect_parted(long_pair<double>(), stride);  // full words, and mostly empty ones
  expect_parted(random_pair<double>(), 40);
}

TEST(PartedRows, RowsOfBThatDoNotIncrease) {
  expect_parted(long_pair<double>(false), 1, 0, false);
  expect_parted(random_pair<double>(false), 40, 32, false);
}

TEST(PartedRows, ComplexValues) { expect_parted(long_pair<Kokkos::complex<double>>()); }

TEST(PartedRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_parted(pair, 1, 0, false);
}

template <class Launch>
void expect_overflow(count_type columns_max, const Launch& launch) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << columns_max << " columns");
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(parted_config(columns_max, quad_columns, sizeof(double)));
    expect_overflow_without_room(product, setup, launch);
  }
}

TEST(PartedRows, RowsWithoutRoomOverflow) {
  expect_overflow(random_num_cols, LaunchWhole{});
  expect_overflow(quad_columns, LaunchWindows{});
}

}  // namespace
