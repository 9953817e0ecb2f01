#ifndef OCEAN_TPETRA_WITHOUT_ZEROS_HPP
#define OCEAN_TPETRA_WITHOUT_ZEROS_HPP
/// \file
/// \brief An operand of Tpetra's products without the explicit zeros that would create entries of C: Tpetra's kernels
/// skip zeros of A.

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "../backend/managed_view.hpp"
#include "../kernels/operations/compact_nonzeros.hpp"

namespace Ocean::Impl {

/// \brief The columns of B's rows, on which a product's pattern depends; none if they are not known yet.
template <class LocalMatrix>
struct RowsOfB {
  using LO = typename LocalMatrix::ordinal_type;
  typename LocalMatrix::row_map_type row_map;
  typename LocalMatrix::index_type entries;

  RowsOfB() = default;
  explicit RowsOfB(const LocalMatrix& b) : row_map(b.graph.row_map), entries(b.graph.entries) {}

  KOKKOS_FUNCTION bool are_known() const { return row_map.extent(0) > 0; }
  KOKKOS_FUNCTION bool has_column(const LO row, const LO column) const {
    for (std::size_t entry = row_map(row); entry < row_map(row + 1); ++entry)
      if (entries(entry) == column) return true;
    return false;
  }
  KOKKOS_FUNCTION bool have_same_columns(const LO row, const LO other) const {
    const std::size_t begin = row_map(row), size = row_map(row + 1) - begin, other_begin = row_map(other);
    if (row_map(other + 1) - other_begin != size) return false;
    for (std::size_t i = 0; i < size; ++i)
      if (entries(begin + i) != entries(other_begin + i)) return false;
    return true;
  }
};

/// \brief Counts the entries of every row that remain, adds the counts up, and copies these entries.
///
/// A zero of A creates no entry of C that is not there anyway if others beside it select the same columns of B. Then it
/// stays: the rows of a node of several unknowns, some of whose couplings are zero, keep equal columns, so that they
/// are multiplied together, and most matrices are not copied at all.
template <class LocalMatrix>
struct CopyNonzeros {
  using LO = typename LocalMatrix::ordinal_type;
  using scalar_type = typename LocalMatrix::non_const_value_type;
  using value_type = std::size_t;
  /// Rows that CPU threads look at in one loop without branches: most have no zeros. source: some 30 KiB of values,
  /// the first-level cache of a core, in rows of 60 entries
  static constexpr LO rows_per_block = is_host_space_v<typename LocalMatrix::execution_space> ? 64 : 1;
  /// Entries on either side of a zero that are looked at for its row of B, and for each of its columns. source: a node
  /// of six unknowns; three nodes of a grid in a row and those of the rows beside them, of elasticity, where 12 entries
  /// leave 1068 of 16,902 zeros of MueLu's first level, 48 none
  static constexpr std::size_t beside_in_node = 5, beside_in_row = 48;
  LocalMatrix from;
  RowsOfB<LocalMatrix> rows_of_b;
  typename LocalMatrix::row_map_type::non_const_type row_map;
  typename LocalMatrix::index_type::non_const_type entries;
  typename LocalMatrix::values_type::non_const_type values;
  bool keep_diagonal;

  KOKKOS_FUNCTION LO num_blocks() const {
    return from.numRows() / rows_per_block + (from.numRows() % rows_per_block != 0);
  }
  KOKKOS_FUNCTION LO end_of(const LO begin) const {
    return begin + Kokkos::min(from.numRows() - begin, LO{rows_per_block});
  }
  KOKKOS_FUNCTION bool is_zero(const std::size_t entry) const { return from.values(entry) == scalar_type(); }
  /// \brief Whether C's row has the columns of a zero's row of B without it: from entries beside it that are not zero.
  KOKKOS_FUNCTION bool is_covered(const LO row, const std::size_t entry) const {
    if (!rows_of_b.are_known()) return false;
    const LO inner = from.graph.entries(entry);
    if (has_beside(row, entry, beside_in_node,
                   [&](const LO other) { return rows_of_b.have_same_columns(inner, other); }))
      return true;
    for (std::size_t at = rows_of_b.row_map(inner); at < rows_of_b.row_map(inner + 1); ++at) {
      const LO column = rows_of_b.entries(at);
      if (!has_beside(row, entry, beside_in_row, [&](const LO other) { return rows_of_b.has_column(other, column); }))
        return false;
    }
    return true;
  }
  /// \brief Whether has(row of B) for an entry that is not zero and at most \p reach entries away, nearest first.
  template <class Has>
  KOKKOS_FUNCTION bool has_beside(const LO row, const std::size_t entry, const std::size_t reach,
                                  const Has& has) const {
    const std::size_t begin = from.graph.row_map(row), end = from.graph.row_map(row + 1);
    const auto selects = [&](const std::size_t other) { return !is_zero(other) && has(from.graph.entries(other)); };
    for (std::size_t distance = 1; distance <= reach; ++distance) {
      if (entry + distance < end && selects(entry + distance)) return true;
      if (entry - begin >= distance && selects(entry - distance)) return true;
    }
    return false;
  }
  KOKKOS_FUNCTION bool stays(const LO row, const std::size_t entry) const {
    return !is_zero(entry) || (keep_diagonal && from.graph.entries(entry) == row) || is_covered(row, entry);
  }
  KOKKOS_FUNCTION std::size_t count_zeros_of(const std::size_t begin, const std::size_t end) const {
    std::size_t zeros = 0;
    for (std::size_t entry = begin; entry < end; ++entry) zeros += is_zero(entry);
    return zeros;
  }
  /// \brief Counts: row_map(row) is what remains of a row.
  KOKKOS_FUNCTION void operator()(const LO block, std::size_t& num_kept) const {
    const LO begin = block * rows_per_block, end = end_of(begin);
    const auto& offsets = from.graph.row_map;
    const bool has_zeros = count_zeros_of(offsets(begin), offsets(end)) > 0;
    for (LO row = begin; row < end; ++row) {
      std::size_t kept = offsets(row + 1) - offsets(row);
      if (has_zeros && count_zeros_of(offsets(row), offsets(row + 1)) > 0)
        for (std::size_t entry = offsets(row); entry < offsets(row + 1); ++entry) kept -= !stays(row, entry);
      row_map(row) = kept;
      num_kept += kept;
    }
  }
  /// \brief Turns counts into offsets.
  KOKKOS_FUNCTION void operator()(const LO row, std::size_t& sum, const bool is_final) const {
    const std::size_t kept = row < from.numRows() ? row_map(row) : 0;
    if (is_final) row_map(row) = sum;
    sum += kept;
  }
  KOKKOS_FUNCTION void operator()(const LO block) const {
    const LO begin = block * rows_per_block, end = end_of(begin);
    const auto& offsets = from.graph.row_map;
    const std::size_t first = offsets(begin), size = offsets(end) - first;
    std::size_t place = row_map(begin);
    if (row_map(end) - place == size) {
      for (std::size_t i = 0; i < size; ++i) entries(place + i) = from.graph.entries(first + i);
      for (std::size_t i = 0; i < size; ++i) values(place + i) = from.values(first + i);
      return;
    }
    for (LO row = begin; row < end; ++row)
      for (std::size_t entry = offsets(row); entry < offsets(row + 1); ++entry)
        if (stays(row, entry)) {
          entries(place) = from.graph.entries(entry);
          values(place++) = from.values(entry);
        }
  }
};

/// \brief \p from without the explicit zeros that may create entries of C = from B. If it has none, which one read of
/// the values shows, \p from itself. SpGEMMOptions::skip_zeros removes all zeros, with an offset per entry; this works
/// row by row.
/// \param rows_of_b      one for every column of \p from; if they are not known, all zeros go
/// \param keep_diagonal  zeros on the diagonal stay
template <class LocalMatrix>
LocalMatrix without_zeros(const LocalMatrix& from, const RowsOfB<LocalMatrix>& rows_of_b, bool keep_diagonal = false) {
  using execution_space = typename LocalMatrix::execution_space;
  using copy_type = CopyNonzeros<LocalMatrix>;
  using LO = typename LocalMatrix::ordinal_type;
  using rows_type = Kokkos::RangePolicy<execution_space, Kokkos::IndexType<LO>>;
  const execution_space exec;
  const auto nnz = static_cast<std::size_t>(from.nnz());
  if (!is_host_space_v<execution_space> && count_zeros(exec, from.values, static_cast<count_type>(nnz)) == 0)
    return from;
  const typename LocalMatrix::row_map_type::non_const_type row_map(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::tpetra::row_map"),
      static_cast<std::size_t>(from.numRows()) + 1);
  copy_type copy{from, rows_of_b, row_map, {}, {}, keep_diagonal};
  std::size_t num_kept = 0;
  Kokkos::parallel_reduce("Ocean::tpetra::count_nonzeros", rows_type(0, copy.num_blocks()), copy, num_kept);
  if (num_kept == nnz) return from;
  Kokkos::parallel_scan("Ocean::tpetra::add_up_nonzeros", rows_type(0, from.numRows() + 1), copy);
  copy.entries = allocate_array_of_c<decltype(copy.entries)>(exec, "Ocean::entries", num_kept);
  copy.values = allocate_array_of_c<decltype(copy.values)>(exec, "Ocean::values", num_kept);
  Kokkos::parallel_for("Ocean::tpetra::copy_nonzeros", rows_type(0, copy.num_blocks()), copy);
  return LocalMatrix("nonzeros", from.numRows(), from.numCols(), num_kept, copy.values, row_map, copy.entries);
}

}  // namespace Ocean::Impl

#endif
