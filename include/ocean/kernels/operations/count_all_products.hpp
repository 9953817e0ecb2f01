#ifndef OCEAN_KERNELS_OPERATIONS_COUNT_ALL_PRODUCTS_HPP
#define OCEAN_KERNELS_OPERATIONS_COUNT_ALL_PRODUCTS_HPP
/// \file
/// \brief The products of A B, counted and nothing else.

#include <Kokkos_Core.hpp>

#include "../../pipeline/problem.hpp"

namespace Ocean::Impl {

/// \brief Adds up the lengths of the rows of B that the entries of A name.
/// Launch  RangePolicy over the rows of A, a sum
/// Cost    two offsets of B per entry of A
template <class Operand>
struct CountAllProducts {
  Operand a, b;

  KOKKOS_FUNCTION void operator()(count_type row, count_type& products) const {
    const auto end = static_cast<count_type>(a.row_map(row + 1));
    for (auto entry = static_cast<count_type>(a.row_map(row)); entry < end; ++entry) {
      const auto inner = static_cast<count_type>(a.entries(entry));
      products += static_cast<count_type>(b.row_map(inner + 1)) - static_cast<count_type>(b.row_map(inner));
    }
  }
};

}  // namespace Ocean::Impl

#endif
