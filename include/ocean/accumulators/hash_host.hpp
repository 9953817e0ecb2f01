#ifndef OCEAN_ACCUMULATORS_HASH_HOST_HPP
#define OCEAN_ACCUMULATORS_HASH_HOST_HPP
/// \file
/// \brief A thread's hash table of one row of C: open addressing, a power of two of slots, linear probes.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Slots for \p num_entries entries at most half full.
inline count_type host_hash_capacity(count_type num_entries) {
  return static_cast<count_type>(std::bit_ceil(2 * static_cast<std::uint64_t>(std::max<count_type>(num_entries, 1))));
}

/// \brief Keys (columns) and values in slots, and the list of the slots in use.
/// Shapes  keys, values [capacity], order [capacity / 2]
/// Pre     no column is the largest unsigned (or -1 of a signed) Column: it stands for "empty"
template <class Scalar, class Column>
class HashHost {
 public:
  static constexpr Column empty_key = static_cast<Column>(-1);

  HashHost() = default;
  HashHost(Column* keys, Scalar* values, std::uint64_t* order, count_type capacity)
      : m_keys(keys), m_values(values), m_order(order), m_capacity(capacity) {}

  count_type max_entries() const { return m_capacity / 2; }

  /// \brief Readies the table for \p num_entries entries. Pre: num_entries <= max_entries()
  void prepare(count_type num_entries) {
    m_used = host_hash_capacity(num_entries);
    if (m_used > m_clean) std::fill(m_keys + m_clean, m_keys + m_used, empty_key);
    m_clean = std::max(m_clean, m_used);
    constexpr int hash_bits = 64;
    m_shift = hash_bits - std::countr_zero(static_cast<std::uint64_t>(m_used));
    m_size = 0;
  }

  /// \brief Adds factor * row; without values only its columns.
  template <bool WithValues, class ScalarB>
  void add(const Column* columns, const ScalarB* row_values, count_type count, const Scalar& factor) {
    Column* const keys = m_keys;
    Scalar* const values = m_values;
    const auto mask = static_cast<std::size_t>(m_used - 1);
    const int shift = m_shift;
    for (count_type entry = 0; entry < count; ++entry) {
      const Column column = columns[entry];
      std::size_t slot = home(column, shift);
      while (keys[slot] != column && keys[slot] != empty_key) slot = (slot + 1) & mask;
      if (keys[slot] == column) {
        if constexpr (WithValues) values[slot] += factor * static_cast<Scalar>(row_values[entry]);
        continue;
      }
      keys[slot] = column;
      m_order[m_size++] = slot;
      if constexpr (WithValues) values[slot] = factor * static_cast<Scalar>(row_values[entry]);
    }
  }

  count_type size() const { return m_size; }

  /// \brief Forgets all entries.
  void clear() {
    for (count_type entry = 0; entry < m_size; ++entry) m_keys[m_order[entry]] = empty_key;
    m_size = 0;
  }

  /// \brief Writes the entries and forgets them; ascending in column if \p sorted.
  /// \return their number
  template <class ColumnOut>
  count_type take(Column first, count_type num_columns, bool sorted, ColumnOut* columns, Scalar* out) {
    if (sorted) sort_order(first, num_columns);
    for (count_type entry = 0; entry < m_size; ++entry) {
      const std::uint64_t slot = m_order[entry];
      columns[entry] = static_cast<ColumnOut>(m_keys[slot]);
      out[entry] = m_values[slot];
      m_keys[slot] = empty_key;
    }
    return m_size;
  }

 private:
  /// First slot of a column: the upper bits of its product with 2^64 / golden ratio [Knuth, TAOCP 3, 6.4].
  static std::size_t home(Column column, int shift) {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(column) * 0x9E3779B97F4A7C15u) >> shift);
  }

  /// Orders the slots by column: packed with it in one word where both fit.
  void sort_order(Column first, count_type num_columns) {
    const int slot_bits = std::countr_zero(static_cast<std::uint64_t>(m_used));
    if (std::bit_width(static_cast<std::uint64_t>(num_columns)) + slot_bits > 64) {
      std::sort(m_order, m_order + m_size,
                [this](std::uint64_t left, std::uint64_t right) { return m_keys[left] < m_keys[right]; });
      return;
    }
    for (count_type entry = 0; entry < m_size; ++entry)
      m_order[entry] |= static_cast<std::uint64_t>(m_keys[m_order[entry]] - first) << slot_bits;
    std::sort(m_order, m_order + m_size);
    const std::uint64_t slot_mask = static_cast<std::uint64_t>(m_used) - 1;
    for (count_type entry = 0; entry < m_size; ++entry) m_order[entry] &= slot_mask;
  }

  Column* m_keys = nullptr;
  Scalar* m_values = nullptr;
  std::uint64_t* m_order = nullptr;
  count_type m_capacity = 0;
  count_type m_used = 1;
  count_type m_clean = 0;
  count_type m_size = 0;
  int m_shift = 0;
};

}  // namespace Ocean::Impl

#endif
