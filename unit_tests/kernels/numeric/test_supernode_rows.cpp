/// \file
/// \brief Rows of supernodes, counted and accumulated by teams: nodes of every size, rows of B alone and together.

#include "ocean/kernels/numeric/supernode_rows.hpp"

#include <gtest/gtest.h>

#include "found_words_fixture.hpp"
#include "support/supernodes.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::joined_b_rows_max;
using Ocean::Impl::supernode_batch;
using Ocean::Impl::supernode_rows_max;

struct LaunchSupernodes {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::supernode_rows(launcher, pass);
  }
};

/// \brief Scratch for nodes whose rows have \p span columns and \p slots entries, aligned for every scalar.
AccumulatorConfig supernode_config(int team_size, count_type span, count_type slots, std::size_t value_bytes) {
  constexpr count_type alignment = 16;
  Ocean::Impl::AccumulatorTable table;
  table.value_bytes = static_cast<int>(value_bytes);
  AccumulatorConfig config;
  config.kind = AccumulatorKind::supernode;
  config.team_size = team_size;
  config.row_bytes = static_cast<count_type>(Ocean::Impl::supernode_scratch_bytes(value_bytes)) +
                     table.ranked_bytes(span, slots, supernode_rows_max);
  config.row_bytes = (config.row_bytes + alignment - 1) / alignment * alignment;
  return config;
}

/// \brief Operands, rows of C that are done together, and rows of B that are added together.
template <class Scalar, class Offset = int, class Ordinal = int>
struct SupernodeCase {
  using matrix_type = HostCsr<Offset, Ordinal, Scalar>;
  SupernodeCase(const matrix_type& case_a, const matrix_type& case_b)
      : a(case_a), b(case_b), rows_at_once(rows_at_once_of(continues_of(a))), b_rows_at_once(joined_b_rows_of(a, b)) {}
  RowPassSetup setup(const RowPassProduct<Scalar, Offset, Ordinal>& product, int team_size,
                     std::size_t value_bytes) const {
    const count_type span = product.max_row_span();
    RowPassSetup result = product.setup(supernode_config(team_size, span, value_bytes == 0 ? 0 : span, value_bytes));
    result.rows_at_once = rows_at_once;
    result.b_rows_at_once = b_rows_at_once;
    return result;
  }
  matrix_type a, b;
  std::vector<std::uint8_t> rows_at_once, b_rows_at_once;
};

/// Teams of fewer threads than B's rows have entries, and of more.
constexpr int team_sizes[] = {32, 128, Ocean::Impl::supernode_team_size_max};

template <class Case>
void expect_rows(const Case& nodes) {
  using scalar_type = typename Case::matrix_type::scalar_type;
  for (const ExecutionPath path : team_paths())
    for (const int team_size : team_sizes) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << team_size << " threads");
      RowPassProduct<scalar_type, typename Case::matrix_type::offset_type, typename Case::matrix_type::ordinal_type>
          product(nodes.a, nodes.b, path);
      const RowPassSetup setup = nodes.setup(product, team_size, sizeof(scalar_type));
      expect_accumulated(product, setup, LaunchSupernodes{});
      expect_counted(product, nodes.setup(product, team_size, 0), LaunchSupernodes{});
      RowPassSetup unseen = setup;
      unseen.assisted = false;
      expect_accumulated(product, unseen, LaunchSupernodes{});
    }
}

/// Columns of B: few enough for the sums of a node of complex numbers in the scratch that a team has on every path.
constexpr count_type num_cols = 150;

/// \brief B whose rows repeat 1 to joined_b_rows_max + 1 times, some of them empty, one of them full.
template <class Scalar>
HostCsr<int, int, Scalar> repeated_b(count_type num_nodes, double mean_row_nnz) {
  const auto nodes = make_random<int, int, Scalar>({.num_rows = num_nodes,
                                                    .num_cols = num_cols,
                                                    .mean_row_nnz = mean_row_nnz,
                                                    .seed = 41,
                                                    .values = ValueLaw::reals,
                                                    .empty_row_ratio = 0.1,
                                                    .full_row = num_nodes / 2});
  return repeat_rows(nodes, [](count_type row) { return static_cast<int>(1 + row % (joined_b_rows_max + 1)); });
}

/// \brief A whose rows select runs of B's rows, in any order and some of them twice, and repeat 1 to
/// supernode_rows_max + 1 times; one selects all of B, which is several batches, one every other row.
template <class Scalar>
HostCsr<int, int, Scalar> repeated_a(count_type num_nodes, count_type num_inner) {
  RandomNumbers random(42);
  HostCsr<int, int, Scalar> nodes{0, num_inner, {0}, {}, {}};
  const auto add_row = [&](const std::vector<count_type>& columns) {
    for (const count_type column : columns) {
      nodes.entries.push_back(static_cast<int>(column));
      nodes.values.push_back(Scalar(1));
    }
    nodes.row_map.push_back(static_cast<int>(nodes.entries.size()));
    ++nodes.num_rows;
  };
  std::vector<count_type> all, every_other, backwards;
  for (count_type row = 0; row < num_inner; ++row) {
    all.push_back(row);
    backwards.push_back(num_inner - 1 - row);
    if (row % 2 == 0) every_other.push_back(row);
  }
  add_row(all);
  add_row(every_other);
  add_row({});
  add_row(backwards);
  while (nodes.num_rows < num_nodes) {
    std::vector<count_type> columns;
    for (count_type runs = 1 + random.below(12); runs > 0; --runs) {
      const count_type length = 1 + random.below(2 * joined_b_rows_max), first = random.below(num_inner - length);
      for (count_type row = first; row < first + length; ++row) columns.push_back(row);
    }
    add_row(columns);
  }
  return repeat_rows(nodes, [](count_type row) { return static_cast<int>(1 + row % (supernode_rows_max + 1)); });
}

/// \brief [1 2 0]   [5 0 0 6 0]   [19 0 0 22 0]
///        [3 4 0] * [7 0 0 8 0] = [43 0 0 50 0]
///        [0 0 5]   [0 9 0 0 0]   [ 0 45 0 0 0]
SupernodeCase<double> by_hand() {
  return {{3, 3, {0, 2, 4, 5}, {0, 1, 0, 1, 2}, {1, 2, 3, 4, 5}},
          {3, 5, {0, 2, 4, 5}, {0, 3, 0, 3, 1}, {5, 6, 7, 8, 9}}};
}

TEST(SupernodeRows, ByHand) {
  auto nodes = by_hand();
  ASSERT_EQ(nodes.rows_at_once, (std::vector<std::uint8_t>{2, 0, 1}));
  ASSERT_EQ(nodes.b_rows_at_once, (std::vector<std::uint8_t>{2, 0, 2, 0, 1}));
  for (const bool joined : {true, false}) {
    if (!joined) nodes.b_rows_at_once = {1, 1, 1, 1, 1};
    for (const ExecutionPath path : team_paths()) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", joined " << joined);
      RowPassProduct<double> product(nodes.a, nodes.b, path);
      const auto outcome =
          product.run<Pass::accumulate>(nodes.setup(product, team_sizes[0], sizeof(double)), LaunchSupernodes{});
      EXPECT_EQ(outcome.row_nnz, (std::vector<count_type>{2, 2, 1}));
      EXPECT_EQ(outcome.c.entries, (std::vector{0, 3, 0, 3, 1}));
      EXPECT_EQ(outcome.c.values, (std::vector{19.0, 22.0, 43.0, 50.0, 45.0}));
      EXPECT_EQ(outcome.stray_writes, 0);
    }
  }
}

/// Few nodes: on host spaces these have teams of several threads.
TEST(SupernodeRows, NodesOfEverySizeAndRowsOfBThatAreAddedTogether) {
  const auto b = repeated_b<double>(60, 12.0);
  ASSERT_GT(b.num_rows, 3 * supernode_batch);
  const SupernodeCase<double> nodes(repeated_a<double>(20, b.num_rows), b);
  std::vector<int> sizes(supernode_rows_max + 1, 0), joined(joined_b_rows_max + 1, 0);
  for (const int rows : nodes.rows_at_once) ++sizes[static_cast<std::size_t>(rows)];
  for (const int rows : nodes.b_rows_at_once) ++joined[static_cast<std::size_t>(rows)];
  EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 0), 0) << "a size that no node has";
  EXPECT_EQ(std::count(joined.begin(), joined.end(), 0), 0) << "rows of B that are never added together";
  const auto straddles = [&](int batch) { return nodes.b_rows_at_once[batch * supernode_batch] == 0; };
  EXPECT_TRUE(straddles(1) || straddles(2))
      << "rows of two batches that are added together; the first row has all of B";
  expect_rows(nodes);
}

TEST(SupernodeRows, LongRowsOfBAndManyNodes) {
  const auto long_b = repeated_b<double>(25, 70.0);
  expect_rows(SupernodeCase<double>(repeated_a<double>(12, long_b.num_rows), long_b));
  const auto b = repeated_b<double>(40, 5.0);
  expect_rows(SupernodeCase<double>(repeated_a<double>(150, b.num_rows), b));
}

TEST(SupernodeRows, ColumnsThatTheCountingPassStores) {
  const auto b = repeated_b<double>(40, 9.0);
  const SupernodeCase<double> nodes(repeated_a<double>(20, b.num_rows), b);
  const NamedPair<double> pair{"nodes", nodes.a, nodes.b};
  const row_words words = words_of_rows(pair);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(nodes.a, nodes.b, path);
    expect_stored(pair, product, nodes.setup(product, team_sizes[0], 0), LaunchSupernodes{}, {},
                  [&](std::size_t row, count_type) { return nodes.rows_at_once[row] > 0; });
    for (const std::size_t step : {1, 2})
      expect_accumulated(product, nodes.setup(product, team_sizes[0], sizeof(double)),
                         launch_with(FoundMemory::with(words, 0, step), LaunchSupernodes{}));
  }
}

TEST(SupernodeRows, RowsOfBByThemselves) {
  const auto b = repeated_b<double>(40, 9.0);
  SupernodeCase<double> nodes(repeated_a<double>(20, b.num_rows), b);
  std::fill(nodes.b_rows_at_once.begin(), nodes.b_rows_at_once.end(), std::uint8_t(1));
  expect_rows(nodes);
}

TEST(SupernodeRows, OtherTypes) {
  using complex_type = Kokkos::complex<double>;
  const auto b = repeated_b<complex_type>(40, 9.0);
  expect_rows(SupernodeCase<complex_type>(repeated_a<complex_type>(20, b.num_rows), b));
  const auto floats_b = repeated_b<float>(40, 9.0);
  const auto floats_a = repeated_a<float>(20, floats_b.num_rows);
  expect_rows(SupernodeCase<float>(floats_a, floats_b));
  expect_rows(SupernodeCase<double, std::size_t, std::int64_t>(convert<std::size_t, std::int64_t, double>(floats_a),
                                                               convert<std::size_t, std::int64_t, double>(floats_b)));
  expect_rows(SupernodeCase<float, int, std::int64_t>(convert<int, std::int64_t, float>(floats_a),
                                                      convert<int, std::int64_t, float>(floats_b)));
}

TEST(SupernodeRows, SumsAreAddedInTheOrderOfA) {
  // 1e16 + 1 - 1e16 is 0 in double from left to right, 1 in the other order
  const HostCsr<int, int, double> a{
      4, 3, {0, 3, 6, 9, 12}, {0, 1, 2, 0, 1, 2, 0, 2, 1, 0, 2, 1}, {1e16, 1, -1e16, 1, 2, 4, 1e16, -1e16, 1, 1, 2, 4}};
  const HostCsr<int, int, double> ones{3, 2, {0, 2, 4, 6}, {0, 1, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}};
  const HostCsr<int, int, double> diverse{3, 3, {0, 3, 5, 7}, {0, 1, 2, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1, 1}};
  for (const auto& b : {ones, diverse}) {
    const SupernodeCase<double> nodes(a, b);
    ASSERT_EQ(nodes.rows_at_once, (std::vector<std::uint8_t>{2, 0, 2, 0}));
    for (const ExecutionPath path : team_paths()) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << b.num_cols << " columns");
      RowPassProduct<double> product(a, b, path);
      const auto outcome =
          product.run<Pass::accumulate>(nodes.setup(product, team_sizes[0], sizeof(double)), LaunchSupernodes{});
      const auto first_of = [&](std::size_t row) {
        return outcome.c.values[static_cast<std::size_t>(outcome.c.row_map[row])];
      };
      EXPECT_EQ((std::vector{first_of(0), first_of(1), first_of(2), first_of(3)}), (std::vector{0.0, 7.0, 1.0, 7.0}));
    }
  }
}

TEST(SupernodeRows, NodesWithoutRoomOverflowWithAllTheirRows) {
  const auto b = repeated_b<double>(40, 9.0);
  const SupernodeCase<double> nodes(repeated_a<double>(30, b.num_rows), b);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(nodes.a, nodes.b, path);
    RowPassSetup setup = nodes.setup(product, team_sizes[1], sizeof(double));
    std::vector<int> overflowed;
    bool lacks_room = false;
    for (std::size_t row = 0, node = 0; row < setup.room.size(); ++row) {
      if (nodes.rows_at_once[row] > 0) lacks_room = node++ % 3 == 0 && setup.room[row] > 0;
      if (!lacks_room) continue;
      setup.room[row] = node % 2 == 0 ? setup.room[row] - 1 : 0;
      overflowed.push_back(static_cast<int>(row));
    }
    ASSERT_GE(overflowed.size(), 10u);
    expect_accumulated(product, setup, LaunchSupernodes{}, overflowed);
  }
}

}  // namespace
