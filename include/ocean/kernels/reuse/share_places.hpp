#ifndef OCEAN_KERNELS_REUSE_SHARE_PLACES_HPP
#define OCEAN_KERNELS_REUSE_SHARE_PLACES_HPP
/// \file
/// \brief The rows of a supernode share the places of the first, which has the same products at the same places.

#include "../../core/supernodes.hpp"
#include "../../results/product_places.hpp"

namespace Ocean::Impl {

/// \brief Before products are summed up: those of the other rows of a supernode need no places.
/// Shapes  continues [num_rows], row_products [>= num_rows] (in and out)
/// Launch  one thread per row
template <class Flags, class Products>
struct DropSharedProducts {
  Flags continues;
  Products row_products;
  count_type num_rows;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    if (find_supernode(continues, row, num_rows, supernode_window).place > 0) row_products(row) = 0;
  }
};

/// \brief And behind: they begin where those of the first begin.
/// Shapes  continues [num_rows], first_product [>= num_rows] (in and out)
/// Launch  one thread per row
template <class Flags, class Products>
struct ShareFirstProducts {
  Flags continues;
  Products first_product;
  count_type num_rows;
  KOKKOS_FUNCTION void operator()(count_type row) const {
    const int place = find_supernode(continues, row, num_rows, supernode_window).place;
    if (place > 0) first_product(row) = shared_places(first_product(row - place));
  }
};

/// \brief Launches DropSharedProducts on \p exec; returns without a fence.
template <class ExecutionSpace, class Flags, class Products>
void drop_shared_products(const ExecutionSpace& exec, const Flags& continues, const Products& row_products,
                          count_type num_rows) {
  Kokkos::parallel_for("Ocean::reuse::drop_shared_products",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows),
                       DropSharedProducts<Flags, Products>{continues, row_products, num_rows});
}

/// \brief Launches ShareFirstProducts on \p exec; returns without a fence.
template <class ExecutionSpace, class Flags, class Products>
void share_first_products(const ExecutionSpace& exec, const Flags& continues, const Products& first_product,
                          count_type num_rows) {
  Kokkos::parallel_for("Ocean::reuse::share_first_products",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_rows),
                       ShareFirstProducts<Flags, Products>{continues, first_product, num_rows});
}

}  // namespace Ocean::Impl

#endif
