#ifndef OCEAN_KERNELS_REUSE_ROW_SEARCH_HOST_HPP
#define OCEAN_KERNELS_REUSE_ROW_SEARCH_HOST_HPP
/// \file
/// \brief CPU path: a few columns of C searched in rows of B, instead of adding up all of these rows.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "../../core/problem.hpp"
#include "../../tuning/host_tuning.hpp"

namespace Ocean::Impl {

/// \brief Shortest row of B in which \p num_columns columns are searched: that many searches take as long as to add
/// all of its entries.
/// Cost  a few steps
inline count_type shortest_searched_row(count_type num_columns, const SearchCost& cost) {
  count_type length = 1;
  for (int halvings = 0; halvings < std::numeric_limits<count_type>::digits; ++halvings) {
    length = num_columns * (cost.entries + halvings * cost.halving_entries);
    if ((length >> halvings) <= 1) break;
  }
  return length;
}

/// \brief Whether a row has the columns of one before it, at least one, in the same order.
/// \param before_begin, before_end, begin, end  where the columns of both are in \p entries
template <class Ordinal>
bool repeats_columns(const Ordinal* entries, count_type before_begin, count_type before_end, count_type begin,
                     count_type end) {
  if (before_begin == before_end || begin == end) return false;
  // one branch for both, which most rows of a graph without nodes take; the first columns are needed next in any case
  const bool may_repeat = (end - begin == before_end - before_begin) & (entries[begin] == entries[before_begin]);
  return may_repeat && std::equal(entries + before_begin, entries + before_end, entries + begin);
}

/// \brief What is known of the rows of B: which ascend strictly, so that columns can be searched in them, and which
/// have the columns of the row before. Both are read when they are first asked for.
/// Shapes  flags [num_rows of B], zero before; null: nothing is searched, and rows are read each time
template <class OperandB>
class RowSearchHost {
 public:
  RowSearchHost(const OperandB& b, std::uint8_t* flags)
      : m_b(b),
        m_flags(flags),
        m_joins(flags != nullptr && static_cast<count_type>(b.entries.extent(0)) >=
                                        host_tuning_default.joined_row_entries_min * b.num_rows) {}

  /// \brief Whether rows of B are long enough, and what is read of them is kept, to search columns of several rows of C
  /// in them together.
  bool joins() const { return m_joins; }
  /// \brief Shortest row of B in which \p num_columns columns are searched.
  count_type shortest_row(count_type num_columns) const {
    if (m_flags == nullptr) return std::numeric_limits<count_type>::max();
    return shortest_searched_row(num_columns, host_tuning_default.search);
  }

  /// \brief Whether the columns of a row ascend strictly.
  /// Cost  one read of the row, with flags the first time only; any number of threads may ask
  bool ascends(count_type row) const {
    return is_set(row, order_known, ascending, [&] { return reads_ascending(row); });
  }
  /// \brief Whether a row has the columns of the row before it, in their order.
  /// Cost  as ascends(), of both rows
  bool repeats(count_type row) const {
    return is_set(row, columns_known, repeating, [&] { return reads_repeating(row); });
  }

  /// \brief How many entries of A from \p entry on, before \p end, have rows of B that follow each other with the same
  /// columns. A column that they hold twice would be summed in another order: then one.
  template <class Ordinal>
  count_type count_alike(const Ordinal* entries_a, count_type entry, count_type end) const {
    count_type next = entry + 1;
    while (next < end && entries_a[next] == entries_a[next - 1] + 1 &&
           repeats(static_cast<count_type>(entries_a[next])))
      ++next;
    return next == entry + 1 || ascends(static_cast<count_type>(entries_a[entry])) ? next - entry : 1;
  }

  /// \brief Calls found(place, entry of B) for each of the \p columns that a row of B has, in their order.
  /// Shapes  columns [count]
  /// Pre     the row is [begin, end), and ascends strictly
  /// Cost    log2(end - begin) reads per column
  template <class Column, class Found>
  void find(const Column* columns, count_type count, count_type begin, count_type end, const Found& found) const {
    if (begin == end) return;
    for (count_type place = 0; place < count; ++place) {
      const count_type entry = find_last(static_cast<count_type>(columns[place]), begin, end);
      if (static_cast<count_type>(m_b.entries.data()[entry]) == static_cast<count_type>(columns[place]))
        found(place, entry);
    }
  }
  /// \brief The same for several columns and a row in any order, with duplicates: in the order of its entries, unless
  /// it ascends.
  /// Shapes  columns [count], ascending
  template <class Column, class Found>
  void find_several(count_type row, const Column* columns, count_type count, const Found& found) const {
    const count_type begin = begin_of(row), end = begin_of(row + 1);
    const auto* const entries = m_b.entries.data();
    if (ascends(row)) return find_at_once(columns, begin == end ? 0 : count, begin, end, found);
    for (count_type entry = begin; entry < end; ++entry) {
      const auto column = static_cast<Column>(entries[entry]);
      const count_type place = std::lower_bound(columns, columns + count, column) - columns;
      if (place < count && columns[place] == column) found(place, entry);
    }
  }

 private:
  static constexpr std::uint8_t order_known = 1, ascending = 2, columns_known = 4, repeating = 8;

  /// Whether \p flag of a row is set; read() says so where it is not \p known.
  template <class Read>
  bool is_set(count_type row, std::uint8_t known, std::uint8_t flag, const Read& read) const {
    if (m_flags == nullptr) return read();
    const std::atomic_ref<std::uint8_t> kept(m_flags[row]);
    std::uint8_t flags = kept.load(std::memory_order_relaxed);
    if ((flags & known) == 0) {
      flags = static_cast<std::uint8_t>(flags | known | (read() ? flag : 0));
      kept.store(flags, std::memory_order_relaxed);  // another thread's may be lost by it, and is read again
    }
    return (flags & flag) != 0;
  }

  /// The last entry of [begin, end) not above the column, or the first, without branches.
  count_type find_last(count_type column, count_type begin, count_type end) const {
    const auto* const entries = m_b.entries.data();
    for (count_type length = end - begin; length > 1;) {
      const count_type half = length / 2;
      begin += static_cast<count_type>(entries[begin + half]) <= column ? half : 0;
      length -= half;
    }
    return begin;
  }
  /// find() for several columns: what is found is used later, so that no search waits for a wrong guess about another.
  template <class Column, class Found>
  void find_at_once(const Column* columns, count_type count, count_type begin, count_type end,
                    const Found& found) const {
    const auto* const entries = m_b.entries.data();
    constexpr count_type columns_max = 32;
    count_type found_place[columns_max], found_entry[columns_max];
    for (count_type first = 0; first < count; first += columns_max) {
      count_type num_found = 0;
      for (count_type place = first; place < std::min(count, first + columns_max); ++place) {
        const auto column = static_cast<count_type>(columns[place]);
        const count_type entry = find_last(column, begin, end);
        found_place[num_found] = place;
        found_entry[num_found] = entry;
        num_found += static_cast<count_type>(entries[entry]) == column ? 1 : 0;
      }
      for (count_type number = 0; number < num_found; ++number) found(found_place[number], found_entry[number]);
    }
  }

  count_type begin_of(count_type row) const { return static_cast<count_type>(m_b.row_map.data()[row]); }
  bool reads_ascending(count_type row) const {
    const auto* const entries = m_b.entries.data();
    const count_type begin = begin_of(row), end = begin_of(row + 1);
    bool is_other = false;  // of all entries, so that several are compared at once
    for (count_type entry = begin + 1; entry < end; ++entry) is_other |= !(entries[entry - 1] < entries[entry]);
    return !is_other;
  }
  bool reads_repeating(count_type row) const {
    return row > 0 &&
           repeats_columns(m_b.entries.data(), begin_of(row - 1), begin_of(row), begin_of(row), begin_of(row + 1));
  }

  const OperandB& m_b;
  std::uint8_t* m_flags;
  bool m_joins;
};

}  // namespace Ocean::Impl

#endif
