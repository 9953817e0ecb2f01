/// \file
/// \brief The decisions of the CPU path as tables.
// backends: Serial

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ocean/accumulators/host_accumulator_choice.hpp"
#include "ocean/accumulators/storage_host.hpp"
#include "ocean/stages/host_chunks.hpp"
#include "ocean/stages/host_workflow_choice.hpp"

namespace {

using namespace Ocean;
using namespace Ocean::Impl;

const HostTuning tuning{.lanes_max = 6,
                        .sort_products_max = 40,
                        .sort_columns_per_product = 1000,
                        .few_sorted_products_max = 10,
                        .few_sorted_columns_per_product = 20,
                        .listed_products_max = 12,
                        .marked_columns_per_product = 8,
                        .dense_columns_per_product = 5000,
                        .windows_max = 3};

HostAccumulatorLimits limits(const AccumulatorSwitches& switches = {}) {
  return {
      .switches = switches, .tuning = tuning, .b_rows_sorted = true, .window_capacity = 100000, .hash_capacity = 64};
}

TEST(HostAccumulatorChoice, ByShape) {
  struct Expectation {
    HostRowShape row;
    HostAccumulator kind;
    int lanes;
    bool marks;
  };
  const Expectation table[] = {
      {{3, 0, 0, false}, HostAccumulator::none, 1, false},
      {{1, 500, 90000, true}, HostAccumulator::scaled_copy, 1, false},
      {{2, 10, 201, true}, HostAccumulator::sort, 1, false},
      {{2, 10, 200, false}, HostAccumulator::listed, 1, true},
      {{2, 11, 11000, false}, HostAccumulator::listed, 1, true},
      {{2, 12, 200, false, 12}, HostAccumulator::listed, 1, true},
      {{2, 12, 200, true}, HostAccumulator::supernode, 6, true},
      {{2, 13, 200, false}, HostAccumulator::dense, 1, true},
      {{2, 11, 11001, false}, HostAccumulator::sort, 1, false},
      {{9, 41, 41001, false}, HostAccumulator::dense, 1, true},
      {{9, 41, 300, false, 20}, HostAccumulator::dense, 1, false},
      {{9, 41, 300, false, 21}, HostAccumulator::supernode, 6, false},
      {{9, 1000, 3000, true}, HostAccumulator::supernode, 6, false},
      {{9, 9000, 16666, true}, HostAccumulator::supernode, 6, false},
      {{9, 9000, 16667, true}, HostAccumulator::supernode, 5, false},
      {{9, 9000, 60000, true}, HostAccumulator::supernode, 1, false},
      {{9, 32, 100001, false}, HostAccumulator::sort, 1, false},
      {{9, 1000, 100001, true}, HostAccumulator::dense_windows, 1, true},
      {{9, 1000, 400000, true}, HostAccumulator::hash, 1, true},
  };
  for (const Expectation& expected : table) {
    const HostRowPlan plan = choose_host_accumulator(limits(), expected.row);
    SCOPED_TRACE(::testing::Message() << expected.row.products << " products, span " << expected.row.span);
    EXPECT_EQ(plan.kind, expected.kind) << to_string(plan.kind);
    if (plan.kind != expected.kind) continue;
    EXPECT_EQ(plan.lanes, expected.lanes);
    if (plan.kind == HostAccumulator::dense || plan.kind == HostAccumulator::supernode) {
      EXPECT_EQ(plan.marks, expected.marks);
    }
  }
}

TEST(HostAccumulatorChoice, BySwitch) {
  const HostRowShape few{2, 10, 5000}, many{9, 1000, 90000, true}, wide{9, 1000, 1000000},
      repeated{9, 99, 90, false, 90};
  const auto kind_of = [](const HostRowShape& row, const AccumulatorSwitches& switches) {
    return choose_host_accumulator(limits(switches), row).kind;
  };
  EXPECT_EQ(kind_of(few, {.esc = false}), HostAccumulator::listed);
  EXPECT_EQ(kind_of(few, {.esc = false, .assisted = false}), HostAccumulator::dense);
  EXPECT_EQ(kind_of(few, {.dense = false, .esc = false}), HostAccumulator::hash);
  EXPECT_EQ(kind_of(few, {.dense = false}), HostAccumulator::sort);
  EXPECT_EQ(kind_of(many, {.dense = false}), HostAccumulator::hash);
  EXPECT_EQ(kind_of(many, {.supernodes = false}), HostAccumulator::dense);
  EXPECT_EQ(kind_of(repeated, {}), HostAccumulator::supernode);
  EXPECT_EQ(kind_of(repeated, {.supernodes = false}), HostAccumulator::dense);
  EXPECT_EQ(kind_of(wide, {.hash = false, .hybrid_hash = false}), HostAccumulator::dense_windows);
  EXPECT_EQ(kind_of(wide, {.hash = false, .hybrid_hash = false, .dense = false, .esc = false}), HostAccumulator::hash);
}

TEST(HostAccumulatorChoice, WindowsWithoutHashTablesFollowTheProducts) {
  HostAccumulatorLimits allowed = limits({.hash = false, .hybrid_hash = false});
  const auto kind_of = [&](count_type products, count_type windows) {
    return choose_host_accumulator(allowed, {9, products, windows * allowed.window_capacity - 1}).kind;
  };
  EXPECT_EQ(kind_of(1000, 1000), HostAccumulator::dense_windows);
  EXPECT_EQ(kind_of(1000, 1001), HostAccumulator::hash);
  EXPECT_EQ(kind_of(1000000, 1000000), HostAccumulator::dense_windows);
  EXPECT_EQ(host_hash_slots(allowed, 5000, 3 * allowed.window_capacity - 1), 0);
  EXPECT_EQ(host_hash_slots(allowed, 5000, 300 * allowed.window_capacity), host_hash_capacity(301));
  EXPECT_EQ(host_hash_slots(allowed, 200, 300 * allowed.window_capacity), host_hash_capacity(200));
  allowed.b_rows_sorted = false;  // every window reads all entries
  EXPECT_EQ(kind_of(1000, tuning.windows_max), HostAccumulator::dense_windows);
  EXPECT_EQ(kind_of(1000, tuning.windows_max + 1), HostAccumulator::hash);
  EXPECT_EQ(host_hash_slots(allowed, 5000, 300 * allowed.window_capacity), host_hash_capacity(5000));
}

TEST(HostAccumulatorChoice, LanesOfTheNextRows) {
  for (const int lanes_max : {6, 7, 100})
    for (const auto& [rows, lanes] : {std::pair{1, 1}, {2, 4}, {4, 4}, {5, 6}, {6, 6}, {7, 6}, {1000, 6}})
      EXPECT_EQ(lanes_of_rows(rows, lanes_max), lanes) << rows;
  for (const int lanes_max : {4, 5})
    for (const auto& [rows, lanes] : {std::pair{1, 1}, {2, 4}, {5, 4}, {1000, 4}})
      EXPECT_EQ(lanes_of_rows(rows, lanes_max), lanes) << rows;
  for (const int lanes_max : {0, 1, 3}) EXPECT_EQ(lanes_of_rows(1000, lanes_max), 1);
}

TEST(HostAccumulatorChoice, OneEntryOfAnUnsortedBIsNotCopied) {
  HostAccumulatorLimits unsorted = limits();
  unsorted.b_rows_sorted = false;
  EXPECT_EQ(choose_host_accumulator(unsorted, {1, 500, 600}).kind, HostAccumulator::dense);
}

HostWorkflowFacts facts(std::size_t available_bytes) {
  return {.nnz_a = 10,
          .num_rows = 99,
          .num_inner = 50,
          .total_products = 1000,
          .capped_products = 800,
          .bytes_per_entry = 12,
          .bytes_per_row = 8,
          .work_bytes = 500,
          .available_bytes = available_bytes};
}

TEST(HostWorkflowChoice, OnePassWhereItFits) {
  const std::size_t needed = 500 + 8 * 100 + 12 * 800;
  const WorkflowPlan fits = choose_host_workflow(facts(needed), {});
  EXPECT_EQ(fits.workflow, Workflow::upper_bound);
  EXPECT_EQ(fits.reason, "one pass over 1,000 products, C has at most 800 entries");
  const WorkflowPlan too_large = choose_host_workflow(facts(needed - 1), {});
  EXPECT_EQ(too_large.workflow, Workflow::symbolic);
  EXPECT_EQ(too_large.reason, "upper-bound may take 10,900 bytes of 10,899 available, so the rows are counted first");
}

TEST(HostWorkflowChoice, CountsTheRowsFirstWhereReservationsCount) {
  HostWorkflowFacts counted = facts(20000);
  counted.counts_untouched = true;
  const WorkflowPlan plan = choose_host_workflow(counted, {});
  EXPECT_EQ(plan.workflow, Workflow::symbolic);
  EXPECT_EQ(
      plan.reason,
      "one pass would reserve 10,900 bytes, which count even untouched against the 20,000 available, so the rows are "
      "counted first");
  EXPECT_EQ(choose_host_workflow(counted, {.workflow = Workflow::upper_bound}).workflow, Workflow::upper_bound);
}

TEST(HostWorkflowChoice, ForcedWorkflows) {
  EXPECT_EQ(choose_host_workflow(facts(1), {.workflow = Workflow::symbolic}).workflow, Workflow::symbolic);
  EXPECT_EQ(choose_host_workflow(facts(1), {.workflow = Workflow::symbolic}).reason, "forced by the options");
  EXPECT_EQ(choose_host_workflow(facts(1000000), {.workflow = Workflow::upper_bound}).workflow, Workflow::upper_bound);
  const WorkflowPlan estimate = choose_host_workflow(facts(1000000), {.workflow = Workflow::hyperloglog});
  EXPECT_EQ(estimate.workflow, Workflow::hyperloglog);
  EXPECT_EQ(estimate.sketch_registers, 64);  // 100 products per entry of A
  EXPECT_DOUBLE_EQ(estimate.expansion, 1.5);
  EXPECT_EQ(choose_host_workflow(facts(10000), {.workflow = Workflow::hyperloglog}).workflow, Workflow::symbolic);
}

TEST(HostChunks, BlocksAreJoinedUntilAChunkHasItsWork) {
  const Kokkos::Serial exec;
  Workspace<Kokkos::Serial> workspace(exec);
  HostAnalysis<Kokkos::HostSpace, int> analysis;
  RowBlockWork works[] = {{10, 9}, {0, 0}, {200, 150}, {30, 20}, {1, 1}};
  analysis.rows_per_block = 2;
  analysis.num_blocks = 5;
  analysis.blocks = HostAnalysis<Kokkos::HostSpace, int>::view_type<RowBlockWork>(works, 5);
  analysis.summary.total_products = 241;
  const HostTuning chunk_tuning{
      .chunk_products = 40, .chunk_rows_min = 1, .products_per_row = 1, .chunks_per_thread_min = 1};
  const auto chunks = make_host_chunks(workspace, analysis, 9, 1, chunk_tuning);
  ASSERT_EQ(chunks.num_chunks, 2);
  EXPECT_EQ(chunks.max_capped, 159);
  EXPECT_EQ(chunks.chunks(0).row_begin, 0);
  EXPECT_EQ(chunks.chunks(0).row_end, 6);
  EXPECT_EQ(chunks.chunks(1).row_begin, 6);
  EXPECT_EQ(chunks.chunks(1).row_end, 9);
  EXPECT_EQ(chunks.chunks(1).capped, 21);
}

/// Each row is in one chunk, in order, whoever made it; only the last chunk of a part may be smaller.
TEST(HostChunks, OfManyBlocksAreMadeByAllThreads) {
  using exec_type = Kokkos::DefaultHostExecutionSpace;
  Workspace<exec_type> workspace(exec_type{});
  std::vector<RowBlockWork> works(23);
  for (std::size_t block = 0; block < works.size(); ++block) works[block] = {count_type(block), count_type(2 * block)};
  HostAnalysis<Kokkos::HostSpace, int> analysis;
  analysis.rows_per_block = 3;
  analysis.num_blocks = 23;
  analysis.blocks = HostAnalysis<Kokkos::HostSpace, int>::view_type<RowBlockWork>(works.data(), works.size());
  analysis.summary.total_products = 253;
  for (const int num_workers : {1, 2, 3, 7, 23, 40}) {
    SCOPED_TRACE(num_workers);
    const HostTuning chunk_tuning{
        .joined_blocks_min = 1, .chunk_products = 40, .chunk_rows_min = 1, .products_per_row = 0};
    const auto chunks = make_host_chunks(workspace, analysis, 68, num_workers, chunk_tuning);
    count_type row = 0, capped = 0, capped_max = 0;
    for (count_type chunk = 0; chunk < chunks.num_chunks; ++chunk) {
      EXPECT_EQ(chunks.chunks(chunk).row_begin, row);
      EXPECT_GT(chunks.chunks(chunk).row_end, row);
      row = chunks.chunks(chunk).row_end;
      capped += chunks.chunks(chunk).capped;
      capped_max = std::max(capped_max, chunks.chunks(chunk).capped);
    }
    EXPECT_EQ(row, 68);
    EXPECT_EQ(capped, 2 * 253);
    EXPECT_EQ(chunks.max_capped, capped_max);
    EXPECT_GE(chunks.num_chunks, std::min(num_workers, 12)) << "at least one for each part";
  }
}

TEST(HostChunks, ManyProductsEndAChunkOfFewRows) {
  const HostTuning sizes{
      .chunk_products = 40, .chunk_rows_min = 8, .chunk_products_max = 90, .chunks_per_thread_min = 5};
  const HostChunkSize large = choose_host_chunk_size(10000, 4, sizes);
  EXPECT_FALSE(large.is_reached(39, 100));
  EXPECT_FALSE(large.is_reached(40, 7));
  EXPECT_TRUE(large.is_reached(40, 8));
  EXPECT_FALSE(large.is_reached(89, 7));
  EXPECT_TRUE(large.is_reached(90, 1));
  const HostChunkSize balanced = choose_host_chunk_size(1000, 4, sizes);  // 51 of 1000 for each of 20 chunks
  EXPECT_FALSE(balanced.is_reached(50, 7));
  EXPECT_TRUE(balanced.is_reached(51, 1));
  const HostChunkSize small = choose_host_chunk_size(100, 4, sizes);
  EXPECT_TRUE(small.is_reached(6, 1));
}

/// Small products have fewer chunks, but some for every thread.
TEST(HostChunks, SmallChunksAreFew) {
  const HostTuning sizes{.chunk_products = 100000,
                         .chunk_rows_min = 1,
                         .chunks_per_thread_min = 32,
                         .small_chunks_per_thread = 8,
                         .small_chunk_products = 4096};
  const auto work_of = [&](count_type total_work) {
    const HostChunkSize size = choose_host_chunk_size(total_work, 4, sizes);
    count_type work = 0;
    while (!size.is_reached(work, 1)) ++work;
    return work;
  };
  EXPECT_EQ(work_of(1000000), 7813) << "32 for each thread";
  EXPECT_EQ(work_of(300000), 4096);
  EXPECT_EQ(work_of(64000), 2001) << "8 for each thread";
}

}  // namespace
