/// \file
/// \brief Columns of 64 bits that are far apart: time and memory follow the products, whatever lies between.

#include <algorithm>

#include "far_product.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Impl::concatenate;

/// Seconds that a product of these sizes may take, sanitizers and a loaded machine included.
constexpr double seconds_max = 30.0;

void expect_within_bounds(const SpGEMMReport& report) {
  EXPECT_LE(report.peak_workspace_bytes, far_bytes_max(report));
  EXPECT_LE(report.seconds, seconds_max);
}

bool was_renumbered(const SpGEMMReport& report) {
  return std::any_of(report.stage_times.begin(), report.stage_times.end(),
                     [](const Ocean::StageTime& time) { return time.stage == "renumbering"; });
}

/// Multiplies with all workflows on all paths, columns at all spans.
void expect_far_products(FarProduct product, const SpGEMMOptions& base = {},
                         const std::vector<count_type>& spans = far_spans) {
  const bool takes_any_span = base.accumulators.hash;  // on the CPU path
  for (const count_type span : spans)
    for (const FarLaw law : {FarLaw::even, FarLaw::ends}) {
      product.spread(span, law);
      for (const NamedOptions& named : all_workflows_and_paths(base)) {
        if (named.options.path == ExecutionPath::host && !takes_any_span) continue;
        SCOPED_TRACE(concatenate("span ", span, law == FarLaw::even ? ", even, " : ", ends, ", named.name));
        SpGEMMReport report;
        EXPECT_TRUE(product.is_correct(named.options, &report));
        expect_within_bounds(report);
      }
    }
}

TEST(SpgemmFarColumns, UnsortedRowsWithDuplicates) { expect_far_products(dirty_far_product()); }

TEST(SpgemmFarColumns, RowsThatTakeManyProducts) { expect_far_products(long_far_product()); }

TEST(SpgemmFarColumns, RowsThatHashTablesDoNotTake) {
  expect_far_products(long_far_product(), {.scratch_limit_bytes = tiny_scratch_bytes});
  expect_far_products(long_far_product(), {.accumulators = {.hash = false, .hybrid_hash = false}},
                      {count_type(1) << 31, count_type(1) << 40});
}

TEST(SpgemmFarColumns, Supernodes) { expect_far_products(supernode_far_product()); }

TEST(SpgemmFarColumns, RowsInAnyOrder) {
  expect_far_products(dirty_far_product(), {.sorted_output = false}, {count_type(1) << 40});
}

TEST(SpgemmFarColumns, EstimatesThatOverflow) {
  expect_far_products(long_far_product(), {.expansion = overflowing_expansion},
                      {count_type(1) << 31, far_spans.back()});
}

TEST(SpgemmFarColumns, ManyRows) { expect_far_products(dirty_far_product(6000), {}, {count_type(1) << 40}); }

TEST(SpgemmFarColumns, ChosenWorkflow) {
  auto product = long_far_product();
  for (const ExecutionPath path : available_paths()) {
    product.spread(far_spans.back(), FarLaw::ends);
    SpGEMMReport report;
    EXPECT_TRUE(product.is_correct({.path = path}, &report)) << to_string(path);
    expect_within_bounds(report);
  }
}

TEST(SpgemmFarColumns, DeterministicAndWithoutZeros) {
  for (const ExecutionPath path : available_paths()) {
    if (path == ExecutionPath::host) continue;  // sums in order by all columns
    SCOPED_TRACE(to_string(path));
    for (auto product : {dirty_far_product(), supernode_far_product()}) {
      product.spread(far_spans.back(), FarLaw::even);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct({.path = path, .deterministic = true}, &report));
      expect_within_bounds(report);
      const auto kept = multiply_on_device<far_matrix>(product.a, product.b, {.path = path, .drop_zeros = true});
      const auto num_zeros = std::count(product.c.values.begin(), product.c.values.end(), 0.0);
      ASSERT_GT(num_zeros, 0);
      EXPECT_EQ(kept.entries.size() + static_cast<std::size_t>(num_zeros), product.c.entries.size());
      EXPECT_EQ(std::count(kept.values.begin(), kept.values.end(), 0.0), 0);
    }
  }
}

TEST(SpgemmFarColumns, OnlyWhatIsTooFarIsRenumbered) {
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    auto product = dirty_far_product();
    SpGEMMReport report;
    report.time_stages = true;
    EXPECT_TRUE(product.is_correct({.path = path}, &report));
    EXPECT_FALSE(was_renumbered(report)) << "near";
    for (const auto& [span, is_far] :
         {std::pair((count_type(1) << 32) - 2, false), {(count_type(1) << 32) - 1, true}}) {
      product.spread(span, FarLaw::even);
      SpGEMMOptions options{.workflow = Ocean::Workflow::symbolic, .path = path};
      EXPECT_TRUE(product.is_correct(options, &report));
      EXPECT_TRUE(was_renumbered(report)) << "tables of the sample's sizes may be too small";
      options.accumulators.assisted = false;
      EXPECT_TRUE(product.is_correct(options, &report));
      EXPECT_EQ(was_renumbered(report), is_far) << span;
    }
    // as many columns, but every row has near ones only
    far_matrix diagonal = make_identity<std::int64_t, std::int64_t, double>(70);
    for (auto& column : diagonal.entries) column *= count_type(1) << 40;
    diagonal.num_cols = count_type(1) << 48;
    const auto c = multiply_on_device<far_matrix>(make_identity<std::int64_t, std::int64_t, double>(70), diagonal,
                                                  {.path = path}, &report);
    EXPECT_EQ(c.entries, diagonal.entries);
    EXPECT_FALSE(was_renumbered(report)) << "diagonal";
  }
}

}  // namespace
