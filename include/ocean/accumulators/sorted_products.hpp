#ifndef OCEAN_ACCUMULATORS_SORTED_PRODUCTS_HPP
#define OCEAN_ACCUMULATORS_SORTED_PRODUCTS_HPP
/// \file
/// \brief Expand, sort, compress in registers: groups of lanes in lockstep, a few products per lane.

#include "../core/binary_search.hpp"
#include "products.hpp"
#include "sort_words.hpp"
#include "sorted_scratch.hpp"

namespace Ocean::Impl {

/// \brief The products of one row of C, number item * lanes + rank with lane rank, and their columns in order.
///
/// Sums are in the order of the products. For a few products: their words never leave the registers before they are
/// sorted, and a column is added up by one lane.
/// Pre     all groups of a warp call each function together; a group without a row has no entries of A
template <int Items, bool WithValues, class Lanes, class ProblemType, class Scalar>
class SortedProducts {
 public:
  static constexpr int width = Lanes::max_size;
  static constexpr int products_max = width * Items;
  using words_type = ProductWords<products_max>;

  KOKKOS_FUNCTION SortedProducts(const Lanes& lanes, const SortedScratch<Scalar>& scratch)
      : m_lanes(lanes), m_scratch(scratch) {
    for (int item = 0; item < Items; ++item) m_words[item] = words_type::no_word;
  }

  /// \brief Reads the products of a row of A; their values go to scratch.
  KOKKOS_FUNCTION void expand(const ProblemType& problem, const RowOfA& row, std::uint32_t first_column) {
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
        m_words[item] = words_type::word(loaded[item].key(first_column), product);
        if constexpr (WithValues) m_scratch.terms[product] = loaded[item].template product<Scalar>(value_of_a);
      }
      expanded += total;
    }
  }

  /// \brief Sorts the words: number item * width + rank of all of them is then with lane rank, and all are in scratch.
  KOKKOS_FUNCTION void sort() {
    sort_registers<Items>(m_lanes, m_words);
    store_sorted<Items>(m_lanes, m_words, m_scratch.words, products_max);
    m_lanes.barrier();
    for (int item = 0; item < Items; ++item) m_words[item] = m_scratch.words[item * width + m_lanes.rank()];
  }

  /// \brief Finds the first product of every column; returns how many there are.
  KOKKOS_FUNCTION int find_columns() {
    int distinct = 0;
    for (int item = 0; item < Items; ++item) {
      const std::uint32_t before = m_lanes.broadcast(m_words[item], m_lanes.rank() - 1);
      const std::uint32_t last =
          item == 0 ? ~m_words[0] : m_lanes.broadcast(m_words[item == 0 ? 0 : item - 1], width - 1);
      const std::uint32_t previous = m_lanes.rank() > 0 ? before : last;
      m_starts[item] =
          m_lanes.ballot(m_words[item] != words_type::no_word && words_type::columns_differ(m_words[item], previous));
      distinct += Kokkos::Experimental::popcount_builtin(m_starts[item]);
    }
    return distinct;
  }

  /// \brief Calls write(rank, column - first column, sum) for every column. Pre: find_columns()
  template <class Write>
  KOKKOS_FUNCTION void write_sums(const Write& write) const {
    int next_start = 0;  // of the items behind
    int ends[Items];
    for (int item = 0; item < Items; ++item)
      next_start += Kokkos::Experimental::popcount_builtin(m_lanes.ballot(m_words[item] != words_type::no_word));
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
        Scalar sum = term(m_words[item]);
        for (int product = item * width + m_lanes.rank() + 1; product < end; ++product)
          sum += term(m_scratch.words[product]);
        write(rank + Kokkos::Experimental::popcount_builtin(m_starts[item] & (mine - 1)),
              words_type::column(m_words[item]), sum);
      }
      rank += Kokkos::Experimental::popcount_builtin(m_starts[item]);
    }
  }

 private:
  KOKKOS_FUNCTION const Scalar& term(std::uint32_t word) const { return m_scratch.terms[words_type::number(word)]; }

  Lanes m_lanes;
  SortedScratch<Scalar> m_scratch;
  std::uint32_t m_words[Items];
  std::uint32_t m_starts[Items];
};

}  // namespace Ocean::Impl

#endif
