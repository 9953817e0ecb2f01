#ifndef OCEAN_RESULTS_PRODUCT_PLACES_HPP
#define OCEAN_RESULTS_PRODUCT_PLACES_HPP
/// \file
/// \brief Where the products of A B belong in the rows of C: what a repeated numeric call adds up by.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>

#include "../pipeline/problem.hpp"

namespace Ocean::Impl {

/// \brief How rows of C of some length are summed.
struct SumShape {
  count_type capacity = 0;  ///< entries of a row, at the most
  int width = 0;            ///< lanes of the group that owns a row; 0: a team
  int team_size = 1;
  int rows_per_team = 1;
  bool in_scratch = true;    ///< false: added up where the values of C are
  bool of_nodes = false;     ///< rows of a supernode together, the capacity is that of all of them
  bool keeps_places = true;  ///< false: rows too long for kept places are searched every time
};

/// Shapes of a table: rows without entries, four of supernodes, three of groups, three of teams in scratch, two in C.
inline constexpr int sum_shapes_max = 13;

/// \brief The shapes by ascending capacity, those of supernodes before the others; the last one takes every row.
struct SumShapes {
  SumShape shape[sum_shapes_max];
  int num_shapes = 0;

  /// \brief The shape of rows without entries, and of those that are done with the first of their supernode.
  static constexpr int none = 0;

  /// \param num_rows rows of A's supernode that may be done together, one for others
  KOKKOS_FUNCTION int choose(count_type row_nnz, int num_rows) const {
    int chosen = none;
    while (chosen + 1 < num_shapes && !takes(shape[chosen], row_nnz, num_rows)) ++chosen;
    return chosen;
  }

 private:
  KOKKOS_FUNCTION static bool takes(const SumShape& shape, count_type row_nnz, int num_rows) {
    if (shape.of_nodes) return num_rows > 1 && num_rows * row_nnz <= shape.capacity;
    return row_nnz <= shape.capacity;
  }
};

/// \brief A product's place in its row of C.
using place_type = std::uint16_t;

/// \brief Rows by shape and, where they are kept, the places of all products. Written by plan_places().
/// Shapes  row_order [num_rows], empty where one shape has all rows, in their own order; the rows of shape s are
///         [shape_begin[s], shape_begin[s + 1]); rows_at_once [num_rows]: those that a row is done together with,
///         itself too, where its shape does so; first_product [num_rows + 1]: products that have places before every
///         row; places [num_products], by row of C, entry of A, entry of B; empty where they are not kept. The products
///         of a supernode's first row alone have places, which are those of its other rows
template <class MemorySpace, class RowIndex>
struct ProductPlaces {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  SumShapes shapes;
  std::array<count_type, sum_shapes_max + 1> shape_begin{};
  view_type<RowIndex> row_order;
  view_type<std::uint8_t> rows_at_once;
  view_type<count_type> first_product;
  view_type<place_type> places;
  count_type num_products = 0;
  bool is_known = false;  ///< places are written

  count_type num_rows_of(int shape) const { return shape_begin[shape + 1] - shape_begin[shape]; }
};

}  // namespace Ocean::Impl

#endif
