#ifndef OCEAN_ACCUMULATORS_WORD_INSERTION_HPP
#define OCEAN_ACCUMULATORS_WORD_INSERTION_HPP
/// \file
/// \brief Sets of those words of a row's bitmap that are not empty: how a walk inserts into them.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "products.hpp"

namespace Ocean::Impl {

/// \brief Words and columns of a set.
struct WordCounts {
  int words = 0, columns = 0;
};

/// \brief Body of a walk over the columns of B, or its words: the lanes of a group insert them together.
/// \tparam Set WordSet or PagedBitmap
template <class Set, class ProblemType, class Atomics>
struct WordInsertion {
  /// \brief Where a lane marks what it has read.
  struct Found {
    typename Set::Place place;
    std::uint32_t key;
  };
  Set& set;
  std::uint32_t& has_failed;  ///< of all lanes: the row is given up

  template <class Group>
  KOKKOS_FUNCTION Found find_together(const Group& group, bool has_product, std::uint32_t key) const {
    if (has_failed != 0) return {{}, key};
    const std::uint32_t position = marked_word<ProblemType>(key, std::uint32_t(0)).position;
    return {set.template find_together<Atomics>(group, has_product, position, has_failed), key};
  }
  template <class Product>
  KOKKOS_FUNCTION void add(const Found& found, const Product& product) const {
    set.template mark<Atomics>(found.place, marked_word<ProblemType>(found.key, product).bits);
  }
};

}  // namespace Ocean::Impl

#endif
