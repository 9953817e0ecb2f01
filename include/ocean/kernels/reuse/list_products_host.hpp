#ifndef OCEAN_KERNELS_REUSE_LIST_PRODUCTS_HOST_HPP
#define OCEAN_KERNELS_REUSE_LIST_PRODUCTS_HOST_HPP
/// \file
/// \brief CPU path: work on the products row by row, with an index of C's row at hand.

#include <algorithm>
#include <array>

#include "../numeric/host_worker.hpp"
#include "column_places_host.hpp"
#include "visit_products.hpp"

namespace Ocean::Impl {

/// Rows that a worker takes at a time.
/// measured: perf_tests/results/xeon_2cores_2026-11-23_tuning.csv
inline constexpr count_type host_reuse_rows = 64;

/// \brief Shared by the row loops below: rows dealt to workers, and a worker's own index of a row of C.
/// Shapes  slots [num_workers * num_slots], not initialised; next_row [1], zero before
template <class ProblemType, class Graph>
struct PlacedRowsHost {
  ProblemType problem;
  Graph graph;
  std::uint32_t* slots;
  count_type num_slots;
  count_type* next_row;

  /// \brief Calls body(row, first entry of C, entries of C, places) for the rows of C that are not empty.
  /// \param body takes DirectPlaces and SlottedPlaces
  template <class Body>
  void for_each_row(int worker, const Body& body) const {
    for_each_row(
        worker, [](count_type row, count_type) { return row; }, body, [](count_type) {});
  }
  /// \brief The same, and visit_empty(row) for those that are; but for rows that are done otherwise.
  /// \param take  take(row, end) does rows from \p row on, before \p end, and returns the first that is left
  template <class Take, class Body, class VisitEmpty>
  void for_each_row(int worker, const Take& take, const Body& body, const VisitEmpty& visit_empty) const {
    ColumnPlacesHost index(slots + worker * num_slots, num_slots);
    const std::atomic_ref<count_type> next(*next_row);
    const count_type num_rows = problem.num_rows();
    for (count_type first = next.fetch_add(host_reuse_rows); first < num_rows; first = next.fetch_add(host_reuse_rows))
      for (count_type row = first, end = std::min(num_rows, first + host_reuse_rows); row < end;) {
        const auto begin = static_cast<count_type>(graph.row_map[row]);
        const count_type size = static_cast<count_type>(graph.row_map[row + 1]) - begin;
        if (size == 0) {
          visit_empty(row++);
          continue;
        }
        const count_type left = take(row, end);
        if (left == row)
          index.with_row(graph.entries + begin, size, [&](const auto& places) { body(row, begin, size, places); });
        row = std::max(row + 1, left);
      }
  }

  /// \brief Calls body(row, first entry of C, entries of C, place_of, has_all) for the rows of C that are not empty.
  /// \param first_missing  [1] (in: the largest count; out: first row with a product that C has no column for, empty
  ///                       rows among them), or null: C has them all
  /// \param body  place_of(column) is negative where C's row lacks it; has_all: whether it lacked none so far
  template <class Body>
  void for_each_placed_row(int worker, count_type* first_missing, const Body& body) const {
    const auto report = [&](count_type row) { Kokkos::atomic_min(first_missing, row); };
    const auto place = [&](count_type row, count_type begin, count_type size, const auto& index) {
      bool has_all = true;
      if (first_missing == nullptr)
        return body(
            row, begin, size, [&](count_type column) { return index.of(column); }, has_all);
      const auto find = [&](count_type column) {
        const count_type place_of_column = index.find(column);
        has_all &= place_of_column >= 0;
        return place_of_column;
      };
      body(row, begin, size, find, has_all);
      if (!has_all) report(row);
    };
    const auto visit_empty = [&](count_type row) {
      if (first_missing != nullptr) for_each_product(row, [&](count_type, count_type) { report(row); });
    };
    for_each_row(
        worker, [](count_type row, count_type) { return row; }, place, visit_empty);
  }

  /// \brief Calls visit(entry of A, entry of B) for the products of \p row in their order.
  template <class Visit>
  void for_each_product(count_type row, const Visit& visit) const {
    const auto end_a = static_cast<count_type>(problem.a.row_map(row + 1));
    for (auto entry_a = static_cast<count_type>(problem.a.row_map(row)); entry_a < end_a; ++entry_a) {
      const auto inner = problem.a.entries(entry_a);
      const auto end_b = static_cast<count_type>(problem.b.row_map(inner + 1));
      for (auto entry_b = static_cast<count_type>(problem.b.row_map(inner)); entry_b < end_b; ++entry_b)
        visit(entry_a, entry_b);
    }
  }

  count_type column_of(count_type entry_b) const { return static_cast<count_type>(problem.b.entries(entry_b)); }
};

/// \brief Lists the products of every entry of C, in the order of A's entries, and marks the last one of each.
/// Shapes  row_products [num_rows + 1]: products before every row; begin, products as begin and host_products in
///         ProductLists (out); first_missing [1] (in: the largest count; out: first row with a product that C has no
///         column for, then the lists are of no use), or null: C has them all
/// Pre     begin[0] == 0
/// Launch  a worker per thread
template <class ProblemType, class Graph>
struct ListProductsHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  const count_type* row_products;
  count_type first_entry;
  std::uint32_t* begin;
  HostProductIndex* products;
  count_type* first_missing;

  /// \param num_empty  sum: entries of C without products
  void operator()(const int worker, count_type& num_empty) const {
    NotedProducts noted;
    const auto list = [&](count_type row, count_type row_begin, count_type row_nnz, const auto& place_of, const bool&) {
      const auto place_or_first = [&](count_type column) { return std::max<count_type>(place_of(column), 0); };
      num_empty += list_row(row, row_nnz, place_or_first, begin + (row_begin - first_entry) + 1, noted);
    };
    rows.for_each_placed_row(worker, first_missing, list);
  }

 private:
  /// Products of a row that are noted with their places, so that these are found once and rows of B visited once.
  /// source: 12 bytes of each, and as many where they go, in the first-level cache
  static constexpr count_type noted_products_max = 1024;
  struct NotedProducts {
    std::array<std::uint32_t, noted_products_max> place;
    std::array<HostProductIndex, noted_products_max> index;
  };

  /// \brief Lists the products of a row.
  /// \param place_of  place of a column
  /// \param ends      [row_nnz]: counts, then where the next product of each entry goes, in the end where its list ends
  /// \return entries without products
  template <class PlaceOf>
  count_type list_row(count_type row, count_type row_nnz, const PlaceOf& place_of, std::uint32_t* ends,
                      NotedProducts& noted) const {
    std::fill_n(ends, row_nnz, 0u);
    count_type num_empty = 0;
    if (row_products[row + 1] - row_products[row] <= noted_products_max) {
      const count_type count = note_products(row, place_of, ends, noted);
      num_empty = set_ends(row, row_nnz, ends);
      for (count_type product = 0; product < count; ++product)
        products[ends[noted.place[product]]++] = noted.index[product];
    } else {
      rows.for_each_product(row, [&](count_type, count_type entry_b) { ++ends[place_of(rows.column_of(entry_b))]; });
      num_empty = set_ends(row, row_nnz, ends);
      rows.for_each_product(row, [&](count_type entry_a, count_type entry_b) {
        products[ends[place_of(rows.column_of(entry_b))]++] = HostProductIndex(entry_a, entry_b);
      });
    }
    for (count_type place = 0; place < row_nnz; ++place)
      if (ends[place] > row_products[row]) products[ends[place] - 1].mark_last();
    return num_empty;
  }

  /// \brief Notes and counts the products of a row. \return how many they are
  template <class PlaceOf>
  count_type note_products(count_type row, const PlaceOf& place_of, std::uint32_t* counts, NotedProducts& noted) const {
    count_type count = 0;
    rows.for_each_product(row, [&](count_type entry_a, count_type entry_b) {
      const auto place = static_cast<std::uint32_t>(place_of(rows.column_of(entry_b)));
      noted.place[count] = place;
      noted.index[count++] = HostProductIndex(entry_a, entry_b);
      ++counts[place];
    });
    return count;
  }

  /// \param ends  products of every entry (in), where the first of each goes (out). \return entries without products
  count_type set_ends(count_type row, count_type row_nnz, std::uint32_t* ends) const {
    count_type num_empty = 0;
    auto next = static_cast<std::uint32_t>(row_products[row]);
    for (count_type place = 0; place < row_nnz; ++place) {
      const std::uint32_t size = ends[place];
      ends[place] = next;
      next += size;
      num_empty += size == 0;
    }
    return num_empty;
  }
};

}  // namespace Ocean::Impl

#endif
