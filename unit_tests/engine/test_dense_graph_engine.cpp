/// \file
/// \brief The stages of a handle's small C on every launcher: sizes, values again and again, and what bad indices do.

#include "ocean/engine/dense_graph_engine.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "ocean/engine/row_engine.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/engine_types.hpp"
#include "support/team_paths.hpp"
#include "support/tested_types.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMReport;
using Ocean::Impl::count_type;

constexpr Ocean::Impl::DenseCPlan plan{.share_entries = 50};

/// \brief A C whose sizes are to be found, of operands on the device.
template <class Launcher>
struct GraphCase {
  using engine_type = Ocean::Impl::DenseGraphEngine<Launcher, problem_type, product_type>;
  static_assert(Ocean::Impl::HandleEngine<engine_type>);

  GraphCase(const Launcher& launcher, const matrix_type& host_a, const matrix_type& host_b)
      : a(to_device(host_a)),
        b(to_device(host_b)),
        workspace(launcher.exec()),
        row_map("Testing::row_map", static_cast<std::size_t>(host_a.num_rows) + 1),
        engine({a.operand(), b.operand()}, plan, {&workspace, {}, &report}) {
    engine.use_row_map(row_map.data());
  }
  void find_sizes() {
    engine.analyze([&] { ++num_calls_while_running; });
    engine.choose();
    engine.predict();
    engine.bin();
  }

  DeviceCsr<int, int, double> a, b;
  workspace_type workspace;
  SpGEMMReport report;
  test_view<int> row_map;
  engine_type engine;
  int num_calls_while_running = 0;
};

/// \brief body(case) for every launcher.
template <class Body>
void for_each_case(const matrix_type& a, const matrix_type& b, const Body& body) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    GraphCase<std::decay_t<decltype(launcher)>> of(launcher, a, b);
    body(of);
  });
}

TEST(DenseGraphEngine, SizesThenValues) {
  const auto matrix = make_rows_of_many_kinds();
  const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(matrix, matrix);
  for_each_case(matrix, matrix, [&](auto& of) {
    of.find_sizes();
    EXPECT_EQ(of.num_calls_while_running, 1);
    EXPECT_EQ(of.engine.nnz_c(), static_cast<count_type>(expected.entries.size()));
    EXPECT_EQ(to_vector(of.row_map), expected.row_map);
    const test_view<int> entries("Testing::entries", expected.entries.size());
    const test_view<double> values("Testing::values", expected.values.size());
    const std::size_t live_bytes = of.workspace.live_bytes();
    of.engine.place(entries.data(), values.data(), nullptr);
    Kokkos::fence();
    EXPECT_TRUE(matches(to_host(matrix.num_rows, matrix.num_cols, of.row_map, entries, values), expected));
    EXPECT_EQ(of.workspace.live_bytes(), live_bytes) << "no memory is needed for values";
    EXPECT_EQ(of.engine.forecast().peak_bytes(), of.workspace.peak_workspace_bytes());
  });
}

TEST(DenseGraphEngine, OtherValuesWhereColumnsAreThere) {
  const auto matrix = make_rows_of_many_kinds();
  auto other = matrix;
  for (double& value : other.values) value = 3.0 - value;
  const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(other, matrix);
  for_each_case(matrix, matrix, [&](auto& of) {
    of.find_sizes();
    const auto entries = make_view(std::vector<int>(expected.entries.size(), -1));
    const test_view<double> values("Testing::values", expected.values.size());
    const auto other_a = to_device(other);
    SpGEMMReport report;
    of.engine.rebind({other_a.operand(), of.b.operand()}, report);
    of.engine.place(entries.data(), values.data(), of.row_map.data());
    Kokkos::fence();
    EXPECT_EQ(to_vector(values), expected.values);
    EXPECT_EQ(to_vector(entries), std::vector<int>(expected.entries.size(), -1));
  });
}

TEST(DenseGraphEngine, KnowsWhatRepeatedSumsNeed) {
  const matrix_type a{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}};
  const auto expect_summary = [&](const matrix_type& b, bool sorted) {
    for_each_case(a, b, [&](auto& of) {
      of.find_sizes();
      const Ocean::Impl::AnalysisSummary& summary = of.engine.summary();
      EXPECT_EQ(summary.total_products, 4);
      EXPECT_EQ(summary.max_row_products, 3);
      EXPECT_EQ(summary.nnz_a, 3);
      EXPECT_EQ(summary.nnz_b, 4);
      EXPECT_EQ(summary.b_rows_sorted, sorted);
      const auto configurations = of.engine.configurations();
      ASSERT_EQ(configurations.size(), 1u);
      EXPECT_EQ(configurations[0].configuration, "dense_c");
      EXPECT_EQ(configurations[0].rows, 2);
    });
  };
  expect_summary({3, 4, {0, 1, 2, 4}, {1, 3, 0, 2}, {4, 5, 6, 7}}, true);
  expect_summary({3, 4, {0, 1, 2, 4}, {1, 3, 2, 0}, {4, 5, 6, 7}}, false);
}

/// \brief Operands that \p spoil has changed are refused with \p text.
void expect_error(const std::function<void(matrix_type&, matrix_type&)>& spoil, const std::string& text) {
  matrix_type a{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}}, b{3, 2, {0, 1, 1, 3}, {1, 0, 1}, {4, 5, 6}};
  spoil(a, b);
  for_each_case(a, b, [&](auto& of) {
    EXPECT_EQ(error_text<std::invalid_argument>([&] { of.find_sizes(); }), text);
    EXPECT_EQ(to_vector(of.row_map), (std::vector<int>{0, 0, 0}));
  });
}

TEST(DenseGraphEngine, IndicesThatLeadOutsideAreNamed) {
  expect_error([](matrix_type& a, matrix_type&) { a.entries[1] = 3; },
               "Ocean::spgemm: A: entries(1) = 3 in row 0 (need a column below 3)");
  expect_error([](matrix_type&, matrix_type& b) { b.row_map[1] = 2; },
               "Ocean::spgemm: B: row_map(2) = 1 after row_map(1) = 2 (need offsets that never decrease)");
}

}  // namespace
