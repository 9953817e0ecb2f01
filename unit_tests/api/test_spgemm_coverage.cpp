/// \file
/// \brief Every accumulator kind and size, and the overflow path, is reached on every path, and gives the right C
/// there.

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "gallery.hpp"
#include "ocean/accumulators/host_accumulator_choice.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"
#include "support/far_runs.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;
using Ocean::Impl::AccumulatorKind;

/// \brief How far a ladder goes.
struct LadderSize {
  count_type longest_row;
  count_type num_cols;
};
/// Rows beyond every table of a team's whole scratch.
constexpr LadderSize tall_ladder{.longest_row = 16384, .num_cols = 150000};
/// Rows whose values are beyond the largest scratch of a device, and whose bitmaps are, too.
constexpr LadderSize long_ladder{.longest_row = 32768, .num_cols = 150000},
    wide_ladder{.longest_row = 32768, .num_cols = 3000000};
/// Rows for tiny_scratch_bytes as in tall_ladder; few columns, because a tiny window visits them a few hundred at a
/// time.
constexpr LadderSize short_ladder{.longest_row = 1000, .num_cols = 8000};

/// Lengths between two sizes of scratch, or of sorted rows, that powers of two step over.
constexpr count_type lengths_between[] = {160, 330, 410, 700};

/// \brief B with rows of 1, 2, 4 ... and lengths_between entries, each length once in every width: dense, half empty,
/// 4, 32 and all columns.
default_matrix make_ladder(const LadderSize& size) {
  RandomNumbers random(51);
  default_matrix ladder{1, size.num_cols, {0, 0}, {}, {}};  // row 0 is empty
  std::vector<count_type> lengths(std::begin(lengths_between), std::end(lengths_between));
  for (count_type length = 1; length <= size.longest_row; length *= 2) lengths.push_back(length);
  for (const count_type length : lengths)
    for (const count_type width : {length, 2 * length, 4 * length, 32 * length, size.num_cols}) {
      for (const count_type column : draw_columns(random, std::min(width, size.num_cols), length)) {
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

/// \brief Products of compression ratio \p times with the ladder of \p size.
Case<> climb(const LadderSize& size, int times) {
  const default_matrix ladder = make_ladder(size);
  return {"ladder", make_selection(ladder.num_rows, times), ladder};
}

/// \brief The same, a product for every step: rows so few that a device does several sizes of a kind at once are given
/// to the largest of these, which hides the others.
std::vector<Case<>> climb_by_steps(const LadderSize& size, int times, int num_rows) {
  const default_matrix ladder = make_ladder(size);
  std::vector<Case<>> steps;
  for (count_type row = 0; row < ladder.num_rows; ++row) {
    default_matrix step{num_rows, ladder.num_rows, {0}, {}, {}};
    for (int copy = 0; copy < num_rows; ++copy) {
      step.entries.insert(step.entries.end(), times, static_cast<int>(row));
      step.values.insert(step.values.end(), times, 1.0);
      step.row_map.push_back(static_cast<int>(step.entries.size()));
    }
    steps.push_back({"step of a ladder", step, ladder});
  }
  return steps;
}

/// \brief The longest rows of the ladder of \p size, one after the other, more of them than a device works on at the
/// same time: of fewer, values are added up in C.
Case<> climb_with_many_rows(const LadderSize& size) {
  const default_matrix ladder = make_ladder(size);
  const count_type num_rows = test_exec_space().concurrency() / 1024 + 1;  // teams with all scratch
  default_matrix selection{num_rows, ladder.num_rows, {0}, {}, {}};
  for (count_type row = 0; row < num_rows; ++row) {
    selection.entries.push_back(static_cast<int>(ladder.num_rows - 1 - row % 2));
    selection.values.push_back(1.0 + static_cast<double>(row % 3));
    selection.row_map.push_back(static_cast<int>(selection.entries.size()));
  }
  return {"many rows of a ladder", selection, ladder};
}

/// \brief Products with the ladder of \p size of which \p num_rows rows of C have the same columns.
Case<> climb_by_supernodes(const LadderSize& size, int num_rows) {
  const default_matrix ladder = make_ladder(size);
  return {"ladder of supernodes", repeat_rows(make_selection(ladder.num_rows, 1), [&](count_type) { return num_rows; }),
          ladder};
}

/// Scratch that no supernode of doubles fits: the walk through it and a word of the bitmap.
constexpr std::int64_t supernode_bytes_min = Ocean::Impl::supernode_scratch_bytes(sizeof(double)) +
                                             Ocean::Impl::bitmap_padding_words * Ocean::Impl::short_ranked_word_bytes;

/// Rows that every configuration of a report got, summed over many products.
using Coverage = std::map<std::string, count_type>;

void add(Coverage& coverage, const SpGEMMReport& report) {
  for (const auto& configuration : report.configurations) {
    const bool is_supernode = configuration.configuration.starts_with(to_string(AccumulatorKind::supernode));
    if (is_supernode && configuration.scratch_bytes <= supernode_bytes_min) continue;  // counts and floats have it
    coverage[configuration.configuration] += configuration.rows;
  }
}

/// \brief Rows for every kind that takes rows only where there are many.
void cover_many_rows(ExecutionPath path, Coverage& coverage) {
  for (const LadderSize& size : {long_ladder, wide_ladder}) {
    SpGEMMReport report;
    EXPECT_TRUE(climb_with_many_rows(size).is_correct({.workflow = Workflow::symbolic, .path = path}, &report));
    add(coverage, report);
  }
}

/// \brief Rows for every size of multi_words: at once, and one by one where the device does several sizes at once.
void cover_words(ExecutionPath path, Coverage& coverage) {
  std::vector<std::vector<int>> products = {{100, 300, 500, 680}};
  if (!Ocean::Impl::is_host_space_v<test_exec_space>) products = {{100}, {300}, {500}, {680}};
  for (const auto& lengths : products) {
    SpGEMMReport report;
    const auto [a, b] = far_runs(lengths);
    const SpGEMMOptions options{
        .workflow = Workflow::symbolic, .path = path, .accumulators = {.esc = false, .supernodes = false}};
    EXPECT_TRUE(Case<>({"runs far apart", a, b}).is_correct(options, &report));
    add(coverage, report);
  }
}

/// \brief Rows for every size of esc that a team sorts, one by one: few products for the columns that they span.
void cover_sorted_teams(ExecutionPath path, Coverage& coverage) {
  constexpr int stride = 30;
  for (const int length : {1500, 2000, 3000, 4000}) {
    default_matrix b{1, length * stride, {0, length}, {}, {}};
    for (int entry = 0; entry < length; ++entry) {
      b.entries.push_back(stride * entry);
      b.values.push_back(1.0 + entry % 3);
    }
    SpGEMMReport report;
    const SpGEMMOptions options{.workflow = Workflow::upper_bound,
                                .path = path,
                                .accumulators = {.merge = false, .multi_row = false, .supernodes = false}};
    EXPECT_TRUE(Case<>({"spread row", make_selection(1, 1), b}).is_correct(options, &report));
    add(coverage, report);
  }
}

/// Runs the products of \p cases under all switches and \p workflows.
void cover(ExecutionPath path, std::size_t scratch_bytes, const std::vector<Case<>>& cases, Coverage& coverage,
           const std::vector<Workflow>& workflows = forced_workflows()) {
  for (const NamedSwitches& named : all_accumulator_switches())
    for (const Workflow workflow : workflows) {
      SCOPED_TRACE(::testing::Message() << named.name << ", " << scratch_bytes << " bytes, "
                                        << Ocean::to_string(workflow));
      const SpGEMMOptions options{
          .workflow = workflow, .path = path, .accumulators = named.switches, .scratch_limit_bytes = scratch_bytes};
      for (const auto& product : cases) {
        SpGEMMReport report;
        EXPECT_TRUE(product.is_correct(options, &report));
        add(coverage, report);
      }
    }
}

/// Tall ladders in all scratch, short ladders in tiny scratch.
Coverage cover(ExecutionPath path) {
  Coverage coverage;
  cover(path, 0,
        {climb(tall_ladder, 1), climb_by_supernodes(tall_ladder, 2), climb_by_supernodes(tall_ladder, 3),
         climb_by_supernodes(tall_ladder, 4)},
        coverage);
  cover(path, tiny_scratch_bytes,
        {climb(short_ladder, 1), climb(short_ladder, 3), climb_by_supernodes(short_ladder, 2)}, coverage);
  cover_words(path, coverage);
  cover_sorted_teams(path, coverage);
  if (Ocean::Impl::is_host_space_v<test_exec_space>) return coverage;
  cover_many_rows(path, coverage);
  for (const int num_rows : {1, 2, 3, 4})  // alone and as supernodes
    cover(path, 0, climb_by_steps(tall_ladder, 1, num_rows), coverage, {Workflow::upper_bound});
  cover(path, tiny_scratch_bytes, climb_by_steps(short_ladder, 3, 1), coverage, {Workflow::upper_bound});
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
  for (const ExecutionPath path : available_paths()) {
    if (path == ExecutionPath::host) continue;
    SCOPED_TRACE(Ocean::to_string(path));
    SpGEMMReport team_report;
    EXPECT_TRUE(climb_by_supernodes(short_ladder, 2)
                    .is_correct({.workflow = Workflow::upper_bound, .path = path}, &team_report));
    std::set<std::string> kinds;
    for (const auto& configuration : team_report.configurations)
      kinds.insert(
          configuration.configuration.substr(0, configuration.configuration.find_last_not_of("0123456789_") + 1));
    for (const auto kind :
         {AccumulatorKind::none, AccumulatorKind::follower, AccumulatorKind::esc, AccumulatorKind::supernode,
          AccumulatorKind::multi_row, AccumulatorKind::multi_hash, AccumulatorKind::multi_words, AccumulatorKind::dense,
          AccumulatorKind::ranked, AccumulatorKind::hash, AccumulatorKind::hybrid_hash, AccumulatorKind::windows})
      EXPECT_EQ(kinds.count(to_string(kind)), 1u) << to_string(kind);
  }
}

TEST(SpgemmCoverage, ShortRowsThatAreNearEachOtherAreMerged) {
  constexpr int num_rows = 17000;  // threads do not merge long rows where there are fewer (merged_rows_min)
  const auto band = [](int num_entries, std::uint64_t seed) {
    return make_banded<int, int, double>(num_rows, num_rows, num_entries / 2, num_entries - 1 - num_entries / 2, seed);
  };
  for (const ExecutionPath path : available_paths()) {
    if (path == ExecutionPath::host) continue;
    for (const auto& [num_entries, configuration] :
         {std::pair(1, "merge_0"), std::pair(4, "merge_0"), std::pair(8, "merge_1"), std::pair(11, "merge_2")}) {
      SCOPED_TRACE(::testing::Message() << Ocean::to_string(path) << ", " << num_entries << " entries a row");
      const Case<> product{"band", band(num_entries, 1), band(num_entries, 2)};
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct({.path = path}, &report));
      EXPECT_EQ(report.workflow, Workflow::symbolic);
      ASSERT_EQ(report.configurations.size(), 1u);
      EXPECT_EQ(report.configurations[0].configuration, configuration);
      EXPECT_EQ(report.configurations[0].rows, num_rows);
      EXPECT_TRUE(product.is_correct({.path = path, .memory_limit_bytes = 5000000}, &report));
      EXPECT_TRUE(product.is_correct({.path = path, .accumulators = {.merge = false}}, &report));
      EXPECT_EQ(report.workflow, Workflow::upper_bound);
    }
  }
}

TEST(SpgemmCoverage, EveryKindOfTheHostPathGetsRows) {
  if (!Ocean::Impl::is_host_space_v<test_exec_space>) GTEST_SKIP() << "no host path on this space";
  Coverage coverage = cover(ExecutionPath::host);
  cover(ExecutionPath::host, 0, gallery(), coverage);
  for (int kind = 0; kind < Ocean::Impl::num_host_accumulators; ++kind) {
    const char* const name = to_string(static_cast<Ocean::Impl::HostAccumulator>(kind));
    EXPECT_GT(coverage[name], 0) << name;
  }
}

TEST(SpgemmCoverage, RowsOfEveryLengthOverflowAndAreRedone) {
  const Case<> product = climb(short_ladder, 1);
  for (const ExecutionPath path : available_paths())
    for (const NamedSwitches& named : all_accumulator_switches()) {
      SCOPED_TRACE(::testing::Message() << Ocean::to_string(path) << ", " << named.name);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct({.workflow = Workflow::hyperloglog,
                                      .path = path,
                                      .expansion = overflowing_expansion,
                                      .accumulators = named.switches},
                                     &report));
      EXPECT_GT(report.overflowed_rows, 0);
    }
}

}  // namespace
