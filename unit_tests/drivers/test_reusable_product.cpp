/// \file
/// \brief Symbolic, numeric and repeated numeric calls on every path; what a repeated call asks of Kokkos.

#include <gtest/gtest.h>

#include <algorithm>

#include "api/tools_recorder.hpp"
#include "ocean/drivers/run_spgemm.hpp"
#include "reusable_session.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::Impl::count_type;
using Ocean::Testing::all_paths;
using Ocean::Testing::is_fence_of_kokkos;
using Ocean::Testing::problem_type;
using Ocean::Testing::product_type;
using Ocean::Testing::random_matrix;
using Ocean::Testing::Session;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::ToolsRecorder;
using Ocean::Testing::with_other_values;
using matrix_type = Ocean::Testing::session_matrix;

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
    EXPECT_FALSE(session.reusable.has_lists()) << "for a repetition that may never come";
    session.bind(with_other_values(a), with_other_values(b));
    session.numeric();
    EXPECT_TRUE(session.is_correct()) << "again";
    EXPECT_EQ(session.reusable.has_lists() || session.reusable.has_places(), options.reuse);
    session.entries = test_view<int>("Testing::other_entries", session.entries.extent(0));
    session.numeric();
    EXPECT_TRUE(session.is_correct()) << "other columns to fill";
  });
}

TEST(ReusableProduct, FewRowsAreCountedAndComputedInOneBin) {
  // Rows of 1 and 1500 products, which would have different bins.
  matrix_type a{2, 1501, {0, 1, 1501}, {}, {}}, b{1501, 1501, {0}, {}, {}};
  for (int row = 0; row < 1501; ++row) {
    a.entries.push_back(row);
    b.entries.push_back(1500 - row);
    b.row_map.push_back(row + 1);
  }
  a.values.assign(1501, 0.5);
  b.values.assign(1501, 3.0);
  for (const ExecutionPath path : Ocean::Testing::team_paths()) {
    SCOPED_TRACE(to_string(path));
    Session session(a, b, {.path = path, .reuse = false});
    session.symbolic();
    count_type num_bins = 0;
    for (const auto& bin : session.report.configurations) num_bins += bin.rows > 0;
    EXPECT_EQ(num_bins, 1);
    session.numeric();
    EXPECT_TRUE(session.is_correct());
  }
}

TEST(ReusableProduct, ColumnsThatWereOverwrittenAreFilledAgain) {
  const auto blocks = Ocean::Testing::make_block_diagonal<int, int, double>(9, 30);
  for_each_way([&](const SpGEMMOptions& options) {
    Session session(blocks, blocks, options);
    session.symbolic();
    session.numeric();
    Kokkos::deep_copy(session.entries, -1);
    session.reusable.fill_entries(test_exec_space{}, session.problem(), session.row_map.data(), session.entries.data());
    session.numeric();
    EXPECT_TRUE(session.is_correct());
  });
}

TEST(ReusableProduct, ARepeatedCallOnTheHostPathOnlyReadsTheColumns) {
  if (!Ocean::Impl::is_host_space_v<test_exec_space>) GTEST_SKIP() << "no host path on this space";
  const auto blocks = Ocean::Testing::make_block_diagonal<int, int, double>(2, 30);
  SpGEMMOptions options;
  options.path = ExecutionPath::host;
  options.reuse = false;
  Session session(blocks, blocks, options);
  session.symbolic();
  session.numeric();
  const auto swap_columns = [&](auto& matrix) {  // the first two of every row of the first block: rows may share theirs
    for (int row = 0; row < 30; ++row) std::swap(matrix(30 * row), matrix(30 * row + 1));
  };
  swap_columns(session.entries);
  session.bind(with_other_values(blocks), with_other_values(blocks));
  session.numeric();
  swap_columns(session.entries);
  swap_columns(session.values);
  EXPECT_TRUE(session.is_correct());
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

/// \brief Every \p stride-th row of \p matrix, from each of the first ones on.
template <class Matrix>
Matrix interleave_rows(const Matrix& matrix, count_type stride) {
  Matrix result{0, matrix.num_cols, {0}, {}, {}};
  for (count_type first = 0; first < stride; ++first)
    for (count_type row = first; row < matrix.num_rows; row += stride) {
      result.entries.insert(result.entries.end(), matrix.entries.begin() + matrix.row_map[row],
                            matrix.entries.begin() + matrix.row_map[row + 1]);
      result.values.insert(result.values.end(), matrix.values.begin() + matrix.row_map[row],
                           matrix.values.begin() + matrix.row_map[row + 1]);
      result.row_map.push_back(static_cast<int>(result.entries.size()));
      ++result.num_rows;
    }
  return result;
}

/// \brief Operands whose products have places: blocks, and rows of A that have the columns of the row before or not.
struct PlacedOperands {
  PlacedOperands(count_type num_blocks, count_type block_size, bool with_supernodes)
      : has_supernodes(with_supernodes),
        b(Ocean::Testing::make_block_diagonal<int, int, double>(num_blocks, block_size)),
        a(has_supernodes ? b : interleave_rows(b, block_size)),
        searched(has_supernodes ? "Ocean::reuse::sum_searched_supernodes" : "Ocean::reuse::sum_at_searched_places"),
        known(has_supernodes ? "Ocean::reuse::sum_known_supernodes" : "Ocean::reuse::sum_at_known_places") {}
  bool has_supernodes;
  matrix_type b, a;
  const char *searched, *known;  ///< labels of the kernels
};

/// \brief body(operands, options) on every team path, with supernodes and without.
template <class Body>
void for_each_placed(count_type num_blocks, count_type block_size, const Body& body) {
  for (const ExecutionPath path : Ocean::Testing::team_paths())
    for (const bool has_supernodes : {false, true}) {
      SCOPED_TRACE(testing::Message() << to_string(path) << (has_supernodes ? ", supernodes" : ""));
      SpGEMMOptions options;
      options.path = path;
      body(PlacedOperands(num_blocks, block_size, has_supernodes), options);
    }
}

TEST(ReusableProduct, PlacesAreKeptByTheFirstRepeatedCall) {
  for_each_placed(6, 12, [](const PlacedOperands& operands, SpGEMMOptions options) {
    Session session(operands.a, operands.b, options);
    session.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::places));
    session.symbolic();
    session.numeric();
    EXPECT_TRUE(session.is_correct());
    EXPECT_FALSE(session.reusable.has_places());
    for (const char* place : {operands.searched, operands.known}) {
      session.bind(with_other_values(operands.a), operands.b);
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
  });
}

TEST(ReusableProduct, PlacesStayWithinTheirShare) {
  for (const bool deterministic : {false, true})
    for_each_placed(8, 40, [&](const PlacedOperands& operands, SpGEMMOptions options) {
      options.deterministic = deterministic;
      options.reuse_memory_factor = 1.0;
      Session session(operands.a, operands.b, options);
      session.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::places));
      session.symbolic();
      session.numeric();
      session.bind(with_other_values(operands.a), operands.b);
      session.numeric();
      EXPECT_TRUE(session.is_correct());
      EXPECT_EQ(session.reusable.has_places(), operands.has_supernodes)
          << "2 bytes for each of 40 products of an entry of C, once for the rows of a supernode";
      EXPECT_FALSE(session.reusable.has_lists()) << "which would be larger yet";
    });
}

/// \brief Label of the last kernel that a recorder has seen.
std::string last_kernel() { return ToolsRecorder::record().kernels.back().label; }

/// One call or two, first or repeated, with or without memory between the calls, into a graph: the same bits.
TEST(ReusableProduct, DeterministicPlacesGiveTheSameBitsEveryWay) {
  for_each_placed(30, 36, [](const PlacedOperands& operands, SpGEMMOptions options) {
    const auto a = with_real_values(operands.a), b = with_real_values(operands.b);
    options.deterministic = true;
    options.reuse_memory_factor = 100.0;  // for the lists
    Session session(a, b, options);
    Ocean::Impl::ReuseTuning tuning;
    tuning.filled_share_min = 0.0;  // few rows for the threads of a GPU
    session.reusable.set_reuse_tuning(tuning);
    session.symbolic();
    session.numeric();
    const auto first = Ocean::Testing::to_vector(session.values);
    EXPECT_EQ(first, session.expected.values) << "bits of the serial reference";
    session.numeric();
    EXPECT_TRUE(session.reusable.has_places()) << "chosen by itself";
    EXPECT_EQ(Ocean::Testing::to_vector(session.values), first) << "places kept";
    session.numeric();
    EXPECT_EQ(Ocean::Testing::to_vector(session.values), first) << "places known";
    Session listed(a, b, options);
    listed.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::lists));
    listed.symbolic();
    listed.numeric();
    EXPECT_EQ(Ocean::Testing::to_vector(listed.values), first) << "without places";
    listed.numeric();
    EXPECT_TRUE(listed.reusable.has_lists());
    EXPECT_EQ(Ocean::Testing::to_vector(listed.values), first) << "listed";
    options.reuse = false;
    Session unprepared(a, b, options);
    unprepared.symbolic();
    unprepared.numeric();
    EXPECT_EQ(Ocean::Testing::to_vector(unprepared.values), first) << "without reuse";
    EXPECT_FALSE(unprepared.reusable.has_places());
    Kokkos::deep_copy(session.values, -77.0);
    const ToolsRecorder recorder;
    Ocean::Impl::fill_values(test_exec_space{}, session.problem(), session.reusable.nnz_c(), session.row_map.data(),
                             session.entries.data(), session.values.data(), options);
    EXPECT_EQ(last_kernel(), operands.searched);
    EXPECT_EQ(Ocean::Testing::to_vector(session.values), first) << "into a graph";
    for (const auto workflow :
         {Ocean::Workflow::upper_bound, Ocean::Workflow::hyperloglog, Ocean::Workflow::symbolic}) {
      options.workflow = workflow;
      const auto product =
          Ocean::Impl::run_spgemm<product_type>(test_exec_space{}, session.problem(), options, session.report);
      EXPECT_EQ(last_kernel(), operands.searched);
      EXPECT_EQ(Ocean::Testing::to_vector(product.values), first) << to_string(workflow);
    }
  });
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
  EXPECT_TRUE(std::all_of(record.fences.begin(), record.fences.end(), is_fence_of_kokkos));
}

TEST(ReusableProduct, ARepeatedCallOnlySums) {
  const auto a = random_matrix(300, 200, 8), b = random_matrix(200, 300, 9),
             band = Ocean::Testing::make_banded<int, int, double>(200, 200, 3, 3);
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const SpGEMMOptions options{.path = path};
    const auto expect_kernel = [&](const auto& left, const auto& right, Ocean::Impl::ReuseSums sums,
                                   const char* label) {
      Session session(left, right, options);
      session.reusable.set_reuse_tuning(summing_by(sums));
      session.symbolic();
      session.numeric();
      session.numeric();
      ASSERT_TRUE(sums == Ocean::Impl::ReuseSums::lists ? session.reusable.has_lists() : session.reusable.has_places());
      expect_one_kernel(session, label);
    };
    expect_kernel(a, b, Ocean::Impl::ReuseSums::lists,
                  path == ExecutionPath::host ? "Ocean::reuse::sum_flat_lists_host" : "Ocean::reuse::sum_lists");
    if (path != ExecutionPath::host) continue;
    expect_kernel(a, b, Ocean::Impl::ReuseSums::places, "Ocean::reuse::sum_flat_places_host");  // irregular rows
    expect_kernel(band, band, Ocean::Impl::ReuseSums::places, "Ocean::reuse::sum_at_places_host");
  }
  for_each_placed(6, 12, [](const PlacedOperands& operands, const SpGEMMOptions& options) {
    Session placed(operands.a, operands.b, options);
    placed.reusable.set_reuse_tuning(summing_by(Ocean::Impl::ReuseSums::places));
    placed.symbolic();
    placed.numeric();
    placed.numeric();
    ASSERT_TRUE(placed.reusable.has_places());
    expect_one_kernel(placed, operands.known);
  });
}

}  // namespace
