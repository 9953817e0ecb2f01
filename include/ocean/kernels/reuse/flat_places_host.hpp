#ifndef OCEAN_KERNELS_REUSE_FLAT_PLACES_HOST_HPP
#define OCEAN_KERNELS_REUSE_FLAT_PLACES_HOST_HPP
/// \file
/// \brief CPU path: places of all products in one sequence per window of rows, without a branch at the end of a row of
/// B or of A, which is often guessed wrong where lengths are irregular.

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "../../core/supernodes.hpp"
#include "../../results/product_places.hpp"
#include "list_products_host.hpp"
#include "prefetch_rows_host.hpp"
#include "scale_rows_host.hpp"

namespace Ocean::Impl {

/// \brief Measures what flat places have to hold.
/// Launch  RangePolicy over windows of supernode_window rows, maxima: entries of C in a window, and entries of A in one
///         with empty rows of B, one behind the other
template <class ProblemType, class Graph>
struct MeasureFlatPlacesHost {
  ProblemType problem;
  Graph graph;

  void operator()(const count_type window, count_type& entries_c, count_type& empty_rows) const {
    const count_type first = window * supernode_window, end = std::min(problem.num_rows(), first + supernode_window);
    entries_c = std::max(entries_c,
                         static_cast<count_type>(graph.row_map[end]) - static_cast<count_type>(graph.row_map[first]));
    count_type run = 0;
    const auto end_a = static_cast<count_type>(problem.a.row_map(end));
    for (auto entry = static_cast<count_type>(problem.a.row_map(first)); entry < end_a; ++entry) {
      run = problem.products_of(entry) == 0 ? run + 1 : 0;
      empty_rows = std::max(empty_rows, run);
    }
  }
};

/// \brief Adds every product at its flat place: columns, and ends of rows, are not looked at.
/// Shapes  values [nnz(C)] (out); first_product [num_rows + 1] and places as in ProductPlaces
/// Launch  RangePolicy over windows of supernode_window rows; sums are taken in the order of A's entries
/// Cost    4 bytes and a value of B per product; a value, a column and an offset of B per entry of A
template <class ProblemType, class Graph, class Scalar>
struct SumFlatPlacesHost {
  ProblemType problem;
  Graph graph;
  const count_type* first_product;
  const FlatPlace* places;
  Scalar* values;

  void operator()(const count_type window) const {
    const count_type first = window * supernode_window, end = std::min(problem.num_rows(), first + supernode_window);
    Scalar* const sums = values + static_cast<count_type>(graph.row_map[first]);
    std::fill(sums, values + static_cast<count_type>(graph.row_map[end]), Scalar(0));
    const FlatPlace *next = places + first_product[first], *const last = places + first_product[end];
    if (next == last) return;
    const count_type begin_a = this->begin_a(first), end_a = this->begin_a(end);
    prefetch_values_of_rows(problem, begin_a, end_a);
    count_type entry = begin_a;
    while (problem.products_of(entry) == 0) ++entry;
    auto entry_b = static_cast<count_type>(problem.b.row_map.data()[problem.a.entries.data()[entry]]);
    if (problem.a.jacobi.factor == nullptr) {
      add(problem.a.values.data(), end_a, sums, next, last, entry, entry_b);
      return;
    }
    ScaledEntriesHost<typename ProblemType::operand_a_type> scaled;
    for (count_type begin = begin_a, row = first; begin < end_a; begin += scaled_entries_max) {
      const count_type part_end = std::min(end_a, begin + scaled_entries_max);
      scaled.scale(problem.a, begin, part_end, row);
      add(scaled.values(), part_end, sums, next, last, entry, entry_b);
    }
  }

 private:
  count_type begin_a(count_type row) const { return static_cast<count_type>(problem.a.row_map.data()[row]); }

  /// \brief Adds products until \p last or an entry of A from \p end_a on.
  /// \param next, entry, entry_b  place and factors of the next product (in, out)
  template <class ScalarA>
  void add(const ScalarA* values_a, count_type end_a, Scalar* sums, const FlatPlace*& next, const FlatPlace* last,
           count_type& entry, count_type& entry_b) const {
    const auto* const entries_a = problem.a.entries.data();
    const auto* const row_map_b = problem.b.row_map.data();
    const auto* const values_b = problem.b.values.data();
    for (; next != last && entry < end_a; ++next) {
      const FlatPlace place = *next;
      Scalar& sum = sums[place.place()];
      sum = static_cast<Scalar>(sum + static_cast<Scalar>(values_a[entry]) * static_cast<Scalar>(values_b[entry_b]));
      const count_type step = place.step();
      entry += step;
      // a mask, so that no compiler makes a branch of it
      const count_type jump = static_cast<count_type>(row_map_b[entries_a[entry]]) - entry_b - 1;
      entry_b += 1 + (jump & -static_cast<count_type>(step != 0));
    }
  }
};

/// \brief Finds the flat places of all products, and adds each once its place is known.
/// Shapes  sums: first_product and values are its own; places [num_products] (out); first_missing as in FindPlacesHost;
///         in rows that lack a column, the products of the others are added
/// Pre     MeasureFlatPlacesHost's numbers fit
/// Launch  a worker per thread
template <class ProblemType, class Graph, class Scalar>
struct FindFlatPlacesHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  SumFlatPlacesHost<ProblemType, Graph, Scalar> sums;
  FlatPlace* places;
  count_type* first_missing;

  void operator()(const int worker) const {
    rows.for_each_placed_row(worker, first_missing,
                             [&](count_type row, count_type begin, count_type size, const auto& place_of, const bool&) {
                               std::fill_n(sums.values + begin, size, Scalar(0));
                               add_row(row, begin, place_of);
                             });
  }

 private:
  /// \param place_of  place of a column, negative where C's row lacks it
  template <class PlaceOf>
  void add_row(count_type row, count_type begin_c, const PlaceOf& place_of) const {
    const ProblemType& problem = rows.problem;
    const count_type first_row = row - row % supernode_window;
    const count_type window_end = std::min(problem.num_rows(), first_row + supernode_window);
    const auto offset = begin_c - static_cast<count_type>(rows.graph.row_map[first_row]);
    const auto values_a = problem.a.values_of(row);
    const auto begin_a = static_cast<count_type>(problem.a.row_map(row)),
               end_a = static_cast<count_type>(problem.a.row_map(row + 1));
    prefetch_rows(problem, begin_a, end_a);
    FlatPlace *next = places + sums.first_product[row], *last = nullptr;
    count_type last_entry = begin_a;
    for (count_type entry = begin_a; entry < end_a; ++entry) {
      const auto inner = problem.a.entries(entry);
      const auto begin_b = static_cast<count_type>(problem.b.row_map(inner)),
                 end_b = static_cast<count_type>(problem.b.row_map(inner + 1));
      if (begin_b == end_b) continue;
      if (last != nullptr) last->set_step(entry - last_entry);
      const auto factor = static_cast<Scalar>(values_a.of(entry));
      for (count_type entry_b = begin_b; entry_b < end_b; ++entry_b) {
        const count_type place = place_of(rows.column_of(entry_b));
        *next++ = FlatPlace(offset + std::max<count_type>(place, 0));
        if (place < 0) continue;
        Scalar& sum = sums.values[begin_c + place];
        sum = static_cast<Scalar>(sum + factor * static_cast<Scalar>(problem.b.values.data()[entry_b]));
      }
      last = next - 1;
      last_entry = entry;
    }
    if (last != nullptr) set_step_to_next_row(end_a, window_end, last_entry, *last);
  }

  /// \brief From the last product of a row to the next of its window; none behind the last.
  void set_step_to_next_row(count_type end_a, count_type window_end, count_type last_entry, FlatPlace& last) const {
    const auto window_end_a = static_cast<count_type>(rows.problem.a.row_map(window_end));
    count_type entry = end_a;
    while (entry < window_end_a && rows.problem.products_of(entry) == 0) ++entry;
    if (entry < window_end_a) last.set_step(entry - last_entry);
  }
};

}  // namespace Ocean::Impl

#endif
