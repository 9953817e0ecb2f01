/// \file
/// \brief Every accumulator kind and size, and the overflow path, is reached on every path, and gives the right C
/// there.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "gallery.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

/// Row lengths of the ladder double up to this: beyond every table in scratch.
constexpr count_type longest_ladder_row = 40000;
/// Columns of the ladder.
constexpr count_type ladder_columns = 1000000;

/// \brief B with rows of 1, 2, 4 ... entries, each length once in every width: dense, half empty, 4, 32 and all
/// columns.
default_matrix make_ladder() {
  RandomNumbers random(51);
  default_matrix ladder{0, ladder_columns, {0}, {}, {}};
  for (count_type length = 1; length <= longest_ladder_row; length *= 2)
    for (const count_type width : {length, 2 * length, 4 * length, 32 * length, ladder_columns}) {
      for (const count_type column : draw_columns(random, std::min(width, ladder_columns), length)) {
        ladder.entries.push_back(static_cast<int>(column));
        ladder.values.push_back(RandomValue<double>::draw(random, ValueLaw::small_integers));
      }
      ladder.row_map.push_back(static_cast<int>(ladder.entries.size()));
      ++ladder.num_rows;
    }
  return ladder;
}

/// \brief A that takes every row of the ladder \p times times into one row of C.
default_matrix make_selection(count_type num_rows, int times) {
  default_matrix selection{num_rows, num_rows, {0}, {}, {}};
  for (count_type row = 0; row < num_rows; ++row) {
    selection.entries.insert(selection.entries.end(), times, static_cast<int>(row));
    for (int copy = 0; copy < times; ++copy) selection.values.push_back(1.0 + copy);
    selection.row_map.push_back(static_cast<int>(selection.entries.size()));
  }
  return selection;
}

const std::vector<Case<>>& ladders() {
  static const default_matrix ladder = make_ladder();
  static const std::vector<Case<>> cases = {
      {"ladder, compression ratio 1", make_selection(ladder.num_rows, 1), ladder},
      {"ladder, compression ratio 3", make_selection(ladder.num_rows, 3), ladder},
  };
  return cases;
}

/// Rows that every configuration of a report got, summed over many products.
using Coverage = std::map<std::string, count_type>;

void add(Coverage& coverage, const SpGEMMReport& report) {
  for (const auto& configuration : report.configurations) coverage[configuration.configuration] += configuration.rows;
}

/// Runs ladders and gallery under all switches in scratch of all sizes.
Coverage cover(ExecutionPath path) {
  Coverage coverage;
  for (const NamedSwitches& named : all_accumulator_switches())
    for (const std::size_t scratch_bytes : {std::size_t(0), tiny_scratch_bytes})
      for (const Workflow workflow : forced_workflows()) {
        SCOPED_TRACE(::testing::Message()
                     << named.name << ", " << scratch_bytes << " bytes, " << Ocean::to_string(workflow));
        const SpGEMMOptions options{
            .workflow = workflow, .path = path, .accumulators = named.switches, .scratch_limit_bytes = scratch_bytes};
        for (const auto* cases : {&ladders(), &gallery()})
          for (const auto& product : *cases) {
            SpGEMMReport report;
            EXPECT_TRUE(product.is_correct(options, &report));
            add(coverage, report);
          }
      }
  return coverage;
}

TEST(SpgemmCoverage, EveryConfigurationOfTheTeamKernelsGetsRows) {
  for (const ExecutionPath path : available_paths()) {
    if (path == ExecutionPath::host) continue;
    SCOPED_TRACE(Ocean::to_string(path));
    for (const auto& [configuration, rows] : cover(path)) EXPECT_GT(rows, 0) << configuration;
  }
}

TEST(SpgemmCoverage, EveryKindOfTheTeamKernelsIsListed) {
  using Ocean::Impl::AccumulatorKind;
  SpGEMMReport report;
  for (const ExecutionPath path : available_paths()) {
    if (path == ExecutionPath::host) continue;
    SCOPED_TRACE(Ocean::to_string(path));
    SpGEMMReport team_report;
    EXPECT_TRUE(gallery().front().is_correct({.workflow = Workflow::upper_bound, .path = path}, &team_report));
    std::set<std::string> kinds;
    for (const auto& configuration : team_report.configurations)
      kinds.insert(
          configuration.configuration.substr(0, configuration.configuration.find_last_not_of("0123456789_") + 1));
    for (const auto kind : {AccumulatorKind::none, AccumulatorKind::esc, AccumulatorKind::multi_row,
                            AccumulatorKind::multi_hash, AccumulatorKind::dense, AccumulatorKind::ranked,
                            AccumulatorKind::hash, AccumulatorKind::hybrid_hash, AccumulatorKind::windows})
      EXPECT_EQ(kinds.count(to_string(kind)), 1u) << to_string(kind);
  }
}

TEST(SpgemmCoverage, EveryKindOfTheHostPathGetsRows) {
  if (!Ocean::Impl::is_host_space_v<test_exec_space>) GTEST_SKIP() << "no host path on this space";
  Coverage coverage = cover(ExecutionPath::host);
  for (int kind = 0; kind < Ocean::Impl::num_host_accumulators; ++kind) {
    const char* const name = to_string(static_cast<Ocean::Impl::HostAccumulator>(kind));
    EXPECT_GT(coverage[name], 0) << name;
  }
}

TEST(SpgemmCoverage, RowsOfEveryLengthOverflowAndAreRedone) {
  for (const ExecutionPath path : available_paths())
    for (const NamedSwitches& named : all_accumulator_switches()) {
      SCOPED_TRACE(::testing::Message() << Ocean::to_string(path) << ", " << named.name);
      SpGEMMReport report;
      EXPECT_TRUE(ladders().front().is_correct({.workflow = Workflow::hyperloglog,
                                                .path = path,
                                                .expansion = overflowing_expansion,
                                                .accumulators = named.switches},
                                               &report));
      EXPECT_GT(report.overflowed_rows, ladders().front().a.num_rows / 4);
    }
}

}  // namespace
