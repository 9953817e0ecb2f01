#ifndef OCEAN_RESULTS_ROW_ANALYSIS_HPP
#define OCEAN_RESULTS_ROW_ANALYSIS_HPP
/// \file
/// \brief What the analysis knows about every row of C before it is computed.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief What a pass that stages rows counts: rows that overflow, and slots that are claimed. Two totals follow.
inline constexpr count_type num_pass_counters = 2;

/// \brief First and last column of a row; an empty row has first > last.
template <class Ordinal>
struct ColumnRange {
  Ordinal first;
  Ordinal last;
  KOKKOS_FUNCTION count_type width() const {
    return first > last ? count_type(0) : static_cast<count_type>(last) - static_cast<count_type>(first) + 1;
  }
};

/// \brief What the analysis of A's rows reads of a row of B, in one piece where ordinals have 32 bits.
template <class Ordinal>
struct alignas(sizeof(Ordinal) == 4 ? 16 : 8) BRowShape {
  /// Length that stands for "this long or longer": the offsets then give the length.
  static constexpr std::uint32_t longest = 0xffffffffu;
  ColumnRange<Ordinal> columns;
  std::uint32_t length;
};

/// \brief Compression ratio on a sample of A's rows; num_rows == 0 when nothing was sampled.
struct SampledCompression {
  count_type num_rows = 0;           ///< sampled rows that have products
  double ratio = 0.0;                ///< products of all rows / entries that C is expected to have
  double walked_share = 1.0;         ///< of the rows' products: long rows are sampled in part, which hides compression
  double relative_bound = 0.0;       ///< one relative standard error of the ratio
  double long_share = 1.0;           ///< entries of the rows beyond sample_short_products / their bounds
  double long_relative_bound = 0.0;  ///< one relative standard error of it
  double conservative_ratio = 1.0;   ///< never below 1: the ratio that symbolic tables are sized by
};

/// Columns from the first of a row of A to the first of the row before, up to which both rows are taken to select rows
/// of B that lie near each other. source: the rows that a team merges (merge_team_size)
inline constexpr count_type near_columns = 128;

/// Entries of a row of A up to which it does not matter how the rows of B that it selects differ in length: as many
/// lanes has a warp, and every warp of a team looks at all of them. source: SharedWalk
inline constexpr count_type long_a_row_entries = 32;

/// The longest row of B that a longer row of A selects over the mean of those, from which on they are uneven.
/// measured: perf_tests/results/nvidia_h200_2026-11-27_shared_walks_variants.csv (how many products such rows have)
inline constexpr count_type uneven_row_ratio = 3;

/// \brief The numbers of the analysis that the host decides with.
struct AnalysisSummary {
  count_type nnz_a = 0;
  count_type nnz_b = 0;
  count_type total_products = 0;    ///< sum of row_products
  count_type max_row_products = 0;  ///< largest of row_products
  count_type max_row_entries = 0;   ///< entries of the longest row of A
  count_type near_rows = 0;         ///< rows of A that begin near where the row before begins (near_columns)
  count_type max_row_span = 0;      ///< largest width of a row_range
  count_type shared_products = 0;   ///< of the rows with the columns of the row before
  count_type long_products = 0;     ///< of the rows of A with more than long_a_row_entries
  count_type uneven_products = 0;   ///< of those that select a row of B much longer than others (uneven_row_ratio)
  count_type capped_products = 0;   ///< sum of min(row_products, span): upper bound of nnz(C)
  bool b_rows_sorted = false;       ///< every row of B strictly increases: sorted and without duplicates
  double words_per_b_entry = 1.0;   ///< words of bitmaps that some rows of B have, for each of their entries
  SampledCompression sampled;       ///< of some rows of C
};

/// Share of the long rows' products from which on teams share such rows evenly, which takes barriers.
/// measured: perf_tests/results/nvidia_h200_2026-11-27_shared_walks_variants.csv (runs 2 and 3 on tw_GaAs, and shares)
inline constexpr double uneven_share = 0.25;

/// \brief Whether the rows of B that long rows of A select differ much in length.
inline bool selects_uneven_rows(const AnalysisSummary& summary) {
  return summary.uneven_products > 0 &&
         static_cast<double>(summary.uneven_products) >= uneven_share * static_cast<double>(summary.long_products);
}

/// \brief Analysis of A and B. Written by analyze_rows(), read by every later stage.
/// Shapes  row_products, row_range, continues_supernode [num_rows]; b_row_shape, b_continues_supernode
/// [num_inner];
///         b_rows_at_once [nnz(A)], or empty; pass_counters [num_pass_counters + 2], or empty
/// Units   products (multiply-adds) and columns
template <class MemorySpace, class Ordinal>
struct RowAnalysis {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  view_type<count_type> row_products;         ///< P_i
  view_type<ColumnRange<Ordinal>> row_range;  ///< union of the ranges of the rows of B that row i uses
  view_type<BRowShape<Ordinal>> b_row_shape;
  view_type<std::uint8_t> continues_supernode;    ///< 1: A's row has the columns of the row before
  view_type<std::uint8_t> b_continues_supernode;  ///< 1: B's row has the columns of the row before
  view_type<std::uint8_t> b_rows_at_once;         ///< of every entry of A, written by JoinBRows
  view_type<count_type> pass_counters;            ///< cleared along the way, for the pass to come; or empty
  AnalysisSummary summary;
};

}  // namespace Ocean::Impl

#endif
