/// \file
/// \brief The analysis of the CPU path: blocks and totals against loops over the entries, slices, the words of errors.
// backends: Serial OpenMP Threads

#include "ocean/stages/host_analysis.hpp"

#include <gtest/gtest.h>

#include <array>

#include "ocean/core/row_slice.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/supernodes.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::HostTuning;
using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using analysis_type = Ocean::Impl::HostAnalysis<test_exec_space::memory_space, int>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

bool has_sorted_rows(const matrix_type& matrix) {
  for (count_type row = 0; row < matrix.num_rows; ++row)
    for (int entry = matrix.row_map[row] + 1; entry < matrix.row_map[row + 1]; ++entry)
      if (matrix.entries[entry - 1] >= matrix.entries[entry]) return false;
  return true;
}

/// What is known of \p b alone: its supernodes where all rows are sorted, else the ranges of their columns.
void expect_b(const analysis_type& analysis, const matrix_type& b) {
  EXPECT_EQ(analysis.summary.nnz_b, static_cast<count_type>(b.entries.size()));
  EXPECT_EQ(analysis.summary.b_rows_sorted, has_sorted_rows(b));
  if (has_sorted_rows(b)) {
    EXPECT_EQ(to_vector(analysis.b_relations), relations_of(b));
    EXPECT_EQ(analysis.b_row_range.extent(0), 0u);
    return;
  }
  ASSERT_EQ(analysis.b_row_range.extent(0), static_cast<std::size_t>(b.num_rows));
  for (count_type row = 0; row < b.num_rows; ++row) {
    const auto begin = b.entries.begin() + b.row_map[row], end = b.entries.begin() + b.row_map[row + 1];
    const auto& range = analysis.b_row_range(row);
    ASSERT_EQ(range.width() == 0, begin == end) << "row " << row;
    if (begin == end) continue;
    EXPECT_EQ(range.first, *std::min_element(begin, end)) << "row " << row;
    EXPECT_EQ(range.last, *std::max_element(begin, end)) << "row " << row;
  }
}

/// Blocks and totals of the rows [\p first, \p last) of \p a.
void expect_rows(const analysis_type& analysis, const matrix_type& a, const matrix_type& b, count_type first,
                 count_type last, const HostTuning& tuning) {
  Ocean::Impl::AnalysisSummary expected;
  std::vector<Ocean::Impl::RowBlockWork> blocks;
  const count_type rows_per_block =
      first == last ? 1 : (last - first + tuning.row_blocks_max - 1) / tuning.row_blocks_max;
  count_type max_block_capped = 0;
  for (count_type row = first; row < last; ++row) {
    if ((row - first) % rows_per_block == 0) blocks.emplace_back();
    count_type products = 0;
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry)
      products += b.row_map[a.entries[entry] + 1] - b.row_map[a.entries[entry]];
    const count_type capped = std::min(products, b.num_cols);
    blocks.back().products += products;
    blocks.back().capped += capped;
    expected.total_products += products;
    expected.capped_products += capped;
    expected.max_row_products = std::max(expected.max_row_products, products);
    max_block_capped = std::max(max_block_capped, blocks.back().capped);
  }
  EXPECT_EQ(analysis.rows_per_block, rows_per_block);
  ASSERT_EQ(analysis.num_blocks, static_cast<count_type>(blocks.size()));
  EXPECT_LE(analysis.num_blocks, tuning.row_blocks_max);
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    EXPECT_EQ(analysis.blocks(block).products, blocks[block].products) << "block " << block;
    EXPECT_EQ(analysis.blocks(block).capped, blocks[block].capped) << "block " << block;
  }
  EXPECT_EQ(analysis.summary.nnz_a, first == last ? 0 : a.row_map[last] - a.row_map[first]);
  EXPECT_EQ(analysis.summary.total_products, expected.total_products);
  EXPECT_EQ(analysis.summary.capped_products, expected.capped_products);
  EXPECT_EQ(analysis.summary.max_row_products, expected.max_row_products);
  EXPECT_EQ(analysis.max_block_capped, max_block_capped);
}

void expect_analysis(const matrix_type& a, const matrix_type& b) {
  const test_exec_space exec;
  const auto device_a = to_device(a), device_b = to_device(b);
  const problem_type problem{device_a.operand(), device_b.operand()};
  for (const count_type row_blocks_max :
       {count_type(1), count_type(7), Ocean::Impl::host_tuning_default.row_blocks_max}) {
    SCOPED_TRACE(testing::Message() << "at most " << row_blocks_max << " blocks");
    const HostTuning tuning{.row_blocks_max = row_blocks_max};
    workspace_type workspace(exec);
    const auto whole = analyze_host(exec, problem, workspace, tuning);
    expect_b(whole, b);
    expect_rows(whole, a, b, 0, a.num_rows, tuning);
    const auto b_rows = analyze_b_host(exec, problem, workspace);
    const count_type third = a.num_rows / 3, half = a.num_rows / 2;
    for (const auto& [first, last] : {std::pair(third, half), std::pair(half, half), std::pair(half, a.num_rows)}) {
      const auto slice = bounded_row_slice(exec, problem, first, last);
      const auto analysis = analyze_slice_host(exec, problem, slice, b_rows, workspace, tuning);
      expect_b(analysis, b);
      expect_rows(analysis, a, b, first, last, tuning);
    }
  }
}

const matrix_type matrix_4x3{4, 3, {0, 2, 2, 3, 5}, {0, 2, 1, 0, 1}, {1, 1, 1, 1, 1}};
const matrix_type matrix_3x5{3, 5, {0, 2, 2, 5}, {1, 4, 0, 1, 2}, {1, 1, 1, 1, 1}};

TEST(HostAnalysis, SortedRowsWithSupernodes) {
  expect_analysis(matrix_4x3, matrix_3x5);
  const auto a = make_random<int, int, double>(
      {.num_rows = 100, .num_cols = 90, .mean_row_nnz = 8, .seed = 1, .duplicate_ratio = 0.2, .unsorted = true});
  expect_analysis(a, make_block_diagonal<int, int, double>(15, 6));
}

TEST(HostAnalysis, UnsortedRowsDuplicatesAndOneLongRow) {
  const auto a = make_random<int, int, double>(
      {.num_rows = 200, .num_cols = 80, .seed = 2, .empty_row_ratio = 0.3, .full_row = 170});
  const auto b = make_random<int, int, double>({.num_rows = 80,
                                                .num_cols = 40,
                                                .mean_row_nnz = 5,
                                                .seed = 3,
                                                .empty_row_ratio = 0.2,
                                                .duplicate_ratio = 0.3,
                                                .unsorted = true,
                                                .full_row = 9});
  expect_analysis(a, b);
}

TEST(HostAnalysis, NoRowsAndNoEntries) {
  for (const count_type num_rows : {0, 1, 5})
    for (const count_type num_inner : {0, 3})
      expect_analysis(make_empty<int, int, double>(num_rows, num_inner), make_empty<int, int, double>(num_inner, 4));
  expect_analysis(make_empty<int, int, double>(0, 3), matrix_3x5);
}

TEST(HostAnalysis, KindsOfRowsOfB) {
  const test_exec_space exec;
  const auto kinds = [&](const matrix_type& b) {
    const auto device_a = to_device(make_empty<int, int, double>(2, b.num_rows)), device_b = to_device(b);
    workspace_type workspace(exec);
    const auto analysis = analyze_b_host(exec, problem_type{device_a.operand(), device_b.operand()}, workspace);
    const auto& found = analysis.b_kinds;
    return std::array{found.has_single_entries, found.mostly_repeats, found.mostly_stencil};
  };
  EXPECT_EQ(kinds({3, 4, {0, 1, 2, 3}, {3, 0, 2}, {1, 1, 1}}), (std::array{true, false, false}));
  EXPECT_EQ(kinds({3, 4, {0, 1, 2, 3}, {3, 3, 3}, {1, 1, 1}}), (std::array{true, true, false}));
  EXPECT_EQ(kinds({3, 4, {0, 1, 2, 3}, {1, 2, 3}, {1, 1, 1}}), (std::array{true, false, true}));
  EXPECT_EQ(kinds(make_banded<int, int, double>(90, 90, 2, 1)), (std::array{false, false, true}));
  EXPECT_EQ(kinds(make_block_diagonal<int, int, double>(15, 6)), (std::array{false, true, false}));
  EXPECT_EQ(kinds(matrix_3x5), (std::array{false, false, false}));
}

std::string fault_of(const matrix_type& a, const matrix_type& b) {
  const test_exec_space exec;
  const auto device_a = to_device(a), device_b = to_device(b);
  const problem_type problem{device_a.operand(), device_b.operand()};
  workspace_type workspace(exec);
  return error_text<std::invalid_argument>([&] { analyze_host(exec, problem, workspace, HostTuning{}); });
}

TEST(HostAnalysis, NamesTheFaultsOfBothOperands) {
  EXPECT_EQ(fault_of(matrix_4x3, matrix_3x5), "nothing was thrown");
  matrix_type broken = matrix_3x5;
  broken.entries[3] = 5;
  EXPECT_EQ(fault_of(matrix_4x3, broken), "Ocean::spgemm: B: entries(3) = 5 in row 2 (need a column below 5)");
  broken = matrix_3x5;
  broken.row_map[0] = 1;
  EXPECT_EQ(fault_of(matrix_4x3, broken), "Ocean::spgemm: B: row_map(0) = 1 (need 0)");
  broken = matrix_4x3;
  broken.entries[2] = -1;
  EXPECT_EQ(fault_of(broken, matrix_3x5), "Ocean::spgemm: A: entries(2) = -1 in row 2 (need a column of at least 0)");
  broken = matrix_4x3;
  broken.row_map[0] = 1;
  EXPECT_EQ(fault_of(broken, matrix_3x5), "Ocean::spgemm: A: row_map(0) = 1 (need 0)");
  broken = matrix_4x3;
  broken.row_map[2] = 1;
  EXPECT_EQ(fault_of(broken, matrix_3x5),
            "Ocean::spgemm: A: row_map(2) = 1 after row_map(1) = 2 (need offsets that never decrease)");
}

TEST(HostAnalysis, NamesAFaultOfASliceByItsPlaceInAllOfA) {
  const test_exec_space exec;
  matrix_type a = matrix_4x3;
  a.entries[4] = 3;
  const auto device_a = to_device(a), device_b = to_device(matrix_3x5);
  const problem_type problem{device_a.operand(), device_b.operand()};
  workspace_type workspace(exec);
  const auto b_rows = analyze_b_host(exec, problem, workspace);
  const auto text_of = [&](count_type first, count_type last) {
    const auto slice = bounded_row_slice(exec, problem, first, last);
    return error_text<std::invalid_argument>(
        [&] { analyze_slice_host(exec, problem, slice, b_rows, workspace, HostTuning{}); });
  };
  EXPECT_EQ(text_of(0, 3), "nothing was thrown");
  EXPECT_EQ(text_of(3, 4), "Ocean::spgemm: A: entries(4) = 3 in row 3 (need a column below 3)");
}

TEST(HostAnalysis, AFaultThatIsGoneAtTheSecondLook) {
  const auto device = to_device(matrix_3x5);
  EXPECT_EQ(error_text<std::invalid_argument>(
                [&] { Ocean::Impl::throw_operand_fault(test_exec_space(), device.operand(), "B"); }),
            "Ocean::spgemm: B changed while it was read (need operands that do not change during the call)");
}

TEST(HostAnalysis, AFewRowsAreABlockWhereEveryThreadHasMany) {
  constexpr Ocean::Impl::HostTuning tuning{.row_blocks_max = 100, .row_blocks_per_thread = 5, .block_rows = 3};
  const auto choose = [&](Ocean::Impl::count_type num_rows, int num_threads) {
    return Ocean::Impl::choose_rows_per_block(num_rows, num_threads, tuning);
  };
  EXPECT_EQ(choose(1, 1), 1);
  EXPECT_EQ(choose(5, 1), 1);
  EXPECT_EQ(choose(6, 1), 2);
  EXPECT_EQ(choose(200, 1), 3);
  EXPECT_EQ(choose(200, 20), 2) << "no more blocks than the most";
  EXPECT_EQ(choose(1000, 1), 10) << "more rows than that where there would be too many blocks";
}

}  // namespace
