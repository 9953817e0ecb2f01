#ifndef OCEAN_KERNELS_REUSE_COUNT_ROW_PRODUCTS_HPP
#define OCEAN_KERNELS_REUSE_COUNT_ROW_PRODUCTS_HPP
/// \file
/// \brief How many products the rows of C have.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Products of a row of A.
template <class ProblemType>
KOKKOS_FUNCTION count_type count_products_of_row(const ProblemType& problem, count_type row) {
  count_type products = 0;
  const auto end = static_cast<count_type>(problem.a.row_map(row + 1));
  for (auto entry = static_cast<count_type>(problem.a.row_map(row)); entry < end; ++entry)
    products += problem.products_of(entry);
  return products;
}

/// \brief Counts the products of every row.
/// Shapes  row_products [num_rows] (out)
template <class ProblemType>
struct CountRowProducts {
  ProblemType problem;
  count_type* row_products;
  KOKKOS_FUNCTION void operator()(const count_type row) const {
    row_products[row] = count_products_of_row(problem, row);
  }
};

/// \brief Counts the products of all rows.
/// Launch  RangePolicy over the rows, a reduction
template <class ProblemType>
struct CountProducts {
  ProblemType problem;
  KOKKOS_FUNCTION void operator()(const count_type row, count_type& products) const {
    products += count_products_of_row(problem, row);
  }
};

}  // namespace Ocean::Impl

#endif
