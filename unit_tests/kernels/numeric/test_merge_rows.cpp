/// \file
/// \brief Rows that single threads merge, in all sizes: short rows of A, in the order of its entries.

#include "ocean/kernels/numeric/merge_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "row_pass_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::merge_shapes;
using Ocean::Impl::num_merge_shapes;

struct LaunchMerge {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::merge_rows(launcher, pass);
  }
};

AccumulatorConfig merge_config(int size_class) {
  AccumulatorConfig config;
  config.kind = AccumulatorKind::merge;
  config.size_class = size_class;
  config.team_size = Ocean::Impl::merge_team_size;
  config.group_width = 1;
  config.products_max = merge_shapes[size_class].products_max;
  return config;
}

/// \brief Accumulates and counts the rows that have no more entries of A than a size class merges.
void expect_class(const NamedPair<double>& pair, int size_class) {
  const AccumulatorConfig config = merge_config(size_class);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", size class " << size_class);
    RowPassProduct<double> product(pair.a, pair.b, path);
    RowPassSetup setup = product.setup(config, std::numeric_limits<count_type>::max(), 2);
    std::erase_if(setup.rows, [&](int row) {
      return pair.a.row_map[static_cast<std::size_t>(row) + 1] - pair.a.row_map[static_cast<std::size_t>(row)] >
             merge_shapes[size_class].runs;
    });
    expect_accumulated(product, setup, LaunchMerge{});
    expect_counted(product, setup, LaunchMerge{});
    setup.begin_by_position = true;
    expect_accumulated(product, setup, LaunchMerge{});
  }
}
void expect_all_classes(const NamedPair<double>& pair) {
  for (int size_class = 0; size_class < num_merge_shapes; ++size_class) expect_class(pair, size_class);
}

TEST(MergeRows, ByHand) {
  for (int size_class = 0; size_class < num_merge_shapes; ++size_class) {
    SCOPED_TRACE(size_class);
    expect_hand_product(merge_config(size_class), LaunchMerge{});
    expect_hand_sizes(merge_config(size_class), LaunchMerge{});
  }
}

TEST(MergeRows, RandomRowsOfManyColumns) { expect_all_classes(random_pair<double>()); }

TEST(MergeRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs())
    if (std::string(pair.name).find("unsorted") == std::string::npos) expect_all_classes(pair);
}

TEST(MergeRows, AsManyRunsAsFit) {
  for (int size_class = 0; size_class < num_merge_shapes; ++size_class) {
    // Row 0 selects every row of B, the last one first; row 1 the same row as often as it can.
    const int runs = merge_shapes[size_class].runs;
    NamedPair<double> pair{"all runs", {2, runs, {0, runs, 2 * runs}, {}, {}}, {runs, runs + 1, {0}, {}, {}}};
    for (int run = 0; run < runs; ++run) {
      pair.a.entries.push_back(runs - 1 - run);
      pair.b.entries.insert(pair.b.entries.end(), {run, run + 1});
      pair.b.values.insert(pair.b.values.end(), {run + 2.0, run + 3.0});
      pair.b.row_map.push_back(2 * (run + 1));
    }
    pair.a.entries.insert(pair.a.entries.end(), static_cast<std::size_t>(runs), runs - 1);
    for (int entry = 0; entry < 2 * runs; ++entry) pair.a.values.push_back(entry + 1);
    expect_class(pair, size_class);
  }
}

TEST(MergeRows, SumsAreTakenInTheOrderOfTheEntriesOfA) {
  // 1e16 + 1 - 1e16 is 0 in double from left to right, 1 in the other order
  const HostCsr<int, int, double> a{2, 3, {0, 3, 6}, {0, 1, 2, 0, 2, 1}, {1e16, 1, -1e16, 1e16, -1e16, 1}};
  const HostCsr<int, int, double> ones{3, 2, {0, 2, 4, 6}, {0, 1, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}};
  const HostCsr<int, int, double> zero{1, 1, {0, 1}, {0}, {-0.0}}, one{1, 1, {0, 1}, {0}, {1.0}};
  for (const ExecutionPath path : team_paths())
    for (int size_class = 0; size_class < num_merge_shapes; ++size_class) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", size class " << size_class);
      RowPassProduct<double> product(a, ones, path);
      const auto outcome = product.run<Pass::accumulate>(product.setup(merge_config(size_class)), LaunchMerge{});
      EXPECT_EQ(outcome.c.values, (std::vector{0.0, 0.0, 1.0, 1.0}));
      RowPassProduct<double> negative(zero, one, path);
      const auto signed_zero = negative.run<Pass::accumulate>(negative.setup(merge_config(size_class)), LaunchMerge{});
      EXPECT_TRUE(std::signbit(signed_zero.c.values.at(0)));
    }
}

}  // namespace
