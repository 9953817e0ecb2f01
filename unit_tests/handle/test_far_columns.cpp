/// \file
/// \brief Handles, and values into a graph, where columns are far apart.

#include "Ocean_SpGEMMIntoGraph.hpp"
#include "support/crs_matrix.hpp"
#include "support/far_columns.hpp"
#include "support/supplied_memory.hpp"
#include "support/team_paths.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using session_type = ThroughHandle<own_handle<std::int64_t, std::int64_t, double>>;

/// A handle's product whose reference is that of near columns.
struct FarSession {
  session_type session;
  count_type span;

  FarSession(const far_matrix& a, const far_matrix& near_b, count_type columns, const SpGEMMOptions& options)
      : session(a, near_b), span(columns) {
    session.b = to_device(spread_columns(near_b, span, FarLaw::ends));
    Ocean::spgemm_options(session.handle) = options;
  }
  far_matrix c() const { return to_host(session.a.num_rows, span, session.row_map, session.entries, session.values); }
  ::testing::AssertionResult is_correct() const {
    return matches(c(), spread_columns(session.reference(), span, FarLaw::ends));
  }
  /// \brief A first call and repeated ones, then into other arrays, and with the columns alone before.
  void run(bool columns_first = true) {
    session.multiply();
    EXPECT_TRUE(is_correct()) << "first";
    for (const std::uint64_t seed : {71, 72, 73}) {
      session.change_values(seed);
      session.numeric();
      EXPECT_TRUE(is_correct()) << "again";
    }
    session.allocate();
    session.numeric();
    EXPECT_TRUE(is_correct()) << "elsewhere";
    if (!columns_first) return;
    session.allocate();
    session.fill_entries();
    session.change_values(74);
    session.numeric();
    EXPECT_TRUE(is_correct()) << "columns first";
  }
};

/// \brief B with many duplicates in no order, then sorted rows that are long: sums by lists, and at places.
struct FarOperands {
  const char* name;
  far_matrix a, near_b;
};
std::vector<FarOperands> all_operands() {
  const auto nodes_a = make_far({.num_rows = 40, .num_cols = 30, .mean_row_nnz = 6, .seed = 61});
  const auto nodes_b = make_far({.num_rows = 30, .num_cols = 60, .mean_row_nnz = 20, .seed = 62, .full_row = 2});
  return {{"dirty", make_far({.num_rows = 200, .num_cols = 70, .mean_row_nnz = 7, .seed = 63}),
           make_far({.num_rows = 70,
                     .num_cols = 90,
                     .mean_row_nnz = 6,
                     .seed = 64,
                     .duplicate_ratio = 0.3,
                     .unsorted = true,
                     .full_row = 3})},
          {"long rows", make_far({.num_rows = 60, .num_cols = 90, .mean_row_nnz = 20, .seed = 65}),
           make_far({.num_rows = 90, .num_cols = 400, .mean_row_nnz = 80, .seed = 66, .full_row = 4})},
          {"supernodes", expand_blocks(nodes_a, 3, 3), expand_blocks(nodes_b, 3, 3)}};
}

TEST(HandleFarColumns, FirstAndRepeatedCalls) {
  for (const ExecutionPath path : team_paths())
    for (const count_type span : {(count_type(1) << 32) - 1, count_type(1) << 62})
      for (const FarOperands& operands : all_operands())
        for (const auto& [deterministic, reuse] : {std::pair(false, false), {false, true}, {true, true}}) {
          SCOPED_TRACE(Ocean::Impl::concatenate(to_string(path), ", ", operands.name, ", span ", span,
                                                deterministic ? ", deterministic" : "", reuse ? ", reuse" : ""));
          const SpGEMMOptions options{.path = path, .deterministic = deterministic, .reuse = reuse};
          FarSession(operands.a, operands.near_b, span, options).run();
        }
}

TEST(HandleFarColumns, RowsThatHashTablesDoNotTake) {
  for (const ExecutionPath path : team_paths())
    for (const count_type span : {count_type(1) << 31, count_type(1) << 40}) {
      SCOPED_TRACE(Ocean::Impl::concatenate(to_string(path), ", span ", span));
      const auto operands = all_operands()[1];
      FarSession(operands.a, operands.near_b, span, {.path = path, .scratch_limit_bytes = 2048}).run();
    }
}

TEST(HandleFarColumns, OnCpusWithoutHashTables) {
  if constexpr (Ocean::Impl::is_host_space_v<test_exec_space>) {
    for (const count_type span : {count_type(1) << 33, count_type(1) << 40, count_type(1) << 62})
      for (const FarOperands& operands : all_operands()) {
        SCOPED_TRACE(Ocean::Impl::concatenate(operands.name, ", span ", span));
        SpGEMMOptions options{.path = ExecutionPath::host};
        options.accumulators.hash = options.accumulators.hybrid_hash = false;
        FarSession(operands.a, operands.near_b, span, options).run();
      }
  }
}

TEST(HandleFarColumns, InChunksOfRowsAndInTheCallersMemory) {
  const auto a = make_far({.num_rows = 1500, .num_cols = 70, .mean_row_nnz = 7, .seed = 67});
  const auto near_b = all_operands().front().near_b;
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    FarSession whole(a, near_b, count_type(1) << 62, {.path = path, .memory_limit_bytes = std::size_t(1) << 40});
    whole.run();
    const std::size_t c_bytes = 8 * whole.session.row_map.extent(0) + 16 * whole.session.entries.extent(0);
    FarSession limited(a, near_b, count_type(1) << 62, {.path = path, .memory_limit_bytes = c_bytes + 60000});
    limited.run(false);  // zeros for values take more
    const auto& report = Ocean::spgemm_report(limited.session.handle);
    EXPECT_LE(report.peak_bytes, c_bytes + 60000);
    EXPECT_GT(report.num_chunks, 1);
    const SuppliedMemory memory(std::size_t(1) << 23);
    FarSession supplied(a, near_b, count_type(1) << 62, memory.in({.path = path}));
    supplied.run();
    EXPECT_TRUE(memory.is_used());
    EXPECT_TRUE(memory.is_kept());
    EXPECT_EQ(Ocean::spgemm_report(supplied.session.handle).num_chunks, 1);
  }
}

TEST(HandleFarColumns, WhatIsKeptFollowsTheEntries) {
  const auto operands = all_operands().front();
  std::size_t bytes = 0;
  for (const count_type span : {count_type(1) << 33, count_type(1) << 62}) {
    FarSession far(operands.a, operands.near_b, span,
                   {.path = team_paths().front(), .memory_limit_bytes = std::size_t(1) << 40});
    far.session.multiply();
    const std::size_t peak_bytes = Ocean::spgemm_report(far.session.handle).peak_workspace_bytes;
    if (bytes > 0) {
      EXPECT_EQ(peak_bytes, bytes) << "whatever the span";
    }
    bytes = peak_bytes;
  }
}

TEST(IntoGraphFarColumns, ProductsOwnGraph) {
  for (const ExecutionPath path : team_paths())
    for (const count_type span : far_spans)
      for (const FarOperands& operands : all_operands())
        for (const bool deterministic : {false, true}) {
          SCOPED_TRACE(Ocean::Impl::concatenate(to_string(path), ", ", operands.name, ", span ", span));
          const auto near_c =
              Ocean::Impl::multiply_gustavson<std::int64_t, std::int64_t, double>(operands.a, operands.near_b);
          const auto expected = spread_columns(near_c, span, FarLaw::even);
          far_matrix graph{expected.num_rows, expected.num_cols, expected.row_map, expected.entries, {}};
          graph.values.assign(graph.entries.size(), 123.0);
          const auto c = to_crs_matrix(graph);
          Ocean::spgemm_numeric(test_exec_space(), to_crs_matrix(operands.a),
                                to_crs_matrix(spread_columns(operands.near_b, span, FarLaw::even)), c,
                                {.path = path, .deterministic = deterministic, .memory_limit_bytes = 1 << 24});
          EXPECT_TRUE(matches(to_host(c), expected));
        }
}

}  // namespace
