/// \file
/// \brief Sums of supernodes of C by rows of B that are added together, on every team path.
// once: OpenMP

#include "ocean/kernels/reuse/sum_supernodes.hpp"

#include <gtest/gtest.h>

#include "stages/placed_case.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::ReuseSums;
using Ocean::Impl::ReuseTuning;
using Ocean::Impl::SumFacts;
using Ocean::Impl::TeamLimits;
using Ocean::Testing::expect_sums;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::HostCsr;
using Ocean::Testing::make_random;
using Ocean::Testing::PlacedCase;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_vector;
using Ocean::Testing::ValueLaw;

using workspace_type = Ocean::Testing::places_workspace;

/// Supernodes whatever the patterns, and shapes that small matrices meet.
ReuseTuning supernodes() {
  ReuseTuning tuning;
  tuning.sums = ReuseSums::places;
  tuning.supernode_rows_min = 0.0;
  tuning.supernode_bytes = {64, 128, 256, 512, 768, 1024, 2048, 3072, 4096, 6144};
  return tuning;
}

/// \brief The same pattern with values whose sums are rounded.
template <class Matrix>
Matrix with_real_values(Matrix matrix) {
  for (auto& value : matrix.values) value = value / 3 + static_cast<typename Matrix::scalar_type>(0.1);
  return matrix;
}

/// \brief Operands whose rows repeat: those of A select runs of B's rows, and rows apart, and one selects all of them.
template <class Scalar, class Offset = int, class Ordinal = int>
struct RepeatedRows {
  RepeatedRows(count_type num_nodes, double mean_b_row) {
    using Ocean::Impl::joined_b_rows_max;
    const auto random = [](count_type rows, count_type cols, double mean, std::uint64_t seed) {
      return make_random<int, int, double>(
          {.num_rows = rows, .num_cols = cols, .mean_row_nnz = mean, .seed = seed, .empty_row_ratio = 0.1});
    };
    const auto nodes_b = Ocean::Testing::repeat_rows(random(40, 150, mean_b_row, 51), [](count_type row) {
      return static_cast<int>(1 + row % (joined_b_rows_max + 1));
    });
    const count_type run = joined_b_rows_max - 2, num_runs = nodes_b.num_rows / run;
    auto nodes_a = Ocean::Testing::expand_blocks(random(num_nodes, num_runs, 5.0, 52), 1, static_cast<int>(run));
    nodes_a.num_cols = nodes_b.num_rows;
    const auto apart = random(num_nodes, nodes_b.num_rows, 6.0, 53);
    const auto all = make_random<int, int, double>({.num_rows = 1, .num_cols = nodes_b.num_rows, .full_row = 0});
    for (const auto& more : {apart, all}) {
      for (std::size_t row = 1; row < more.row_map.size(); ++row)
        nodes_a.row_map.push_back(static_cast<int>(nodes_a.entries.size()) + more.row_map[row]);
      nodes_a.entries.insert(nodes_a.entries.end(), more.entries.begin(), more.entries.end());
      nodes_a.values.insert(nodes_a.values.end(), more.values.begin(), more.values.end());
      nodes_a.num_rows += more.num_rows;
    }
    const auto repeated_a = Ocean::Testing::repeat_rows(
        nodes_a, [](count_type row) { return static_cast<int>(1 + row % (Ocean::Impl::supernode_rows_max + 2)); });
    a = Ocean::Testing::convert<Offset, Ordinal, Scalar>(repeated_a);
    b = Ocean::Testing::convert<Offset, Ordinal, Scalar>(nodes_b);
  }
  HostCsr<Offset, Ordinal, Scalar> a, b;
};

/// \brief Sums of supernodes in all their shapes, on every path.
template <class Case>
void expect_supernode_sums(const Case& product) {
  for_each_launcher([&](const auto& launcher) {
    workspace_type workspace(test_exec_space{});
    const auto plan = product.plan(launcher, supernodes(), workspace);
    ASSERT_TRUE(plan.places.joins_rows);
    EXPECT_LT(plan.places.num_products, plan.facts.num_products / 4) << "a place for many products";
  });
  expect_sums(product, supernodes());
}

TEST(SumSupernodes, OfEverySizeAndShape) {
  const RepeatedRows<double> operands(40, 20.0);
  const PlacedCase<double> product(with_real_values(operands.a), with_real_values(operands.b));
  for_each_launcher([&](const auto& launcher) {
    workspace_type workspace(test_exec_space{});
    const auto plan = product.plan(launcher, supernodes(), workspace);
    int num_shapes = 0;
    for (int shape = 1; shape < plan.places.shapes.num_shapes; ++shape)
      num_shapes += plan.places.num_rows_of(shape) > 0;
    EXPECT_GE(num_shapes, 5);
  });
  expect_supernode_sums(product);
}

/// Few supernodes, whose teams have several threads on host spaces; rows of B of fewer entries than threads, and of
/// more.
TEST(SumSupernodes, ByTeamsOfSeveralThreads) {
  for (const double mean_b_row : {3.0, 40.0, 75.0}) {
    SCOPED_TRACE(mean_b_row);
    const RepeatedRows<double> operands(4, mean_b_row);
    expect_supernode_sums(PlacedCase<double>(with_real_values(operands.a), with_real_values(operands.b)));
  }
}

TEST(SumSupernodes, OtherTypes) {
  const RepeatedRows<float, std::size_t, std::int64_t> floats(20, 20.0);
  expect_supernode_sums(
      PlacedCase<float, std::size_t, std::int64_t>(with_real_values(floats.a), with_real_values(floats.b)));
  const RepeatedRows<Kokkos::complex<double>> complexes(20, 20.0);
  expect_supernode_sums(PlacedCase<Kokkos::complex<double>>(complexes.a, complexes.b));
}

/// \brief The graph of \p c without the columns that \p drops(row, column) names, and with \p more(row) behind the
/// last.
template <class Matrix, class Drops, class More>
HostCsr<int, int, double> change_graph(const Matrix& c, int more_cols, const Drops& drops, const More& more) {
  HostCsr<int, int, double> graph{c.num_rows, c.num_cols + more_cols, {0}, {}, {}};
  for (int row = 0; row < static_cast<int>(c.num_rows); ++row) {
    for (int entry = c.row_map[row]; entry < c.row_map[row + 1]; ++entry) {
      if (drops(row, c.entries[entry])) continue;
      graph.entries.push_back(c.entries[entry]);
      graph.values.push_back(c.values[entry]);
    }
    for (int number = 0; number < more(row); ++number) {
      graph.entries.push_back(static_cast<int>(c.num_cols) + 3 * number);
      graph.values.push_back(0.0);
    }
    graph.row_map.push_back(static_cast<int>(graph.entries.size()));
  }
  return graph;
}

TEST(SumSupernodes, InGraphsOfMoreColumns) {
  const RepeatedRows<double> operands(30, 20.0);
  const auto a = with_real_values(operands.a), b = with_real_values(operands.b);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  const auto none = [](int, int) { return false; };
  expect_supernode_sums(PlacedCase<double>(a, b, change_graph(c, 30, none, [](int) { return 9; })));
  // rows of A continue where those of C do not: every third row of C has a column more than the others
  const PlacedCase<double> uneven(a, b, change_graph(c, 30, none, [](int row) { return row % 3 == 0 ? 2 : 1; }));
  for_each_launcher([&](const auto& launcher) {
    workspace_type workspace(test_exec_space{});
    const auto plan = uneven.plan(launcher, supernodes(), workspace);
    const auto rows_at_once = to_vector(plan.places.rows_at_once);
    ASSERT_FALSE(rows_at_once.empty());
    EXPECT_EQ(*std::max_element(rows_at_once.begin(), rows_at_once.end()), 2);
  });
  expect_sums(uneven, supernodes());
}

TEST(SumSupernodes, InGraphsOfFewerColumns) {
  const RepeatedRows<double> operands(30, 20.0);
  const auto a = with_real_values(operands.a), b = with_real_values(operands.b);
  const auto c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  const auto nothing = [](int) { return 0; };
  const auto some = change_graph(
      c, 0, [](int, int column) { return column % 3 == 1; }, nothing);
  const auto uneven = change_graph(
      c, 0, [](int row, int column) { return column % 5 == row % 4; }, nothing);
  const auto empty_rows = change_graph(
      c, 0, [](int row, int) { return row % 4 < 2; }, nothing);
  for (const auto& graph : {some, uneven, empty_rows}) {
    const PlacedCase<double> product(a, b, graph);
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(to_string(launcher.path));
      workspace_type workspace(test_exec_space{});
      auto places = product.plan(launcher, supernodes(), workspace).places;
      ASSERT_TRUE(places.joins_rows);
      EXPECT_EQ(product.sums(launcher, places), graph.values) << "searched";
      Ocean::Testing::keep_places(places, workspace);
      EXPECT_EQ(product.sums(launcher, places), graph.values) << "kept";
    });
  }
}

/// The last entry of a batch goes with as many behind it as there can be; products without a column before them.
TEST(SumSupernodes, RowsOfBThatAreAddedTogetherBehindABatch) {
  using Ocean::Impl::joined_b_rows_max, Ocean::Impl::supernode_batch, Ocean::Impl::supernode_rows_max;
  const auto nodes_b = make_random<int, int, double>({.num_rows = supernode_batch,
                                                      .num_cols = 90,
                                                      .mean_row_nnz = 30.0,
                                                      .seed = 54,
                                                      .row_lengths = Ocean::Testing::RowLengthLaw::constant});
  const auto b = with_real_values(Ocean::Testing::repeat_rows(
      nodes_b, [](count_type row) { return row == supernode_batch - 1 ? joined_b_rows_max : 1; }));
  const auto all = make_random<int, int, double>({.num_rows = 1, .num_cols = b.num_rows, .full_row = 0});
  const auto a = with_real_values(Ocean::Testing::repeat_rows(all, [](count_type) { return supernode_rows_max; }));
  const PlacedCase<double> product(a, b);
  expect_supernode_sums(product);
  const auto graph = change_graph(
      product.graph_c, 0, [](int, int column) { return column % 3 == 1; }, [](int) { return 0; });
  const auto wide = [](const auto& matrix) {  // whose walk needs all of its scratch
    return Ocean::Testing::convert<std::size_t, std::int64_t, double>(matrix);
  };
  const PlacedCase<double, std::size_t, std::int64_t> fewer(wide(a), wide(b), wide(graph));
  for_each_launcher([&](const auto& launcher) {
    workspace_type workspace(test_exec_space{});
    EXPECT_EQ(fewer.sums(launcher, fewer.plan(launcher, supernodes(), workspace).places), graph.values)
        << to_string(launcher.path);
  });
}

/// Scratch for three rows of C at once, for one, and for none.
TEST(SumSupernodes, OfLongRowsAreDealtInFewerRows) {
  constexpr auto walk_bytes = Ocean::Impl::supernode_scratch_bytes(sizeof(double));
  for_each_launcher([&](const auto& launcher) {
    for (const int num_rows : {3, 1, 0}) {
      SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", " << num_rows << " rows");
      const TeamLimits limits = launcher.limits();
      const count_type room = static_cast<count_type>(limits.scratch_bytes_max - walk_bytes);
      const count_type longest = num_rows > 0 ? (room - 64) / (8 * num_rows + 4) : room / 12 + 1;
      const auto row = make_random<int, int, double>({.num_rows = 1, .num_cols = longest, .full_row = 0});
      const auto b = Ocean::Testing::repeat_rows(row, [](count_type) { return 2; });
      const auto nodes_a = make_random<int, int, double>({.num_rows = 1, .num_cols = 2, .full_row = 0});
      const auto a = Ocean::Testing::repeat_rows(nodes_a, [](count_type) { return 6; });
      const PlacedCase<double> product(with_real_values(a), with_real_values(b));
      ReuseTuning tuning = supernodes();
      tuning.kept_row_max = std::max(longest, tuning.kept_row_max);
      workspace_type workspace(test_exec_space{});
      const auto plan = product.plan(launcher, tuning, workspace);
      EXPECT_EQ(plan.places.joins_rows, num_rows > 0);
      EXPECT_EQ(to_vector(plan.places.rows_at_once),
                std::vector<std::uint8_t>(num_rows > 0 ? 6 : 0, static_cast<std::uint8_t>(num_rows)));
      EXPECT_EQ(product.sums(launcher, plan.places), product.graph_c.values);
    }
  });
}

TEST(SumSupernodes, ShapesFitTheScratch) {
  TeamLimits limits;
  limits.scratch_bytes_max = limits.scratch_bytes_unit = 10000;
  limits.team_size_max = 1024;
  ReuseTuning tuning;
  tuning.supernode_bytes = {100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 51200};
  const SumFacts facts{.nnz_a = 10, .num_products = 400, .longest_row_c = 100};
  const auto capacities = [&](const SumFacts& of, std::size_t walk_bytes, Ocean::Impl::SupernodeBytes& bytes) {
    const auto shapes = make_supernode_shapes(limits, of, walk_bytes, tuning, bytes);
    std::vector<count_type> found;
    for (int shape = 0; shape < shapes.num_shapes; ++shape) {
      found.push_back(shapes.shape[shape].capacity);
      EXPECT_EQ(shapes.shape[shape].team_size,
                choose_supernode_team_size(limits, of.mean_b_row(),
                                           walk_bytes + static_cast<std::size_t>(shapes.shape[shape].capacity)));
    }
    return found;
  };
  Ocean::Impl::SupernodeBytes bytes{1, 8, 4};
  EXPECT_EQ(capacities(facts, 4000, bytes), (std::vector<count_type>{0, 100, 200, 400, 800, 1600, 3200, 5200}));
  EXPECT_EQ(bytes.rows_max, Ocean::Impl::supernode_rows_max) << "6 sums and a column of 100 entries take 5200 bytes";
  EXPECT_EQ(capacities(facts, 5500, bytes).back(), 4400);
  EXPECT_EQ(bytes.rows_max, 5);
  EXPECT_EQ(capacities(facts, 8700, bytes), (std::vector<count_type>{0, 100, 200, 400, 800, 1200}));
  EXPECT_EQ(bytes.rows_max, 1);
  EXPECT_EQ(capacities(facts, 9000, bytes), std::vector<count_type>()) << "no room for a row of C";
  EXPECT_EQ(capacities(facts, 20000, bytes), std::vector<count_type>()) << "nor for the walk";
  tuning.kept_row_max = 99;
  EXPECT_EQ(capacities(facts, 4000, bytes), std::vector<count_type>()) << "places need more than their bits";
}

}  // namespace
