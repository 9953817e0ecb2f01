#ifndef OCEAN_SPGEMM_OPTIONS_HPP
#define OCEAN_SPGEMM_OPTIONS_HPP
/// \file
/// \brief All options of a product that users may set, and nothing else.

#include <cstddef>
#include <cstdint>

namespace Ocean {

/// \brief How the sizes of C's rows are found before C is accumulated [LG26, section 3.2].
enum class Workflow {
  automatic,    ///< chosen from the analysis; see WorkflowThresholds
  upper_bound,  ///< no prediction: a row is taken to have as many entries as products
  hyperloglog,  ///< estimated from merged HyperLogLog sketches; overflowing rows are redone
  symbolic      ///< counted exactly before the numeric pass
};

/// \brief Which implementation of the stages runs.
enum class ExecutionPath {
  automatic,  ///< host on host spaces, native on CUDA
  host,       ///< host spaces only: a thread owns a chunk of rows and a private accumulator
  team,       ///< team kernels through Kokkos::TeamPolicy, on every space
  native      ///< team kernels through the backend's own launch; CUDA only
};

/// \brief What happens to products in columns that a given graph of C does not have.
enum class MissingEntries {
  drop,  ///< they are left out
  error  ///< std::invalid_argument names the first row that lacks a column, and its first missing column
};

/// \brief The operands whose stored zeros are ignored.
enum class SkipZeros {
  none,    ///< of no operand: stored zeros are entries like all others
  of_a,    ///< of the left operand
  of_b,    ///< of the right operand
  of_both  ///< of both
};

/// \brief The thresholds of the automatic choice of the workflow.
struct WorkflowThresholds {
  /// upper_bound below this mean number of products per row, except where all rows are so short that counting them is
  /// faster; source: [LG26] section 4.3
  double upper_bound_products_per_row = 64.0;
  /// upper_bound also for rows with more products, where the bounds of all rows together exceed C's entries
  /// (estimated from the sample) by less than this factor, rows are short, there are few products or no row is much
  /// longer than the mean, and B's columns are not in clusters, which make counting cheap; 0: only the paper's table;
  /// measured: perf_tests/results/nvidia_h200_2026-11-22_workflows.csv
  double upper_bound_staging_ratio = 5.0;
  /// On GPUs, C is computed as a dense array, without analysis and bins, if it has at most 4096 rows, 4096 columns and
  /// this many entries as such, unless the options choose a workflow, an accumulator or a bound of memory; 0: never;
  /// measured: perf_tests/results/nvidia_h200_2026-11-29_dense_c_variants.csv
  double dense_c_entries_max = 1 << 20;
  /// hyperloglog needs at least this expansion ratio products / nnz(A); source: [LG26] section 4.3
  double hyperloglog_expansion_ratio = 8.0;
  /// hyperloglog needs at least this sampled compression ratio products / nnz(C); source: [LG26] section 4.3 (8);
  /// measured: perf_tests/results/nvidia_h200_2026-11-26_staging.csv (0.78 to 0.97 of the time on five with 8.6
  /// to 13.8, 1.01 and 1.14 on two), since columns that are counted serve the numeric pass. Large products whose B has
  /// its columns in clusters are mostly counted whatever the ratio
  double hyperloglog_compression_ratio = 16.0;
  /// 64 registers instead of 32 from this expansion ratio on; source: [LG26] section 4.3
  double wide_sketch_expansion_ratio = 48.0;
};

/// \brief The accumulators that a product may use: the ablation switches of the paper. V1 = symbolic workflow with
/// assisted, hybrid_hash, esc, merge and supernodes off; V2 = V1 with the estimating workflows; V3 = V2 with assisted;
/// V4 = V3 with hybrid_hash and esc. By default, everything is on. merge, ranked and supernodes are Ocean's additions:
/// without merge and ranked, on which supernodes build, the paper's own accumulators are left.
/// Source: [LG26] Table 4
struct AccumulatorSwitches {
  bool hash = true;         ///< keys and values in scratch
  bool hybrid_hash = true;  ///< keys in scratch, values in global memory
  bool dense = true;        ///< a window of values over the row's columns
  bool ranked = true;      ///< a bitmap over the row's columns, values by rank; supernodes, multi_row and tables of its
                           ///< words build on it
  bool merge = true;       ///< a thread per row merges the rows of B, where rows of A are short
  bool esc = true;         ///< expand, sort, compress, for rows of few products
  bool multi_row = true;   ///< several short rows share a team
  bool assisted = true;    ///< sampled sizes for symbolic tables; dense tests a bit before setting it
  bool supernodes = true;  ///< consecutive rows of A with the same columns are computed together; on CPUs, also those
                           ///< whose columns are one further from row to row
  /// \brief Whether all of them are equal.
  bool operator==(const AccumulatorSwitches&) const = default;
};

/// \brief Options of one product; the defaults suit every matrix.
struct SpGEMMOptions {
  /// How the sizes of C's rows are found
  Workflow workflow = Workflow::automatic;
  /// Which implementation runs; std::invalid_argument if the space does not have it
  ExecutionPath path = ExecutionPath::automatic;
  /// HyperLogLog registers per row of B: 0 (32 or 64, depending on the expansion ratio), 32, 64 or 128
  int sketch_registers = 0;
  /// Factor on an estimated row size; 0 chooses 2.0 for 32 registers and 1.5 otherwise; source: [LG26] section 4.3
  double expansion = 0.0;
  /// Fraction of A's rows sampled for the compression ratio, in (0, 1]; on GPUs, few rows with few products are not
  /// sampled. source: [LG26] section 4.3
  double sample_ratio = 0.03;
  /// Minimum number of sampled rows; source: [LG26] section 4.3
  std::int64_t sample_rows_min = 600;
  /// Maximum number of sampled rows: enough for an error of 1 % where the ratios of the rows deviate by a third,
  /// because the entries of sampled rows are counted
  std::int64_t sample_rows_max = 1024;
  /// Maximum number of products of all sampled rows together, computed from the mean lengths of A's and B's rows: if
  /// rows are long, fewer than sample_rows_min are sampled, but at least 64. measured:
  /// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
  std::int64_t sample_products_max = std::int64_t(1) << 20;
  /// The thresholds of the automatic choice of the workflow
  WorkflowThresholds thresholds{};
  /// Which accumulators may be used
  AccumulatorSwitches accumulators{};
  /// false: the entries of a row may come in any order (cheaper where a sort would be needed); has no effect where
  /// sorted rows are needed: with deterministic, or when a handle prepares for reuse
  bool sorted_output = true;
  /// The same bits on every run, in first and repeated calls and in every workflow: once C's graph is known, its values
  /// are summed in the order of A's entries as in a serial product, at the places of the products in C's rows or (where
  /// rows of B are not strictly ascending, or a row of A is very long) from lists of the products of every entry of C
  bool deterministic = false;
  /// Remove entries of C whose value is exactly zero, in one-shot products (a handle finds its sizes before the
  /// values); reads C's values once, and copies C if there are any zeros
  bool drop_zeros = false;
  /// Ignore entries of the operands whose value is exactly zero: they create no entries of C, and 0 times an infinity
  /// or NaN is not computed. Reads the values once; if there are zeros, copies the operand without them into work
  /// memory. Needs the values of the operands to form C's graph, so calls on a handle refuse it, and so does
  /// get_workspace_size()
  SkipZeros skip_zeros = SkipZeros::none;
  /// For values into a given graph of C (Ocean_SpGEMMIntoGraph.hpp): what happens to products that it has no entry for
  MissingEntries missing_entries = MissingEntries::drop;
  /// Prepare a handle for repeated numeric calls: keep the place of every product in its row of C, or a list of the
  /// products of every entry of C
  bool reuse = true;
  /// Maximum mean number of products per entry of C for which the first numeric call already makes lists, for callers
  /// who know that it will be repeated. Otherwise the first repeated call makes them: this takes as long as one to ten
  /// products, which is wasted if a handle is used once. Places are kept by the first repeated call. measured:
  /// perf_tests/results/nvidia_h200_2026-11-23_handle.csv
  double reuse_early_products = 0.0;
  /// Maximum size of the places (2 bytes a product) or lists (8 bytes), in multiples of the size of A, B and C
  /// together; beyond it, a repeated call computes C afresh
  double reuse_memory_factor = 8.0;
  /// Bytes that work memory and C may take together, including what a handle keeps between calls (for matrices of
  /// blocks, one value per block counts); 0: what the memory space has free. If the limit is too small, the error names
  /// the minimum for the next step and what is enough for all steps. To find the latter, the sizes of C's rows are
  /// computed without the limit (for a triple product, the first product is); it is left out if that fails for lack of
  /// memory
  std::size_t memory_limit_bytes = 0;
  /// How much larger than needed C's columns and values may be allocated, which lets the allocation overlap with
  /// kernels: at most this fraction of C's size, or 2 MiB if that is more; 0: exactly as large as needed. Has no effect
  /// on the CPU path, in calls that write into a given C, under a memory limit or in the caller's work memory
  double output_slack = 0.1;
  /// The caller's work memory, accessible from the execution space: every temporary comes from it, and the
  /// library allocates only C. get_workspace_size() returns the bytes needed, and the error names them, as for
  /// memory_limit_bytes. Null: the library allocates its work memory. A handle keeps its state there too: the memory
  /// belongs to the handle from the symbolic call until the next one or its end. The bytes for Workflow::symbolic are
  /// enough for the symbolic and numeric calls without transposes; lists for repeated calls are made if they fit
  void* workspace_data = nullptr;
  /// Bytes at workspace_data
  std::size_t workspace_bytes = 0;
  /// Level-0 scratch bytes a team may take; 0: what the device offers. Small values force many windows and long probes.
  std::size_t scratch_limit_bytes = 0;
  /// Seed of the row sample; the same seed and input always lead to the same choices
  std::uint64_t seed = 0x0CEA4;
  /// Check every column index of A and B before anything else (cost: one read of the entries)
  bool check_indices = false;
  /// Wait after every stage and record its time in the report; the waits make a product slower
  bool time_stages = false;
};

/// \brief Name of a workflow as the program prints and reads it.
inline const char* to_string(Workflow workflow) {
  switch (workflow) {
    case Workflow::automatic: return "auto";
    case Workflow::upper_bound: return "upper-bound";
    case Workflow::hyperloglog: return "hll";
    case Workflow::symbolic: return "symbolic";
  }
  return "unknown";
}

/// \brief Name of a choice of operands as the program prints and reads it.
inline const char* to_string(SkipZeros skip_zeros) {
  switch (skip_zeros) {
    case SkipZeros::none: return "none";
    case SkipZeros::of_a: return "a";
    case SkipZeros::of_b: return "b";
    case SkipZeros::of_both: return "both";
  }
  return "unknown";
}

/// \brief Name of what happens to products that C's graph has no entry for.
inline const char* to_string(MissingEntries missing_entries) {
  switch (missing_entries) {
    case MissingEntries::drop: return "drop";
    case MissingEntries::error: return "error";
  }
  return "unknown";
}

/// \brief Name of an execution path as the program prints and reads it.
inline const char* to_string(ExecutionPath path) {
  switch (path) {
    case ExecutionPath::automatic: return "auto";
    case ExecutionPath::host: return "host";
    case ExecutionPath::team: return "team";
    case ExecutionPath::native: return "native";
  }
  return "unknown";
}

}  // namespace Ocean

#endif
