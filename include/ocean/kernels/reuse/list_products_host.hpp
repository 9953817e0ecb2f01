#ifndef OCEAN_KERNELS_REUSE_LIST_PRODUCTS_HOST_HPP
#define OCEAN_KERNELS_REUSE_LIST_PRODUCTS_HOST_HPP
/// \file
/// \brief CPU path: work on the products row by row, with the place of every column of C's row at hand.

#include <algorithm>

#include "../accumulation/host_worker.hpp"
#include "visit_products.hpp"

namespace Ocean::Impl {

/// Rows that a worker takes at a time. UNMEASURED
inline constexpr count_type host_reuse_rows = 64;

/// \brief Shared by the row loops below: rows dealt to workers, and a worker's own map from columns to places.
/// Shapes  places [num_workers * num_cols]; next_row [1], zero before
template <class ProblemType, class Graph>
struct PlacedRowsHost {
  ProblemType problem;
  Graph graph;
  std::int32_t* places;
  count_type* next_row;

  /// \brief Calls body(row, places) for the rows of \p worker; places[column] is the column's place in its row of C.
  template <class Body>
  void for_each_row(int worker, const Body& body) const {
    std::int32_t* const place_of = places + worker * problem.num_cols();
    const std::atomic_ref<count_type> next(*next_row);
    const count_type num_rows = problem.num_rows();
    for (count_type first = next.fetch_add(host_reuse_rows); first < num_rows; first = next.fetch_add(host_reuse_rows))
      for (count_type row = first; row < std::min(num_rows, first + host_reuse_rows); ++row) {
        const auto begin = static_cast<count_type>(graph.row_map[row]);
        const auto end = static_cast<count_type>(graph.row_map[row + 1]);
        for (count_type entry = begin; entry < end; ++entry)
          place_of[graph.entries[entry]] = static_cast<std::int32_t>(entry - begin);
        body(row, place_of);
      }
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
};

/// \brief Lists the products of every entry of C, in the order of A's entries.
/// Shapes  row_products [num_rows + 1]: products before every row; begin, products as in ProductLists (out)
/// Pre     the graph has the column of every product; begin[0] == 0
/// Launch  a worker per thread
template <class ProblemType, class Graph>
struct ListProductsHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  const count_type* row_products;
  count_type first_entry;
  std::uint32_t* begin;
  ProductIndex* products;

  void operator()(const int worker) const {
    rows.for_each_row(worker, [&](count_type row, const std::int32_t* place_of) {
      // ends[place] counts, then holds where the next product of the entry goes, and in the end where its list ends
      std::uint32_t* const ends = begin + (static_cast<count_type>(rows.graph.row_map[row]) - first_entry) + 1;
      const auto row_nnz = static_cast<count_type>(rows.graph.row_map[row + 1] - rows.graph.row_map[row]);
      std::fill_n(ends, row_nnz, 0u);
      rows.for_each_product(row,
                            [&](count_type, count_type entry_b) { ++ends[place_of[rows.problem.b.entries(entry_b)]]; });
      auto next = static_cast<std::uint32_t>(row_products[row]);
      for (count_type place = 0; place < row_nnz; ++place) {
        const std::uint32_t size = ends[place];
        ends[place] = next;
        next += size;
      }
      rows.for_each_product(row, [&](count_type entry_a, count_type entry_b) {
        products[ends[place_of[rows.problem.b.entries(entry_b)]]++] = ProductIndex(entry_a, entry_b);
      });
    });
  }
};

/// \brief Adds the products up at their places in C; what C has no column for is left out.
/// Shapes  values [nnz(C)] (out)
/// Launch  a worker per thread; sums are taken in the order of A's entries
template <class ProblemType, class Graph, class Scalar>
struct FillValuesHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  Scalar* values;

  void operator()(const int worker) const {
    const count_type num_cols = rows.problem.num_cols();
    std::fill_n(rows.places + worker * num_cols, num_cols, 0);
    rows.for_each_row(worker, [&](count_type row, const std::int32_t* place_of) {
      const auto begin = static_cast<count_type>(rows.graph.row_map[row]);
      const auto row_nnz = static_cast<count_type>(rows.graph.row_map[row + 1]) - begin;
      std::fill_n(values + begin, row_nnz, Scalar(0));
      rows.for_each_product(row, [&](count_type entry_a, count_type entry_b) {
        const auto column = rows.problem.b.entries(entry_b);
        const count_type place = place_of[column];
        if (place < row_nnz &&
            static_cast<count_type>(rows.graph.entries[begin + place]) == static_cast<count_type>(column))
          values[begin + place] += multiply<Scalar>(rows.problem.a.values(entry_a), rows.problem.b.values(entry_b));
      });
    });
  }
};

/// \brief Counts the products of every row.
/// Shapes  row_products [num_rows] (out)
template <class ProblemType>
struct CountRowProducts {
  ProblemType problem;
  count_type* row_products;
  KOKKOS_FUNCTION void operator()(const count_type row) const {
    count_type products = 0;
    const auto end = static_cast<count_type>(problem.a.row_map(row + 1));
    for (auto entry = static_cast<count_type>(problem.a.row_map(row)); entry < end; ++entry) {
      const auto inner = problem.a.entries(entry);
      products +=
          static_cast<count_type>(problem.b.row_map(inner + 1)) - static_cast<count_type>(problem.b.row_map(inner));
    }
    row_products[row] = products;
  }
};

}  // namespace Ocean::Impl

#endif
