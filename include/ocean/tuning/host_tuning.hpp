#ifndef OCEAN_TUNING_HOST_TUNING_HPP
#define OCEAN_TUNING_HOST_TUNING_HPP
/// \file
/// \brief Sizes and thresholds of the CPU path.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief What it costs to search a column in a row of B.
/// Units  entries of B that are added in the same time
struct SearchCost {
  count_type entries;          ///< of every search ...
  count_type halving_entries;  ///< ... and for each time that the row can be halved

  /// \brief In a row of \p length entries.
  count_type of(count_type length) const {
    return entries + halving_entries * (std::bit_width(static_cast<std::uint64_t>(length) | 1) - 1);
  }
};

/// \brief All tuning parameters of the CPU path.
struct HostTuning {
  /// Most blocks of rows that the analysis measures; a row never spans blocks;
  /// measured: perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  count_type row_blocks_max = 131072;
  /// ... and where every thread has this many of them, it measures a few rows together;
  /// measured: perf_tests/results/xeon_2cores_2026-11-25_tuning.csv
  count_type row_blocks_per_thread = 1024;
  /// ... at most this many; measured: perf_tests/results/xeon_2cores_2026-11-25_tuning.csv
  count_type block_rows = 8;
  /// Blocks of rows that a thread joins to chunks at least. source: a bound; what all threads bring was measured:
  /// perf_tests/results/xeon_16cores_2026-11-30_steps.csv
  count_type joined_blocks_min = 512;
  /// Products in a chunk: enough to hide its startup, few enough to balance the threads;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv
  count_type chunk_products = 32768;
  /// Rows that a chunk should have at least, so that rows with equal columns stay together;
  /// measured: perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  count_type chunk_rows_min = 32;
  /// ... unless they have this many products;
  /// measured: perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  count_type chunk_products_max = 1048576;
  /// Overhead of a row beyond its products, in products, for balancing;
  /// measured: perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  count_type products_per_row = 8;
  /// Minimum number of chunks that every thread should get; measured:
  /// perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  count_type chunks_per_thread_min = 32;
  /// ... but only this many ...;
  /// measured: perf_tests/results/xeon_16cores_2026-12-01_ranked_runs.csv (many_chunks_ms), as the next
  count_type small_chunks_per_thread = 8;
  /// ... where they would have fewer products than this, with the overhead of their rows;
  /// measured: perf_tests/results/xeon_16cores_2026-12-01_ranked_runs.csv (many_chunks_ms)
  count_type small_chunk_products = 4096;
  /// Entries beyond one chunk that a thread may hold back while it is ahead of the others; measured:
  /// perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  count_type pending_entries = 65536;
  /// Bytes of a thread's dense window;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv
  std::size_t window_bytes = std::size_t(4) << 20;
  /// Rows of a supernode whose values are interleaved in a dense window; compiled for 1, 4 and 6; measured:
  /// perf_tests/results/epyc_2026-11-21_supernodes.csv
  int lanes_max = 6;
  /// Rows of at most this many products are expanded and ranked: those of few entries of A before they are measured,
  /// the others if their columns are far apart;
  /// measured: perf_tests/results/epyc_2cores_2026-11-29_stencils.csv (what = ranked 64)
  count_type sort_products_max = 64;
  /// ... which means a window of more columns per product than this;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv, as the next two, with a sort where ranks are now
  count_type sort_columns_per_product = 2048;
  /// ... but for rows of up to this many products ...;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv
  int few_sorted_products_max = 16;
  /// ... one of more columns per product than this;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv
  count_type few_sorted_columns_per_product = 64;
  /// Rows of at most this many products list the columns they meet instead of searching a dense window;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv
  count_type listed_products_max = 64;
  /// ... and do so before their products are counted, if C has at most this many columns: all of a window of them stay
  /// in the cache. measured: perf_tests/results/xeon_2cores_2026-11-25_tuning.csv
  count_type short_columns_max = 32768;
  /// Repeated numeric calls sum lists of products if C's entries have at most this many on average; beyond that the
  /// accumulators are as fast and need no lists;
  /// measured: perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  double listed_products_per_entry_max = 4.0;
  /// ... and places, which are read in the order of A's entries; but lists, whose ends need no branch and whose sums do
  /// not wait for each other, while they take at most this many bytes, so that they stay in the cache;
  /// measured: perf_tests/results/epyc_2cores_2026-11-30_kept_places.csv
  std::size_t listed_bytes_max = std::size_t(32) << 20;
  /// ... and if A's entries select rows of B with fewer entries than this on average;
  /// measured: perf_tests/results/epyc_2cores_2026-11-30_kept_places.csv
  double placed_b_row_min = 3.75;
  /// ... or with at most this many, in lists of more products than flat_list_max, whose sums stay in registers;
  /// measured: perf_tests/results/xeon_2cores_2026-11-29_flat_lists.csv
  double listed_b_row_max = 16.0;
  /// ... or if this share of them has lengths that a processor does not foresee: for shorter rows also beyond the
  /// cache; measured: perf_tests/results/epyc_2cores_2026-11-30_kept_places.csv and, beside flat places,
  /// perf_tests/results/xeon_16cores_2026-11-30_flat_places.csv
  double listed_unforeseen_min = 0.5;
  /// ... unless more products than this share a place, as those of rows that are joined do;
  /// measured: perf_tests/results/xeon_2cores_2026-11-29_flat_lists.csv
  double listed_joined_max = 1.5;
  /// Places are flat, without a branch at the end of a row of A or B, if more ends than this are not foreseen for each
  /// product; measured: perf_tests/results/epyc_2cores_2026-11-30_flat_places.csv
  double flat_unforeseen_min = 0.125;
  /// ... unless more than this share of the rows of C go with others, with which they share places. source: a bound: a
  /// product of those takes half the places; other values were not compared
  double flat_joined_max = 0.25;
  /// Lists of at most this many products on average are summed one behind the other, without a branch at their ends;
  /// measured: perf_tests/results/xeon_2cores_2026-11-29_flat_lists.csv
  double flat_list_max = 16.0;
  /// Bytes of a thread's hash table that still stay in the cache;
  /// measured: perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  std::size_t hash_bytes = std::size_t(2) << 20;
  /// Dense windows scan a byte per 64 columns if the row has fewer products than columns / this;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv
  count_type marked_columns_per_product = 4;
  /// Rows whose window is wider than this many columns per product go to the hash table;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv
  count_type dense_columns_per_product = 4096;
  /// Several dense windows instead of the hash table up to this many windows;
  /// measured: perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
  count_type windows_max = 64;
  /// Columns of a given row of C are searched in a row of B if that takes less time than adding the row;
  /// measured: perf_tests/results/epyc_2cores_2026-11-23_masked.csv
  SearchCost search = {8, 4};
  /// The same where rows of A or B have the same columns and rows of C are searched together; measured:
  /// perf_tests/results/epyc_2cores_2026-11-25_masked.csv
  SearchCost joined_search = {6, 2};
  /// ... and rows of B have this many entries on average; measured:
  /// perf_tests/results/epyc_2cores_2026-11-25_masked_prefetch.csv
  count_type joined_row_entries_min = 16;
  /// ... where n rows of C beside each other take (1 + n) / this of the time of a row alone to add a row of B;
  /// measured: perf_tests/results/xeon_2cores_2026-11-25_tuning.csv
  count_type joined_rows_added = 4;
  /// How many entries of A ahead rows of B are prefetched;
  /// measured: perf_tests/results/epyc_2026-11-21_host_tuning.csv
  count_type prefetch_entries = 16;
};

inline constexpr HostTuning host_tuning_default{};

}  // namespace Ocean::Impl

#endif
