#ifndef OCEAN_KERNELS_REUSE_FIND_PLACES_HOST_HPP
#define OCEAN_KERNELS_REUSE_FIND_PLACES_HOST_HPP
/// \file
/// \brief CPU path: which rows share the places of their products, and what these are.

#include <algorithm>

#include "list_products_host.hpp"
#include "row_search_host.hpp"
#include "sum_at_places_host.hpp"

namespace Ocean::Impl {

/// \brief Joins the rows that SumAtPlacesHost sums together, and counts their places.
///
/// Rows of A and of C that repeat the columns of the row before go with it, up to supernode_rows_max; for these, rows
/// of B go together that follow each other with the same columns.
/// Shapes  first_product [num_rows] (out): places of every row, 0 for the rows that go with one before; rows_at_once
///         [num_rows] (out): rows that go with a row, itself included, 0 if it goes with one before; b_rows_at_once
///         [nnz(A)] (out, of rows that others go with): the same of the rows of B that its entries select
/// Launch  RangePolicy over windows of supernode_window rows, a reduction: rows that go with one before
template <class ProblemType, class Graph>
struct JoinPlacesHost {
  using search_type = RowSearchHost<typename ProblemType::operand_b_type>;
  ProblemType problem;
  Graph graph;
  search_type search;
  count_type* first_product;
  std::uint8_t* rows_at_once;
  std::uint8_t* b_rows_at_once;

  void operator()(const count_type window, count_type& num_joined) const {
    const count_type end = std::min(problem.num_rows(), (window + 1) * supernode_window);
    for (count_type row = window * supernode_window; row < end;) {
      const int num_rows = choose_placed_rows(count_repeats(row, std::min(end, row + supernode_rows_max)));
      first_product[row] = num_rows == 1 ? count_products(row) : join_b_rows(row);
      rows_at_once[row] = static_cast<std::uint8_t>(num_rows);
      std::fill_n(first_product + row + 1, num_rows - 1, count_type(0));
      std::fill_n(rows_at_once + row + 1, num_rows - 1, std::uint8_t(0));
      num_joined += num_rows - 1;
      row += num_rows;
    }
  }

 private:
  count_type begin_a(count_type row) const { return static_cast<count_type>(problem.a.row_map.data()[row]); }
  count_type begin_c(count_type row) const { return static_cast<count_type>(graph.row_map[row]); }

  /// \brief Rows from \p row on, before \p end, with its columns in A and in C.
  count_type count_repeats(count_type row, count_type end) const {
    const auto repeats = [&](count_type other) {
      return repeats_columns(problem.a.entries.data(), begin_a(row), begin_a(row + 1), begin_a(other),
                             begin_a(other + 1)) &&
             begin_c(row + 1) - begin_c(row) == begin_c(other + 1) - begin_c(other) &&
             std::equal(graph.entries + begin_c(row), graph.entries + begin_c(row + 1), graph.entries + begin_c(other));
    };
    count_type next = row + 1;
    while (next < end && repeats(next)) ++next;
    return next - row;
  }

  count_type count_products(count_type row) const {
    count_type products = 0;
    for (count_type entry = begin_a(row); entry < begin_a(row + 1); ++entry) products += problem.products_of(entry);
    return products;
  }

  /// \return columns of the rows of B that do not go with one before
  count_type join_b_rows(count_type row) const {
    count_type columns = 0;
    const count_type end = begin_a(row + 1);
    for (count_type entry = begin_a(row), next = entry; entry < end; entry = next) {
      next = entry + search.count_alike(problem.a.entries.data(), entry, std::min(end, entry + placed_b_rows_max));
      columns += problem.products_of(entry);
      std::uint8_t* const flags = b_rows_at_once + (entry - problem.a.first_offset);
      flags[0] = static_cast<std::uint8_t>(next - entry);
      std::fill(flags + 1, flags + (next - entry), std::uint8_t(0));
    }
    return columns;
  }
};

/// \brief Writes the places of all products, of rows that are summed together once.
/// Shapes  first_product [num_rows + 1], rows_at_once, b_rows_at_once as in ProductPlaces, the last two null if every
///         row is alone; places (out)
/// Pre     the graph has the column of every product; its rows ascend and have at most 65,536 columns
/// Launch  a worker per thread
template <class ProblemType, class Graph>
struct WritePlacesHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  const count_type* first_product;
  const std::uint8_t* rows_at_once;
  const std::uint8_t* b_rows_at_once;
  place_type* places;

  void operator()(const int worker) const {
    rows.for_each_row(worker, [&](count_type row, count_type, count_type, const auto& index) {
      const int num_rows = rows_at_once == nullptr ? 1 : rows_at_once[row];
      if (num_rows == 0) return;
      const auto& a = rows.problem.a;
      const auto& b = rows.problem.b;
      place_type* next = places + first_product[row];
      const auto end_a = static_cast<count_type>(a.row_map(row + 1));
      for (auto entry_a = static_cast<count_type>(a.row_map(row)); entry_a < end_a;) {
        const auto inner = a.entries(entry_a);
        const auto end_b = static_cast<count_type>(b.row_map(inner + 1));
        for (auto entry_b = static_cast<count_type>(b.row_map(inner)); entry_b < end_b; ++entry_b)
          *next++ = static_cast<place_type>(index.of(rows.column_of(entry_b)));
        entry_a += num_rows == 1 ? 1 : b_rows_at_once[entry_a - a.first_offset];
      }
    });
  }
};

}  // namespace Ocean::Impl

#endif
