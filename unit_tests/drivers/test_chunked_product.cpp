/// \file
/// \brief Products in chunks of rows: the same C whatever fits, within the limit always.

#include "ocean/drivers/chunked_product.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "api/product.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/extreme_options.hpp"
#include "support/far_columns.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Impl::WorkspaceTooSmall;

using int_matrix = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;

int_matrix multiply(const int_matrix& a, const int_matrix& b, ExecutionPath path, const SpGEMMOptions& options,
                    SpGEMMReport& report) {
  const auto device_a = to_device(a), device_b = to_device(b);
  const problem_type problem{device_a.operand(), device_b.operand()};
  const auto c = Ocean::Impl::chunked_product<product_type>(test_exec_space{}, path, problem, options, report);
  Kokkos::fence();
  return to_host(a.num_rows, b.num_cols, c.row_map, c.entries, c.values);
}

/// Operands whose rows need different accumulators: short rows, a full one, duplicates, empty ones.
struct Operands {
  std::string name;
  int_matrix a, b;
};
std::vector<Operands> operands() {
  const auto random = [](const RandomMatrix& matrix) { return make_random<int, int, double>(matrix); };
  return {
      {"unsorted, duplicates, empty rows",
       random({.num_rows = 200,
               .num_cols = 250,
               .mean_row_nnz = 6,
               .seed = 1,
               .empty_row_ratio = 0.3,
               .duplicate_ratio = 0.2,
               .unsorted = true}),
       random(
           {.num_rows = 250, .num_cols = 900, .mean_row_nnz = 9, .seed = 2, .duplicate_ratio = 0.2, .unsorted = true})},
      {"power law, full row",
       random({.num_rows = 150,
               .num_cols = 500,
               .mean_row_nnz = 5,
               .seed = 3,
               .row_lengths = RowLengthLaw::power_law,
               .full_row = 70}),
       random({.num_rows = 500, .num_cols = 20000, .mean_row_nnz = 12, .seed = 4})},
      {"first and last row long",
       random({.num_rows = 120, .num_cols = 400, .mean_row_nnz = 2, .seed = 5, .full_row = 0}),
       random({.num_rows = 400, .num_cols = 70000, .mean_row_nnz = 10, .seed = 6, .full_column = 3})},
      {"no entry in C", random({.num_rows = 50, .num_cols = 40, .mean_row_nnz = 3, .seed = 7}),
       make_empty<int, int, double>(40, 30)},
  };
}

TEST(ChunkedProduct, WithoutALimitItIsOneChunk) {
  for (const ExecutionPath path : available_paths())
    for (const auto& [name, a, b] : operands()) {
      SCOPED_TRACE(name + ", " + Ocean::to_string(path));
      SpGEMMReport report;
      const auto c = multiply(a, b, path, {}, report);
      EXPECT_TRUE(matches(c, Ocean::Impl::multiply_gustavson<int, int, double>(a, b)));
      EXPECT_EQ(report.num_chunks, 1);
      EXPECT_EQ(report.estimated_workspace_bytes, report.peak_workspace_bytes);
      EXPECT_EQ(report.workflow, Ocean::Workflow::symbolic);
      count_type rows = 0;
      for (const auto& configuration : report.configurations) rows += configuration.rows;
      EXPECT_EQ(rows, a.num_rows);
    }
}

void expect_every_limit_kept(const Ocean::AccumulatorSwitches& accumulators) {
  for (const ExecutionPath path : available_paths())
    for (const auto& [name, a, b] : operands()) {
      SCOPED_TRACE(name + ", " + Ocean::to_string(path));
      SpGEMMReport whole;
      const auto expected = multiply(a, b, path, {.accumulators = accumulators}, whole);
      std::set<std::int64_t> counts;
      const std::size_t c_bytes = whole.peak_bytes - whole.peak_workspace_bytes;
      bool is_refused = false;
      // A device's large teams take so much for one long row that limits between it and the whole are close together.
      const std::size_t steps = Ocean::Impl::is_host_space_v<test_exec_space> ? 8 : 12;
      for (std::size_t work_bytes = whole.peak_workspace_bytes; !is_refused; work_bytes -= work_bytes / steps + 1) {
        const std::size_t limit_bytes = c_bytes + work_bytes;
        SpGEMMReport report;
        try {
          const auto c =
              multiply(a, b, path, {.accumulators = accumulators, .memory_limit_bytes = limit_bytes}, report);
          EXPECT_TRUE(same_integers("row_map", c.row_map, expected.row_map));
          EXPECT_TRUE(same_integers("entries", c.entries, expected.entries));
          EXPECT_EQ(c.values, expected.values);
          EXPECT_LE(report.peak_bytes, limit_bytes);
          EXPECT_GE(report.num_chunks, 1);
          EXPECT_EQ(report.estimated_workspace_bytes, report.peak_workspace_bytes);
          counts.insert(report.num_chunks);
        } catch (const WorkspaceTooSmall& error) {
          const std::string needed = ", it is " + std::to_string(limit_bytes) + ")";
          EXPECT_NE(std::string(error.what()).find(needed), std::string::npos) << error.what();
          is_refused = true;
          EXPECT_LT(work_bytes, whole.peak_workspace_bytes / 2);
        }
      }
      // Merged rows take so little that two chunks do for every limit that is enough for a long row.
      if (path != ExecutionPath::host && !accumulators.merge) {
        EXPECT_GT(counts.size(), 2u) << "limits that differ";
      }
    }
}

TEST(ChunkedProduct, EveryLimitIsKeptAndCStaysTheSame) {
  expect_every_limit_kept({});
  expect_every_limit_kept({.merge = false});
}

TEST(ChunkedProduct, AFewRowsAtATimeAreRight) {
  for (const ExecutionPath path : available_paths()) {
    const auto [name, a, b] = operands().front();
    SpGEMMReport report;
    Ocean::SpGEMMOptions options;
    // C, the shapes and flags of B's rows, the counters of bins, and what a few rows take
    const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
    options.memory_limit_bytes =
        expected.entries.size() * 12 + (a.num_rows + 1) * 4 + b.num_rows * 17 + sizeof(Ocean::Impl::BinCounters) + 160;
    if (path == ExecutionPath::host) options.memory_limit_bytes += 200000;  // a window for every thread
    if (!Ocean::Impl::is_host_space_v<test_exec_space>) options.memory_limit_bytes += 2048;  // a device's prefix sum
    EXPECT_TRUE(matches(multiply(a, b, path, options, report), expected));
    EXPECT_LE(report.peak_bytes, options.memory_limit_bytes);
    if (path != ExecutionPath::host) {
      EXPECT_GT(report.num_chunks, 3);
    }
  }
}

/// Through the public call, because the tests' library holds these types.
TEST(ChunkedProduct, WideTypes) {
  const auto a = make_far(
      {.num_rows = 600, .num_cols = 300, .mean_row_nnz = 7, .seed = 21, .row_lengths = RowLengthLaw::power_law});
  const auto b = make_far({.num_rows = 300, .num_cols = 5000, .mean_row_nnz = 9, .seed = 22, .unsorted = true});
  const auto expected = Ocean::Impl::multiply_gustavson<std::int64_t, std::int64_t, double>(a, b);
  for (const ExecutionPath path : available_paths()) {
    SCOPED_TRACE(Ocean::to_string(path));
    SpGEMMOptions options{.workflow = Ocean::Workflow::symbolic, .path = path};
    options.memory_limit_bytes = std::size_t(1) << 40;  // so that every byte is counted
    SpGEMMReport whole;
    EXPECT_TRUE(matches(multiply_on_device<far_matrix>(a, b, options, &whole), expected));
    const std::size_t c_bytes = whole.peak_bytes - whole.peak_workspace_bytes;
    options.memory_limit_bytes = c_bytes + (path == ExecutionPath::host ? 400000 : whole.peak_workspace_bytes * 3 / 4);
    SpGEMMReport report;
    EXPECT_TRUE(matches(multiply_on_device<far_matrix>(a, b, options, &report), expected));
    EXPECT_LE(report.peak_bytes, options.memory_limit_bytes);
    if (path != ExecutionPath::host) {
      EXPECT_GT(report.num_chunks, 1);
    }
  }
}

TEST(ChunkedProduct, TooLittleForCSaysSo) {
  const auto a = make_random<int, int, double>({.num_rows = 700, .num_cols = 250, .mean_row_nnz = 6, .seed = 31});
  const auto b = make_random<int, int, double>(
      {.num_rows = 250, .num_cols = 900, .mean_row_nnz = 9, .seed = 32, .unsorted = true});
  const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  const std::size_t entries_bytes = expected.entries.size() * 12, rows_bytes = (a.num_rows + 1) * 4;
  for (const ExecutionPath path : available_paths()) {
    SpGEMMReport report;
    EXPECT_EQ(error_text<WorkspaceTooSmall>([&] { (void)multiply(a, b, path, {.memory_limit_bytes = 100}, report); }),
              "Ocean::workspace: C takes " + std::to_string(rows_bytes) +
                  " bytes with 0 in use (need a memory limit of at least " + std::to_string(rows_bytes) +
                  " bytes, it is 100)");
    const std::size_t b_row_bytes = path == ExecutionPath::host ? 9 : 17;  // ranges or shapes of B's rows, and flags
    const std::size_t held = rows_bytes + static_cast<std::size_t>(b.num_rows) * b_row_bytes;
    const std::size_t limit = held + entries_bytes - 1;
    EXPECT_EQ(error_text<WorkspaceTooSmall>([&] { (void)multiply(a, b, path, {.memory_limit_bytes = limit}, report); }),
              "Ocean::workspace: C takes " + std::to_string(entries_bytes) + " bytes with " + std::to_string(held) +
                  " in use (need a memory limit of at least " + std::to_string(limit + 1) + " bytes, it is " +
                  std::to_string(limit) + ")");
  }
}

TEST(ChunkedProduct, ABadColumnOfALaterChunkIsNamed) {
  auto [name, a, b] = operands().front();
  a.entries.back() = 250;
  for (const ExecutionPath path : available_paths()) {
    SpGEMMReport report;
    const std::string text =
        error_text<std::invalid_argument>([&] { (void)multiply(a, b, path, {.memory_limit_bytes = 3000000}, report); });
    EXPECT_NE(text.find("= 250 in row "), std::string::npos) << text;
  }
}

/// Behind the driver: each engine's slices in any order.
TEST(ChunkedProduct, SlicesMakeTheWhole) {
  const auto a = make_rows_of_many_kinds();
  const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, a);
  const auto device = to_device(a);
  const problem_type problem{device.operand(), device.operand()};
  const test_exec_space exec;
  const std::vector<count_type> ends = {0, 1, 7, 8, 100, 300};
  for (const auto path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    Ocean::Impl::Workspace<test_exec_space> workspace(exec);
    SpGEMMReport report;
    product_type c = Ocean::Impl::empty_product<product_type>(exec, a.num_rows);
    const Ocean::Impl::RunContext<test_exec_space> context{&workspace, {}, &report};
    Ocean::Impl::with_row_chunks<product_type>(path, problem, context, [&](auto& chunks) {
      count_type nnz = 0;
      for (std::size_t end = 1; end < ends.size(); ++end)
        nnz += chunks.count(ends[end - 1], ends[end], c.row_map.data());
      EXPECT_EQ(nnz, static_cast<count_type>(expected.entries.size()));
      Ocean::Impl::sum_row_sizes(exec, a.num_rows, c.row_map.data());
      Ocean::Impl::allocate_entries(exec, nnz, c);
      for (std::size_t end = ends.size() - 1; end > 0; --end)  // in any order
        chunks.place(ends[end - 1], ends[end], c.row_map.data(), c.entries.data(), c.values.data());
      Kokkos::fence("Testing::slices");
    });
    EXPECT_TRUE(matches(to_host(a.num_rows, a.num_cols, c.row_map, c.entries, c.values), expected));
  }
}

TEST(RowChunks, AreHalvedUntilTheyFitAndGrowAgain) {
  std::vector<std::pair<count_type, count_type>> done;
  count_type num_rows = 100;
  const auto fits = [&](count_type limit) {
    return [&, limit](count_type first, count_type last) {
      if (last - first > limit) throw WorkspaceTooSmall(Ocean::Impl::MemoryShortage{});
      done.emplace_back(first, last);
    };
  };
  EXPECT_EQ(Ocean::Impl::for_row_chunks(100, num_rows, fits(100)), 1);
  EXPECT_EQ(num_rows, 100);
  done.clear();
  EXPECT_EQ(Ocean::Impl::for_row_chunks(100, num_rows, fits(30)), 4);
  EXPECT_EQ(done, (std::vector<std::pair<count_type, count_type>>{{0, 25}, {25, 50}, {50, 75}, {75, 100}}));
  EXPECT_EQ(num_rows, 25);
  done.clear();
  num_rows = 2;
  EXPECT_EQ(Ocean::Impl::for_row_chunks(100, num_rows, fits(100)), 8 + 8 + 7) << "chunks of 2, of 4, of 8";
  EXPECT_THROW(Ocean::Impl::for_row_chunks(100, num_rows, fits(0)), WorkspaceTooSmall);
  EXPECT_EQ(Ocean::Impl::for_row_chunks(0, num_rows, fits(0)), 0);
}

}  // namespace
