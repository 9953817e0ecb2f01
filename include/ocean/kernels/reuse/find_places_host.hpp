#ifndef OCEAN_KERNELS_REUSE_FIND_PLACES_HOST_HPP
#define OCEAN_KERNELS_REUSE_FIND_PLACES_HOST_HPP
/// \file
/// \brief CPU path: which rows share the places of their products, and what these are.

#include <algorithm>

#include "count_row_products.hpp"
#include "list_products_host.hpp"
#include "prefetch_rows_host.hpp"
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
      first_product[row] = num_rows == 1 ? count_products_of_row(problem, row) : join_b_rows(row);
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

/// \brief Finds the places of all products, of rows that are summed together once, and adds the products there: a row's
/// places are still in the cache.
/// Shapes  sums: first_product, rows_at_once, b_rows_at_once and values are its own; places [num_products] (out);
///         first_missing [1] (in: the largest count; out: first row with a product that C has no column for), or null:
///         C has them all. In rows that lack a column, the products of the others are added, but rows that are summed
///         together are left as they are
/// Pre     C's rows ascend and have at most 65,536 columns
/// Launch  a worker per thread
template <class ProblemType, class Graph, class Scalar>
struct FindPlacesHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  SumAtPlacesHost<ProblemType, Graph, Scalar> sums;
  place_type* places;
  count_type* first_missing;

  void operator()(const int worker) const {
    rows.for_each_placed_row(worker, first_missing,
                             [&](count_type row, count_type, count_type, const auto& place_of, const bool& has_all) {
                               const int num_rows = sums.rows_at_once == nullptr ? 1 : sums.rows_at_once[row];
                               if (num_rows > 0)
                                 find_rows(row, num_rows, places + sums.first_product[row], place_of, has_all);
                             });
  }

 private:
  /// \param place_of  place of a column, negative where C's row lacks it. \param has_all  whether it lacked none so far
  template <class PlaceOf>
  void find_rows(count_type row, int num_rows, place_type* first, const PlaceOf& place_of, const bool& has_all) const {
    if (num_rows == 1) return add_alone(row, first, place_of);
    write_places(row, first, place_of);
    if (has_all) sums.sum_rows(row, num_rows, first);
  }

  /// \brief Finds the places of one row, and adds each product once its place is known.
  template <class PlaceOf>
  void add_alone(count_type row, place_type* next, const PlaceOf& place_of) const {
    const auto& a = rows.problem.a;
    const auto* const row_map_b = rows.problem.b.row_map.data();
    const auto* const columns_b = rows.problem.b.entries.data();
    const auto* const values_b = rows.problem.b.values.data();
    const auto begin = static_cast<count_type>(sums.graph.row_map[row]);
    Scalar* const row_sums = sums.values + begin;
    std::fill(row_sums, sums.values + static_cast<count_type>(sums.graph.row_map[row + 1]), Scalar(0));
    const auto values_a = a.values_of(row);
    const auto begin_a = static_cast<count_type>(a.row_map(row)), end_a = static_cast<count_type>(a.row_map(row + 1));
    prefetch_rows(rows.problem, begin_a, end_a);
    for (count_type entry = begin_a; entry < end_a; ++entry) {
      const auto factor = static_cast<Scalar>(values_a.of(entry));
      const auto* const offsets = row_map_b + a.entries.data()[entry];
      const auto *column = columns_b + offsets[0], *const end = columns_b + offsets[1];
      for (const auto* value = values_b + offsets[0]; column != end; ++column, ++value) {
        const count_type place = place_of(static_cast<count_type>(*column));
        *next++ = static_cast<place_type>(place);
        if (place >= 0) row_sums[place] = static_cast<Scalar>(row_sums[place] + factor * static_cast<Scalar>(*value));
      }
    }
  }

  template <class PlaceOf>
  void write_places(count_type row, place_type* next, const PlaceOf& place_of) const {
    const auto& a = rows.problem.a;
    const auto& b = rows.problem.b;
    const auto begin_a = static_cast<count_type>(a.row_map(row)), end_a = static_cast<count_type>(a.row_map(row + 1));
    prefetch_rows(rows.problem, begin_a, end_a);
    for (count_type entry_a = begin_a; entry_a < end_a;) {
      const auto inner = a.entries(entry_a);
      const auto end_b = static_cast<count_type>(b.row_map(inner + 1));
      for (auto entry_b = static_cast<count_type>(b.row_map(inner)); entry_b < end_b; ++entry_b)
        *next++ = static_cast<place_type>(place_of(rows.column_of(entry_b)));
      entry_a += sums.b_rows_at_once[entry_a - a.first_offset];
    }
  }
};

}  // namespace Ocean::Impl

#endif
