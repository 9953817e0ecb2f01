#ifndef OCEAN_ACCUMULATORS_RANKED_ROWS_HOST_HPP
#define OCEAN_ACCUMULATORS_RANKED_ROWS_HOST_HPP
/// \file
/// \brief Expand, sort, compress for a row of a few products, in a thread's own arrays: each product is added to the
/// sum of its column's rank.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "../backend/host_bits.hpp"
#include "../backend/rank_keys.hpp"
#include "../core/problem.hpp"

namespace Ocean::Impl {

/// Products of a ranked row, at most. source: their ranks are bits of a mask
inline constexpr count_type ranked_products_max = 64;

/// Products that are added at a time, so that the end of a row of B costs a branch for every so many of them.
/// measured: perf_tests/results/epyc_2cores_2026-12-01_ranked_runs.csv (exact_ends_ms)
inline constexpr int ranked_step = 4;

/// \brief The products of a row of C, in the order in which they are added, and the ranks of their columns: the number
/// of products in columns before theirs, so that the products of one column share it and no two columns do.
template <class Scalar>
class RankedProducts {
 public:
  count_type size() const { return m_size; }

  /// \brief Puts factor * row behind the first \p size products; without values only its columns.
  /// Pre     at most ranked_products_max products in all, in columns that span 31 bits from \p first on
  /// \return the number of products
  template <bool WithValues, class Column, class ScalarB>
  count_type add(const Column* columns, const ScalarB* row_values, count_type count, Column first, const Scalar& factor,
                 count_type size) {
    for (count_type entry = 0; entry < count; ++entry)
      set<WithValues>(size + entry, columns, row_values, entry, first, factor);
    return size + count;
  }

  /// \brief add() with values, in steps of ranked_step, so that up to ranked_step - 1 entries behind the row are read.
  template <class Column, class ScalarB>
  count_type add_steps(const Column* columns, const ScalarB* row_values, count_type count, const Scalar& factor,
                       count_type size) {
    const Scalar local_factor = factor;
    for (count_type begin = 0; begin < count; begin += ranked_step)
      set_step(std::make_integer_sequence<int, ranked_step>(), columns + begin, row_values + begin, local_factor,
               m_keys.data() + size + begin, m_terms.data() + size + begin);
    return size + count;
  }

  /// \brief Finds the ranks of \p size products.
  void rank(count_type size) {
    m_size = size;
    rank_keys(m_keys.data(), static_cast<int>(size), m_ranks.data());
  }

  /// \brief Calls visit(rank, key, term) for each product. Pre: rank() has been called
  template <class Visit>
  void for_each(const Visit& visit) const {
    const auto size = static_cast<std::size_t>(m_size);
    for (std::size_t product = 0; product < size; ++product) visit(m_ranks[product], m_keys[product], m_terms[product]);
  }

 private:
  static constexpr int capacity = static_cast<int>(ranked_products_max) + ranked_step;
  using keys_type = std::array<std::int32_t, ranked_array_elements(capacity)>;

  template <bool WithValues, class Column, class ScalarB>
  void set(count_type product, const Column* columns, const ScalarB* row_values, count_type entry, Column first,
           const Scalar& factor) {
    const auto place = static_cast<std::size_t>(product);
    m_keys[place] = static_cast<std::int32_t>(columns[entry] - first);
    if constexpr (WithValues) m_terms[place] = static_cast<Scalar>(factor * static_cast<Scalar>(row_values[entry]));
  }

  /// All that is done for each product of a step is written out, so that a step may become vectors: all is read before
  /// the first is written.
  template <int... E, class Column, class ScalarB>
  [[gnu::always_inline]] static void set_step(std::integer_sequence<int, E...>, const Column* columns,
                                              const ScalarB* row_values, const Scalar& factor, std::int32_t* keys,
                                              Scalar* terms) {
    const std::int32_t step_keys[] = {static_cast<std::int32_t>(columns[E])...};
    const Scalar step_terms[] = {static_cast<Scalar>(factor * static_cast<Scalar>(row_values[E]))...};
    ((keys[E] = step_keys[E]), ...);
    ((terms[E] = step_terms[E]), ...);
  }

  count_type m_size = 0;
  keys_type m_keys{}, m_ranks;
  std::array<Scalar, static_cast<std::size_t>(capacity)> m_terms;
};

/// \brief Sums of a row's products by rank. No branch depends on the columns.
template <class Scalar>
class RankedRowsHost {
 public:
  using products_type = RankedProducts<Scalar>;

  /// \brief Writes the columns, ascending, and the sums of their products, in the order in which they were added.
  /// Shapes  columns, out [products.size()] (out)
  /// \return number of columns
  template <class Column, class ColumnOut>
  count_type take(const products_type& products, Column first, ColumnOut* columns, Scalar* out) {
    std::uint64_t ranks = 0;
    products.for_each([&](std::int32_t rank, std::int32_t key, const Scalar& term) {
      ranks |= std::uint64_t(1) << rank;
      const auto place = static_cast<std::size_t>(rank);
      m_columns[place] = key;
      m_sums[place] = static_cast<Scalar>(m_sums[place] + term);
    });
    count_type size = 0;
    for (; ranks != 0; ranks &= ranks - 1, ++size) {
      const auto rank = static_cast<std::size_t>(lowest_bit(ranks));
      columns[size] = static_cast<ColumnOut>(static_cast<Column>(m_columns[rank]) + first);
      out[size] = m_sums[rank];
      m_sums[rank] = Scalar(0);
    }
    return size;
  }

  /// \brief Number of distinct columns.
  static count_type count(const products_type& products) {
    std::uint64_t ranks = 0;
    products.for_each([&](std::int32_t rank, std::int32_t, const Scalar&) { ranks |= std::uint64_t(1) << rank; });
    return std::popcount(ranks);
  }

 private:
  std::array<std::int32_t, static_cast<std::size_t>(ranked_products_max)> m_columns;
  std::array<Scalar, static_cast<std::size_t>(ranked_products_max)> m_sums{};
};

}  // namespace Ocean::Impl

#endif
