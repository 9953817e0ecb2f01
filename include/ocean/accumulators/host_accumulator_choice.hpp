#ifndef OCEAN_ACCUMULATORS_HOST_ACCUMULATOR_CHOICE_HPP
#define OCEAN_ACCUMULATORS_HOST_ACCUMULATOR_CHOICE_HPP
/// \file
/// \brief Which private accumulator a row of C gets on the CPU path: a pure function of a few numbers.

#include <algorithm>
#include <limits>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../backend/host_bits.hpp"
#include "../core/problem.hpp"
#include "../results/host_analysis.hpp"
#include "../tuning/host_tuning.hpp"
#include "hash_host.hpp"
#include "keys_host.hpp"
#include "ranked_rows_host.hpp"

namespace Ocean::Impl {

/// \brief How a thread computes one row of C.
enum class HostAccumulator { none, scaled_copy, sort, listed, hash, dense, supernode, dense_windows, stencil };

/// Number of kinds, for tables of counts.
inline constexpr int num_host_accumulators = 9;

/// \brief Name of a kind in the report.
inline const char* to_string(HostAccumulator kind) {
  switch (kind) {
    case HostAccumulator::none: return "empty";
    case HostAccumulator::scaled_copy: return "scaled_copy";
    case HostAccumulator::sort: return "sort";
    case HostAccumulator::listed: return "dense_listed";
    case HostAccumulator::hash: return "hash";
    case HostAccumulator::dense: return "dense";
    case HostAccumulator::supernode: return "dense_supernode";
    case HostAccumulator::dense_windows: return "dense_windows";
    case HostAccumulator::stencil: return "stencil";
  }
  return "unknown";
}

/// \brief What is known about a row before it is computed.
struct HostRowShape {
  count_type nnz_a = 0;              ///< entries of its row of A
  count_type products = 0;           ///< multiply-adds
  count_type span = 0;               ///< columns from its first to its last
  bool in_supernode = false;         ///< the next row has the same columns in A
  count_type repeated_products = 0;  ///< those with rows of B that have the columns of the previous row of B
};

/// \brief The private memory of a thread, the same for all rows of a product.
struct HostAccumulatorLimits {
  AccumulatorSwitches switches;
  HostTuning tuning;
  bool b_rows_sorted = false;
  count_type window_capacity = 1;  ///< values, at least 1
  count_type hash_capacity = 0;    ///< slots that fit the private memory; more are taken only if nothing else works
};

/// \brief The decision for one row.
struct HostRowPlan {
  HostAccumulator kind = HostAccumulator::none;
  int lanes = 1;       ///< rows of a supernode that may share the window
  bool marks = false;  ///< mark every 64 columns that are touched
};

/// \brief Maximum number of windows that a row may be split into if hash tables are switched off: with more of them,
/// the time would grow with the distance of the columns. Every window searches its part of the rows of B, in all
/// entries if these are unsorted.
inline count_type host_windows_max(const HostAccumulatorLimits& limits, count_type products) {
  return limits.b_rows_sorted ? std::max(limits.tuning.windows_max, products) : limits.tuning.windows_max;
}

/// \brief The compiled number of lanes, at most \p lanes_max, for the next of the \p rows remaining rows of a
/// supernode.
inline int lanes_of_rows(count_type rows, int lanes_max) {
  constexpr int few = 4, most = 6;
  if (rows > few && lanes_max >= most) return most;
  return rows > 1 && lanes_max >= few ? few : 1;
}

/// \brief Maximum number of lanes that fit in a window of the columns of \p row.
inline int choose_host_lanes(const HostAccumulatorLimits& limits, const HostRowShape& row) {
  const count_type room = limits.window_capacity / row.span;
  return static_cast<int>(std::min<count_type>(room, limits.tuning.lanes_max));
}

/// \brief The accumulator of a row that fits in a dense window.
inline HostAccumulator choose_dense_host(const HostAccumulatorLimits& limits, const HostRowShape& row) {
  const bool is_short = row.products <= limits.tuning.listed_products_max && row.products <= keys_host_max;
  if (limits.switches.supernodes && row.in_supernode) return HostAccumulator::supernode;
  if (is_short && limits.switches.assisted) return HostAccumulator::listed;
  const bool repeats = 2 * row.repeated_products >= row.products;
  return limits.switches.supernodes && repeats ? HostAccumulator::supernode : HostAccumulator::dense;
}

/// Entries that rows of B have on average, at most, where rows of C that need marks are not measured: reading the ends
/// of longer ones takes little of the time and fetches them for the other pass. measured:
/// perf_tests/results/epyc_2cores_2026-11-29_ranks_marks.csv (what = any rows of B)
inline constexpr count_type marked_b_row_max = 24;

/// \brief Entries of the rows of A that are tried in one pass, before their products are counted.
struct UnmeasuredRowBounds {
  static constexpr count_type no_row = std::numeric_limits<count_type>::max();
  count_type ranked_max = 0;       ///< up to here by rank
  count_type listed_max = 0;       ///< up to here as lists
  count_type dense_min = no_row;   ///< from here on, with any number of products
  count_type marked_min = no_row;  ///< the same where the columns of the row before were far apart
};

/// \brief Short rows by rank, unless each of their products has a row of B of its own, as in products with a tentative
/// prolongator, and may be listed. All others are added in a window of all columns. Short rows as lists, if it stays in
/// the cache: those that make half a list with rows of B of mean length. Long ones, if no rows of B could be added
/// together and C has as many products as the window has columns, which are cleared: those that make more than a list,
/// and a product for every two masks of flags that the window has, so that a row far wider than the one before takes no
/// more than some times as long; with marks, as many as keep a row off the hash table, if rows of B are short.
/// measured: perf_tests/results/epyc_2cores_2026-11-29_one_pass.csv, as a whole, and
/// perf_tests/results/epyc_2cores_2026-11-29_ranks_marks.csv, the marked ones, and
/// perf_tests/results/epyc_2cores_2026-11-29_stencils.csv, the ranked ones
template <class ProblemType>
UnmeasuredRowBounds bounds_of_unmeasured_rows(const ProblemType& problem, const HostAccumulatorLimits& limits,
                                              const HostKindsOfB& kinds) {
  const HostTuning& tuning = limits.tuning;
  UnmeasuredRowBounds bounds;
  if (problem.num_rows() == 0) return bounds;
  const count_type num_inner = std::max<count_type>(1, problem.num_inner());
  const auto nnz_b = static_cast<count_type>(problem.b.entries.extent(0));
  if (limits.switches.esc && problem.num_cols() <= std::numeric_limits<std::int32_t>::max())
    bounds.ranked_max =
        std::min(tuning.sort_products_max, ranked_products_max) * num_inner / std::max(num_inner, nnz_b);
  if (!limits.switches.dense || problem.num_cols() > limits.window_capacity) return bounds;
  if (limits.switches.assisted && problem.num_cols() <= tuning.short_columns_max && tuning.listed_products_max > 0 &&
      tuning.listed_products_max <= keys_host_max)
    bounds.listed_max = tuning.listed_products_max * num_inner / (2 * std::max(num_inner, nnz_b));
  if (kinds.has_single_entries && bounds.listed_max > 0) bounds.ranked_max = 0;
  const auto nnz_a = static_cast<count_type>(problem.a.row_map.data()[problem.num_rows()]) - problem.a.first_offset;
  const double products = static_cast<double>(nnz_a) * static_cast<double>(nnz_b) / static_cast<double>(num_inner);
  const bool may_join = limits.switches.supernodes && kinds.mostly_repeats && !kinds.has_single_entries;
  if (limits.b_rows_sorted && !may_join && nnz_b > 0 && products >= static_cast<double>(problem.num_cols())) {
    const auto entries_for = [&](count_type columns_per_product) {  // at least two: a row of one entry is copied
      const count_type searched = problem.num_cols() / std::max<count_type>(1, columns_per_product);
      return std::max(tuning.listed_products_max, searched) * num_inner / nnz_b + 2;
    };
    bounds.dense_min = entries_for(2 * flags_per_mask);
    if (nnz_b <= marked_b_row_max * num_inner) bounds.marked_min = entries_for(tuning.dense_columns_per_product);
  }
  return bounds;
}

/// \brief Whether a row that was measured is expanded and ranked.
inline bool is_sorted_on_host(const HostAccumulatorLimits& limits, const HostRowShape& row) {
  const HostTuning& tuning = limits.tuning;
  if (!limits.switches.esc || row.products > std::min(tuning.sort_products_max, ranked_products_max) ||
      row.span > std::numeric_limits<std::int32_t>::max())
    return false;
  const count_type columns_per_product = row.products <= tuning.few_sorted_products_max
                                             ? tuning.few_sorted_columns_per_product
                                             : tuning.sort_columns_per_product;
  return row.span > columns_per_product * row.products || row.span > limits.window_capacity || !limits.switches.dense;
}

/// \brief The accumulator of a row: the cheapest one that is allowed and holds it.
inline HostRowPlan choose_host_accumulator(const HostAccumulatorLimits& limits, const HostRowShape& row) {
  const HostTuning& tuning = limits.tuning;
  HostRowPlan plan;
  if (row.products == 0) return plan;
  if (row.nnz_a == 1 && limits.b_rows_sorted) {
    plan.kind = HostAccumulator::scaled_copy;
    return plan;
  }
  if (is_sorted_on_host(limits, row)) {
    plan.kind = HostAccumulator::sort;
    return plan;
  }
  const bool may_hash = limits.switches.hash || limits.switches.hybrid_hash || !limits.switches.dense;
  const bool is_sparse = may_hash && row.span > tuning.dense_columns_per_product * row.products;
  if (limits.switches.dense && row.span <= limits.window_capacity && !is_sparse) {
    plan.marks = row.span > tuning.marked_columns_per_product * row.products;
    plan.kind = choose_dense_host(limits, row);
    if (plan.kind == HostAccumulator::supernode) plan.lanes = choose_host_lanes(limits, row);
  } else if (may_hash && host_hash_capacity(std::min(row.products, row.span)) <= limits.hash_capacity) {
    plan.kind = HostAccumulator::hash;
  } else if (limits.switches.dense && row.span / limits.window_capacity <
                                          (may_hash ? tuning.windows_max : host_windows_max(limits, row.products))) {
    plan.kind = HostAccumulator::dense_windows;
  } else {
    plan.kind = HostAccumulator::hash;
  }
  return plan;
}

}  // namespace Ocean::Impl

#endif
