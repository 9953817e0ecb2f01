/// \file
/// \brief An error about memory names a number that is enough when it is given: products in one call.
// once: OpenMP

#include <gtest/gtest.h>

#include "product.hpp"
#include "support/enough_memory.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using matrix_type = crs_matrix<int, int, double>;

/// Rows of C: enough for many chunks where memory is short, few because sanitizers are slow.
constexpr int num_c_rows = 280;

/// op(A) [num_c_rows x 250] op(B) [250 x 900]
default_matrix make_a() {
  return make_default({.num_rows = num_c_rows,
                       .num_cols = 250,
                       .mean_row_nnz = 6,
                       .seed = 1,
                       .empty_row_ratio = 0.2,
                       .duplicate_ratio = 0.2,
                       .unsorted = true});
}
default_matrix make_b() {
  return make_default({.num_rows = 250, .num_cols = 900, .mean_row_nnz = 9, .seed = 2, .full_row = 17});
}

void expect_enough(const default_matrix& host_a, bool transpose_a, const default_matrix& host_b, bool transpose_b,
                   const SpGEMMOptions& base) {
  const auto a = to_crs_matrix(host_a), b = to_crs_matrix(host_b);
  for (const NamedOptions& named : all_workflows_and_paths(base)) {
    SCOPED_TRACE(named.name);
    expect_named_bytes_are_enough(named.options, [&](const SpGEMMOptions& options, SpGEMMReport& report) {
      const auto c =
          to_host(Ocean::spgemm<matrix_type>(test_exec_space{}, a, transpose_a, b, transpose_b, options, &report));
      return options.sorted_output ? c : sort_rows(c);
    });
  }
}

TEST(EnoughMemory, OfEveryWorkflowAndPath) { expect_enough(make_a(), false, make_b(), false, {}); }

TEST(EnoughMemory, OfDeterministicSums) { expect_enough(make_a(), false, make_b(), false, {.deterministic = true}); }

TEST(EnoughMemory, WithoutZeros) {
  auto a = make_a();
  for (std::size_t entry = 0; entry < a.values.size(); entry += 3) a.values[entry] = 0.0;
  expect_enough(a, false, make_b(), false, {.drop_zeros = true});
  expect_enough(a, false, make_b(), false, {.deterministic = true, .drop_zeros = true});
}

TEST(EnoughMemory, OfUnsortedRows) { expect_enough(make_a(), false, make_b(), false, {.sorted_output = false}); }

TEST(EnoughMemory, OfATinyProduct) {
  const default_matrix one{1, 1, {0, 1}, {0}, {3}};
  expect_enough(one, false, one, false, {});
}

TEST(EnoughMemory, OfOneLongRowAmongShortOnes) {
  expect_enough(make_default({.num_rows = 5, .num_cols = 1500, .mean_row_nnz = 2, .seed = 17, .full_row = 3}), false,
                make_default({.num_rows = 1500, .num_cols = 60000, .mean_row_nnz = 20, .seed = 18}), false, {});
}

TEST(EnoughMemory, OfSupernodes) {
  expect_enough(
      expand_blocks(make_default({.num_rows = 60, .num_cols = 50, .mean_row_nnz = 8, .seed = 19}), 3, 3), false,
      expand_blocks(make_default({.num_rows = 75, .num_cols = 90, .mean_row_nnz = 12, .seed = 20}), 2, 2), false, {});
}

TEST(EnoughMemory, OfTransposedOperands) {
  const auto a = make_a(), b = make_b(), at = transpose_on_host(a), bt = transpose_on_host(b);
  expect_enough(at, true, b, false, {});
  expect_enough(a, false, bt, true, {});
  expect_enough(at, true, bt, true, {.deterministic = true});
}

TEST(EnoughMemory, OfViews) {
  const auto a = to_device(make_a()), b = to_device(make_b());
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    expect_named_bytes_are_enough(named.options, [&](const SpGEMMOptions& options, SpGEMMReport& report) {
      test_view<int> row_map, entries;
      test_view<double> values;
      Ocean::spgemm(test_exec_space{}, num_c_rows, 250, 900, a.row_map, a.entries, a.values, false, b.row_map,
                    b.entries, b.values, false, row_map, entries, values, options, &report);
      return to_host(num_c_rows, 900, row_map, entries, values);
    });
  }
}

TEST(EnoughMemory, TheTextHasBothNumbers) {
  const auto a = to_crs_matrix(make_identity<int, int, double>(50));
  for (const Ocean::ExecutionPath path : available_paths()) {
    const std::string text = error_text<Ocean::OutOfMemory>([&] {
      (void)Ocean::spgemm<matrix_type>(test_exec_space{}, a, false, a, false,
                                       {.path = path, .memory_limit_bytes = 100});
    });
    const std::string least =
        "Ocean::workspace: C takes 204 bytes with 0 in use (need a memory limit of at least 204 bytes, it is 100; ";
    EXPECT_EQ(text.substr(0, least.size()), least);
    EXPECT_EQ(text, least + std::to_string(enough_bytes_of(text, "memory limit")) + " are enough)");
  }
}

}  // namespace
