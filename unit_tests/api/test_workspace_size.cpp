/// \file
/// \brief The work memory that is told beforehand: it is what a product takes, and enough when the caller supplies it.
// once: OpenMP

#include "Ocean_WorkspaceSize.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "gallery.hpp"
#include "support/supplied_memory.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;
using Ocean::WorkspaceSize;

WorkspaceSize size_of(const Case<>& product, const SpGEMMOptions& options) {
  return Ocean::get_workspace_size(test_exec_space{}, to_crs_matrix(product.a), to_crs_matrix(product.b), options);
}

/// How far an estimate may be above what is taken.
constexpr double allowed_share = 0.1;

void expect_estimate(std::size_t estimated, std::size_t peak) {
  EXPECT_GE(estimated, peak);
  EXPECT_LE(static_cast<double>(estimated), (1.0 + allowed_share) * static_cast<double>(peak));
}

/// \brief Products whose peaks are far from a few chunks of small views; the first two compress so little that many
/// rows outgrow the estimates of the hyperloglog workflow, were it forced.
const std::vector<Case<>>& large_products() {
  static const std::vector<Case<>> cases = {
      {"many short rows", make_default({.num_rows = 60000, .num_cols = 60000, .mean_row_nnz = 4, .seed = 51}),
       make_default({.num_rows = 60000, .num_cols = 60000, .mean_row_nnz = 4, .seed = 52, .unsorted = true})},
      {"power law",
       make_default({.num_rows = 8000,
                     .num_cols = 5000,
                     .mean_row_nnz = 10,
                     .seed = 53,
                     .row_lengths = RowLengthLaw::power_law,
                     .full_row = 17}),
       make_default({.num_rows = 5000, .num_cols = 90000, .mean_row_nnz = 15, .seed = 54})},
      {"blocks: compression ratio 60", make_block_diagonal<int, int, double>(90, 60, 55),
       make_block_diagonal<int, int, double>(90, 60, 56)},
  };
  return cases;
}

/// \brief Whether estimates are what one would choose for a product.
bool suits(const SpGEMMOptions& options, const Case<>& product) {
  return options.workflow != Workflow::hyperloglog || options.path == Ocean::ExecutionPath::host ||
         &product == &large_products().back();
}

TEST(WorkspaceSize, AndTheEstimateOfTheReportHoldWithinATenth) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : large_products()) {
      if (!suits(named.options, product)) continue;
      SCOPED_TRACE(named.name + ", " + product.name);
      const WorkspaceSize size = size_of(product, named.options);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(named.options, &report));
      EXPECT_EQ(report.num_chunks, 1);
      expect_estimate(report.estimated_workspace_bytes, report.peak_workspace_bytes);
      expect_estimate(size.workspace_bytes, report.peak_workspace_bytes);
      const std::size_t c_bytes = 4 * product.c.row_map.size() + 12 * product.c.entries.size();
      if (named.options.workflow == Workflow::symbolic) {
        EXPECT_EQ(size.product_bytes, c_bytes);
      } else if (named.options.workflow == Workflow::upper_bound) {
        EXPECT_GE(size.product_bytes, c_bytes);
      } else {
        EXPECT_GT(size.product_bytes, c_bytes / 2);
        EXPECT_LT(size.product_bytes, 2 * c_bytes);
      }
    }
}

TEST(WorkspaceSize, HoldsWithDeterministicSumsAndDroppedZeros) {
  for (const Ocean::ExecutionPath path : available_paths())
    for (const auto& product : large_products())
      for (const bool deterministic : {true, false}) {
        SCOPED_TRACE(std::string(Ocean::to_string(path)) + ", " + product.name);
        SpGEMMOptions options{.path = path, .deterministic = deterministic};
        options.drop_zeros = !deterministic;
        const WorkspaceSize size = size_of(product, options);
        SpGEMMReport report;
        (void)multiply_on_device<default_matrix>(product.a, product.b, options, &report);
        expect_estimate(report.estimated_workspace_bytes, report.peak_workspace_bytes);
        EXPECT_LE(report.peak_workspace_bytes, size.workspace_bytes);
      }
}

TEST(WorkspaceSize, OrderedSumsAtPlacesTakeNothingForAProduct) {
  const Case<>& product = large_products().back();
  for (const Ocean::ExecutionPath path : available_paths()) {
    if (path == Ocean::ExecutionPath::host) continue;
    const SpGEMMOptions options{.path = path, .deterministic = true};
    const WorkspaceSize size = size_of(product, options);
    SpGEMMReport report;
    EXPECT_TRUE(product.is_correct(options, &report));
    EXPECT_LT(size.workspace_bytes, static_cast<std::size_t>(report.total_products));
    expect_estimate(size.workspace_bytes, report.peak_workspace_bytes);
  }
}

TEST(WorkspaceSize, TheEstimateHoldsWithATransposedOperand) {
  const Case<>& product = large_products().front();
  const auto a = to_crs_matrix(product.a), b = to_crs_matrix(product.b);
  for (const Ocean::ExecutionPath path : available_paths()) {
    SpGEMMReport report;
    (void)Ocean::spgemm<std::decay_t<decltype(a)>>(test_exec_space{}, a, true, b, false, {.path = path}, &report);
    expect_estimate(report.estimated_workspace_bytes, report.peak_workspace_bytes);
  }
}

TEST(WorkspaceSize, ExactSizesAreForecastToTheByte) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : large_products()) {
      if (named.options.workflow == Workflow::hyperloglog && named.options.path != Ocean::ExecutionPath::host) continue;
      SCOPED_TRACE(named.name + ", " + product.name);
      SpGEMMOptions options = named.options;
      options.memory_limit_bytes = std::size_t(1) << 40;  // so that small views do not hide in chunks
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(options, &report));
      EXPECT_EQ(report.estimated_workspace_bytes, report.peak_workspace_bytes);
    }
}

TEST(WorkspaceSize, IsEnoughForEveryProduct) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name + ", " + product.name);
      const WorkspaceSize size = size_of(product, named.options);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(named.options, &report));
      EXPECT_LE(report.peak_workspace_bytes, size.workspace_bytes);
      EXPECT_LE(report.estimated_workspace_bytes, size.workspace_bytes);
    }
}

TEST(SuppliedWorkspace, OfTheToldSizeIsEnoughAndNothingIsWrittenBesideIt) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name + ", " + product.name);
      const SuppliedMemory supplied(size_of(product, named.options).workspace_bytes);
      for (const std::size_t shift : {0, 1}) {
        SpGEMMReport report;
        EXPECT_TRUE(product.is_correct(supplied.in(named.options, shift), &report));
        EXPECT_EQ(report.num_chunks, 1) << report.workflow_reason;
        EXPECT_EQ(report.workflow, named.options.workflow);
        EXPECT_LE(report.peak_workspace_bytes, supplied.bytes);
        EXPECT_TRUE(supplied.is_used());
        EXPECT_TRUE(supplied.is_kept(shift));
      }
    }
}

TEST(SuppliedWorkspace, TooSmallForAllRowsIsUsedInChunks) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name + ", " + product.name);
      SpGEMMReport whole;
      EXPECT_TRUE(product.is_correct(named.options, &whole));
      for (std::size_t bytes = whole.peak_workspace_bytes; bytes > 0; bytes /= 8) {
        const SuppliedMemory supplied(bytes);
        SpGEMMReport report;
        try {
          EXPECT_TRUE(product.multiply_and_compare(supplied.in(named.options, 0), &report)) << bytes << " bytes";
          EXPECT_LE(report.peak_workspace_bytes, bytes);
        } catch (const std::runtime_error& error) {
          EXPECT_TRUE(std::regex_match(error.what(), std::regex("Ocean::workspace: .* \\(need a workspace of at least "
                                                                "[0-9]+ bytes, it has [0-9]+; [0-9]+ are enough\\)")))
              << error.what();
        }
        EXPECT_TRUE(supplied.is_kept(0));
      }
    }
}

TEST(SuppliedWorkspace, DeterministicSumsUseItToo) {
  for (const Ocean::ExecutionPath path : available_paths())
    for (const auto& product : gallery()) {
      const SpGEMMOptions options{.path = path, .deterministic = true};
      const SuppliedMemory supplied(size_of(product, options).workspace_bytes);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(supplied.in(options, 0), &report)) << Ocean::to_string(path);
      EXPECT_LE(report.peak_workspace_bytes, supplied.bytes) << product.name;
      EXPECT_TRUE(supplied.is_kept(0));
    }
}

TEST(WorkspaceSize, OfNothingIsNothing) {
  const Case<> product("no entries", make_empty<int, int, double>(3, 4), make_empty<int, int, double>(4, 5));
  const WorkspaceSize size = size_of(product, {});
  EXPECT_EQ(size.workspace_bytes, 0u);
  EXPECT_EQ(size.product_bytes, 16u);
}

TEST(WorkspaceSize, BadInputIsNamed) {
  const auto a = to_crs_matrix(make_default({.num_rows = 3, .num_cols = 4}));
  EXPECT_EQ(error_text<std::invalid_argument>([&] { (void)Ocean::get_workspace_size(test_exec_space{}, a, a); }),
            "Ocean::spgemm: A [3 x 4] and B [3 x 4] (need as many columns of A as rows of B)");
  const auto square = to_crs_matrix(make_default({.num_rows = 4, .num_cols = 4}));
  EXPECT_EQ(error_text<std::invalid_argument>(
                [&] { (void)Ocean::get_workspace_size(test_exec_space{}, square, square, {.workspace_bytes = 77}); }),
            "nothing was thrown");
  SpGEMMOptions options;
  options.workspace_bytes = 77;
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              (void)Ocean::spgemm<decltype(square)>(test_exec_space{}, square, false, square, false, options);
            }),
            "Ocean::options: workspace_bytes is 77 and workspace_data is null (need the memory, or 0 bytes)");
}

}  // namespace
