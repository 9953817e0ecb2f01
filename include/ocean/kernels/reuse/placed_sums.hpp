#ifndef OCEAN_KERNELS_REUSE_PLACED_SUMS_HPP
#define OCEAN_KERNELS_REUSE_PLACED_SUMS_HPP
/// \file
/// \brief What the kernels read and write that sum values of C at places.

#include "../../results/product_places.hpp"
#include "visit_products.hpp"

namespace Ocean::Impl {

/// \brief Where a product's place comes from.
enum class PlaceSource {
  known,    ///< it was kept
  searched  ///< C's columns are searched; the place is kept where there is room for it
};

/// \brief The product, C, and the rows of one shape.
template <class ProblemT, class GraphT, class ScalarC>
struct PlacedSums {
  using problem_type = ProblemT;
  using graph_type = GraphT;
  using scalar_type = ScalarC;
  ProblemT problem;
  GraphT graph;
  ScalarC* values;                                ///< all of C's
  const typename ProblemT::row_index_type* rows;  ///< of the shape; null: rows in their own order
  const count_type* first_product;                ///< of every row of C: of its own, or shared_places()
  place_type* places;                             ///< of all products; null: not kept
  const std::uint8_t* rows_at_once;               ///< where rows are joined: as ProductPlaces has them
  const std::uint8_t* b_rows_at_once;
  SumShape shape;
  count_type num_rows;  ///< of the shape

  KOKKOS_FUNCTION count_type row_at(count_type position) const {
    return rows ? static_cast<count_type>(rows[position]) : position;
  }
};

}  // namespace Ocean::Impl

#endif
