/// \file
/// \brief The stages of a small C on every launcher: the product, its report, and what bad indices do.

#include "ocean/engine/dense_engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "ocean/engine/row_engine.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/engine_types.hpp"
#include "support/team_paths.hpp"
#include "support/tested_types.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Impl::count_type;

constexpr Ocean::Impl::DenseCPlan plan{.share_entries = 50};

/// \brief body(engine, workspace, report) for every launcher; the engine has its work memory from the workspace.
template <class Body>
void for_each_engine(const matrix_type& a, const matrix_type& b, const SpGEMMOptions& options, const Body& body) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const auto device_a = to_device(a), device_b = to_device(b);
    workspace_type workspace(launcher.exec());
    SpGEMMReport report;
    using launcher_type = std::decay_t<decltype(launcher)>;
    using engine_type = Ocean::Impl::DenseEngine<launcher_type, problem_type, product_type>;
    static_assert(Ocean::Impl::ReportingEngine<engine_type>);
    engine_type engine(launcher, problem_type{device_a.operand(), device_b.operand()}, plan,
                       {&workspace, options, &report});
    body(engine, workspace, report);
  });
}

void expect_product(const matrix_type& a, const matrix_type& b, const SpGEMMOptions& options = {}) {
  for_each_engine(a, b, options, [&](auto& engine, workspace_type& workspace, SpGEMMReport&) {
    engine.accumulate();
    engine.gather();
    const auto expected = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
    const product_type& c = engine.product();
    EXPECT_TRUE(matches(to_host(a.num_rows, b.num_cols, c.row_map, c.entries, c.values), expected));
    EXPECT_EQ(c.entries.extent(0), expected.entries.size());
    EXPECT_EQ(engine.forecast().peak_bytes(), workspace.peak_workspace_bytes());
    EXPECT_LE(workspace.peak_bytes(), workspace.peak_workspace_bytes() + (std::size_t(1) << 21) +
                                          expected.entries.size() * 12 + expected.row_map.size() * 4);
  });
}

TEST(DenseEngine, MovesEntriesAtOnceIfThereIsRoomForAll) {
  expect_product(make_rows_of_many_kinds(), make_rows_of_many_kinds());
}

TEST(DenseEngine, MovesEntriesOnceTheirNumberIsKnown) {
  expect_product(make_rows_of_many_kinds(), make_rows_of_many_kinds(), {.output_slack = 0.0});
  const auto large = make_random<int, int, double>({.num_rows = 600, .num_cols = 600, .mean_row_nnz = 5, .seed = 9});
  expect_product(large, large);
}

TEST(DenseEngine, ReportsWhatItHasFound) {
  const auto matrix = make_rows_of_many_kinds();
  for_each_engine(matrix, matrix, {}, [&](auto& engine, workspace_type&, SpGEMMReport&) {
    engine.accumulate();
    engine.gather();
    count_type products = 0, longest = 0;
    for (count_type row = 0; row < matrix.num_rows; ++row) {
      count_type of_row = 0;
      for (int entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry)
        of_row += matrix.row_map[matrix.entries[entry] + 1] - matrix.row_map[matrix.entries[entry]];
      products += of_row;
      longest = std::max(longest, of_row);
    }
    EXPECT_EQ(engine.summary().total_products, products);
    EXPECT_EQ(engine.summary().max_row_products, longest);
    EXPECT_EQ(engine.summary().nnz_a, static_cast<count_type>(matrix.entries.size()));
    EXPECT_EQ(engine.plan().workflow, Ocean::Workflow::upper_bound);
    EXPECT_EQ(engine.plan().reason, "C of 300 x 300 as a dense array");
    EXPECT_EQ(engine.num_overflowed(), 0);
    const auto configurations = engine.configurations();
    ASSERT_EQ(configurations.size(), 1u);
    EXPECT_EQ(configurations[0].configuration, "dense_c");
    EXPECT_EQ(configurations[0].rows, 300);
    EXPECT_EQ(configurations[0].scratch_bytes, 64 + 300 * 8 + 10 * 4);
    EXPECT_EQ(configurations[0].team_size, Ocean::Impl::dense_c_team_size);
  });
}

/// \brief Operands that \p spoil has changed are refused with \p text.
void expect_error(const std::function<void(matrix_type&, matrix_type&)>& spoil, const std::string& text) {
  matrix_type a{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}}, b{3, 2, {0, 1, 1, 3}, {1, 0, 1}, {4, 5, 6}};
  spoil(a, b);
  for_each_engine(a, b, {}, [&](auto& engine, workspace_type&, SpGEMMReport&) {
    engine.accumulate();
    EXPECT_EQ(error_text<std::invalid_argument>([&] { engine.gather(); }), text);
    EXPECT_EQ(engine.product().entries.extent(0), 0u);
  });
}

TEST(DenseEngine, IndicesThatLeadOutsideAreNamed) {
  expect_error([](matrix_type& a, matrix_type&) { a.entries[1] = 3; },
               "Ocean::spgemm: A: entries(1) = 3 in row 0 (need a column below 3)");
  expect_error([](matrix_type& a, matrix_type&) { a.row_map[1] = 4; },
               "Ocean::spgemm: A: row_map(2) = 3 after row_map(1) = 4 (need offsets that never decrease)");
  expect_error([](matrix_type&, matrix_type& b) { b.entries[2] = -1; },
               "Ocean::spgemm: B: entries(2) = -1 in row 2 (need a column of at least 0)");
  expect_error([](matrix_type&, matrix_type& b) { b.row_map[1] = 2; },
               "Ocean::spgemm: B: row_map(2) = 1 after row_map(1) = 2 (need offsets that never decrease)");
  expect_error(
      [](matrix_type& a, matrix_type& b) {
        a.entries = {1, 1, 1};  // only the row of B without entries
        b.entries[0] = 2;
      },
      "Ocean::spgemm: B: entries(0) = 2 in row 0 (need a column below 2)");
}

}  // namespace
