/// \file
/// \brief The stages of team kernels one by one: sizes that are exact, estimated or bounded, slices of A, and a call
/// without memory.

#include "ocean/engine/team_engine.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/counted_limit.hpp"
#include "support/engine_types.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;
using Ocean::Impl::DoNothing;
using Ocean::Impl::RunContext;

constexpr int untouched = -77;

/// \brief A square of rows of many kinds, its work memory, and given arrays of C with a slot before and behind.
struct Operands {
  explicit Operands(const SpGEMMOptions& given, std::size_t limit_bytes = plenty)
      : options(given), workspace(test_exec_space{}, limit_bytes) {
    report.time_stages = true;
  }
  problem_type problem() const { return {device.operand(), device.operand()}; }
  RunContext<test_exec_space> context() { return {&workspace, options, &report}; }
  count_type num_rows() const { return a.num_rows; }
  count_type nnz_c() const { return static_cast<count_type>(c.entries.size()); }
  /// \brief Fails where the given arrays are not those of C times \p factor.
  void expect_placed(double factor = 1.0) const {
    Kokkos::fence("Testing::place");
    auto columns = to_vector(entries);
    auto sums = to_vector(values);
    EXPECT_EQ(columns.front(), untouched);
    EXPECT_EQ(columns.back(), untouched);
    EXPECT_EQ(sums.front(), untouched);
    EXPECT_EQ(sums.back(), untouched);
    auto expected = c.values;
    for (double& value : expected) value *= factor;
    EXPECT_EQ(std::vector<int>(columns.begin() + 1, columns.end() - 1), c.entries);
    EXPECT_EQ(std::vector<double>(sums.begin() + 1, sums.end() - 1), expected);
  }

  matrix_type a = make_rows_of_many_kinds();
  Ocean::Impl::ReferenceProduct<int, int, double> c = Ocean::Impl::multiply_gustavson<int, int, double>(a, a);
  DeviceCsr<int, int, double> device = to_device(a);
  SpGEMMOptions options;
  workspace_type workspace;
  SpGEMMReport report;
  test_view<int> row_map = make_view(std::vector<int>(a.row_map.size(), untouched));
  test_view<int> entries = make_view(std::vector<int>(c.entries.size() + 2, untouched));
  test_view<double> values = make_view(std::vector<double>(c.entries.size() + 2, untouched));
};

/// \brief body(engine of the launcher, operands) for every launcher.
template <class Body>
void for_each_engine(const SpGEMMOptions& options, const Body& body) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    using launcher_type = std::decay_t<decltype(launcher)>;
    Operands operands(options);
    Ocean::Impl::TeamEngine<launcher_type, problem_type, product_type> engine(operands.problem(), operands.context());
    body(engine, operands);
  });
}

count_type rows_of(const std::vector<Ocean::ConfigurationRows>& configurations) {
  count_type rows = 0;
  for (const auto& configuration : configurations) rows += configuration.rows;
  return rows;
}

std::set<std::string> stages_of(const SpGEMMReport& report) {
  std::set<std::string> stages;
  for (const auto& stage : report.stage_times) stages.insert(stage.stage);
  return stages;
}

/// Into arrays of the caller's, again with other values, which another call reports.
TEST(TeamEngine, ExactSizesArePlacedAsOftenAsWanted) {
  for_each_engine({.workflow = Workflow::symbolic}, [](auto& engine, Operands& of) {
    int runs_beside = 0;
    engine.use_row_map(of.row_map.data());
    engine.analyze([&] { ++runs_beside; });
    EXPECT_EQ(runs_beside, 1);
    EXPECT_EQ(engine.summary().nnz_a, static_cast<count_type>(of.a.entries.size()));
    engine.choose();
    EXPECT_EQ(engine.plan().reason, "forced by the options");
    EXPECT_TRUE(engine.has_exact_sizes());
    engine.predict();
    engine.bin();
    Kokkos::fence("Testing::bin");
    EXPECT_EQ(to_vector(of.row_map), of.c.row_map);
    EXPECT_EQ(engine.nnz_c(), of.nnz_c());
    EXPECT_EQ(engine.nnz_max(), of.nnz_c());
    EXPECT_EQ(engine.expected_nnz(), of.nnz_c());
    EXPECT_EQ(rows_of(engine.configurations()), of.num_rows());
    engine.place(of.entries.data() + 1, of.values.data() + 1, nullptr);
    of.expect_placed();
    EXPECT_EQ(engine.forecast().peak_bytes(), of.workspace.peak_workspace_bytes());
    matrix_type other = of.a;
    for (double& value : other.values) value *= -2.0;
    const auto device_other = to_device(other);
    SpGEMMReport next;
    next.time_stages = true;
    engine.rebind({device_other.operand(), of.device.operand()}, next);
    engine.place(of.entries.data() + 1, of.values.data() + 1, nullptr);
    of.expect_placed(-2.0);
    EXPECT_EQ(stages_of(next), (std::set<std::string>{"numeric"}));
  });
}

TEST(TeamEngine, ExactSizesMakeAProductOfItsOwn) {
  for_each_engine({.workflow = Workflow::symbolic}, [](auto& engine, Operands& of) {
    engine.analyze([&] { engine.allocate_row_map(); });
    engine.choose();
    engine.predict();
    engine.bin();
    engine.place();
    const product_type& c = engine.product();
    EXPECT_EQ(c.entries.extent(0), of.c.entries.size());
    EXPECT_TRUE(matches(to_host(300, 300, c.row_map, c.entries, c.values), of.c));
    EXPECT_EQ(of.workspace.output_bytes(), 301 * sizeof(int) + of.c.entries.size() * 12);
  });
}

/// \brief Stages and compacts C, and checks it; \return the rows that overflowed.
count_type expect_compacted(const SpGEMMOptions& options) {
  count_type num_overflowed = 0;
  for_each_engine(options, [&](auto& engine, Operands& of) {
    engine.analyze([&] { engine.allocate_row_map(); });
    engine.choose();
    EXPECT_EQ(engine.plan().workflow, options.workflow);
    EXPECT_FALSE(engine.has_exact_sizes());
    engine.predict();
    engine.bin();
    EXPECT_GE(engine.nnz_max(), of.nnz_c());
    EXPECT_GE(engine.expected_nnz(), of.nnz_c() / 10 * 9) << "whatever the factor on estimates";
    EXPECT_LE(engine.expected_nnz(), engine.nnz_max());
    if (engine.plan().rows_claim) {
      EXPECT_LE(engine.expected_nnz(), of.nnz_c() / 4 * 5);
    }
    EXPECT_EQ(rows_of(engine.configurations()), of.num_rows());
    engine.stage();
    engine.compact(Ocean::Impl::DoNothing());
    const product_type& c = engine.product();
    EXPECT_TRUE(matches(to_host(300, 300, c.row_map, c.entries, c.values), of.c));
    EXPECT_EQ(stages_of(of.report).count("overflow"), options.workflow == Workflow::hyperloglog ? 1u : 0u);
    num_overflowed = engine.num_overflowed();
  });
  return num_overflowed;
}

TEST(TeamEngine, BoundsAreStagedAndCompacted) { EXPECT_EQ(expect_compacted({.workflow = Workflow::upper_bound}), 0); }

TEST(TeamEngine, EstimatesAreStagedAndCompacted) {
  EXPECT_LE(expect_compacted({.workflow = Workflow::hyperloglog}), 15) << "a twentieth of the rows";
  SpGEMMOptions too_small{.workflow = Workflow::hyperloglog};
  too_small.expansion = 0.3;
  EXPECT_GT(expect_compacted(too_small), 0) << "rows are computed again";
}

/// Sizes of slices first, then their entries, in any order.
TEST(TeamEngine, SlicesAreCountedAndPlaced) {
  const std::vector<count_type> ends{0, 7, 8, 120, 300};
  for_each_engine({.workflow = Workflow::symbolic}, [&](auto& engine, Operands& of) {
    engine.analyze_b();
    EXPECT_GE(engine.slices_bytes(), of.workspace.live_bytes());
    const std::size_t of_b = of.workspace.num_allocated();
    for (std::size_t slice = 0; slice + 1 < ends.size(); ++slice) {
      const count_type first = ends[slice], last = ends[slice + 1];
      engine.analyze_slice(first, last);
      EXPECT_EQ(engine.summary().nnz_a, of.a.row_map[last] - of.a.row_map[first]);
      engine.choose();
      EXPECT_EQ(engine.count(of.row_map.data() + first), of.c.row_map[last] - of.c.row_map[first]);
      of.workspace.release_after(of_b);
    }
    std::vector<int> sizes(1, untouched);
    for (int row = 0; row < 300; ++row) sizes.push_back(of.c.row_map[row + 1] - of.c.row_map[row]);
    EXPECT_EQ(to_vector(of.row_map), sizes);
    Kokkos::deep_copy(of.row_map, make_view(of.c.row_map));
    for (std::size_t slice = ends.size() - 1; slice-- > 0;) {
      engine.analyze_slice(ends[slice], ends[slice + 1]);
      engine.choose();
      engine.use_offsets(of.row_map.data() + ends[slice]);
      engine.bin();
      EXPECT_EQ(engine.nnz_c(), of.c.row_map[ends[slice + 1]] - of.c.row_map[ends[slice]]);
      engine.place(of.entries.data() + 1, of.values.data() + 1, nullptr);
      of.workspace.release_after(of_b);
    }
    of.expect_placed();
    EXPECT_EQ(to_vector(of.row_map), of.c.row_map) << "only read";
  });
}

/// A call that has no memory for its windows takes none, and the next one is right.
TEST(TeamEngine, ACallWithoutMemoryLeavesThingsAsTheyWere) {
  SpGEMMOptions windows{.workflow = Workflow::symbolic};
  windows.accumulators.hash = windows.accumulators.hybrid_hash = windows.accumulators.ranked = false;
  windows.accumulators.merge = windows.accumulators.esc = windows.accumulators.supernodes = false;
  windows.scratch_limit_bytes = 600;
  for_each_engine(windows, [](auto& engine, Operands& of) {
    engine.use_row_map(of.row_map.data());
    engine.analyze(DoNothing());
    engine.choose();
    engine.predict();
    engine.bin();
    const std::size_t live_bytes = of.workspace.live_bytes();
    const auto place = [&] { engine.place(of.entries.data() + 1, of.values.data() + 1, nullptr); };
    of.workspace.add_output(of.workspace.available_bytes());
    EXPECT_THROW(place(), Ocean::Impl::WorkspaceTooSmall);
    EXPECT_EQ(of.workspace.live_bytes(), live_bytes);
    of.workspace.remove_output(of.workspace.output_bytes());
    place();
    of.expect_placed();
  });
}

}  // namespace
