/// \file
/// \brief Sizes, columns and values of C chunk by chunk, each in a call of its own, and operands with zeros for values.

#include "ocean/drivers/chunked_calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ocean/core/with_commas.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/counted_limit.hpp"
#include "support/engine_types.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::with_commas;
using Ocean::Impl::WorkspaceTooSmall;

constexpr int untouched = -77;
constexpr std::size_t entry_bytes = sizeof(int) + sizeof(double);

/// \brief A product whose calls share a workspace; C's arrays have a slot before and behind.
struct Calls {
  Calls(const matrix_type& a, const matrix_type& b, ExecutionPath on_path, std::size_t limit_bytes = 0)
      : device_a(to_device(a)),
        device_b(to_device(b)),
        reference(Ocean::Impl::multiply_gustavson<int, int, double>(a, b)),
        path(on_path),
        options{.memory_limit_bytes = limit_bytes},
        workspace(test_exec_space{}, options),
        row_map(make_view(std::vector<int>(a.num_rows + 1, untouched))),
        entries(make_view(std::vector<int>(reference.entries.size() + 2, untouched))),
        values(make_view(std::vector<double>(reference.entries.size() + 2, untouched))) {}

  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  count_type count() {
    return Ocean::Impl::count_chunked_rows<product_type>(test_exec_space{}, path, problem(), options, row_map.data(),
                                                         num_chunk_rows, summary, workspace, report);
  }
  void fill(bool with_values) {
    Ocean::Impl::fill_chunked_rows<product_type>(test_exec_space{}, path, problem(), options, row_map.data(),
                                                 entries.data() + 1, with_values ? values.data() + 1 : nullptr,
                                                 num_chunk_rows, workspace, report);
    Kokkos::fence("Testing::fill");
  }
  /// \brief Fails where C is not right, or slots beside it were written.
  void expect_filled(bool with_values) const {
    std::vector<int> columns = reference.entries;
    std::vector<double> sums = reference.values;
    if (!with_values) std::fill(sums.begin(), sums.end(), untouched);
    for (auto slot : {0, 1}) {
      columns.insert(slot == 0 ? columns.begin() : columns.end(), untouched);
      sums.insert(slot == 0 ? sums.begin() : sums.end(), untouched);
    }
    EXPECT_EQ(to_vector(row_map), reference.row_map);
    EXPECT_TRUE(same_integers("entries", to_vector(entries), columns));
    EXPECT_EQ(to_vector(values), sums);
  }
  std::size_t c_bytes() const { return reference.entries.size() * entry_bytes; }

  DeviceCsr<int, int, double> device_a, device_b;
  Ocean::Impl::ReferenceProduct<int, int, double> reference;
  ExecutionPath path;
  SpGEMMOptions options;
  workspace_type workspace;
  test_view<int> row_map, entries;
  test_view<double> values;
  SpGEMMReport report;
  AnalysisSummary summary;
  count_type num_chunk_rows = 0;
};

/// \brief Rows without entries first and between, and a full one.
matrix_type make_a() {
  auto a = make_random<int, int, double>(
      {.num_rows = 200, .num_cols = 150, .mean_row_nnz = 5.0, .seed = 1, .empty_row_ratio = 0.2, .full_row = 90});
  a.num_rows += 20;
  a.row_map.insert(a.row_map.begin(), 20, 0);
  return a;
}
matrix_type make_b() {
  return make_random<int, int, double>(
      {.num_rows = 150, .num_cols = 400, .mean_row_nnz = 8.0, .seed = 2, .duplicate_ratio = 0.2, .unsorted = true});
}

TEST(ChunkedCalls, CountTheRowsOfC) {
  const auto a = make_a(), b = make_b();
  count_type num_products = 0, most_products = 0;
  for (int row = 0; row < a.num_rows; ++row) {
    count_type products = 0;
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry)
      products += b.row_map[a.entries[entry] + 1] - b.row_map[a.entries[entry]];
    num_products += products;
    most_products = std::max(most_products, products);
  }
  for (const ExecutionPath path : all_paths())
    for (const std::size_t limit_bytes : {std::size_t(0), plenty}) {
      SCOPED_TRACE(testing::Message() << to_string(path) << ", limit " << limit_bytes);
      Calls calls(a, b, path, limit_bytes);
      EXPECT_EQ(calls.count(), static_cast<count_type>(calls.reference.entries.size()));
      EXPECT_EQ(to_vector(calls.row_map), calls.reference.row_map);
      EXPECT_EQ(calls.num_chunk_rows, a.num_rows);
      EXPECT_EQ(calls.summary.total_products, num_products);
      EXPECT_EQ(calls.summary.max_row_products, most_products);
      EXPECT_EQ(calls.summary.nnz_a, static_cast<count_type>(a.entries.size()));
      EXPECT_EQ(calls.summary.nnz_b, static_cast<count_type>(b.entries.size()));
      EXPECT_EQ(calls.workspace.output_bytes(), calls.c_bytes());
      if (limit_bytes > 0) {
        EXPECT_EQ(calls.workspace.live_bytes(), 0u);
      }
    }
}

/// From one row at a time, which become more, to all: with values, and columns alone.
TEST(ChunkedCalls, FillTheRowsOfCInPlace) {
  const auto a = make_a(), b = make_b();
  for (const ExecutionPath path : all_paths())
    for (const count_type num_chunk_rows : {0, 1, 7, 220})
      for (const bool with_values : {true, false}) {
        SCOPED_TRACE(testing::Message() << to_string(path) << ", " << num_chunk_rows << " rows"
                                        << (with_values ? "" : ", columns"));
        Calls calls(a, b, path);
        calls.count();
        calls.num_chunk_rows = num_chunk_rows;
        calls.fill(with_values);
        calls.expect_filled(with_values);
        count_type last_rows = num_chunk_rows == 0 ? 220 : num_chunk_rows;
        const count_type num_chunks = Ocean::Impl::for_row_chunks(220, last_rows, [](count_type, count_type) {});
        EXPECT_EQ(calls.num_chunk_rows, last_rows);
        EXPECT_EQ(calls.report.num_chunks, num_chunks);
        EXPECT_EQ(calls.report.value_source, Ocean::ValueSource::product);
        EXPECT_EQ(calls.report.workflow_reason, "in " + std::to_string(num_chunks) +
                                                    (num_chunks == 1 ? " chunk" : " chunks") +
                                                    " of rows because there was no memory for all of them at once");
      }
}

/// \brief Peak of the work memory that fills chunks of 7 rows.
std::size_t peak_of_chunks(const matrix_type& a, const matrix_type& b, ExecutionPath path, bool with_values) {
  Calls counted(a, b, path);
  counted.count();
  Calls calls(a, b, path, plenty);
  Kokkos::deep_copy(calls.row_map, counted.row_map);
  calls.num_chunk_rows = 7;
  calls.fill(with_values);
  calls.expect_filled(with_values);
  return calls.workspace.peak_workspace_bytes();
}

/// Not of the chunks before: rows are of about the same length, and there are some 20 chunks.
TEST(ChunkedCalls, ColumnsAloneTakeMemoryForTheValuesOfAChunk) {
  const auto a = make_banded<int, int, double>(200, 150, 2, 2), b = make_b();
  const std::size_t of_c = Calls(a, b, all_paths().front()).reference.entries.size() * sizeof(double);
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const std::size_t with_values = peak_of_chunks(a, b, path, true), columns = peak_of_chunks(a, b, path, false);
    EXPECT_GT(columns, with_values);
    EXPECT_LT(columns, with_values + of_c / 4);
  }
}

/// Whatever the limit: what was counted can be filled, in chunks that are found when rows are counted.
TEST(ChunkedCalls, HaveRoomForTheValuesOfWhatTheyCount) {
  const auto a = make_a(), b = make_b();
  for (const ExecutionPath path : all_paths()) {
    Calls whole(a, b, path, plenty);
    whole.count();
    whole.fill(true);
    int num_counted = 0;
    bool is_chunked = false, is_refused = false;
    for (std::size_t work_bytes = whole.workspace.peak_workspace_bytes(); work_bytes > 0 && !is_refused;
         work_bytes -= work_bytes / 12 + 1) {
      SCOPED_TRACE(testing::Message() << to_string(path) << ", " << work_bytes << " bytes beside C");
      Calls calls(a, b, path, whole.c_bytes() + work_bytes);
      try {
        calls.count();
      } catch (const WorkspaceTooSmall& error) {
        is_refused = true;
        EXPECT_EQ(calls.workspace.output_bytes(), 0u) << "of C, which will not be computed";
        continue;
      }
      ++num_counted;
      const count_type counted_rows = calls.num_chunk_rows;
      calls.fill(true);
      calls.expect_filled(true);
      EXPECT_GE(calls.num_chunk_rows, counted_rows) << "no chunk was too large";
      EXPECT_LE(calls.workspace.peak_bytes(), calls.options.memory_limit_bytes);
      EXPECT_EQ(calls.workspace.live_bytes(), 0u);
      EXPECT_EQ(calls.report.workflow_reason.substr(calls.report.workflow_reason.find(" of rows")),
                " of rows to keep the limit of " + with_commas(calls.options.memory_limit_bytes) + " bytes");
      is_chunked = is_chunked || calls.report.num_chunks > 1;
    }
    EXPECT_GT(num_counted, 0);
    EXPECT_TRUE(is_refused);
    if (path != ExecutionPath::host) {
      EXPECT_TRUE(is_chunked);
    }
  }
}

TEST(ChunkedCalls, TooLittleForCSaysSo) {
  const auto a = make_random<int, int, double>({.num_rows = 700, .num_cols = 250, .mean_row_nnz = 6, .seed = 3});
  const auto b = make_random<int, int, double>({.num_rows = 250, .num_cols = 900, .mean_row_nnz = 9, .seed = 4});
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const std::size_t bytes = Calls(a, b, path).c_bytes();
    Calls calls(a, b, path, bytes - 1);
    EXPECT_EQ(error_text<WorkspaceTooSmall>([&] { calls.count(); }),
              "Ocean::workspace: C takes " + std::to_string(bytes) +
                  " bytes with 0 in use (need a memory limit of at "
                  "least " +
                  std::to_string(bytes) + " bytes, it is " + std::to_string(bytes - 1) + ")");
  }
}

TEST(ChunkedCalls, NothingToCount) {
  const auto none = make_empty<int, int, double>(4, 150);
  for (const ExecutionPath path : all_paths()) {
    Calls calls(none, make_b(), path, plenty);
    EXPECT_EQ(calls.count(), 0);
    calls.fill(false);
    calls.expect_filled(false);
  }
}

/// One array for both operands, as long as the longer one.
TEST(ChunkedCalls, OperandsOfOneTypeShareTheirZeros) {
  for (const auto& [num_a, num_b] : {std::pair(90, 40), std::pair(40, 90)}) {
    const auto a = to_device(make_identity<int, int, double>(num_a)),
               b = to_device(make_identity<int, int, double>(num_b));
    workspace_type workspace(test_exec_space{}, plenty);
    const problem_type problem{a.operand(), b.operand()};
    const problem_type pattern = Ocean::Impl::with_zero_values(test_exec_space{}, problem, workspace);
    Kokkos::fence("Testing::zeros");
    EXPECT_EQ(to_vector(pattern.a.values), std::vector<double>(90, 0.0));
    EXPECT_EQ(pattern.b.values.data(), pattern.a.values.data());
    EXPECT_EQ(pattern.b.values.extent(0), 90u);
    EXPECT_EQ(workspace.live_bytes(), 90 * sizeof(double));
    EXPECT_EQ(pattern.a.row_map.data(), problem.a.row_map.data());
    EXPECT_EQ(pattern.b.entries.data(), problem.b.entries.data());
    EXPECT_EQ(to_vector(problem.a.values), std::vector<double>(num_a, 1.0));
  }
}

TEST(ChunkedCalls, OperandsOfTwoTypesHaveTheirOwnZeros) {
  using b_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, float>;
  const auto a = to_device(make_identity<int, int, double>(30));
  const auto b = to_device(make_identity<int, int, float>(50));
  const Ocean::Impl::Problem<operand_type, b_type> problem{a.operand(), b.operand()};
  workspace_type workspace(test_exec_space{}, plenty);
  const auto pattern = Ocean::Impl::with_zero_values(test_exec_space{}, problem, workspace);
  Kokkos::fence("Testing::zeros");
  EXPECT_EQ(to_vector(pattern.a.values), std::vector<double>(30, 0.0));
  EXPECT_EQ(to_vector(pattern.b.values), std::vector<float>(50, 0.0f));
  EXPECT_EQ(workspace.live_bytes(), 30 * sizeof(double) + 50 * sizeof(float));
  workspace_type small(test_exec_space{}, 30 * sizeof(double) + 50 * sizeof(float) - 1);
  EXPECT_EQ(
      error_text<WorkspaceTooSmall>([&] { (void)Ocean::Impl::with_zero_values(test_exec_space{}, problem, small); }),
      "Ocean::workspace: Ocean::reuse::zeros takes 200 bytes with 240 in use (need a memory limit of at least "
      "440 bytes, it is 439)");
}

}  // namespace
