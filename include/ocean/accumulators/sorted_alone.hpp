#ifndef OCEAN_ACCUMULATORS_SORTED_ALONE_HPP
#define OCEAN_ACCUMULATORS_SORTED_ALONE_HPP
/// \file
/// \brief Expand, sort, compress by a single thread, where nothing is known about the others of its team.

#include "products.hpp"
#include "sort_slots.hpp"
#include "sorted_scratch.hpp"

namespace Ocean::Impl {

/// \brief The products of one row of C, at most \p ProductsMax, and their columns in order.
///
/// Sums are in the order of the products.
/// \tparam Lane SingleLaneGroup
template <int ProductsMax, bool WithValues, class Lane, class ProblemType, class Scalar>
class SortedAlone {
 public:
  using words_type = ProductWords<ProductsMax>;

  KOKKOS_FUNCTION SortedAlone(const Lane& lane, const SortedScratch<Scalar>& scratch)
      : m_lane(lane), m_scratch(scratch) {}

  /// \brief Reads the products of a row of A into scratch.
  KOKKOS_FUNCTION void expand(const ProblemType& problem, const RowOfA& row, std::uint32_t first_column) {
    for (count_type entry = row.begin; entry < row.end; ++entry) {
      const auto selected = select_row<WithValues>(problem, entry);
      for (std::uint32_t offset = 0; offset < selected.length; ++offset, ++m_num_products) {
        const auto loaded = LoadedEntry<ProblemType, WithValues>::at(problem, selected.begin + offset);
        m_scratch.words[m_num_products] = words_type::word(loaded.key(first_column), m_num_products);
        if constexpr (WithValues) m_scratch.terms[m_num_products] = loaded.template product<Scalar>(selected.value);
      }
    }
  }

  KOKKOS_FUNCTION void sort() { sort_slots(m_lane, m_scratch.words, nullptr, m_num_products); }

  /// \brief Returns how many columns there are. Pre: sort()
  KOKKOS_FUNCTION int find_columns() const {
    int columns = m_num_products > 0 ? 1 : 0;
    for (int product = 1; product < m_num_products; ++product)
      columns += words_type::columns_differ(m_scratch.words[product - 1], m_scratch.words[product]) ? 1 : 0;
    return columns;
  }

  /// \brief Calls write(rank, column - first column, sum) for every column. Pre: sort()
  template <class Write>
  KOKKOS_FUNCTION void write_sums(const Write& write) const {
    for (int product = 0, rank = 0; product < m_num_products; ++rank) {
      const std::uint32_t first = m_scratch.words[product];
      Scalar sum(0);
      for (; product < m_num_products && !words_type::columns_differ(m_scratch.words[product], first); ++product)
        sum += m_scratch.terms[words_type::number(m_scratch.words[product])];
      write(rank, words_type::column(first), sum);
    }
  }

 private:
  Lane m_lane;
  SortedScratch<Scalar> m_scratch;
  int m_num_products = 0;
};

}  // namespace Ocean::Impl

#endif
