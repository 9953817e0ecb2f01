/// \file
/// \brief What a product in two calls reports and keeps from call to call, and how it goes on in chunks of rows when an
/// action has no memory.

#include "ocean/drivers/reusable_product_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "ocean/core/with_commas.hpp"
#include "reusable_session.hpp"
#include "stages/placed_case.hpp"
#include "support/counted_limit.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::OutOfMemory;
using Ocean::SpGEMMOptions;
using Ocean::ValueSource;
using Ocean::Workflow;
using Ocean::Impl::ReuseSums;
using Ocean::Impl::with_commas;
using Ocean::Impl::WorkspaceCall;

using workspace_type = Ocean::Impl::Workspace<test_exec_space>;
using state_base = Ocean::Impl::ReusableProductState<test_exec_space, problem_type, product_type>;

/// \brief The state with the calls of a session.
struct State : state_base {
  count_type symbolic(const test_exec_space& exec, const problem_type& problem, int* row_map,
                      const SpGEMMOptions& options, Ocean::SpGEMMReport& report) {
    return state_base::symbolic(exec, problem, row_map, options, report, nullptr, [&] { ++num_beside_analysis; });
  }
  void numeric(const test_exec_space& exec, const problem_type& problem, const int* row_map, int* entries,
               double* values, Ocean::SpGEMMReport& report) {
    state_base::numeric(exec, problem, row_map, entries, values, report, [&] {
      ++num_verified;
      if (is_refused) throw std::invalid_argument("Testing: refused");
    });
  }
  int num_beside_analysis = 0, num_verified = 0;
  bool is_refused = false;
};
using StateSession = SessionOf<State>;

session_matrix make_a() { return random_matrix(130, 90, 1); }
session_matrix make_b() { return random_matrix(90, 300, 2); }

count_type num_products_of(const session_matrix& a, const session_matrix& b) {
  count_type products = 0;
  for (const int inner : a.entries) products += b.row_map[inner + 1] - b.row_map[inner];
  return products;
}

TEST(ReusableProductState, ARefusedNumericCallLeavesItAsItWas) {
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    StateSession session(make_a(), make_b(), {.path = path});
    session.symbolic();
    session.reusable.is_refused = true;
    for (int attempt = 0; attempt < 2; ++attempt)
      EXPECT_EQ(error_text<std::invalid_argument>([&] { session.numeric(); }), "Testing: refused");
    const bool may_be_gated = path == ExecutionPath::native;  // the caller's gate, which there is none of here
    if (!may_be_gated) {
      EXPECT_EQ(to_vector(session.entries), std::vector<int>(session.entries.extent(0), -1));
    }
    session.reusable.is_refused = false;
    for (int call = 0; call < 3; ++call) {
      const int before = session.reusable.num_verified;
      session.numeric();
      EXPECT_GT(session.reusable.num_verified, before);
      EXPECT_TRUE(session.is_correct());
      EXPECT_EQ(session.report.value_source == ValueSource::product, call == 0);
    }
    session.reusable.is_refused = true;
    EXPECT_EQ(error_text<std::invalid_argument>([&] { session.numeric(); }), "Testing: refused");
    EXPECT_EQ(to_vector(session.values), std::vector<double>(session.values.extent(0), -77.0));
  }
}

TEST(ReusableProductState, ReportsTheSymbolicCall) {
  const auto a = make_a(), b = make_b();
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    StateSession session(a, b, {.path = path, .memory_limit_bytes = plenty});
    session.symbolic();
    const auto& report = session.report;
    EXPECT_EQ(report.path, path);
    EXPECT_EQ(report.workflow, Workflow::symbolic);
    EXPECT_EQ(report.workflow_reason, "a handle finds the sizes of C before its values");
    EXPECT_EQ(report.value_source, ValueSource::none);
    EXPECT_EQ(report.num_rows, 130);
    EXPECT_EQ(report.num_inner, 90);
    EXPECT_EQ(report.num_cols, 300);
    EXPECT_EQ(report.nnz_a, static_cast<count_type>(a.entries.size()));
    EXPECT_EQ(report.nnz_b, static_cast<count_type>(b.entries.size()));
    EXPECT_EQ(report.nnz_c, static_cast<count_type>(session.expected.entries.size()));
    EXPECT_EQ(report.total_products, num_products_of(a, b));
    EXPECT_EQ(session.reusable.num_beside_analysis, 1);
    EXPECT_EQ(to_vector(session.row_map), session.expected.row_map);
    EXPECT_EQ(session.reusable.workspace().output_bytes(), 131 * sizeof(int) + report.nnz_c * 12);
    EXPECT_EQ(report.peak_workspace_bytes, session.reusable.workspace().peak_workspace_bytes());
  }
}

/// The first call, one that prepares, and others, and those that write other columns.
TEST(ReusableProductState, ReportsWhereValuesComeFrom) {
  const auto a = make_a(), b = make_b();
  for (const ExecutionPath path : all_paths())
    for (const bool reuse : {true, false}) {
      SCOPED_TRACE(testing::Message() << to_string(path) << (reuse ? ", reuse" : ""));
      StateSession session(a, b, {.path = path, .reuse = reuse});
      session.reusable.set_reuse_tuning(summing_by(ReuseSums::lists));
      session.symbolic();
      const std::string first = "the first values of this graph of C",
                        again = reuse ? "lists of products kept in " +
                                            with_commas(Ocean::Impl::product_lists_bytes(session.report.total_products,
                                                                                         session.reusable.nnz_c())) +
                                            " bytes"
                                      : "the options say not to prepare for reuse";
      const auto expect_values = [&](ValueSource source, const std::string& reason) {
        session.numeric();
        EXPECT_TRUE(session.is_correct());
        EXPECT_EQ(session.report.value_source, source);
        EXPECT_EQ(session.report.workflow_reason, reason);
      };
      expect_values(ValueSource::product, first);
      EXPECT_FALSE(session.reusable.has_lists());
      session.bind(with_other_values(a), b);
      for (int call = 0; call < 2; ++call) expect_values(reuse ? ValueSource::lists : ValueSource::product, again);
      EXPECT_EQ(session.reusable.has_lists(), reuse);
      session.entries = test_view<int>("Testing::other_entries", session.entries.extent(0));
      expect_values(ValueSource::product, first);
      expect_values(reuse ? ValueSource::lists : ValueSource::product, again);
    }
}

TEST(ReusableProductState, ReportsPlacesOfCpuThreads) {
  const auto a = make_a(), b = make_b();
  for (const ExecutionPath path : all_paths()) {
    if (path != ExecutionPath::host) continue;
    StateSession session(a, b, {.path = path});
    session.reusable.set_reuse_tuning(summing_by(ReuseSums::places));
    session.symbolic();
    session.numeric();
    session.numeric();
    EXPECT_TRUE(session.is_correct());
    EXPECT_EQ(session.report.value_source, ValueSource::places);
    EXPECT_EQ(session.report.workflow_reason,
              "flat places of products kept in " + with_commas(4 * num_products_of(a, b)) + " bytes");
  }
}

/// Lists that are quick to make are made by the first call, or with the columns if these are to be prepared.
TEST(ReusableProductState, PreparesEarly) {
  const auto a = make_a(), b = make_b();
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    SpGEMMOptions options{.path = path};
    const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
    const double per_entry = static_cast<double>(num_products_of(a, b)) / static_cast<double>(expected.entries.size());
    for (const bool early : {true, false}) {
      options.reuse_early_products = early ? 1.001 * per_entry : 0.999 * per_entry;
      StateSession session(a, b, options);
      session.reusable.set_reuse_tuning(summing_by(ReuseSums::lists));
      session.symbolic();
      session.numeric();
      EXPECT_EQ(session.reusable.has_lists(), early);
      for (const bool prepare : {true, false}) {
        session.symbolic();
        session.reusable.fill_entries(test_exec_space{}, session.problem(), session.row_map.data(),
                                      session.entries.data(), prepare);
        EXPECT_EQ(to_vector(session.entries), expected.entries);
        EXPECT_EQ(session.reusable.has_lists(), early && prepare);
        session.numeric();
        EXPECT_TRUE(session.is_correct());
        EXPECT_TRUE(session.reusable.has_lists()) << "a repeated call";
      }
    }
  }
}

/// Columns are searched by later calls: hash tables sort them, whatever the options say.
TEST(ReusableProductState, ColumnsAreSortedWhereTheyAreSearched) {
  for (const ExecutionPath path : all_paths())
    for (const bool reuse : {true, false}) {
      SpGEMMOptions options{.path = path, .sorted_output = false, .deterministic = !reuse, .reuse = reuse};
      options.accumulators.dense = options.accumulators.ranked = options.accumulators.esc = false;
      options.accumulators.merge = options.accumulators.supernodes = false;
      StateSession session(make_a(), make_b(), options);
      session.symbolic();
      session.numeric();
      EXPECT_TRUE(session.is_correct());
    }
}

/// Of full blocks, where CPU threads would otherwise rely on the columns that are there.
TEST(ReusableProductState, ColumnsAreWrittenAfresh) {
  const auto blocks = make_block_diagonal<int, int, double>(9, 30);
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    StateSession session(blocks, blocks, {.path = path});
    session.symbolic();
    session.numeric();
    Kokkos::deep_copy(session.entries, 0);
    session.reusable.fill_entries(test_exec_space{}, session.problem(), session.row_map.data(), session.entries.data(),
                                  false);
    EXPECT_EQ(to_vector(session.entries), session.expected.entries);
  }
}

TEST(ReusableProductState, SizesAreFoundWithoutValues) {
  StateSession session(make_a(), make_b(), {.skip_zeros = Ocean::SkipZeros::of_both});
  EXPECT_EQ(error_text<std::invalid_argument>([&] { session.symbolic(); }),
            "Ocean::spgemm_symbolic: skip_zeros is both (need none: the sizes of C are found without values of A and "
            "B)");
  EXPECT_FALSE(session.reusable.is_symbolic_done());
}

void expect_new(const State& state) {
  EXPECT_FALSE(state.is_symbolic_done());
  EXPECT_EQ(state.nnz_c(), 0);
  EXPECT_FALSE(state.has_lists());
  EXPECT_FALSE(state.has_places());
  EXPECT_FALSE(state.is_chunked());
  EXPECT_EQ(state.workspace_bytes(), 0u);
}

/// The tuning stays: with it, a later product has lists, too, where it would have places.
TEST(ReusableProductState, ReleasesEverythingButTheTuning) {
  const auto blocks = make_block_diagonal<int, int, double>(6, 12);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    StateSession session(blocks, blocks, {.path = path, .reuse_memory_factor = 1000.0});
    expect_new(session.reusable);
    Ocean::Impl::ReuseTuning tuning;
    tuning.sums = Ocean::Impl::ReuseSums::lists;
    session.reusable.set_reuse_tuning(tuning);
    for (int product = 0; product < 2; ++product) {
      session.symbolic();
      EXPECT_TRUE(session.reusable.is_symbolic_done());
      session.numeric();
      session.numeric();
      EXPECT_TRUE(session.reusable.has_lists());
      EXPECT_FALSE(session.reusable.has_places());
      EXPECT_GT(session.reusable.workspace_bytes(), 0u);
      session.reusable.release();
      expect_new(session.reusable);
    }
  }
}

/// \brief A session behind its symbolic and first numeric calls, in a call of its own.
struct Interrupted {
  explicit Interrupted(ExecutionPath path, std::size_t limit_bytes = plenty)
      : session(make_a(), make_b(), {.path = path, .memory_limit_bytes = limit_bytes}) {
    session.symbolic();
    session.numeric();
    session.numeric();
    call = std::make_unique<WorkspaceCall<test_exec_space>>(session.reusable.workspace(), test_exec_space{});
  }
  template <class Action>
  void run(const Action& action) {
    session.reusable.run_within_memory(test_exec_space{}, session.problem(), action);
  }
  workspace_type& workspace() { return session.reusable.workspace(); }
  StateSession session;
  std::unique_ptr<WorkspaceCall<test_exec_space>> call;
};

TEST(ReusableProductState, AnActionWithoutMemoryRunsAgainInChunks) {
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    Interrupted interrupted(path);
    StateSession& session = interrupted.session;
    ASSERT_TRUE(session.reusable.has_lists() || session.reusable.has_places());
    ASSERT_GT(session.reusable.workspace_bytes(), 0u);
    int runs = 0;
    interrupted.run([&] {
      EXPECT_EQ(session.reusable.is_chunked(), runs > 0);
      EXPECT_EQ(session.reusable.workspace_bytes() == 0, runs > 0) << "all that was kept is freed";
      interrupted.workspace().allocate<char>("Testing::taken", 1000);
      if (++runs == 1) throw OutOfMemory("none left");
    });
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(session.reusable.workspace_bytes(), 1000u) << "what the first run took is freed";
    EXPECT_FALSE(session.reusable.has_lists());
    interrupted.call.reset();
    session.bind(with_other_values(make_a()), make_b());
    session.numeric();
    EXPECT_TRUE(session.is_correct());
    EXPECT_EQ(session.report.value_source, ValueSource::product);
  }
}

/// In chunks, there is no other way; an error of another kind changes nothing.
TEST(ReusableProductState, ErrorsArePassedOn) {
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    Interrupted interrupted(path);
    const std::size_t kept_bytes = interrupted.session.reusable.workspace_bytes();
    EXPECT_EQ(error_text<std::logic_error>([&] { interrupted.run([] { throw std::logic_error("its own"); }); }),
              "its own");
    EXPECT_FALSE(interrupted.session.reusable.is_chunked());
    EXPECT_EQ(interrupted.session.reusable.workspace_bytes(), kept_bytes);
    int runs = 0;
    const auto fail = [&] {
      ++runs;
      interrupted.workspace().allocate<char>("Testing::taken", 1000);
      throw OutOfMemory("none left");
    };
    EXPECT_EQ(error_text<OutOfMemory>([&] { interrupted.run(fail); }), "none left");
    EXPECT_EQ(runs, 2);
    EXPECT_TRUE(interrupted.session.reusable.is_chunked());
    interrupted.workspace().release_after(0);
    EXPECT_EQ(error_text<OutOfMemory>([&] { interrupted.run(fail); }), "none left");
    EXPECT_EQ(runs, 3) << "once in chunks";
    EXPECT_EQ(interrupted.session.reusable.workspace_bytes(), 0u);
  }
}

/// What actions have left in the workspace is kept until chunks need the memory.
TEST(ReusableProductState, WhatActionsLeaveIsKept) {
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    Interrupted interrupted(path);
    const std::size_t before = interrupted.session.reusable.workspace_bytes();
    interrupted.run([&] { interrupted.workspace().allocate<char>("Testing::kept", 500); });
    EXPECT_EQ(interrupted.session.reusable.workspace_bytes(), before + 500);
    EXPECT_THROW(interrupted.run([&] {
      interrupted.workspace().allocate<char>("Testing::kept", 300);
      throw std::logic_error("its own");
    }),
                 std::logic_error);
    EXPECT_EQ(interrupted.session.reusable.workspace_bytes(), before + 800);
    const auto beside = interrupted.workspace().allocate<char>("Testing::beside", 70);
    int runs = 0;
    interrupted.run([&] {
      if (++runs == 1) throw OutOfMemory("none left");
    });
    EXPECT_EQ(interrupted.session.reusable.workspace_bytes(), 70u) << "of somebody else";
    interrupted.workspace().release(beside);
  }
}

/// Entries of C are an output once, whether the sizes were found at once or in chunks.
TEST(ReusableProductState, ALimitThatIsTooShortForNumericCallsMeansChunks) {
  const auto a = make_a(), b = make_b();
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    StateSession whole(a, b, {.path = path, .memory_limit_bytes = plenty});
    whole.symbolic();
    const std::size_t c_bytes = whole.reusable.workspace().output_bytes();
    StateSession session(a, b,
                         {.path = path, .memory_limit_bytes = c_bytes + whole.report.estimated_workspace_bytes - 1});
    session.symbolic();
    EXPECT_TRUE(session.reusable.is_chunked());
    EXPECT_EQ(session.reusable.workspace_bytes(), 0u);
    EXPECT_EQ(session.reusable.workspace().output_bytes(), c_bytes);
    session.numeric();
    EXPECT_TRUE(session.is_correct());
    StateSession fitting(a, b, {.path = path, .memory_limit_bytes = c_bytes + whole.report.estimated_workspace_bytes});
    fitting.symbolic();
    EXPECT_FALSE(fitting.reusable.is_chunked());
  }
}

TEST(ReusableProductState, DeterministicValuesHaveTheBitsOfTheSerialProduct) {
  auto a = make_a();
  for (double& value : a.values) value = value / 3.0 + 0.1;
  const auto b = make_b();
  for (const ExecutionPath path : all_paths())
    for (const bool reuse : {true, false}) {
      SCOPED_TRACE(testing::Message() << to_string(path) << (reuse ? ", reuse" : ""));
      StateSession session(a, b, {.path = path, .deterministic = true, .reuse = reuse});
      session.symbolic();
      for (int call = 0; call < 3; ++call) {
        session.numeric();
        EXPECT_EQ(to_vector(session.values), session.expected.values) << "call " << call;
      }
    }
}

}  // namespace
