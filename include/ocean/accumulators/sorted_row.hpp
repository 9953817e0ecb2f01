#ifndef OCEAN_ACCUMULATORS_SORTED_ROW_HPP
#define OCEAN_ACCUMULATORS_SORTED_ROW_HPP
/// \file
/// \brief Expand, sort, compress in registers: one warp or several for the products of one row, many of them with each
/// lane.

#include "../core/binary_search.hpp"
#include "products.hpp"
#include "sort_words.hpp"
#include "sorted_scratch.hpp"

namespace Ocean::Impl {

/// Lanes of at least so many products mark which of them has selected the row of each product, instead of searching for
/// it. measured: perf_tests/results/nvidia_h100_2026-11-28_sorted_teams_variants.csv (floats_marks_24 against
/// plain, and marks_24, which is as fast; with fewer products, teams_floats_marks gains nothing over floats)
inline constexpr int marked_items_min = 24;
/// The selected rows of B have to have so many times the products of the longest: its lane marks them one by one.
/// source: machine code of cage12's rows: a search takes some 17 instructions for 32 products, a mark some 2, and no
/// lane is done before that of the longest row. Other values were not compared
inline constexpr int marked_rows_min = 4;

/// \brief The warps that own a row of C: one, or all of a team.
/// \tparam Warp the lanes of one
template <int Warps, class Team, class Warp>
class RowWarps {
 public:
  static constexpr int num_warps = Warps, width = Warp::max_size;
  KOKKOS_FUNCTION RowWarps(const Team& team, const Warp& lanes) : m_team(team), m_lanes(lanes) {
    if constexpr (Warps > 1) m_warp = team.thread_rank() / width;
  }
  KOKKOS_FUNCTION const Warp& lanes() const { return m_lanes; }
  /// \brief Number of the warp among those of the row.
  KOKKOS_FUNCTION int warp() const { return m_warp; }
  /// \brief Number of the lane among those of all warps.
  KOKKOS_FUNCTION int rank() const { return m_warp * width + m_lanes.rank(); }
  KOKKOS_FUNCTION void barrier() const {
    if constexpr (Warps > 1)
      m_team.barrier();
    else
      m_lanes.barrier();
  }

 private:
  const Team& m_team;
  Warp m_lanes;
  int m_warp = 0;
};

/// \brief The products of one row of C and their columns in order, \p Items of them with each lane.
///
/// A lane adds up the products of the columns that begin with it; what the lanes behind have of its last column is
/// added lane by lane. The order depends on the pattern alone, so that sums are reproducible.
/// Pre     all lanes call each function together
/// Cost    a sort of as many words as lanes have room for, whether they are products or not; two reads of a term
/// \tparam Owners RowWarps
template <int Items, bool WithValues, class Owners, class ProblemType, class Scalar>
class SortedRow {
 public:
  static constexpr int width = Owners::width, num_warps = Owners::num_warps, num_lanes = num_warps * width;
  static constexpr int products_max = num_lanes * Items;
  using words_type = ProductWords<products_max>;

  KOKKOS_FUNCTION SortedRow(const Owners& owners, const SortedScratch<Scalar>& scratch)
      : m_owners(owners), m_scratch(scratch) {}

  /// \brief Reads the products of a row of A: their values go to scratch, their words by way of it to the lanes.
  KOKKOS_FUNCTION void expand(const ProblemType& problem, const RowOfA& row, std::uint32_t first_column) {
    int expanded = 0;
    for (count_type base = row.begin; base < row.end; base += width) {
      SelectedRowOf<ProblemType> mine;
      if (base + lanes().rank() < row.end) mine = select_row<WithValues>(problem, base + lanes().rank());
      expanded += expand_selected(problem, mine, first_column, expanded);
    }
    m_owners.barrier();
    for (int item = 0; item < Items; ++item) {
      const int product = slot_of(m_owners.warp(), item, lanes().rank());
      m_words[item] = product < expanded ? m_scratch.words[product] : words_type::no_word;
    }
  }

  /// \brief Sorts the words: number rank * Items + item of them is then with lane rank.
  KOKKOS_FUNCTION void sort() {
    if constexpr (num_warps == 1) {
      sort_registers<Items>(lanes(), m_words);
    } else {
      sort_lane(m_words);
      for (int block = 2; block <= num_lanes; block *= 2) {
        if (block > width)
          compare_with_warps(block / width);
        else
          compare_mirrored(lanes(), block, m_words);
        merge_bitonic(lanes(), Kokkos::min(block / 4, width / 2), m_words);
      }
    }
  }

  /// \brief Finds the first product of every column; returns how many there are. Pre: sort()
  KOKKOS_FUNCTION int find_columns() {
    const int lane = lanes().rank(), warp = m_owners.warp();
    m_before = lanes().broadcast(m_words[Items - 1], lane - 1);
    if constexpr (num_warps > 1) {
      if (lane == width - 1) m_scratch.exchange->last_word[warp] = m_words[Items - 1];
      m_owners.barrier();
      if (lane == 0 && warp > 0) m_before = m_scratch.exchange->last_word[warp - 1];
    }
    if (m_owners.rank() == 0) m_before = ~m_words[0];  // of another column
    int begun = 0;
    for (int item = 0; item < Items; ++item) begun += m_words[item] != words_type::no_word && begins(item) ? 1 : 0;
    m_first_rank = lanes().exclusive_sum(begun, m_num_columns);
    if constexpr (num_warps > 1) {
      if (lane == 0) m_scratch.exchange->columns[warp] = static_cast<std::uint32_t>(m_num_columns);
      m_owners.barrier();
      m_num_columns = 0;
      for (int other = 0; other < num_warps; ++other) {
        const int of_other = static_cast<int>(m_scratch.exchange->columns[other]);
        if (other < warp) m_first_rank += of_other;
        m_num_columns += of_other;
      }
    }
    return m_num_columns;
  }

  /// \brief Calls write(rank, column - first column, sum) for every column. Pre: find_columns()
  template <class Write>
  KOKKOS_FUNCTION void write_sums(const Write& write) const {
    add_up();
    for (int rank = m_owners.rank(); rank < m_num_columns; rank += num_lanes) {
      const std::uint32_t word = m_scratch.words[rank];
      write(rank, words_type::column(word), m_scratch.terms[words_type::number(word)]);
    }
  }

 private:
  KOKKOS_FUNCTION const auto& lanes() const { return m_owners.lanes(); }

  /// \brief [lanes] of scratch: sum of the terms of a lane that belong to a column of a lane before.
  KOKKOS_FUNCTION Scalar* leading() const { return m_scratch.terms + products_max; }

  /// \brief Where words of a lane are in scratch, so that those of a warp lie side by side.
  KOKKOS_FUNCTION static int slot_of(int warp, int item, int lane) { return (warp * Items + item) * width + lane; }

  /// \brief Compares every word with one of another warp of the \p block: first with that at the mirrored place of the
  /// lane and the item, then with those at the same place. Called by all warps.
  KOKKOS_FUNCTION void compare_with_warps(int block) {
    const int lane = lanes().rank(), warp = m_owners.warp();
    int other = warp ^ (block - 1);
    for (int step = block / 2; step > 0; step /= 2) {
      const bool mirrored = 2 * step == block, keeps_smaller = (warp & step) == 0;
      m_owners.barrier();  // the words of the step before have been read
      for (int item = 0; item < Items; ++item) m_scratch.words[slot_of(warp, item, lane)] = m_words[item];
      m_owners.barrier();
      const std::uint32_t* const words =
          m_scratch.words + slot_of(other, mirrored ? Items - 1 : 0, mirrored ? width - 1 - lane : lane);
      for (int item = 0; item < Items; ++item) {
        const std::uint32_t word = words[mirrored ? -item * width : item * width];
        m_words[item] = keep(keeps_smaller, m_words[item], word);
      }
      other = warp ^ (step / 2);
    }
  }

  /// \brief Adds up each column at the term of its first product, whose word goes to its rank in scratch.
  KOKKOS_FUNCTION void add_up() const {
    constexpr int in_flight = Items % rows_in_flight == 0 ? rows_in_flight : 2;
    static_assert(Items % in_flight == 0);
    m_owners.barrier();  // all lanes have their words
    Scalar* const of_mine = leading() + m_owners.rank();
    Scalar* place = of_mine;  // of the sum: that of the column before first
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
    const bool has_begun = place != of_mine;
    if (!has_begun) *of_mine = sum;
    add_lanes_behind(has_begun, place, sum);
    m_owners.barrier();
  }

  /// \brief Adds what the lanes behind have of the last column that a lane has begun.
  KOKKOS_FUNCTION void add_lanes_behind(bool has_begun, Scalar* place, Scalar sum) const {
    // A lane behind that begins no column has nothing but terms of the same one.
    const std::uint32_t goes_on = lanes().ballot(!has_begun && m_words[Items - 1] != words_type::no_word);
    if constexpr (num_warps > 1)
      if (lanes().rank() == 0) m_scratch.exchange->goes_on[m_owners.warp()] = goes_on;
    m_owners.barrier();
    if (!has_begun) return;
    for (int behind = m_owners.rank() + 1; behind < num_lanes; ++behind) {
      sum += leading()[behind];
      std::uint32_t of_warp = goes_on;
      if constexpr (num_warps > 1) of_warp = m_scratch.exchange->goes_on[behind / width];
      if ((of_warp >> (behind % width) & 1u) == 0) break;
    }
    *place = sum;
  }

  /// \brief Whether a word is the first of its column.
  KOKKOS_FUNCTION bool begins(int item) const {
    return words_type::columns_differ(m_words[item], item == 0 ? m_before : m_words[item == 0 ? 0 : item - 1]);
  }

  /// \brief Where the lanes of \p total products are marked. One warp takes the end of its words: the word of a product
  /// reaches no further than its own mark, which has been read by then.
  KOKKOS_FUNCTION std::uint8_t* marks(int total) const {
    if constexpr (num_warps > 1)
      return m_scratch.marks;
    else
      return reinterpret_cast<std::uint8_t*>(m_scratch.words + products_max) - total;
  }

  /// \brief The products of the rows of B that the lanes have selected, numbered from \p expanded on; \return how many.
  KOKKOS_FUNCTION int expand_selected(const ProblemType& problem, const SelectedRowOf<ProblemType>& mine,
                                      std::uint32_t first_column, int expanded) const {
    int total = 0;
    const int length = static_cast<int>(mine.length), first_of_mine = lanes().exclusive_sum(length, total);
    if (Items < marked_items_min || lanes().any(marked_rows_min * length > total)) {
      expand_owned(problem, mine, first_of_mine, total, first_column, expanded,
                   [&](int product) { return find_lane(lanes(), width, first_of_mine, product); });
    } else {
      std::uint8_t* const lane_of = marks(total);
      m_owners.barrier();  // those before have been read
      for (int offset = m_owners.warp(); offset < length; offset += num_warps)
        lane_of[first_of_mine + offset] = static_cast<std::uint8_t>(lanes().rank());
      m_owners.barrier();
      expand_owned(problem, mine, first_of_mine, total, first_column, expanded,
                   [&](int product) { return product < total ? static_cast<int>(lane_of[product]) : 0; });
    }
    return total;
  }

  /// \brief The same once it is known which lane has selected the row of a product.
  /// \param owner_of_product called by all lanes together
  template <class OwnerOfProduct>
  KOKKOS_FUNCTION void expand_owned(const ProblemType& problem, const SelectedRowOf<ProblemType>& mine,
                                    int first_of_mine, int total, std::uint32_t first_column, int expanded,
                                    const OwnerOfProduct& owner_of_product) const {
    using loaded_type = LoadedEntry<ProblemType, WithValues>;
    const auto begin = mine.begin - first_of_mine;  // so that product p is entry begin + p
    for (int first = m_owners.rank(); first - lanes().rank() < total; first += rows_in_flight * num_lanes) {
      loaded_type loaded[rows_in_flight];
      int owner_of[rows_in_flight];
      for (int ahead = 0; ahead < rows_in_flight; ++ahead) {
        const int product = first + ahead * num_lanes;
        owner_of[ahead] = owner_of_product(product);
        const auto begin_of_owner = lanes().broadcast(begin, owner_of[ahead]);
        if (product < total) loaded[ahead] = loaded_type::at(problem, begin_of_owner + product);
      }
      if constexpr (num_warps == 1) lanes().barrier();  // the words of these products may lie upon their marks
      for (int ahead = 0; ahead < rows_in_flight; ++ahead) {
        const auto value_of_a = value_of_lane<WithValues>(lanes(), mine, owner_of[ahead]);
        const int product = first + ahead * num_lanes, number = expanded + product;
        if (product >= total) continue;
        m_scratch.words[number] = words_type::word(loaded[ahead].key(first_column), number);
        if constexpr (WithValues) m_scratch.terms[number] = loaded[ahead].template product<Scalar>(value_of_a);
      }
    }
  }

  Owners m_owners;
  SortedScratch<Scalar> m_scratch;
  std::uint32_t m_words[Items];
  std::uint32_t m_before = 0;  ///< the last word of the lane before
  int m_first_rank = 0;        ///< columns that begin with lanes before
  int m_num_columns = 0;
};

}  // namespace Ocean::Impl

#endif
