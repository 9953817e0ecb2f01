#ifndef OCEAN_RESULTS_PRODUCT_PLACES_HPP
#define OCEAN_RESULTS_PRODUCT_PLACES_HPP
/// \file
/// \brief Where the products of A B belong in the rows of C, for repeated numeric calls.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/problem.hpp"
#include "../tuning/reuse_tuning.hpp"

namespace Ocean::Impl {

/// \brief How rows of C of some length are summed.
struct SumShape {
  count_type capacity = 0;  ///< entries of a row, at the most; bytes of scratch where supernodes are summed
  int width = 0;            ///< lanes of the group that owns a row; 0: a team
  int team_size = 1;
  int rows_per_team = 1;
  bool in_scratch = true;    ///< false: added up where the values of C are
  bool keeps_places = true;  ///< false: rows too long for kept places are searched every time
};

/// Shapes of a table: rows without entries, three of groups, four of teams in scratch, two in C; or rows without
/// entries, and supernodes by their scratch.
inline constexpr int sum_shapes_max = 12;

/// \brief The shapes by ascending capacity; the last one takes every row.
struct SumShapes {
  SumShape shape[sum_shapes_max];
  int num_shapes = 0;

  /// \param size  entries of a row, or bytes
  KOKKOS_FUNCTION int choose(count_type size) const {
    int chosen = 0;
    while (chosen + 1 < num_shapes && shape[chosen].capacity < size) ++chosen;
    return chosen;
  }
};

/// \brief Scratch of a supernode of C: the sums of all its rows, followed by the columns of one row.
struct SupernodeBytes {
  int rows_max = 1;            ///< rows that are summed together
  count_type value_bytes = 0;  ///< of a sum
  count_type column_bytes = 0;

  /// \brief Where the columns begin: where they are aligned.
  KOKKOS_FUNCTION count_type columns_begin(count_type row_nnz, int num_rows) const {
    return (row_nnz * num_rows * value_bytes + column_bytes - 1) / column_bytes * column_bytes;
  }
  KOKKOS_FUNCTION count_type of(count_type row_nnz, int num_rows) const {
    return columns_begin(row_nnz, num_rows) + row_nnz * column_bytes;
  }
};

/// \brief A product's place in its row of C.
using place_type = std::uint16_t;

/// \brief A product's place among the entries of C of its window of supernode_window rows, and how many entries of A
/// behind its own that of the next product is: 0, the next one is in the same row of B.
class FlatPlace {
 public:
  static constexpr int step_bits = 10;
  static constexpr count_type step_max = (count_type(1) << step_bits) - 1;
  static constexpr count_type places_max = count_type(1) << (32 - step_bits);

  FlatPlace() = default;
  explicit FlatPlace(count_type place) : m_word(static_cast<std::uint32_t>(place) << step_bits) {}
  void set_step(count_type step) { m_word = (m_word & ~step_mask) | static_cast<std::uint32_t>(step); }
  count_type place() const { return m_word >> step_bits; }
  count_type step() const { return m_word & step_mask; }

 private:
  static constexpr auto step_mask = static_cast<std::uint32_t>(step_max);
  std::uint32_t m_word;
};

/// \brief What the CPU path keeps a place for.
enum class PlacesKind {
  of_rows,  ///< in places: a product's, in its row of C
  flat,     ///< in flat_places
  single    ///< in places: an entry of A's, in its window of C, where no row of B has several entries
};

/// \brief The first product of a row that shares the places of one whose first product is \p first; its own inverse.
KOKKOS_INLINE_FUNCTION constexpr count_type shared_places(count_type first) { return -1 - first; }

/// \brief Rows by shape and, where they are kept, the places of all products. Written by plan_places().
/// Shapes  row_order [num_rows], empty where one shape has all rows, in their own order; the rows of shape s are
///         [shape_begin[s], shape_begin[s + 1]); first_product [num_rows + 1]: where the places of every row begin;
///         places [num_products], by row of C, entry of A, entry of B; empty where they are not kept. The rows of a
///         supernode share the places of the first, which alone writes them: the others have shared_places(). Where
///         rows are joined, a place serves all rows of B that are added together: rows_at_once [num_rows] and
///         b_rows_at_once [nnz(A)] as ShapeSupernodes and JoinBRows write them, row_order has the first row of those
///         summed together
template <class MemorySpace, class RowIndex>
struct ProductPlaces {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  SumShapes shapes;
  std::array<count_type, sum_shapes_max + 1> shape_begin{};
  view_type<RowIndex> row_order;
  view_type<count_type> first_product;
  view_type<place_type> places;
  view_type<FlatPlace> flat_places;  ///< in place of places
  view_type<std::uint8_t> rows_at_once, b_rows_at_once;
  view_type<std::uint32_t> slots;         ///< work memory of the CPU threads that find the places; released behind that
  view_type<count_type> next_row;         ///< the same
  int num_workers = 0;                    ///< that share the slots
  count_type num_products = 0;            ///< that have places of their own; of single places, entries of A
  bool joins_rows = false;                ///< supernodes are summed
  PlacesKind kind = PlacesKind::of_rows;  ///< rows are joined only with places of rows
  bool is_known = false;                  ///< places are written

  count_type num_rows_of(int shape) const { return shape_begin[shape + 1] - shape_begin[shape]; }
  bool has_memory() const { return places.data() != nullptr || flat_places.data() != nullptr; }
  std::size_t places_bytes() const {
    return static_cast<std::size_t>(num_products) * (kind == PlacesKind::flat ? sizeof(FlatPlace) : sizeof(place_type));
  }
};

/// \brief How the values of a known graph are summed. Returned by plan_places().
template <class MemorySpace, class RowIndex>
struct PlacesPlan {
  bool is_chosen = false;  ///< false: lists, and nothing is held
  SumFacts facts;
  ProductPlaces<MemorySpace, RowIndex> places;
};

}  // namespace Ocean::Impl

#endif
