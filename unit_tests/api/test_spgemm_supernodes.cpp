/// \file
/// \brief Products of several unknowns per node on the paths of teams: done by supernodes, and right, every way.

#include <gtest/gtest.h>

#include <string>

#include "product.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

/// \brief A of blocks of \p unknowns_a, B of blocks of \p unknowns_b; rows of B are long enough for teams.
Case<> make_nodes(const char* name, int unknowns_a, int unknowns_b, ValueLaw law = ValueLaw::small_integers) {
  constexpr count_type num_inner = 300, rows_a = 240, cols_b = 360;
  constexpr double row_a = 30.0, row_b = 30.0;
  const auto nodes = [](count_type rows, count_type cols, double mean_row_nnz, std::uint64_t seed) {
    return make_default(
        {.num_rows = rows, .num_cols = cols, .mean_row_nnz = mean_row_nnz, .seed = seed, .empty_row_ratio = 0.1});
  };
  return {name,
          expand_blocks(nodes(rows_a / unknowns_a, num_inner / unknowns_a, row_a / unknowns_a, 61), unknowns_a,
                        unknowns_a, law, 62),
          expand_blocks(nodes(num_inner / unknowns_b, cols_b / unknowns_b, row_b / unknowns_b, 63), unknowns_b,
                        unknowns_b, law, 64)};
}

std::vector<Case<>> all_nodes(ValueLaw law = ValueLaw::small_integers) {
  return {make_nodes("two unknowns", 2, 2, law), make_nodes("three unknowns", 3, 3, law),
          make_nodes("six unknowns", 6, 6, law), make_nodes("three unknowns of A, two of B", 3, 2, law)};
}

/// \brief Rows of C that were done as supernodes: the first rows, and those that follow them.
struct SupernodeRows {
  std::int64_t first = 0, followers = 0;
};
SupernodeRows supernode_rows(const SpGEMMReport& report) {
  SupernodeRows rows;
  for (const auto& configuration : report.configurations) {
    if (configuration.configuration.starts_with("supernode_")) rows.first += configuration.rows;
    if (configuration.configuration == "follower") rows.followers += configuration.rows;
  }
  return rows;
}

/// \brief body(options) for every workflow on every path of teams.
template <class Body>
void for_each_workflow(const Body& body) {
  for (const ExecutionPath path : team_paths())
    for (const Workflow workflow : forced_workflows()) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << Ocean::to_string(workflow));
      body(SpGEMMOptions{.workflow = workflow, .path = path});
    }
}

TEST(SpgemmSupernodes, EveryWorkflowDoesTheirRowsTogether) {
  for (const auto& product : all_nodes())
    for_each_workflow([&](SpGEMMOptions options) {
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(options, &report));
      const SupernodeRows rows = supernode_rows(report);
      EXPECT_GT(rows.first, 10) << product.name;
      EXPECT_GE(rows.followers, rows.first) << product.name << ": at least two rows each";
      options.accumulators.supernodes = false;
      SpGEMMReport alone;
      EXPECT_TRUE(product.is_correct(options, &alone));
      EXPECT_EQ(supernode_rows(alone).first + supernode_rows(alone).followers, 0) << product.name;
    });
}

TEST(SpgemmSupernodes, EstimatesThatAreTooSmallAreRedoneRowByRow) {
  for (const auto& product : all_nodes())
    for (const ExecutionPath path : team_paths()) {
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(
          {.workflow = Workflow::hyperloglog, .path = path, .expansion = overflowing_expansion}, &report));
      EXPECT_GT(supernode_rows(report).followers, 10) << product.name;
      EXPECT_GT(report.overflowed_rows, 30) << product.name;
    }
}

/// Many products of few columns: without supernodes they would be estimated.
TEST(SpgemmSupernodes, AreCountedWhereTheWorkflowIsChosen) {
  const auto nodes = [](std::uint64_t seed) {
    return expand_blocks(make_default({.num_rows = 120, .num_cols = 120, .mean_row_nnz = 40, .seed = seed}), 3, 3);
  };
  const Case<> product("full", nodes(65), nodes(66));
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    SpGEMMOptions options{.path = path, .thresholds = {.upper_bound_staging_ratio = 0.0, .dense_c_entries_max = 0}};
    SpGEMMReport report;
    EXPECT_TRUE(product.is_correct(options, &report));
    EXPECT_EQ(report.workflow, Workflow::symbolic);
    EXPECT_TRUE(report.workflow_reason.starts_with("share of products in rows with the columns of the row before "))
        << report.workflow_reason;
    options.accumulators.supernodes = false;
    EXPECT_TRUE(product.is_correct(options, &report));
    EXPECT_EQ(report.workflow, Workflow::hyperloglog) << report.workflow_reason;
  }
}

TEST(SpgemmSupernodes, DeterministicProductsHaveTheBitsOfTheSerialOne) {
  for (const auto& product : all_nodes(ValueLaw::reals))
    for_each_workflow([&](SpGEMMOptions options) {
      options.deterministic = true;
      const auto c = multiply_on_device<default_matrix>(product.a, product.b, options);
      EXPECT_TRUE(same_integers("entries", c.entries, product.c.entries)) << product.name;
      EXPECT_EQ(c.values, product.c.values) << product.name;
    });
}

/// Chunks begin within supernodes.
TEST(SpgemmSupernodes, ChunksOfRows) {
  for (const auto& product : all_nodes())
    for (const ExecutionPath path : team_paths()) {
      SCOPED_TRACE(::testing::Message() << product.name << ", " << to_string(path));
      SpGEMMReport whole;
      EXPECT_TRUE(product.is_correct({.workflow = Workflow::symbolic, .path = path}, &whole));
      const std::size_t c_bytes = 4 * product.c.row_map.size() + 12 * product.c.entries.size();
      bool has_chunks = false, is_refused = false;
      for (std::size_t work_bytes = 65536; work_bytes > 0 && !is_refused; work_bytes -= 1024) try {
          SpGEMMReport report;
          EXPECT_TRUE(
              product.multiply_and_compare({.path = path, .memory_limit_bytes = c_bytes + work_bytes}, &report));
          EXPECT_LE(report.peak_bytes, c_bytes + work_bytes);
          has_chunks = has_chunks || (report.num_chunks > 1 && supernode_rows(report).followers > 0);
        } catch (const Ocean::OutOfMemory&) {
          EXPECT_LT(work_bytes, 16384u);
          is_refused = true;
        }
      EXPECT_TRUE(has_chunks);
    }
}

/// Rows of A in supernodes, the columns of B in an order that all rows of a node have in common, and with duplicates.
TEST(SpgemmSupernodes, UnsortedRowsOfBAreDoneByThemselves) {
  for (const auto& product : all_nodes()) {
    default_matrix reversed = product.b, repeated = product.b;
    for (std::size_t row = 0; row + 1 < reversed.row_map.size(); ++row)
      std::reverse(reversed.entries.begin() + reversed.row_map[row],
                   reversed.entries.begin() + reversed.row_map[row + 1]);
    for (int& column : repeated.entries) column /= 2;
    for (const default_matrix& b : {reversed, repeated}) {
      const Case<> unsorted(product.name, product.a, b);
      for_each_workflow([&](const SpGEMMOptions& options) {
        SpGEMMReport report;
        EXPECT_TRUE(unsorted.is_correct(options, &report));
        EXPECT_EQ(supernode_rows(report).first, 0) << product.name;
      });
    }
  }
}

}  // namespace
