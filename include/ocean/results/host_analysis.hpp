#ifndef OCEAN_RESULTS_HOST_ANALYSIS_HPP
#define OCEAN_RESULTS_HOST_ANALYSIS_HPP
/// \file
/// \brief What the analysis of the CPU path knows about A and B: totals, and the work of blocks of rows.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/problem.hpp"
#include "row_analysis.hpp"

namespace Ocean::Impl {

/// \brief Work of one block of consecutive rows of A.
struct RowBlockWork {
  count_type products = 0;  ///< multiply-adds
  count_type capped = 0;    ///< sum of min(products of the row, num_cols): upper bound of the block's entries of C
};

/// \brief What the columns of a row of B have to do with those of the row before.
enum class RowRelation : std::uint8_t {
  none,
  same_columns,  ///< a supernode: rows that have the same columns, as sparse direct solvers call it
  next_columns   ///< a stencil: each column is one more, as where the unknowns of a grid are numbered along a line
};

/// \brief What all rows of B have in common, or most.
struct HostKindsOfB {
  bool mostly_repeats = false;      ///< half of them have the columns of the row before
  bool mostly_stencil = false;      ///< half of them have those plus one
  bool has_single_entries = false;  ///< each has one entry
};

/// \brief Analysis of the CPU path. Written by analyze_host(), read by every later stage.
///
/// Shapes  blocks [num_blocks]; b_row_range [num_inner], empty where the rows of B are sorted; b_relations [num_inner]
template <class MemorySpace, class Column>
struct HostAnalysis {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  count_type rows_per_block = 1;
  count_type num_blocks = 0;
  count_type max_block_capped = 0;  ///< largest RowBlockWork::capped
  view_type<RowBlockWork> blocks;
  view_type<ColumnRange<Column>> b_row_range;
  view_type<RowRelation> b_relations;  ///< none where a row of B is not sorted
  HostKindsOfB b_kinds{};
  AnalysisSummary summary;
};

/// \brief What a thread knows about the rows of B, as in HostAnalysis.
template <class Column>
struct HostRowsOfB {
  const ColumnRange<Column>* range = nullptr;  ///< null where the rows are sorted
  const RowRelation* relations = nullptr;
  HostKindsOfB kinds{};
};

/// \brief Consecutive blocks that a thread takes at once.
struct HostChunk {
  count_type row_begin = 0;
  count_type row_end = 0;
  count_type capped = 0;  ///< upper bound of its entries of C
};

/// \brief The chunks of a product, in the order of their rows.
template <class MemorySpace>
struct HostChunks {
  Kokkos::View<HostChunk*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> chunks;
  count_type num_chunks = 0;
  count_type max_capped = 0;  ///< largest HostChunk::capped
};

}  // namespace Ocean::Impl

#endif
