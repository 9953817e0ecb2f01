#ifndef OCEAN_ACCUMULATORS_SORTED_PRODUCTS_HPP
#define OCEAN_ACCUMULATORS_SORTED_PRODUCTS_HPP
/// \file
/// \brief Expand, sort, compress in registers: groups of lanes in lockstep, a few products per lane.

#include "../core/binary_search.hpp"
#include "products.hpp"
#include "sort_words.hpp"

namespace Ocean::Impl {

/// \brief The products of one row of C, number item * lanes + rank with lane rank, and their columns in order.
///
/// A word is (column - first column) * products_max + product number, so that equal columns keep the order of their
/// products; missing products have the largest word.
/// Pre     all groups of a warp call each function together; a group without a row has no entries of A
template <int Items, bool WithValues, class Lanes, class ProblemType, class Scalar>
class SortedProducts {
 public:
  static constexpr int width = Lanes::max_size;
  static constexpr int products_max = width * Items;
  static constexpr std::uint32_t no_word = 0xffffffffu;

  KOKKOS_FUNCTION explicit SortedProducts(const Lanes& lanes) : m_lanes(lanes) {
    for (int item = 0; item < Items; ++item) m_words[item] = no_word;
  }

  /// \brief Reads the products of a row of A; their values go to terms [products_max] in scratch.
  KOKKOS_FUNCTION void expand(const ProblemType& problem, const RowOfA& row, std::uint32_t first_column,
                              Scalar* terms) {
    using loaded_type = LoadedEntry<ProblemType, WithValues>;
    int expanded = 0;
    for (count_type base = row.begin; Lanes::any_of_warp(base < row.end); base += width) {
      SelectedRowOf<ProblemType> mine;
      if (base + m_lanes.rank() < row.end) mine = select_row<WithValues>(problem, base + m_lanes.rank());
      int total = 0;
      const int place = expanded + m_lanes.exclusive_sum(static_cast<int>(mine.length), total);
      loaded_type loaded[Items];
      int owner_of[Items];
      for (int item = 0; item < Items; ++item) {
        const int product = item * width + m_lanes.rank();
        const int owner = find_lane(m_lanes, width, place, product);
        const auto begin = m_lanes.broadcast(mine.begin, owner);
        const int offset = product - m_lanes.broadcast(place, owner);
        owner_of[item] = owner;
        if (product >= expanded && product < expanded + total) loaded[item] = loaded_type::at(problem, begin + offset);
      }
      for (int item = 0; item < Items; ++item) {
        const int product = item * width + m_lanes.rank();
        [[maybe_unused]] const auto value_of_a = m_lanes.broadcast(mine.value, owner_of[item]);
        if (product < expanded || product >= expanded + total) continue;
        m_words[item] = loaded[item].key(first_column) * products_max + product;
        if constexpr (WithValues) terms[product] = loaded[item].template product<Scalar>(value_of_a);
      }
      expanded += total;
    }
  }

  /// \brief Sorts the words: number item * width + rank of all of them is then with lane rank, and all are in \p words.
  /// \param words [products_max] in scratch
  KOKKOS_FUNCTION void sort(std::uint32_t* words) {
    sort_registers<Items>(m_lanes, m_words);
    store_sorted<Items>(m_lanes, m_words, words, products_max);
    m_lanes.barrier();
    for (int item = 0; item < Items; ++item) m_words[item] = words[item * width + m_lanes.rank()];
  }

  /// \brief Finds the first product of every column; returns how many there are.
  KOKKOS_FUNCTION int find_columns() {
    int distinct = 0;
    for (int item = 0; item < Items; ++item) {
      const std::uint32_t before = m_lanes.broadcast(m_words[item], m_lanes.rank() - 1);
      const std::uint32_t last = item == 0 ? no_word : m_lanes.broadcast(m_words[item == 0 ? 0 : item - 1], width - 1);
      const std::uint32_t previous = m_lanes.rank() > 0 ? before : last;
      m_starts[item] =
          m_lanes.ballot(m_words[item] != no_word && m_words[item] / products_max != previous / products_max);
      distinct += Kokkos::Experimental::popcount_builtin(m_starts[item]);
    }
    return distinct;
  }

  /// \brief Calls write(rank, column - first column, sum) for every column; sums are in the order of the products.
  /// \param terms as expand() has written them
  /// \param words as sort() has written them
  template <class Write>
  KOKKOS_FUNCTION void write_sums(const Scalar* terms, const std::uint32_t* words, const Write& write) const {
    int next_start = 0;  // of the items behind
    int ends[Items];
    for (int item = 0; item < Items; ++item)
      next_start += Kokkos::Experimental::popcount_builtin(m_lanes.ballot(m_words[item] != no_word));
    for (int item = Items - 1; item >= 0; --item) {
      ends[item] = next_start;
      if (m_starts[item] != 0) next_start = item * width + Kokkos::Experimental::countr_zero_builtin(m_starts[item]);
    }
    const std::uint32_t mine = std::uint32_t(1) << m_lanes.rank();
    int rank = 0;
    for (int item = 0; item < Items; ++item) {
      if ((m_starts[item] & mine) != 0) {
        const std::uint32_t behind = m_starts[item] & ~(mine | (mine - 1));
        const int end = behind == 0 ? ends[item] : item * width + Kokkos::Experimental::countr_zero_builtin(behind);
        Scalar sum = terms[m_words[item] % products_max];
        for (int product = item * width + m_lanes.rank() + 1; product < end; ++product)
          sum += terms[words[product] % products_max];
        write(rank + Kokkos::Experimental::popcount_builtin(m_starts[item] & (mine - 1)), m_words[item] / products_max,
              sum);
      }
      rank += Kokkos::Experimental::popcount_builtin(m_starts[item]);
    }
  }

 private:
  Lanes m_lanes;
  std::uint32_t m_words[Items];
  std::uint32_t m_starts[Items];
};

}  // namespace Ocean::Impl

#endif
