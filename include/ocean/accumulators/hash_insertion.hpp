#ifndef OCEAN_ACCUMULATORS_HASH_INSERTION_HPP
#define OCEAN_ACCUMULATORS_HASH_INSERTION_HPP
/// \file
/// \brief What a lane does with the products of a row that is added up in a hash table.

#include "hash_table.hpp"

namespace Ocean::Impl {

/// \brief What one lane knows of the keys.
struct InsertedKeys {
  unsigned num_keys = 0;
  bool has_failed = false;
};

/// \brief Body of a walk over products: a lane inserts keys alone, or together with its group, and adds values up.
/// Shapes  sums [table.capacity], not read without values; has_failed [1], not zero once the row is given up
template <class Atomics, class Scalar, bool WithValues>
struct HashInsertion {
  HashTable table;
  Scalar* sums;
  unsigned* has_failed;
  std::uint32_t probes_max;
  bool may_overflow;       ///< has_failed is looked at
  bool exclusive;          ///< no two lanes have the same key in one step of the walk
  InsertedKeys& inserted;  ///< of this lane (in and out)

  /// \brief Slot of the key of each lane that has one, HashTable::not_found where the row is given up.
  template <class Group>
  KOKKOS_FUNCTION std::uint32_t find_together(const Group& group, bool has_key, std::uint32_t key) const {
    const bool searches = has_key && !is_given_up();
    bool is_new;
    const std::uint32_t slot = table.template insert_together<Atomics>(group, searches, key, probes_max, is_new);
    note(is_new, searches && slot == HashTable::not_found);
    return searches ? slot : HashTable::not_found;
  }

  KOKKOS_FUNCTION void add(std::uint32_t slot, const Scalar& product) const {
    if constexpr (WithValues) {
      if (slot == HashTable::not_found) return;
      if (exclusive)
        sums[slot] += product;
      else
        Atomics::add(&sums[slot], product);
    }
  }

  KOKKOS_FUNCTION void operator()(std::uint32_t key, const Scalar& product) const {
    if (is_given_up()) return;
    bool is_new;
    const std::uint32_t slot = table.template insert<Atomics>(key, probes_max, is_new);
    note(is_new, slot == HashTable::not_found);
    add(slot, product);
  }

 private:
  KOKKOS_FUNCTION bool is_given_up() const { return may_overflow && *static_cast<volatile unsigned*>(has_failed) != 0; }
  KOKKOS_FUNCTION void note(bool is_new, bool fails) const {
    inserted.num_keys += is_new ? 1 : 0;
    if (!fails) return;
    inserted.has_failed = true;
    Atomics::fetch_or(has_failed, 1u);
  }
};

}  // namespace Ocean::Impl

#endif
