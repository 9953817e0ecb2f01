#ifndef OCEAN_KERNELS_REUSE_SINGLE_PLACES_HOST_HPP
#define OCEAN_KERNELS_REUSE_SINGLE_PLACES_HOST_HPP
/// \file
/// \brief CPU path: places where no row of B has several entries, as of a tentative prolongator, a selection or a
/// diagonal matrix: an entry of A has one product, so that ends of rows are not looked at.

#include <algorithm>

#include "../../core/supernodes.hpp"
#include "../../results/product_places.hpp"
#include "list_products_host.hpp"
#include "prefetch_rows_host.hpp"
#include "scale_rows_host.hpp"

namespace Ocean::Impl {

/// The place of an entry of A whose row of B is empty; places are those of windows of C of at most as many entries.
inline constexpr place_type no_place = 65535;

/// \brief Entries of C in a window.
/// Launch  RangePolicy over windows of supernode_window rows, a maximum
template <class Graph>
struct MeasureWindowsHost {
  Graph graph;
  count_type num_rows;

  void operator()(const count_type window, count_type& entries_c) const {
    const count_type first = window * supernode_window, end = std::min(num_rows, first + supernode_window);
    entries_c = std::max(entries_c,
                         static_cast<count_type>(graph.row_map[end]) - static_cast<count_type>(graph.row_map[first]));
  }
};

/// \brief Adds the product of every entry of A at its place among the entries of C of its window.
/// Shapes  values [nnz(C)] (out); places [nnz(A)], by entry of A
/// Launch  RangePolicy over windows of supernode_window rows; sums are taken in the order of A's entries
/// Cost    per entry of A: 2 bytes, its value and column, and a value of B; where rows of B are empty, its offset
template <class ProblemType, class Graph, class Scalar>
struct SumSinglePlacesHost {
  ProblemType problem;
  Graph graph;
  const place_type* places;
  Scalar* values;
  bool has_empty_rows;  ///< of B

  void operator()(const count_type window) const {
    const count_type first = window * supernode_window, end = std::min(problem.num_rows(), first + supernode_window);
    Scalar* const sums = values + static_cast<count_type>(graph.row_map[first]);
    std::fill(sums, values + static_cast<count_type>(graph.row_map[end]), Scalar(0));
    const count_type begin_a = this->begin_a(first), end_a = this->begin_a(end);
    if (problem.a.jacobi.factor == nullptr) return add(problem.a.values.data(), begin_a, end_a, sums);
    ScaledEntriesHost<typename ProblemType::operand_a_type> scaled;
    for (count_type begin = begin_a, row = first; begin < end_a; begin += scaled_entries_max) {
      const count_type part_end = std::min(end_a, begin + scaled_entries_max);
      scaled.scale(problem.a, begin, part_end, row);
      add(scaled.values(), begin, part_end, sums);
    }
  }

 private:
  count_type begin_a(count_type row) const { return static_cast<count_type>(problem.a.row_map.data()[row]); }

  /// \brief Adds the products of A's entries [begin, end), whose values are \p values_a.
  template <class ScalarA>
  void add(const ScalarA* values_a, count_type begin, count_type end, Scalar* sums) const {
    const auto* const entries_a = problem.a.entries.data();
    const auto* const row_map_b = problem.b.row_map.data();
    const auto* const values_b = problem.b.values.data();
    const place_type* const own = places - problem.a.first_offset;
    const auto add_product = [=](count_type entry, const auto& value_b) {
      Scalar& sum = sums[own[entry]];
      sum = static_cast<Scalar>(sum + static_cast<Scalar>(values_a[entry]) * static_cast<Scalar>(value_b));
    };
    if (!has_empty_rows) {  // row i has entry i
      const auto* const value_of_row = values_b + problem.b.first_offset;
      for (count_type entry = begin; entry < end; ++entry) add_product(entry, value_of_row[entries_a[entry]]);
      return;
    }
    for (count_type entry = begin; entry < end; ++entry)
      if (own[entry] != no_place) add_product(entry, values_b[row_map_b[entries_a[entry]]]);
  }
};

/// \brief Finds the places, and adds each product once its place is known.
/// Shapes  sums: values are its own; places [nnz(A)] (in: no_place, where B has empty rows; out); first_missing as in
///         FindPlacesHost; in rows that lack a column, the products of the others are added
/// Pre     MeasureWindowsHost's number is at most no_place
/// Launch  a worker per thread
template <class ProblemType, class Graph, class Scalar>
struct FindSinglePlacesHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  SumSinglePlacesHost<ProblemType, Graph, Scalar> sums;
  place_type* places;
  count_type* first_missing;

  void operator()(const int worker) const {
    const auto add_row = [&](count_type row, count_type begin, count_type size, const auto& place_of, const bool&) {
      const ProblemType& problem = rows.problem;
      prefetch_rows(problem, static_cast<count_type>(problem.a.row_map(row)),
                    static_cast<count_type>(problem.a.row_map(row + 1)));
      Scalar* const row_sums = sums.values + begin;
      std::fill_n(row_sums, size, Scalar(0));
      const count_type offset = begin - static_cast<count_type>(rows.graph.row_map[row - row % supernode_window]);
      const auto values_a = problem.a.values_of(row);
      rows.for_each_product(row, [&](count_type entry_a, count_type entry_b) {
        const count_type place = place_of(rows.column_of(entry_b));
        if (place < 0) return;
        places[entry_a - problem.a.first_offset] = static_cast<place_type>(offset + place);
        row_sums[place] = static_cast<Scalar>(row_sums[place] + static_cast<Scalar>(values_a.of(entry_a)) *
                                                                    static_cast<Scalar>(problem.b.values(entry_b)));
      });
    };
    rows.for_each_placed_row(worker, first_missing, add_row);
  }
};

}  // namespace Ocean::Impl

#endif
