#ifndef OCEAN_ACCUMULATORS_RANKED_ROWS_HOST_HPP
#define OCEAN_ACCUMULATORS_RANKED_ROWS_HOST_HPP
/// \file
/// \brief Expand, sort, compress for a row of a few products, in a thread's own arrays: each product is added to the
/// sum of its column's rank.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../backend/host_bits.hpp"
#include "../backend/rank_keys.hpp"
#include "../core/problem.hpp"

namespace Ocean::Impl {

/// Products of a ranked row, at most. source: their ranks are bits of a mask
inline constexpr count_type ranked_products_max = 64;

/// \brief Ranks and sums of a row's columns. The rank of a column is the number of products in columns before it, so
/// that the products of one column share it and no two columns do. No branch depends on the columns.
template <class Scalar>
class RankedRowsHost {
 public:
  /// \brief Puts factor * row behind the first \p size products; without values only its columns.
  /// Pre     at most ranked_products_max products in all, in columns that span 31 bits from \p first on
  /// \return the number of products
  template <bool WithValues, class Column, class ScalarB>
  count_type add(const Column* columns, const ScalarB* row_values, count_type count, Column first, const Scalar& factor,
                 count_type size) {
    std::int32_t* const keys = m_keys.data() + size;
    Scalar* const terms = m_terms.data() + size;
    for (count_type entry = 0; entry < count; ++entry) {
      keys[entry] = static_cast<std::int32_t>(columns[entry] - first);
      if constexpr (WithValues) terms[entry] = static_cast<Scalar>(factor * static_cast<Scalar>(row_values[entry]));
    }
    return size + count;
  }

  /// \brief Writes the columns, ascending, and the sums of their products, in the order in which they were added.
  /// Shapes  columns, out [products] (out)
  /// \return number of columns
  template <class Column, class ColumnOut>
  count_type take(count_type products, Column first, ColumnOut* columns, Scalar* out) {
    rank_keys(m_keys.data(), static_cast<int>(products), m_ranks.data());
    std::uint64_t ranks = 0;
    for (std::size_t product = 0; product < static_cast<std::size_t>(products); ++product) {
      const auto rank = static_cast<std::size_t>(m_ranks[product]);
      ranks |= std::uint64_t(1) << rank;
      m_columns[rank] = m_keys[product];
      m_sums[rank] = static_cast<Scalar>(m_sums[rank] + m_terms[product]);
    }
    count_type size = 0;
    for (; ranks != 0; ranks &= ranks - 1, ++size) {
      const auto rank = static_cast<std::size_t>(lowest_bit(ranks));
      columns[size] = static_cast<ColumnOut>(static_cast<Column>(m_columns[rank]) + first);
      out[size] = m_sums[rank];
      m_sums[rank] = Scalar(0);
    }
    return size;
  }

  /// \brief Number of distinct columns of \p products products.
  count_type count(count_type products) {
    rank_keys(m_keys.data(), static_cast<int>(products), m_ranks.data());
    std::uint64_t ranks = 0;
    for (std::size_t product = 0; product < static_cast<std::size_t>(products); ++product)
      ranks |= std::uint64_t(1) << m_ranks[product];
    return std::popcount(ranks);
  }

 private:
  using keys_type = std::array<std::int32_t, ranked_array_elements(static_cast<int>(ranked_products_max))>;
  keys_type m_keys{}, m_ranks, m_columns;
  std::array<Scalar, static_cast<std::size_t>(ranked_products_max)> m_terms, m_sums{};
};

}  // namespace Ocean::Impl

#endif
