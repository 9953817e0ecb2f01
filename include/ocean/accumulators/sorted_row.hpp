#ifndef OCEAN_ACCUMULATORS_SORTED_ROW_HPP
#define OCEAN_ACCUMULATORS_SORTED_ROW_HPP
/// \file
/// \brief Expand, sort, compress in registers: a warp for the products of one row, many of them with each lane.

#include "../core/binary_search.hpp"
#include "products.hpp"
#include "sort_words.hpp"
#include "sorted_products.hpp"

namespace Ocean::Impl {

/// \brief The products of one row of C and their columns in order, \p Items of them with each lane.
///
/// A lane adds up the products of the columns that begin with it; what the lanes behind have of its last column is
/// added lane by lane. The order depends on the pattern alone, so that sums are reproducible.
/// Pre     all lanes call each function together
/// Cost    a sort of as many words as lanes have room for, whether they are products or not; two reads of a term
template <int Items, bool WithValues, class Lanes, class ProblemType, class Scalar>
class SortedRow {
 public:
  static constexpr int width = Lanes::max_size;
  static constexpr int products_max = width * Items;
  using words_type = ProductWords<products_max>;

  /// \param leading [lanes] of scratch: sum of the terms of a lane that belong to a column of a lane before
  KOKKOS_FUNCTION SortedRow(const Lanes& lanes, const SortedScratch<Scalar>& scratch, Scalar* leading)
      : m_lanes(lanes), m_scratch(scratch), m_leading(leading) {}

  /// \brief Reads the products of a row of A: their values go to scratch, their words by way of it to the lanes.
  KOKKOS_FUNCTION void expand(const ProblemType& problem, const RowOfA& row, std::uint32_t first_column) {
    int expanded = 0;
    for (count_type base = row.begin; base < row.end; base += width) {
      SelectedRowOf<ProblemType> mine;
      if (base + m_lanes.rank() < row.end) mine = select_row<WithValues>(problem, base + m_lanes.rank());
      expanded += expand_selected(problem, mine, first_column, expanded);
    }
    m_lanes.barrier();
    for (int item = 0; item < Items; ++item) {
      const int product = item * width + m_lanes.rank();
      m_words[item] = product < expanded ? m_scratch.words[product] : words_type::no_word;
    }
  }

  /// \brief Sorts the words: number rank * Items + item of them is then with lane rank.
  KOKKOS_FUNCTION void sort() { sort_registers<Items>(m_lanes, m_words); }

  /// \brief Finds the first product of every column; returns how many there are. Pre: sort()
  KOKKOS_FUNCTION int find_columns() {
    m_before = m_lanes.broadcast(m_words[Items - 1], m_lanes.rank() - 1);
    if (m_lanes.rank() == 0) m_before = ~m_words[0];  // of another column
    int begun = 0;
    for (int item = 0; item < Items; ++item) begun += m_words[item] != words_type::no_word && begins(item) ? 1 : 0;
    m_first_rank = m_lanes.exclusive_sum(begun, m_num_columns);
    return m_num_columns;
  }

  /// \brief Calls write(rank, column - first column, sum) for every column. Pre: find_columns()
  template <class Write>
  KOKKOS_FUNCTION void write_sums(const Write& write) const {
    add_up();
    for (int rank = m_lanes.rank(); rank < m_num_columns; rank += width) {
      const std::uint32_t word = m_scratch.words[rank];
      write(rank, words_type::column(word), m_scratch.terms[words_type::number(word)]);
    }
  }

 private:
  /// \brief Adds up each column at the term of its first product, whose word goes to its rank in scratch.
  KOKKOS_FUNCTION void add_up() const {
    constexpr int in_flight = Items % rows_in_flight == 0 ? rows_in_flight : 2;
    static_assert(Items % in_flight == 0);
    m_lanes.barrier();  // all lanes have their words
    Scalar* const leading = m_leading + m_lanes.rank();
    Scalar* place = leading;  // of the sum: that of the column before first
    Scalar sum(0);
    int rank = m_first_rank;
    for (int first = 0; first < Items; first += in_flight) {
      Scalar terms[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead)
        terms[ahead] = m_scratch.terms[words_type::number(m_words[first + ahead])];
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const std::uint32_t word = m_words[first + ahead];
        const bool is_first = begins(first + ahead);
        if (is_first) {
          *place = sum;
          place = m_scratch.terms + words_type::number(word);
          if (word != words_type::no_word) m_scratch.words[rank] = word;
          ++rank;
        }
        sum = is_first ? terms[ahead] : sum + terms[ahead];
      }
    }
    const bool has_begun = place != leading;
    if (!has_begun) *leading = sum;
    // A lane behind that begins no column has nothing but terms of the same one.
    const std::uint32_t goes_on = m_lanes.ballot(!has_begun && m_words[Items - 1] != words_type::no_word);
    m_lanes.barrier();
    if (has_begun) {
      for (int behind = m_lanes.rank() + 1; behind < width; ++behind) {
        sum += m_leading[behind];
        if ((goes_on >> behind & 1u) == 0) break;
      }
      *place = sum;
    }
    m_lanes.barrier();
  }

  /// \brief Whether a word is the first of its column.
  KOKKOS_FUNCTION bool begins(int item) const {
    return words_type::columns_differ(m_words[item], item == 0 ? m_before : m_words[item == 0 ? 0 : item - 1]);
  }

  /// \brief The products of the rows of B that the lanes have selected, numbered from \p expanded on; \return how many.
  KOKKOS_FUNCTION int expand_selected(const ProblemType& problem, const SelectedRowOf<ProblemType>& mine,
                                      std::uint32_t first_column, int expanded) const {
    using loaded_type = LoadedEntry<ProblemType, WithValues>;
    int total = 0;
    const int first_of_mine = m_lanes.exclusive_sum(static_cast<int>(mine.length), total);
    const auto begin = mine.begin - first_of_mine;  // so that product p is entry begin + p
    for (int first = m_lanes.rank(); first - m_lanes.rank() < total; first += rows_in_flight * width) {
      loaded_type loaded[rows_in_flight];
      int owner_of[rows_in_flight];
      for (int ahead = 0; ahead < rows_in_flight; ++ahead) {
        const int product = first + ahead * width;
        owner_of[ahead] = find_lane(m_lanes, width, first_of_mine, product);
        const auto begin_of_owner = m_lanes.broadcast(begin, owner_of[ahead]);
        if (product < total) loaded[ahead] = loaded_type::at(problem, begin_of_owner + product);
      }
      for (int ahead = 0; ahead < rows_in_flight; ++ahead) {
        const auto value_of_a = value_of_lane<WithValues>(m_lanes, mine, owner_of[ahead]);
        const int product = first + ahead * width, number = expanded + product;
        if (product >= total) continue;
        m_scratch.words[number] = words_type::word(loaded[ahead].key(first_column), number);
        if constexpr (WithValues) m_scratch.terms[number] = loaded[ahead].template product<Scalar>(value_of_a);
      }
    }
    return total;
  }

  Lanes m_lanes;
  SortedScratch<Scalar> m_scratch;
  Scalar* m_leading;
  std::uint32_t m_words[Items];
  std::uint32_t m_before = 0;  ///< the last word of the lane before
  int m_first_rank = 0;        ///< of the first column that begins with this lane
  int m_num_columns = 0;
};

}  // namespace Ocean::Impl

#endif
