#ifndef OCEAN_ACCUMULATORS_SORTED_SCRATCH_HPP
#define OCEAN_ACCUMULATORS_SORTED_SCRATCH_HPP
/// \file
/// \brief What the products of a row are in scratch while they are sorted.

#include <bit>
#include <cstdint>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief A product in a word of the sort: its column - first column above its number, so that equal columns keep the
/// order of their products.
template <int ProductsMax>
struct ProductWords {
  /// Bits of the number of a product.
  static constexpr int number_bits = std::bit_width(static_cast<unsigned>(ProductsMax - 1));
  static constexpr std::uint32_t number_mask = (std::uint32_t(1) << number_bits) - 1;
  /// The word of no product: its column is larger than any other, its number that of a product.
  static constexpr std::uint32_t no_word = ~number_mask | (ProductsMax - 1);

  KOKKOS_FUNCTION static constexpr std::uint32_t word(std::uint32_t column, int number) {
    return (column << number_bits) | static_cast<std::uint32_t>(number);
  }
  KOKKOS_FUNCTION static constexpr std::uint32_t column(std::uint32_t word) { return word >> number_bits; }
  KOKKOS_FUNCTION static constexpr int number(std::uint32_t word) { return static_cast<int>(word & number_mask); }
  KOKKOS_FUNCTION static constexpr bool columns_differ(std::uint32_t word, std::uint32_t other) {
    return (word ^ other) > number_mask;
  }
};

/// \brief What the warps that sort a row together tell each other.
struct WarpExchange {
  static constexpr int warps_max = 4;
  count_type place;  ///< of the row in C
  std::uint32_t last_word[warps_max];
  std::uint32_t columns[warps_max];  ///< that begin with the warp
  std::uint32_t goes_on[warps_max];  ///< a bit for each lane: no column begins with it
};

/// \brief Scratch of a row whose products are sorted.
template <class Scalar>
struct SortedScratch {
  std::uint32_t* words = nullptr;    ///< [products_max]
  Scalar* terms = nullptr;           ///< [products_max] products as they come; SortedRow: [lanes] more behind them
  std::uint8_t* marks = nullptr;     ///< [products_max] for several warps: the lane that has selected a product's row
  WarpExchange* exchange = nullptr;  ///< for several warps
};

}  // namespace Ocean::Impl

#endif
