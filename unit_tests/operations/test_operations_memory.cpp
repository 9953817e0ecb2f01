/// \file
/// \brief Repeated additions and triple products within a limit and in memory of the caller's.

#include <gtest/gtest.h>

#include "Ocean_SpGEMMAdd.hpp"
#include "Ocean_TripleProduct.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"
#include "support/supplied_memory.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using matrix_type = crs_matrix<int, int, double>;

matrix_type make(count_type num_rows, count_type num_cols, std::uint64_t seed) {
  return to_crs_matrix(
      make_random<int, int, double>({.num_rows = num_rows, .num_cols = num_cols, .mean_row_nnz = 5.0, .seed = seed}));
}

/// Runs \p multiply(options, report) with all the memory it wants, in the caller's, and with less and less of either.
/// \param expect_chunks  whether the last product works in chunks before another part is refused
/// \p multiply returns all of C's values, which are exact.
template <class Multiply>
void expect_the_same_everywhere(ExecutionPath path, bool expect_chunks, const Multiply& multiply) {
  Ocean::SpGEMMReport whole;
  const auto expected = multiply(SpGEMMOptions{.path = path, .memory_limit_bytes = std::size_t(1) << 40}, whole);
  ASSERT_GT(expected.size(), 0u);
  bool is_refused = false, is_chunked = false;
  for (std::size_t bytes = whole.peak_bytes; !is_refused; bytes -= bytes / 30 + 1) {
    try {
      Ocean::SpGEMMReport report;
      EXPECT_EQ(multiply({.path = path, .memory_limit_bytes = bytes}, report), expected) << bytes << " bytes";
      EXPECT_LE(report.peak_bytes, bytes);
      is_chunked = is_chunked || report.workflow_reason.starts_with("in ");
    } catch (const Ocean::Impl::WorkspaceTooSmall&) {
      is_refused = true;
      EXPECT_LT(bytes, whole.peak_bytes);
    }
  }
  EXPECT_TRUE(is_chunked || !expect_chunks);
  for (const std::size_t bytes : {whole.peak_workspace_bytes * 2, whole.peak_workspace_bytes * 9 / 10}) {
    const SuppliedMemory memory(bytes);
    Ocean::SpGEMMReport report;
    EXPECT_EQ(multiply(memory.in({.path = path}), report), expected) << bytes << " bytes of the caller's";
    EXPECT_TRUE(memory.is_used());
    EXPECT_TRUE(memory.is_kept());
  }
}

TEST(OperationsMemory, RepeatedAddition) {
  // more rows than B has, as chunks of rows share what is known of those
  const auto a = make(2000, 100, 1), b = make(100, 500, 2), d = make(2000, 500, 3);
  for (const ExecutionPath path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    expect_the_same_everywhere(path, true, [&](const SpGEMMOptions& options, Ocean::SpGEMMReport& report) {
      Ocean::SpGEMMAdd<matrix_type> addition;
      const auto c = addition.symbolic(test_exec_space{}, a, b, d, options, &report);
      for (const double alpha : {1.0, 3.0, 2.0})
        addition.numeric(test_exec_space{}, alpha, a, b, -alpha, d, c, &report);
      return to_host(c).values;
    });
  }
}

TEST(OperationsMemory, RepeatedTripleProduct) {
  const auto a = make(200, 200, 4), p = make(200, 150, 5);
  for (const ExecutionPath path : available_paths())
    for (const bool transpose_r : {false, true}) {
      SCOPED_TRACE(testing::Message() << to_string(path) << (transpose_r ? ", transposed" : ""));
      const auto r = transpose_r ? p : make(2000, 200, 6);
      expect_the_same_everywhere(path, !transpose_r, [&](SpGEMMOptions options, Ocean::SpGEMMReport& report) {
        options.reuse_early_products = 4.0;  // the lists of the first product leave less for the second one
        Ocean::TripleProduct<matrix_type> triple;
        const auto c = triple.symbolic(test_exec_space{}, r, transpose_r, a, p, options, &report);
        for (int call = 0; call < 3; ++call) triple.numeric(test_exec_space{}, r, a, p, c, &report);
        return to_host(c).values;
      });
    }
}

}  // namespace
