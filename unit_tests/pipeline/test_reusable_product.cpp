/// \file
/// \brief Symbolic, numeric and repeated numeric calls on every path; what a repeated call asks of Kokkos.

#include "ocean/pipeline/reusable_product.hpp"

#include <gtest/gtest.h>

#include "api/tools_recorder.hpp"
#include "ocean/pipeline/run_spgemm.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Impl::count_type;
using Ocean::Testing::all_paths;
using Ocean::Testing::DeviceCsr;
using Ocean::Testing::HostCsr;
using Ocean::Testing::make_random;
using Ocean::Testing::matches;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_device;
using Ocean::Testing::to_host;
using Ocean::Testing::ToolsRecorder;

using matrix_type = HostCsr<int, int, double>;
using device_matrix = DeviceCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;
using reusable_type = Ocean::Impl::ReusableProduct<test_exec_space, problem_type, product_type>;

matrix_type random_matrix(count_type num_rows, count_type num_cols, std::uint64_t seed) {
  return make_random<int, int, double>({.num_rows = num_rows,
                                        .num_cols = num_cols,
                                        .mean_row_nnz = 6.0,
                                        .seed = seed,
                                        .empty_row_ratio = 0.2,
                                        .duplicate_ratio = 0.2,
                                        .unsorted = true});
}

/// C between its calls.
struct Session {
  Session(const matrix_type& a, const matrix_type& b, const SpGEMMOptions& session_options)
      : options(session_options),
        num_rows(a.num_rows),
        num_cols(b.num_cols),
        row_map("Testing::row_map", static_cast<std::size_t>(a.num_rows) + 1) {
    Kokkos::deep_copy(row_map, 123);
    bind(a, b);
  }
  void bind(const matrix_type& a, const matrix_type& b) {
    device_a = to_device(a);
    device_b = to_device(b);
    expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  }
  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  void symbolic() {
    const auto nnz =
        static_cast<std::size_t>(reusable.symbolic(test_exec_space{}, problem(), row_map.data(), options, report));
    entries = test_view<int>("Testing::entries", nnz);
    values = test_view<double>("Testing::values", nnz);
    Kokkos::deep_copy(entries, -1);
  }
  void numeric() {
    Kokkos::deep_copy(values, -77.0);
    reusable.numeric(test_exec_space{}, problem(), row_map.data(), entries.data(), values.data(), report);
    Kokkos::fence("Testing::numeric");
  }
  testing::AssertionResult is_correct() const {
    return matches(to_host(num_rows, num_cols, row_map, entries, values), expected);
  }

  SpGEMMOptions options;
  count_type num_rows, num_cols;
  device_matrix device_a, device_b;
  Ocean::Impl::ReferenceProduct<int, int, double> expected;
  test_view<int> row_map, entries;
  test_view<double> values;
  SpGEMMReport report;
  reusable_type reusable;
};

/// Every path, with and without lists, with and without a fixed order.
template <class Body>
void for_each_way(const Body& body) {
  for (const ExecutionPath path : all_paths())
    for (const bool reuse : {false, true})
      for (const bool deterministic : {false, true}) {
        SpGEMMOptions options;
        options.path = path;
        options.reuse = reuse;
        options.deterministic = deterministic;
        SCOPED_TRACE(testing::Message() << to_string(path) << (reuse ? ", lists" : "")
                                        << (deterministic ? ", deterministic" : ""));
        body(options);
      }
}

matrix_type with_other_values(matrix_type matrix) {
  for (double& value : matrix.values) value = 2.0 * value + 1.0;
  return matrix;
}

TEST(ReusableProduct, NewValuesAndNewPointers) {
  const auto a = random_matrix(130, 90, 1), b = random_matrix(90, 300, 2);
  for_each_way([&](const SpGEMMOptions& options) {
    Session session(a, b, options);
    EXPECT_FALSE(session.reusable.is_symbolic_done());
    session.symbolic();
    EXPECT_TRUE(session.reusable.is_symbolic_done());
    EXPECT_EQ(session.reusable.nnz_c(), static_cast<count_type>(session.expected.entries.size()));
    session.numeric();
    EXPECT_TRUE(session.is_correct()) << "first";
    EXPECT_EQ(session.reusable.has_lists(), options.reuse);
    session.bind(with_other_values(a), with_other_values(b));
    session.numeric();
    EXPECT_TRUE(session.is_correct()) << "again";
    session.entries = test_view<int>("Testing::other_entries", session.entries.extent(0));
    session.numeric();
    EXPECT_TRUE(session.is_correct()) << "other columns to fill";
  });
}

TEST(ReusableProduct, SymbolicAgainFillsTheRowMap) {
  const auto a = random_matrix(50, 60, 3), b = random_matrix(60, 70, 4);
  for_each_way([&](const SpGEMMOptions& options) {
    Session session(a, b, options);
    session.symbolic();
    session.numeric();
    Kokkos::deep_copy(session.row_map, -7);
    session.symbolic();
    session.numeric();
    EXPECT_TRUE(session.is_correct());
  });
}

TEST(ReusableProduct, ColumnsWithoutValues) {
  const auto a = random_matrix(80, 60, 5), b = random_matrix(60, 90, 6);
  for_each_way([&](const SpGEMMOptions& options) {
    Session session(a, b, options);
    problem_type pattern = session.problem();
    pattern.a.values = pattern.b.values = {};
    const count_type nnz =
        session.reusable.symbolic(test_exec_space{}, pattern, session.row_map.data(), options, session.report);
    session.entries = test_view<int>("Testing::entries", static_cast<std::size_t>(nnz));
    session.values = test_view<double>("Testing::values", static_cast<std::size_t>(nnz));
    session.reusable.fill_entries(test_exec_space{}, pattern, session.row_map.data(), session.entries.data());
    EXPECT_EQ(Ocean::Testing::to_vector(session.entries), session.expected.entries);
    session.reusable.fill_entries(test_exec_space{}, pattern, session.row_map.data(), session.entries.data());
    session.numeric();
    EXPECT_TRUE(session.is_correct());
  });
}

TEST(ReusableProduct, NothingToMultiply) {
  const matrix_type none{4, 3, {0, 0, 0, 0, 0}, {}, {}};
  const auto b = random_matrix(3, 5, 7);
  for_each_way([&](const SpGEMMOptions& options) {
    Session session(none, b, options);
    session.symbolic();
    session.numeric();
    EXPECT_TRUE(session.is_correct());
  });
}

TEST(ReusableProduct, ListsStayWithinTheirShare) {
  const auto a = Ocean::Testing::make_block_diagonal<int, int, double>(8, 40);
  SpGEMMOptions options;
  options.reuse_memory_factor = 1.0;
  Session session(a, a, options);
  session.symbolic();
  session.numeric();
  EXPECT_FALSE(session.reusable.has_lists()) << "8 bytes per product are more than A, B and C take";
  session.bind(with_other_values(a), a);
  session.numeric();
  EXPECT_TRUE(session.is_correct());
}

/// Lists or places whatever the patterns.
Ocean::Impl::ReuseTuning summing_by(Ocean::Impl::ReuseSums sums) {
  Ocean::Impl::ReuseTuning tuning;
  tuning.sums = sums;
  return tuning;
}

TEST(ReusableProduct, LongListsAreMadeByTheFirstRepeatedCall) {
  const auto a = Ocean::Testing::make_block_diagonal<int, int, double>(6, 12);
  for (const ExecutionPath path : Ocean::Testing::team_paths()) {
    SpGEMMOptions options;
    options.path = path;
    options.reuse_memory_factor = 1000.0;
    Session session(a, a, options);
    session.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::lists));
    session.symbolic();
    session.numeric();
    EXPECT_FALSE(session.reusable.has_lists()) << "12 products per entry of C";
    EXPECT_TRUE(session.is_correct());
    session.bind(with_other_values(a), a);
    session.numeric();
    EXPECT_TRUE(session.reusable.has_lists());
    EXPECT_TRUE(session.is_correct());
    options.reuse_early_products = 12.0;
    Session early(a, a, options);
    early.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::lists));
    early.symbolic();
    early.numeric();
    EXPECT_TRUE(early.reusable.has_lists());
  }
}

matrix_type with_real_values(matrix_type matrix) {
  for (double& value : matrix.values) value = value / 3.0 + 0.1;
  return matrix;
}

TEST(ReusableProduct, PlacesAreKeptByTheFirstRepeatedCall) {
  const auto a = Ocean::Testing::make_block_diagonal<int, int, double>(6, 12);
  for (const ExecutionPath path : Ocean::Testing::team_paths()) {
    SCOPED_TRACE(to_string(path));
    SpGEMMOptions options;
    options.path = path;
    Session session(a, a, options);
    session.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::places));
    session.symbolic();
    session.numeric();
    EXPECT_TRUE(session.is_correct());
    EXPECT_FALSE(session.reusable.has_places());
    for (const char* place : {"Ocean::reuse::sum_at_searched_places", "Ocean::reuse::sum_at_known_places"}) {
      session.bind(with_other_values(a), a);
      const ToolsRecorder recorder;
      session.numeric();
      EXPECT_TRUE(session.is_correct()) << place;
      EXPECT_EQ(ToolsRecorder::record().kernels.back().label, place);
    }
    EXPECT_TRUE(session.reusable.has_places());
    EXPECT_FALSE(session.reusable.has_lists());
    session.entries = test_view<int>("Testing::other_entries", session.entries.extent(0));
    session.numeric();
    EXPECT_TRUE(session.is_correct()) << "other columns to fill";
    session.numeric();
    EXPECT_TRUE(session.is_correct()) << "known places beside other columns";
  }
}

TEST(ReusableProduct, PlacesStayWithinTheirShare) {
  const auto a = Ocean::Testing::make_block_diagonal<int, int, double>(8, 40);
  for (const ExecutionPath path : Ocean::Testing::team_paths())
    for (const bool deterministic : {false, true}) {
      SpGEMMOptions options;
      options.path = path;
      options.deterministic = deterministic;
      options.reuse_memory_factor = 1.0;
      Session session(a, a, options);
      session.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::places));
      session.symbolic();
      session.numeric();
      session.bind(with_other_values(a), a);
      session.numeric();
      EXPECT_TRUE(session.is_correct());
      EXPECT_FALSE(session.reusable.has_places()) << "2 bytes for each of 40 products of an entry of C";
      EXPECT_FALSE(session.reusable.has_lists()) << "which would be larger yet";
    }
}

/// \brief Whether the last kernel that a recorder has seen searches places.
bool ended_at_places() {
  return ToolsRecorder::record().kernels.back().label == "Ocean::reuse::sum_at_searched_places";
}

/// One call or two, first or repeated, with or without memory between the calls, into a graph: the same bits.
TEST(ReusableProduct, DeterministicPlacesGiveTheSameBitsEveryWay) {
  const auto a = with_real_values(Ocean::Testing::make_block_diagonal<int, int, double>(40, 36));
  for (const ExecutionPath path : Ocean::Testing::team_paths()) {
    SCOPED_TRACE(to_string(path));
    SpGEMMOptions options;
    options.path = path;
    options.deterministic = true;
    options.reuse_memory_factor = 100.0;  // for the lists
    Session session(a, a, options);
    session.symbolic();
    session.numeric();
    const auto first = Ocean::Testing::to_vector(session.values);
    EXPECT_EQ(first, session.expected.values) << "bits of the serial reference";
    session.numeric();
    EXPECT_TRUE(session.reusable.has_places()) << "chosen by itself";
    EXPECT_EQ(Ocean::Testing::to_vector(session.values), first) << "places kept";
    session.numeric();
    EXPECT_EQ(Ocean::Testing::to_vector(session.values), first) << "places known";
    Session listed(a, a, options);
    listed.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::lists));
    listed.symbolic();
    listed.numeric();
    EXPECT_EQ(Ocean::Testing::to_vector(listed.values), first) << "without places";
    listed.numeric();
    EXPECT_TRUE(listed.reusable.has_lists());
    EXPECT_EQ(Ocean::Testing::to_vector(listed.values), first) << "listed";
    options.reuse = false;
    Session unprepared(a, a, options);
    unprepared.symbolic();
    unprepared.numeric();
    EXPECT_EQ(Ocean::Testing::to_vector(unprepared.values), first) << "without reuse";
    EXPECT_FALSE(unprepared.reusable.has_places());
    Kokkos::deep_copy(session.values, -77.0);
    const ToolsRecorder recorder;
    Ocean::Impl::fill_values(test_exec_space{}, session.problem(), session.reusable.nnz_c(), session.row_map.data(),
                             session.entries.data(), session.values.data(), options);
    EXPECT_TRUE(ended_at_places());
    EXPECT_EQ(Ocean::Testing::to_vector(session.values), first) << "into a graph";
    for (const auto workflow :
         {Ocean::Workflow::upper_bound, Ocean::Workflow::hyperloglog, Ocean::Workflow::symbolic}) {
      options.workflow = workflow;
      const auto product =
          Ocean::Impl::run_spgemm<product_type>(test_exec_space{}, session.problem(), options, session.report);
      EXPECT_TRUE(ended_at_places());
      EXPECT_EQ(Ocean::Testing::to_vector(product.values), first) << to_string(workflow);
    }
  }
}

/// A repeated call allocates nothing, copies nothing and waits for nothing.
void expect_one_kernel(Session& session, const std::string& label) {
  {
    const ToolsRecorder recorder;
    session.reusable.numeric(test_exec_space{}, session.problem(), session.row_map.data(), session.entries.data(),
                             session.values.data(), session.report);
  }
  const auto& record = ToolsRecorder::record();
  ASSERT_EQ(record.kernels.size(), 1u);
  EXPECT_EQ(record.kernels.front().label, label);
  for (const std::string& allocation : record.allocations)
    EXPECT_FALSE(allocation.starts_with("Ocean::")) << allocation;  // a TeamPolicy of Kokkos may allocate for itself
  EXPECT_TRUE(record.copies.empty());
  EXPECT_TRUE(record.fences.empty());
}

TEST(ReusableProduct, ARepeatedCallOnlySums) {
  const auto a = random_matrix(300, 200, 8), b = random_matrix(200, 300, 9);
  const auto blocks = Ocean::Testing::make_block_diagonal<int, int, double>(6, 12);
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    SpGEMMOptions options;
    options.path = path;
    Session listed(a, b, options);
    listed.symbolic();
    listed.numeric();
    ASSERT_TRUE(listed.reusable.has_lists());
    expect_one_kernel(listed,
                      path == ExecutionPath::host ? "Ocean::reuse::sum_lists_host" : "Ocean::reuse::sum_short_lists");
    if (path == ExecutionPath::host) continue;
    Session placed(blocks, blocks, options);
    placed.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::places));
    placed.symbolic();
    placed.numeric();
    placed.numeric();
    ASSERT_TRUE(placed.reusable.has_places());
    expect_one_kernel(placed, "Ocean::reuse::sum_at_known_places");
  }
}

}  // namespace
