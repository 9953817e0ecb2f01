/// \file
/// \brief Expand, sort, compress in all its sizes: short rows, in the order of their products.

#include "ocean/kernels/numeric/esc_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "ocean/tuning/make_accumulator_table.hpp"
#include "row_pass_fixture.hpp"
#include "support/sums_by_parts.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::esc_shapes;
using Ocean::Impl::num_esc_shapes;

struct LaunchEsc {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::esc_rows(launcher, pass);
  }
};

AccumulatorConfig esc_config(int size_class) {
  AccumulatorConfig config;
  config.kind = AccumulatorKind::esc;
  config.size_class = size_class;
  config.team_size = esc_shapes[size_class].team_size();
  config.group_width = esc_shapes[size_class].width;
  config.products_max = esc_shapes[size_class].products_max();
  return config;
}

/// \brief Shapes whose rows fit in the scratch of a team: all on a GPU, not those of the largest teams on hosts.
int num_fitting_shapes() {
  const auto bytes_max = Ocean::Impl::PortableTeams<test_exec_space>(test_exec_space()).limits().scratch_bytes_max;
  int fitting = 0;
  while (fitting < num_esc_shapes && esc_shapes[fitting].row_bytes(sizeof(double)) <= bytes_max) ++fitting;
  return fitting;
}

/// \brief Accumulates and counts the rows that fit a size class.
void expect_class(const NamedPair<double>& pair, int size_class, int column_stride = 1) {
  const AccumulatorConfig config = esc_config(size_class);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", size class " << size_class);
    RowPassProduct<double> product(pair.a, pair.b, path, column_stride);
    RowPassSetup setup = product.setup(config, config.products_max, 2);
    expect_accumulated(product, setup, LaunchEsc{});
    if (size_class < Ocean::Impl::num_counted_esc_shapes) expect_counted(product, setup, LaunchEsc{});
    setup.begin_by_position = true;
    expect_accumulated(product, setup, LaunchEsc{});
  }
}
void expect_all_classes(const NamedPair<double>& pair) {
  for (int size_class = 0; size_class < num_fitting_shapes(); ++size_class) expect_class(pair, size_class);
}

TEST(EscRows, ByHand) {
  for (int size_class = 0; size_class < num_fitting_shapes(); ++size_class) {
    SCOPED_TRACE(size_class);
    expect_hand_product(esc_config(size_class), LaunchEsc{});
    if (size_class < Ocean::Impl::num_counted_esc_shapes) expect_hand_sizes(esc_config(size_class), LaunchEsc{});
  }
}

TEST(EscRows, RandomRowsOfManyColumns) {
  expect_all_classes(random_pair<double>());
  expect_all_classes(random_pair<double>(false));
}

TEST(EscRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_all_classes(pair);
}

TEST(EscRows, RowsWithoutRoomOverflow) {
  const NamedPair<double> pair = random_pair<double>();
  for (int size_class = 0; size_class < num_fitting_shapes(); ++size_class)
    for (const ExecutionPath path : team_paths()) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", size class " << size_class);
      const AccumulatorConfig config = esc_config(size_class);
      RowPassProduct<double> product(pair.a, pair.b, path);
      RowPassSetup setup = product.setup(config, config.products_max);
      std::vector<int> overflowed = product.take_room_away(setup);
      std::erase_if(overflowed, [&](int row) { return std::ranges::find(setup.rows, row) == setup.rows.end(); });
      ASSERT_FALSE(overflowed.empty());
      expect_accumulated(product, setup, LaunchEsc{}, overflowed);
    }
}

TEST(EscRows, SumsAreTakenInAnOrderThatThePatternTells) {
  // 1e16 + 1 - 1e16 is 0 in double from left to right, 1 in the other order. Sums are in the order of the products;
  // lanes of one warp or several, in that of the lanes that have them.
  const HostCsr<int, int, double> a{2, 3, {0, 3, 6}, {0, 1, 2, 0, 2, 1}, {1e16, 1, -1e16, 1e16, -1e16, 1}};
  const HostCsr<int, int, double> ones{3, 2, {0, 2, 4, 6}, {0, 1, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}};
  const std::vector<std::pair<int, double>> first{{0, 1e16}, {1, 1e16}, {0, 1}, {1, 1}, {0, -1e16}, {1, -1e16}},
      second{{0, 1e16}, {1, 1e16}, {0, -1e16}, {1, -1e16}, {0, 1}, {1, 1}};
  constexpr bool has_lanes = Ocean::Impl::TeamThreads<test_exec_space>::has_lanes;
  for (const ExecutionPath path : team_paths())
    for (int size_class = 0; size_class < num_fitting_shapes(); ++size_class) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", size class " << size_class);
      const auto& shape = esc_shapes[size_class];
      const bool by_lanes = has_lanes && shape.width >= Ocean::Impl::product_group_width;
      const std::size_t length = by_lanes ? static_cast<std::size_t>(shape.items) : first.size();
      std::vector<double> expected;
      for (const auto& products : {first, second})
        for (const ColumnSum& entry : sum_by_parts(products, length)) expected.push_back(entry.sum);
      RowPassProduct<double> product(a, ones, path);
      const auto outcome = product.run<Pass::accumulate>(product.setup(esc_config(size_class)), LaunchEsc{});
      EXPECT_EQ(outcome.c.values, expected);
    }
}

TEST(EscRows, AsManyProductsAndColumnsAsFit) {
  for (int size_class = 0; size_class < num_fitting_shapes(); ++size_class) {
    // Row 0 has all the products that fit, in 4 of 5 columns; row 1 one in each of the outermost columns.
    const int products_max = esc_shapes[size_class].products_max(), repeats = products_max / 4;
    NamedPair<double> pair{"widest span",
                           {2, 2, {0, repeats, repeats + 1}, {}, {}},
                           {2, 5, {0, 4, 6}, {0, 1, 3, 4, 0, 4}, {1, 2, 3, 4, 5, 6}}};
    pair.a.entries.assign(static_cast<std::size_t>(repeats), 0);
    pair.a.entries.push_back(1);
    for (int entry = 0; entry <= repeats; ++entry) pair.a.values.push_back(entry + 1);
    // The table sends spans below this to this class: a word has a column and a product number.
    const count_type span_max = Ocean::Impl::accumulator_table::packed_columns(products_max) - 1;
    expect_class(pair, size_class, static_cast<int>((span_max - 1) / 4));
  }
}

}  // namespace
