/// \file
/// \brief Columns that a symbolic call finds serve all numeric calls until these only sum; new arrays of C come after.

#include <gtest/gtest.h>

#include "reusable_session.hpp"
#include "support/far_runs.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::ValueSource;

/// \brief Rows in tables of words that the report of \p session names.
count_type word_rows_of(const Session& session) {
  count_type rows = 0;
  for (const auto& configuration : session.report.configurations)
    if (configuration.configuration.starts_with("multi_words")) rows += configuration.rows;
  return rows;
}

TEST(ColumnsOfCalls, ServeEveryCallThatComputesAfresh) {
  const auto [a, b] = far_runs({300});
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    Session session(a, b, {.path = path, .accumulators = {.esc = false, .supernodes = false}, .reuse = false});
    session.symbolic();
    EXPECT_EQ(word_rows_of(session), a.num_rows);
    const std::size_t kept_bytes = session.reusable.workspace_bytes();
    EXPECT_GT(kept_bytes, a.num_rows * 19 * sizeof(Ocean::Impl::BitmapWord)) << "300 entries in runs of 16: 19 words";
    for (int call = 0; call < 2; ++call) {
      session.numeric();
      EXPECT_TRUE(session.is_correct()) << call;
      EXPECT_EQ(session.report.value_source, ValueSource::product);
      EXPECT_EQ(session.reusable.workspace_bytes(), kept_bytes);
      session.bind(with_other_values(a), with_other_values(b));
    }
  }
}

TEST(ColumnsOfCalls, AreLookedForAgainInNewArraysOnceCallsSum) {
  const auto [a, b] = far_runs({300});
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    Session session(a, b, {.path = path, .accumulators = {.esc = false, .supernodes = false}});
    session.symbolic();
    for (int call = 0; call < 2; ++call) session.numeric();
    EXPECT_NE(session.report.value_source, ValueSource::product) << "the second call sums";
    EXPECT_TRUE(session.is_correct());
    session.entries = test_view<int>("Testing::new_entries", session.entries.extent(0));
    session.numeric();
    EXPECT_EQ(session.report.value_source, ValueSource::product);
    EXPECT_TRUE(session.is_correct());
  }
}

}  // namespace
