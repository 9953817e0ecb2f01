#ifndef OCEAN_ACCUMULATORS_SORT_HOST_HPP
#define OCEAN_ACCUMULATORS_SORT_HOST_HPP
/// \file
/// \brief Expand, sort, compress for a row of a few products, in a thread's own arrays.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "../backend/rank_keys.hpp"
#include "../core/problem.hpp"

namespace Ocean::Impl {

/// Maximum number of products that SortHost holds: their positions take 6 bits of a key.
inline constexpr int sort_host_position_bits = 6;
inline constexpr int sort_host_products_max = 1 << sort_host_position_bits;
/// Bits of a column in a key, counted from the first column of the row.
inline constexpr int sort_host_column_bits = std::numeric_limits<std::int32_t>::digits - sort_host_position_bits;

/// Times that keys are ranked after the order of those before was wrong, until one is tried again: tries that fail cost
/// little then. measured: perf_tests/results/epyc_2cores_2026-11-29_ranks_marks.csv (what = 32 untried orders)
inline constexpr int untried_orders = 8;

/// Keys that are sorted by insertion, whose branches few keys predict.
/// measured: perf_tests/results/epyc_2cores_2026-11-29_ranks_marks.csv (what = 12 inserted keys)
inline constexpr int inserted_keys_max = 8;

/// \brief A few distinct keys and their order: that of the keys before, which rows of a grid have in common, or by
/// rank.
class KeysHost {
 public:
  /// Holds one key more than are kept: the next one may be written before it is known to count.
  std::int32_t* keys() { return m_keys.data(); }

  /// \brief The first \p count keys, ascending. Pre: count <= sort_host_products_max
  const std::int32_t* sort(int count) {
    if (count <= inserted_keys_max) {
      for (int position = 0; position < count; ++position) insert(position);
      return m_sorted.data();
    }
    if (m_untried > 0) {
      --m_untried;
    } else if (count == m_ordered_count) {
      if (has_known_order()) return m_sorted.data();
      m_untried = untried_orders;
    }
    rank_keys(m_keys.data(), count, m_ranks.data());
    for (int position = 0; position < count; ++position) m_sorted[m_ranks[position]] = m_keys[position];
    if (m_untried == 0) {
      for (int position = 0; position < count; ++position) m_order[m_ranks[position]] = position;
      m_ordered_count = count;
    }
    return m_sorted.data();
  }

 private:
  /// Puts key \p position among the sorted ones before it.
  void insert(int position) {
    const std::int32_t key = m_keys[position];
    for (; position > 0 && m_sorted[position - 1] > key; --position) m_sorted[position] = m_sorted[position - 1];
    m_sorted[position] = key;
  }

  /// Puts the keys into the known order. \return whether they ascend
  bool has_known_order() {
    std::int32_t last = std::numeric_limits<std::int32_t>::min();
    for (int place = 0; place < m_ordered_count; ++place) {
      const std::int32_t key = m_keys[m_order[place]];
      if (key < last) return false;
      m_sorted[place] = key;
      last = key;
    }
    return true;
  }

  using array_type = std::array<std::int32_t, ranked_array_elements(sort_host_products_max + 1)>;
  array_type m_keys{}, m_ranks, m_sorted, m_order;
  int m_ordered_count = -1;  ///< keys whose positions, from the least key on, m_order holds
  int m_untried = 0;         ///< times that keys are ranked without trying this order
};

/// \brief The products of a row as 32-bit keys (column, position), all distinct, sorted.
///
/// Equal columns stay in the order of the products.
/// Pre     at most sort_host_products_max products, in columns that span at most 2^sort_host_column_bits
template <class Scalar>
class SortHost {
 public:
  void clear() { m_size = 0; }

  /// \brief Appends factor * row; without values only its columns.
  template <bool WithValues, class Column, class ScalarB>
  void add(const Column* columns, const ScalarB* row_values, count_type count, Column first, const Scalar& factor) {
    std::int32_t* const keys = m_keys.keys();
    for (int entry = 0; entry < static_cast<int>(count); ++entry) {
      const int position = m_size + entry;
      keys[position] = static_cast<std::int32_t>(columns[entry] - first) << sort_host_position_bits | position;
      if constexpr (WithValues)
        m_values[position] = static_cast<Scalar>(factor * static_cast<Scalar>(row_values[entry]));
    }
    m_size += static_cast<int>(count);
  }

  /// \brief Sorts the keys.
  void sort() { m_sorted = m_keys.sort(m_size); }

  /// \brief Writes the entries, ascending, equal columns added up. Pre: sort() was called
  /// \return their number
  template <class Column, class ColumnOut>
  count_type take(Column first, ColumnOut* columns, Scalar* out) const {
    std::ptrdiff_t last = -1;
    std::int32_t last_slot = -1;
    Scalar sum(0);
    for (int place = 0; place < m_size; ++place) {
      const std::int32_t slot = m_sorted[place] >> sort_host_position_bits;
      const Scalar& value = m_values[m_sorted[place] & position_mask];
      const bool starts = slot != last_slot;
      sum = starts ? value : static_cast<Scalar>(sum + value);
      last += starts;
      columns[last] = static_cast<ColumnOut>(static_cast<Column>(slot) + first);
      out[last] = sum;
      last_slot = slot;
    }
    return last + 1;
  }

  /// \brief Number of distinct columns. Pre: sort() was called
  count_type count() const {
    count_type distinct = 0;
    std::int32_t last_slot = -1;
    for (int place = 0; place < m_size; ++place) {
      const std::int32_t slot = m_sorted[place] >> sort_host_position_bits;
      distinct += slot != last_slot;
      last_slot = slot;
    }
    return distinct;
  }

 private:
  static constexpr std::int32_t position_mask = (std::int32_t(1) << sort_host_position_bits) - 1;
  KeysHost m_keys;
  const std::int32_t* m_sorted = nullptr;
  std::array<Scalar, sort_host_products_max> m_values;
  int m_size = 0;
};

}  // namespace Ocean::Impl

#endif
