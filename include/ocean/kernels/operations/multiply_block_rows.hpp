#ifndef OCEAN_KERNELS_OPERATIONS_MULTIPLY_BLOCK_ROWS_HPP
#define OCEAN_KERNELS_OPERATIONS_MULTIPLY_BLOCK_ROWS_HPP
/// \file
/// \brief Computes the values of C's blocks, one block row after the other, when C's graph exists already.

#include "../../core/binary_search.hpp"

namespace Ocean {

/// \brief Sizes of the blocks: A's are [rows x inner], B's [inner x cols], C's [rows x cols]; row by row in memory.
struct BlockShape {
  std::int64_t rows = 1;   ///< of A's and C's blocks
  std::int64_t inner = 1;  ///< columns of A's blocks, rows of B's
  std::int64_t cols = 1;   ///< of B's and C's blocks
  /// \brief Values of a block of A.
  KOKKOS_FUNCTION std::int64_t size_a() const { return rows * inner; }
  /// \brief Values of a block of B.
  KOKKOS_FUNCTION std::int64_t size_b() const { return inner * cols; }
  /// \brief Values of a block of C.
  KOKKOS_FUNCTION std::int64_t size_c() const { return rows * cols; }
};

}  // namespace Ocean

namespace Ocean::Impl {

using Ocean::BlockShape;

/// \brief A thread owns some elements of all blocks of a row of C and adds their products in the order of A's entries,
/// then of B's: nothing is shared, and the sums do not depend on the launch.
/// Shapes  graphs of A, B and C in blocks, C's rows sorted; values block by block; a B row may hold a column twice
/// Launch  RangePolicy over rows times parts; a part is elements_per_part elements of a block
/// Cost    per thread a search in C's row for every product of blocks, short if B's rows are sorted
template <class ProblemType, class RowMapC, class EntriesC, class ValuesC>
struct MultiplyBlockRows {
  ProblemType problem;
  RowMapC row_map_c;
  EntriesC entries_c;
  ValuesC values_c;
  BlockShape shape;
  count_type num_parts;
  count_type elements_per_part;

  using ordinal_type = typename EntriesC::non_const_value_type;
  using scalar_type = typename ValuesC::non_const_value_type;

  KOKKOS_FUNCTION void operator()(count_type index) const {
    const count_type row = index / num_parts;
    const count_type first = index % num_parts * elements_per_part;
    const count_type last = Kokkos::min(first + elements_per_part, shape.size_c());
    const auto begin_c = static_cast<count_type>(row_map_c(row)), end_c = static_cast<count_type>(row_map_c(row + 1));
    for (count_type place = begin_c; place < end_c; ++place)
      for (count_type element = first; element < last; ++element)
        values_c(place * shape.size_c() + element) = scalar_type(0);
    const auto end_a = static_cast<count_type>(problem.a.row_map(row + 1));
    for (auto entry_a = static_cast<count_type>(problem.a.row_map(row)); entry_a < end_a; ++entry_a) {
      const auto inner = static_cast<count_type>(problem.a.entries(entry_a));
      const auto end_b = static_cast<count_type>(problem.b.row_map(inner + 1));
      count_type place = begin_c;
      for (auto entry_b = static_cast<count_type>(problem.b.row_map(inner)); entry_b < end_b; ++entry_b) {
        const auto column = static_cast<ordinal_type>(problem.b.entries(entry_b));
        place = place_of(column, place, begin_c, end_c);
        if (place < end_c && entries_c(place) == column) add_product(entry_a, entry_b, place, first, last);
      }
    }
  }

 private:
  /// \brief First position in C's row whose column is not below \p column, searched from the last position on.
  KOKKOS_FUNCTION count_type place_of(ordinal_type column, count_type place, count_type begin, count_type end) const {
    if (place < end && entries_c(place) < column) {
      if (place + 1 == end || !(entries_c(place + 1) < column)) return place + 1;
      return find_place(entries_c, place + 2, end, column);
    }
    if (place < end && entries_c(place) == column) return place;
    return find_place(entries_c, begin, place, column);
  }

  KOKKOS_FUNCTION void add_product(count_type entry_a, count_type entry_b, count_type place, count_type first,
                                   count_type last) const {
    if (first == 0 && last == shape.size_c()) return add_whole_product(entry_a, entry_b, place);
    for (count_type element = first; element < last; ++element) {
      const count_type begin_a = entry_a * shape.size_a() + element / shape.cols * shape.inner;
      const count_type begin_b = entry_b * shape.size_b() + element % shape.cols;
      scalar_type sum(0);
      for (count_type inner = 0; inner < shape.inner; ++inner)
        sum += multiply<scalar_type>(problem.a.values(begin_a + inner), problem.b.values(begin_b + inner * shape.cols));
      values_c(place * shape.size_c() + element) += sum;
    }
  }

  /// \brief The whole block, along the rows of B's and C's.
  KOKKOS_FUNCTION void add_whole_product(count_type entry_a, count_type entry_b, count_type place) const {
    const auto* block_a = problem.a.values.data() + entry_a * shape.size_a();
    scalar_type* row_c = values_c.data() + place * shape.size_c();
    for (count_type row = 0; row < shape.rows; ++row, row_c += shape.cols) {
      const auto* row_b = problem.b.values.data() + entry_b * shape.size_b();
      for (count_type inner = 0; inner < shape.inner; ++inner, row_b += shape.cols)
        for (count_type col = 0; col < shape.cols; ++col)
          row_c[col] += multiply<scalar_type>(block_a[row * shape.inner + inner], row_b[col]);
    }
  }
};

/// \brief Launches \p rows for \p num_rows block rows on \p exec; returns without a fence.
template <class ExecutionSpace, class ProblemType, class RowMapC, class EntriesC, class ValuesC>
void multiply_block_rows(const ExecutionSpace& exec,
                         const MultiplyBlockRows<ProblemType, RowMapC, EntriesC, ValuesC>& rows, count_type num_rows) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for("Ocean::block_product::multiply_block_rows", policy_type(exec, 0, num_rows * rows.num_parts),
                       rows);
}

}  // namespace Ocean::Impl

#endif
