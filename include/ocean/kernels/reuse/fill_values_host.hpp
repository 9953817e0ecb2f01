#ifndef OCEAN_KERNELS_REUSE_FILL_VALUES_HOST_HPP
#define OCEAN_KERNELS_REUSE_FILL_VALUES_HOST_HPP
/// \file
/// \brief CPU path: values of C in a graph that is there.

#include <algorithm>

#include "list_products_host.hpp"

namespace Ocean::Impl {

/// \brief Adds the products up at their places in C; what C has no column for is left out.
/// Shapes  values [nnz(C)] (out); first_missing [1] (in: the largest count; out: first row with a product that C has no
///         column for), or null
/// Launch  a worker per thread; sums are taken in the order of A's entries
template <class ProblemType, class Graph, class Scalar>
struct FillValuesHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  Scalar* values;
  count_type* first_missing;

  void operator()(const int worker) const {
    const auto report = [&](count_type row) { Kokkos::atomic_min(first_missing, row); };
    const auto visit_empty = [&](count_type row) {
      if (first_missing != nullptr) rows.for_each_product(row, [&](count_type, count_type) { report(row); });
    };
    const auto fill = [&](count_type row, count_type row_begin, count_type row_nnz, const auto& places) {
      Scalar* const sums = values + row_begin;
      std::fill_n(sums, row_nnz, Scalar(0));
      bool is_missing = false;
      rows.for_each_product(row, [&](count_type entry_a, count_type entry_b) {
        const count_type place = places.find(rows.column_of(entry_b));
        if (place >= 0)
          sums[place] += multiply<Scalar>(rows.problem.a.values(entry_a), rows.problem.b.values(entry_b));
        else
          is_missing = true;
      });
      if (is_missing && first_missing != nullptr) report(row);
    };
    rows.for_each_row(worker, fill, visit_empty);
  }
};

}  // namespace Ocean::Impl

#endif
