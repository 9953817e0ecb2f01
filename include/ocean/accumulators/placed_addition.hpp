#ifndef OCEAN_ACCUMULATORS_PLACED_ADDITION_HPP
#define OCEAN_ACCUMULATORS_PLACED_ADDITION_HPP
/// \file
/// \brief What a lane does with the products of a row whose columns are known.

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace Ocean::Impl {

/// \brief Body of a walk over products that finds the places of several of them and then adds them up there.
/// \tparam Places        place(column) is that of a column among those of the row: a RankedBitmap or RankDirectory
/// \tparam GroupOwnsRow  a group of lanes owns the row, otherwise a team
template <class Atomics, class Places, class Scalar, bool GroupOwnsRow>
struct PlacedAddition {
  static constexpr bool group_owns_row = GroupOwnsRow;
  Places places;
  Scalar* sums;    ///< [columns of the row]
  bool exclusive;  ///< no two lanes that share a row of B have the same column

  KOKKOS_FUNCTION int locate(std::uint32_t column) const { return places.place(column); }

  /// \tparam OneRow the lanes of the group share a row of B
  template <bool OneRow>
  KOKKOS_FUNCTION void add(int place, const Scalar& product, bool has_product) const {
    Scalar* const sum = &sums[place];
    if constexpr (OneRow && GroupOwnsRow) {
      if (exclusive) {
        if (has_product) *sum += product;
        return;
      }
    }
    if (has_product) Atomics::add(sum, product);
  }
};

}  // namespace Ocean::Impl

#endif
