/// \file
/// \brief Room for C before its size is known: how much, and when it is taken.

#include "ocean/stages/compaction.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>

#include "Ocean_SpGEMM.hpp"
#include "support/checks.hpp"
#include "support/test_exec_space.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::choose_output_room;
using Ocean::Impl::count_type;
using Ocean::Testing::test_exec_space;

constexpr std::size_t entry_bytes = sizeof(int) + sizeof(double);

/// C of int and double.
using Output = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;

/// 400 000 products of which the sample says that they are 100 000 entries, to one percent.
AnalysisSummary make_summary() {
  AnalysisSummary summary;
  summary.total_products = summary.capped_products = 400000;
  summary.sampled.num_rows = 600;
  summary.sampled.ratio = 4.0;
  summary.sampled.relative_bound = 0.01;
  return summary;
}

count_type room_of(const AnalysisSummary& summary, const SpGEMMOptions& options = {}, bool is_bounded = false) {
  return choose_output_room(summary, options, entry_bytes, is_bounded);
}

TEST(OutputRoom, IsTheExpectedSizeAndItsUncertainty) {
  EXPECT_EQ(room_of(make_summary()), 105000) << "three bounds and 2 percent";
  EXPECT_EQ(room_of(make_summary(), {.output_slack = 0.04}), 105000) << "less than a page too much";
  AnalysisSummary capped = make_summary();
  capped.capped_products = 103000;
  EXPECT_EQ(room_of(capped), 103000) << "no more than C can have";
}

TEST(OutputRoom, IsLeftOutWhereTheSizeShouldBeKnownFirst) {
  EXPECT_EQ(room_of(make_summary(), {.output_slack = 0.0}), 0);
  EXPECT_EQ(room_of(make_summary(), {}, true), 0) << "a memory limit";
  AnalysisSummary unsampled = make_summary(), large = make_summary();
  unsampled.sampled = {};
  EXPECT_EQ(room_of(unsampled), 0);
  large.total_products = large.capped_products = count_type(1) << 40;
  EXPECT_EQ(room_of(large), 0);

  AnalysisSummary partial = make_summary(), uncertain = make_summary();
  partial.sampled.walked_share = 0.97;
  EXPECT_EQ(room_of(partial), 0) << "long rows were sampled in part";
  uncertain.total_products = uncertain.capped_products = 40000000;
  EXPECT_EQ(room_of(uncertain), 10500000);
  EXPECT_EQ(room_of(uncertain, {.output_slack = 0.04}), 0) << "the sample does not tell well enough";
}

TEST(OutputRoom, IsTakenWhereCFitsAndLeavesLittle) {
  using Ocean::Impl::fits_output_room;
  const test_exec_space exec;
  Ocean::Impl::Workspace<test_exec_space> workspace(exec);
  Output output;
  EXPECT_FALSE(fits_output_room(output, 0, {})) << "no room";
  allocate_output_room(exec, 1000000, output, workspace);
  EXPECT_EQ(workspace.output_bytes(), 1000000 * entry_bytes);
  EXPECT_TRUE(fits_output_room(output, 1000000, {}));
  EXPECT_TRUE(fits_output_room(output, 910000, {}));
  EXPECT_FALSE(fits_output_room(output, 1000001, {})) << "too small";
  EXPECT_FALSE(fits_output_room(output, 820000, {})) << "more than a tenth too large, and more than a page";
  EXPECT_TRUE(fits_output_room(output, 830000, {})) << "less than a page";

  const Output used = entries_of_output(output, 910000);
  EXPECT_EQ(used.entries.extent(0), 910000u);
  EXPECT_EQ(used.values.extent(0), 910000u);
  EXPECT_EQ(used.values.data(), output.values.data());

  allocate_output(exec, 820000, output, workspace);
  EXPECT_EQ(output.entries.extent(0), 820000u);
  EXPECT_EQ(workspace.output_bytes(), 820000 * entry_bytes) << "the room went back";
}

TEST(OutputOffsets, NameTheEntriesAndTheType) {
  const auto text_of = [](count_type nnz) {
    return Ocean::Testing::error_text<std::runtime_error>([&] { Ocean::Impl::check_offsets<std::int16_t>(nnz); });
  };
  EXPECT_EQ(text_of(32767), "nothing was thrown");
  EXPECT_EQ(text_of(32768),
            "Ocean::spgemm: C has 32768 entries (need at most 32767, the largest number of its offset type)");
}

}  // namespace
