/// \file
/// \brief Symbolic, numeric and repeated calls within a limit and in memory of the caller's: the same C, whatever fits.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "ocean/core/with_commas.hpp"
#include "reusable_session.hpp"
#include "support/enough_memory.hpp"
#include "support/extreme_options.hpp"
#include "support/supplied_memory.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::Impl::WorkspaceTooSmall;

/// The ways of a call: every path, summed in any order or a fixed one.
std::vector<SpGEMMOptions> ways() {
  std::vector<SpGEMMOptions> all;
  for (const ExecutionPath path : available_paths())
    for (const bool deterministic : {false, true}) all.push_back({.path = path, .deterministic = deterministic});
  return all;
}

std::string name_of(const SpGEMMOptions& options) {
  return std::string(to_string(options.path)) + (options.deterministic ? ", deterministic" : "");
}

/// All calls of a session, each checked.
void run(Session& session, const session_matrix& a, const session_matrix& b) {
  session.symbolic();
  session.numeric();
  EXPECT_TRUE(session.is_correct()) << "first";
  session.bind(with_other_values(a), with_other_values(b));
  session.numeric();
  EXPECT_TRUE(session.is_correct()) << "again";
  session.numeric();
  EXPECT_TRUE(session.is_correct()) << "a third time";
  session.entries = test_view<int>("Testing::other_entries", session.entries.extent(0));
  session.numeric();
  EXPECT_TRUE(session.is_correct()) << "other columns to fill";
}

std::size_t product_bytes(const Session& session) {
  return sizeof(int) * session.row_map.extent(0) + (sizeof(int) + sizeof(double)) * session.entries.extent(0);
}

/// C and a part of the work memory that a symbolic call takes: too little for all rows at once.
std::size_t short_limit(const session_matrix& a, const session_matrix& b, SpGEMMOptions options, int tenths = 6) {
  options.memory_limit_bytes = std::size_t(1) << 40;  // so that small views do not hide in chunks of memory
  Session whole(a, b, options);
  whole.symbolic();
  return product_bytes(whole) + whole.report.peak_workspace_bytes / 10 * static_cast<std::size_t>(tenths);
}

TEST(ReusableMemory, EveryLimitIsKept) {
  const auto a = random_matrix(150, 100, 1), b = random_matrix(100, 500, 2);
  for (const SpGEMMOptions& way : ways()) {
    SCOPED_TRACE(name_of(way));
    Session whole(a, b, way);
    run(whole, a, b);
    EXPECT_FALSE(whole.reusable.is_chunked());
    EXPECT_EQ(whole.report.peak_bytes, whole.report.peak_workspace_bytes + product_bytes(whole));
    std::set<bool> chunked;
    std::set<std::int64_t> counts;
    bool is_refused = false;
    for (std::size_t bytes = whole.report.peak_workspace_bytes; !is_refused; bytes -= bytes / 8 + 1) {
      SpGEMMOptions options = way;
      options.memory_limit_bytes = product_bytes(whole) + bytes;
      Session session(a, b, options);
      try {
        run(session, a, b);
        EXPECT_LE(session.report.peak_bytes, options.memory_limit_bytes);
        EXPECT_EQ(session.reusable.is_chunked(), session.report.workflow_reason.starts_with("in "));
        chunked.insert(session.reusable.is_chunked());
        counts.insert(session.report.num_chunks);
      } catch (const WorkspaceTooSmall& error) {
        const std::string needed = ", it is " + std::to_string(options.memory_limit_bytes) + "; ";
        EXPECT_NE(std::string(error.what()).find(needed), std::string::npos) << error.what();
        is_refused = true;
      }
    }
    EXPECT_EQ(chunked.size(), 2u);
    if (way.path != ExecutionPath::host) {
      EXPECT_GT(counts.size(), 2u) << "limits that differ";
    }
  }
}

TEST(ReusableMemory, EveryByteOfTheCallersWillDo) {
  const auto a = random_matrix(150, 100, 3), b = random_matrix(100, 500, 4);
  for (const SpGEMMOptions& way : ways()) {
    SCOPED_TRACE(name_of(way));
    Session whole(a, b, way);
    run(whole, a, b);
    std::set<bool> chunked;
    bool is_refused = false;
    for (std::size_t bytes = 2 * whole.report.peak_workspace_bytes; !is_refused; bytes -= bytes / 3 + 1) {
      const SuppliedMemory memory(bytes);
      Session session(a, b, memory.in(way));
      try {
        run(session, a, b);
        EXPECT_LE(session.report.peak_workspace_bytes, bytes);
        EXPECT_LE(session.reusable.workspace_bytes(), bytes);
        chunked.insert(session.reusable.is_chunked());
      } catch (const WorkspaceTooSmall& error) {
        const std::string needed = "bytes, it has " + std::to_string(bytes) + "; ";
        EXPECT_NE(std::string(error.what()).find(needed), std::string::npos) << error.what();
        is_refused = true;
      }
      EXPECT_TRUE(memory.is_kept());
      EXPECT_TRUE(memory.is_used() || is_refused);
    }
    EXPECT_EQ(chunked.size(), 2u);
  }
}

TEST(ReusableMemory, ChunksKeepNothing) {
  const auto a = random_matrix(1500, 300, 5), b = random_matrix(300, 900, 6);
  for (const SpGEMMOptions& way : ways()) {
    SCOPED_TRACE(name_of(way));
    SpGEMMOptions options = way;
    options.memory_limit_bytes = short_limit(a, b, way);
    Session session(a, b, options);
    session.symbolic();
    EXPECT_TRUE(session.reusable.is_chunked());
    EXPECT_EQ(session.reusable.workspace_bytes(), 0u);
    session.numeric();
    EXPECT_TRUE(session.is_correct());
    EXPECT_FALSE(session.reusable.has_lists());
    EXPECT_EQ(session.reusable.workspace_bytes(), 0u);
    EXPECT_EQ(session.report.workflow_reason, "in " + std::to_string(session.report.num_chunks) +
                                                  (session.report.num_chunks == 1 ? " chunk" : " chunks") +
                                                  " of rows to keep the limit of " +
                                                  Ocean::Impl::with_commas(options.memory_limit_bytes) + " bytes");
  }
}

TEST(ReusableMemory, DeterministicSumsAreTheSameInChunks) {
  const auto a = random_matrix(1500, 300, 7), b = random_matrix(300, 900, 8);
  for (const SpGEMMOptions& way : ways()) {
    if (!way.deterministic) continue;
    SCOPED_TRACE(name_of(way));
    Session whole(a, b, way);
    whole.symbolic();
    whole.numeric();
    for (const int tenths : {6, 3}) {  // the second: also too little for a plan of all sums
      if (tenths < 6 && way.path == ExecutionPath::host) continue;
      SpGEMMOptions options = way;
      options.memory_limit_bytes = short_limit(a, b, way, tenths);
      Session session(a, b, options);
      session.symbolic();
      session.numeric();
      EXPECT_TRUE(session.reusable.is_chunked());
      EXPECT_EQ(to_vector(session.values), to_vector(whole.values));
      EXPECT_LE(session.report.peak_bytes, options.memory_limit_bytes);
    }
  }
}

TEST(ReusableMemory, ColumnsWithoutValuesInChunks) {
  const auto a = random_matrix(1500, 300, 9), b = random_matrix(300, 900, 10);
  for (const SpGEMMOptions& way : ways()) {
    SCOPED_TRACE(name_of(way));
    SpGEMMOptions options = way;
    const std::size_t zeros_bytes = sizeof(double) * std::max(a.entries.size(), b.entries.size());
    options.memory_limit_bytes = short_limit(a, b, way) + zeros_bytes;
    Session session(a, b, options);
    session.symbolic();
    session.reusable.fill_entries(test_exec_space{}, session.problem(), session.row_map.data(), session.entries.data());
    EXPECT_TRUE(session.reusable.is_chunked());
    EXPECT_EQ(to_vector(session.entries), session.expected.entries);
    EXPECT_EQ(session.reusable.workspace_bytes(), 0u);
    session.numeric();
    EXPECT_TRUE(session.is_correct());
    EXPECT_LE(session.report.peak_bytes, options.memory_limit_bytes);
  }
}

TEST(ReusableMemory, TooLittleForCSaysSoBeforeAnythingIsWritten) {
  const auto a = random_matrix(50, 60, 11), b = random_matrix(60, 70, 12);
  for (const SpGEMMOptions& way : ways()) {
    SpGEMMOptions options = way;
    options.memory_limit_bytes = 100;
    Session session(a, b, options);
    const std::string text = error_text<WorkspaceTooSmall>([&] { session.symbolic(); });
    EXPECT_EQ(text,
              "Ocean::workspace: C takes 204 bytes with 0 in use (need a memory limit of at least 204 bytes, it is "
              "100; " +
                  std::to_string(enough_bytes_of(text, "memory limit")) + " are enough)");
    EXPECT_FALSE(session.reusable.is_symbolic_done());
    EXPECT_EQ(to_vector(session.row_map), std::vector(51, 123));
  }
}

}  // namespace
