#ifndef OCEAN_FUZZ_PRODUCTS_REFERENCE_PRODUCT_HPP
#define OCEAN_FUZZ_PRODUCTS_REFERENCE_PRODUCT_HPP
/// \file
/// \brief What C is, from the definition of a product on the host; shares no line with the library.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "draw_pattern.hpp"
#include "fuzz_case.hpp"

namespace Ocean::Fuzz {

/// \brief A matrix on the host.
template <class Scalar>
struct HostMatrix {
  HostPattern pattern;
  std::vector<Scalar> values;
};

/// \brief A product: sorted, every column once, with what tells how exact its values are.
template <class Scalar>
struct Reference {
  HostPattern pattern;
  std::vector<Scalar> values;           ///< summed in the order of A's entries, then of B's
  std::vector<double> magnitude;        ///< sum of the magnitudes of the products
  std::vector<std::int64_t> num_terms;  ///< products of the entry
};

template <class T>
struct RealPart {
  using type = T;
  static constexpr bool is_complex = false;
};
template <class Real>
struct RealPart<Kokkos::complex<Real>> {
  using type = Real;
  static constexpr bool is_complex = true;
};

template <class Scalar>
double magnitude_of(const Scalar& value) {
  if constexpr (RealPart<Scalar>::is_complex)
    return std::abs(static_cast<double>(value.real())) + std::abs(static_cast<double>(value.imag()));
  else
    return std::abs(static_cast<double>(value));
}

template <class Scalar>
bool is_zero(const Scalar& value) {
  return value == Scalar(0);
}

/// \brief A value by the case's law.
template <class Scalar>
Scalar draw_value(Testing::RandomNumbers& random, ValueLaw law, double zero_ratio) {
  if (zero_ratio > 0.0 && chance(random, zero_ratio)) return Scalar(0);
  if constexpr (RealPart<Scalar>::is_complex) {
    using real_type = typename RealPart<Scalar>::type;
    const auto real = draw_value<real_type>(random, law, 0.0);
    return Scalar(real, draw_value<real_type>(random, law, 0.0));
  } else {
    if (law == ValueLaw::signs) return static_cast<Scalar>(2 * random.below(2) - 1);
    if (law == ValueLaw::small_integers || std::is_integral_v<Scalar>) return static_cast<Scalar>(random.below(7) - 3);
    return static_cast<Scalar>(2.0 * random.unit() - 1.0);
  }
}

template <class Scalar>
std::vector<Scalar> draw_values(Testing::RandomNumbers& random, std::size_t count, ValueLaw law, double zero_ratio) {
  std::vector<Scalar> values(count);
  for (Scalar& value : values) value = draw_value<Scalar>(random, law, zero_ratio);
  return values;
}

/// \brief Rows and columns swapped; entries of a row in the order of the rows they come from.
template <class Scalar>
HostMatrix<Scalar> transpose(const HostMatrix<Scalar>& matrix) {
  const HostPattern& from = matrix.pattern;
  HostMatrix<Scalar> result;
  result.pattern.num_rows = from.num_cols;
  result.pattern.num_cols = from.num_rows;
  std::vector<std::int64_t>& row_map = result.pattern.row_map;
  row_map.assign(static_cast<std::size_t>(from.num_cols) + 1, 0);
  for (const std::int64_t column : from.columns) ++row_map[static_cast<std::size_t>(column) + 1];
  for (std::size_t row = 1; row < row_map.size(); ++row) row_map[row] += row_map[row - 1];
  std::vector<std::int64_t> next(row_map);
  result.pattern.columns.resize(from.columns.size());
  result.values.resize(from.columns.size());
  for (std::int64_t row = 0; row < from.num_rows; ++row)
    for (std::size_t entry = from.begin(row); entry < from.end(row); ++entry) {
      const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(from.columns[entry])]++);
      result.pattern.columns[place] = row;
      result.values[place] = matrix.values[entry];
    }
  return result;
}

/// \brief Adds up (column, value) row by row, in the order they come.
template <class Scalar>
class ReferenceRows {
 public:
  ReferenceRows(std::int64_t num_rows, std::int64_t num_cols) {
    m_result.pattern.num_rows = num_rows;
    m_result.pattern.num_cols = num_cols;
    if (num_cols <= tabled_columns_max) m_table.assign(static_cast<std::size_t>(num_cols), 0);
  }
  void add(std::int64_t column, const Scalar& value, double magnitude) {
    std::size_t& position = m_table.empty() ? m_map[column] : m_table[static_cast<std::size_t>(column)];
    if (position == 0) {
      m_row.push_back({column, value, magnitude, 1});
      position = m_row.size();
      return;
    }
    Sum& sum = m_row[position - 1];
    sum.value += value;
    sum.magnitude += magnitude;
    ++sum.num_terms;
  }
  void close_row() {
    m_map.clear();
    if (!m_table.empty())
      for (const Sum& sum : m_row) m_table[static_cast<std::size_t>(sum.column)] = 0;
    std::sort(m_row.begin(), m_row.end(),
              [](const Sum& first, const Sum& second) { return first.column < second.column; });
    for (const Sum& sum : m_row) {
      m_result.pattern.columns.push_back(sum.column);
      m_result.values.push_back(sum.value);
      m_result.magnitude.push_back(sum.magnitude);
      m_result.num_terms.push_back(sum.num_terms);
    }
    m_result.pattern.close_row();
    m_row.clear();
  }
  Reference<Scalar> take() { return std::move(m_result); }

 private:
  struct Sum {
    std::int64_t column;
    Scalar value;
    double magnitude;
    std::int64_t num_terms;
  };
  /// Columns that a table has a place each for; a map beyond.
  static constexpr std::int64_t tabled_columns_max = 1 << 16;

  Reference<Scalar> m_result;
  std::vector<Sum> m_row;
  std::vector<std::size_t> m_table;           // by column: position in the row and one more, 0 without
  std::map<std::int64_t, std::size_t> m_map;  // the same for more columns
};

/// \brief Puts the products of one row of A into \p rows, times \p factor.
template <class Scalar>
void add_row_products(const HostMatrix<Scalar>& a, const HostMatrix<Scalar>& b, std::int64_t row, const Scalar& factor,
                      ReferenceRows<Scalar>& rows) {
  for (std::size_t entry_a = a.pattern.begin(row); entry_a < a.pattern.end(row); ++entry_a) {
    const std::int64_t inner = a.pattern.columns[entry_a];
    const Scalar value_a = factor * a.values[entry_a];
    for (std::size_t entry_b = b.pattern.begin(inner); entry_b < b.pattern.end(inner); ++entry_b)
      rows.add(b.pattern.columns[entry_b], value_a * b.values[entry_b],
               magnitude_of(value_a) * magnitude_of(b.values[entry_b]));
  }
}

/// \brief A B.
template <class Scalar>
Reference<Scalar> multiply(const HostMatrix<Scalar>& a, const HostMatrix<Scalar>& b) {
  ReferenceRows<Scalar> rows(a.pattern.num_rows, b.pattern.num_cols);
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    add_row_products(a, b, row, Scalar(1), rows);
    rows.close_row();
  }
  return rows.take();
}

/// \brief alpha A B + beta D.
template <class Scalar>
Reference<Scalar> multiply_add(const Scalar& alpha, const HostMatrix<Scalar>& a, const HostMatrix<Scalar>& b,
                               const Scalar& beta, const HostMatrix<Scalar>& d) {
  ReferenceRows<Scalar> rows(a.pattern.num_rows, b.pattern.num_cols);
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    add_row_products(a, b, row, alpha, rows);
    for (std::size_t entry = d.pattern.begin(row); entry < d.pattern.end(row); ++entry)
      rows.add(d.pattern.columns[entry], beta * d.values[entry], magnitude_of(beta * d.values[entry]));
    rows.close_row();
  }
  return rows.take();
}

/// \brief A reference as an operand; its magnitudes are lost.
template <class Scalar>
HostMatrix<Scalar> to_matrix(const Reference<Scalar>& reference) {
  return {reference.pattern, reference.values};
}

/// \brief Without the entries that are zero.
template <class Scalar>
Reference<Scalar> without_zeros(const Reference<Scalar>& reference) {
  Reference<Scalar> kept;
  kept.pattern.num_rows = reference.pattern.num_rows;
  kept.pattern.num_cols = reference.pattern.num_cols;
  for (std::int64_t row = 0; row < kept.pattern.num_rows; ++row) {
    for (std::size_t entry = reference.pattern.begin(row); entry < reference.pattern.end(row); ++entry) {
      if (is_zero(reference.values[entry])) continue;
      kept.pattern.columns.push_back(reference.pattern.columns[entry]);
      kept.values.push_back(reference.values[entry]);
      kept.magnitude.push_back(reference.magnitude[entry]);
      kept.num_terms.push_back(reference.num_terms[entry]);
    }
    kept.pattern.close_row();
  }
  return kept;
}

/// \brief Every element of blocks of [rows x cols] as an entry of its own; \p values block by block, row by row.
template <class Scalar>
HostMatrix<Scalar> expand_blocks(const HostPattern& blocks, const std::vector<Scalar>& values, std::int64_t rows,
                                 std::int64_t cols) {
  HostMatrix<Scalar> result;
  result.pattern.num_rows = blocks.num_rows * rows;
  result.pattern.num_cols = blocks.num_cols * cols;
  for (std::int64_t block_row = 0; block_row < blocks.num_rows; ++block_row)
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::size_t entry = blocks.begin(block_row); entry < blocks.end(block_row); ++entry)
        for (std::int64_t col = 0; col < cols; ++col) {
          result.pattern.columns.push_back(blocks.columns[entry] * cols + col);
          result.values.push_back(
              values[entry * static_cast<std::size_t>(rows * cols) + static_cast<std::size_t>(row * cols + col)]);
        }
      result.pattern.close_row();
    }
  return result;
}

}  // namespace Ocean::Fuzz

#endif
