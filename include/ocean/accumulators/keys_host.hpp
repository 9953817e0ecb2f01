#ifndef OCEAN_ACCUMULATORS_KEYS_HOST_HPP
#define OCEAN_ACCUMULATORS_KEYS_HOST_HPP
/// \file
/// \brief The order of a few keys, in a thread's own arrays.

#include <array>
#include <cstdint>
#include <limits>

#include "../backend/rank_keys.hpp"

namespace Ocean::Impl {

/// Keys that KeysHost holds. source: 64 of them are ranked in four passes of vectors at most
inline constexpr int keys_host_max = 64;

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

  /// \brief The first \p count keys, ascending. Pre: count <= keys_host_max
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

  using array_type = std::array<std::int32_t, ranked_array_elements(keys_host_max + 1)>;
  array_type m_keys{}, m_ranks, m_sorted, m_order;
  int m_ordered_count = -1;  ///< keys whose positions, from the least key on, m_order holds
  int m_untried = 0;         ///< times that keys are ranked without trying this order
};

}  // namespace Ocean::Impl

#endif
