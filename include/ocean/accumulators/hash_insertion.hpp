#ifndef OCEAN_ACCUMULATORS_HASH_INSERTION_HPP
#define OCEAN_ACCUMULATORS_HASH_INSERTION_HPP
/// \file
/// \brief What a lane does with the products of a row that is added up in a hash table.

#include "hash_table.hpp"

namespace Ocean::Impl {

/// \brief Body of a walk over products: the lanes of a group insert keys together and add values up.
/// Shapes  sums [table.capacity()], not read without values
template <class Atomics, class Scalar, bool WithValues>
struct HashInsertion {
  HashTable table;
  Scalar* sums;
  std::uint32_t rounds_max;
  bool exclusive;          ///< no two lanes have the same key in one step of the walk
  InsertedKeys& inserted;  ///< of this lane (in and out); once it has failed, the row is given up

  /// \brief Slot of the key of each lane that has one; once the row is given up one that no other lane of the group
  /// adds to, if the table has as many.
  template <class Group>
  KOKKOS_FUNCTION std::uint32_t find_together(const Group& group, bool has_key, std::uint32_t key) const {
    if (inserted.has_failed == 0) {
      const std::uint32_t slot = table.template insert_together<Atomics>(group, has_key, key, rounds_max, inserted);
      if (inserted.has_failed == 0) return slot;
    }
    return Kokkos::min(static_cast<std::uint32_t>(group.rank()), table.capacity() - 1);
  }

  KOKKOS_FUNCTION void add(std::uint32_t slot, const Scalar& product) const {
    if constexpr (WithValues) {
      if (exclusive)
        sums[slot] += product;
      else
        Atomics::add(&sums[slot], product);
    }
  }
};

}  // namespace Ocean::Impl

#endif
