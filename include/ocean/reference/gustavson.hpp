#ifndef OCEAN_REFERENCE_GUSTAVSON_HPP
#define OCEAN_REFERENCE_GUSTAVSON_HPP
/// \file
/// \brief Serial Gustavson product on the host: defines what C means, and is the oracle of every test.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "../../Ocean_Error.hpp"
#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief A CSR matrix in host memory.
/// Shapes  row_map [num_rows + 1], entries and values [row_map(num_rows)]
template <class Offset, class Ordinal, class Scalar>
struct HostCsr {
  using offset_type = Offset;
  using ordinal_type = Ordinal;
  using scalar_type = Scalar;

  count_type num_rows = 0;
  count_type num_cols = 0;
  std::vector<Offset> row_map;
  std::vector<Ordinal> entries;
  std::vector<Scalar> values;
};

/// \brief C and, for every entry, the sum of the magnitudes of its products: what rounding errors are relative to.
/// Shapes  magnitude [nnz(C)] = (|A| |B|)_ij
template <class Offset, class Ordinal, class Scalar>
struct ReferenceProduct : HostCsr<Offset, Ordinal, Scalar> {
  std::vector<double> magnitude;
};

/// \brief Absolute value of a real, integer or complex scalar.
template <class Scalar>
double magnitude_of(const Scalar& value) {
  if constexpr (std::is_arithmetic_v<Scalar>) {
    return std::abs(static_cast<double>(value));
  } else {
    using Kokkos::abs;
    return static_cast<double>(abs(value));
  }
}

/// \brief One row of C: a dense window over all columns, of which only the touched ones are ever read.
template <class Ordinal, class Scalar>
class ReferenceRow {
 public:
  explicit ReferenceRow(count_type num_cols)
      : m_last_row(num_cols, -1), m_values(num_cols), m_magnitude(num_cols, 0.0) {}

  void begin(count_type row) {
    m_row = row;
    m_columns.clear();
  }
  void add(std::size_t column, const Scalar& product) {
    if (m_last_row[column] != m_row) {
      m_last_row[column] = m_row;
      m_values[column] = Scalar(0);
      m_magnitude[column] = 0.0;
      m_columns.push_back(static_cast<Ordinal>(column));
    }
    m_values[column] += product;
    m_magnitude[column] += magnitude_of(product);
  }
  template <class Product>
  void append_to(Product& c) {
    std::sort(m_columns.begin(), m_columns.end());
    for (const Ordinal column : m_columns) {
      c.entries.push_back(column);
      c.values.push_back(m_values[static_cast<std::size_t>(column)]);
      c.magnitude.push_back(m_magnitude[static_cast<std::size_t>(column)]);
    }
  }

 private:
  count_type m_row = -1;
  std::vector<count_type> m_last_row;
  std::vector<Scalar> m_values;
  std::vector<double> m_magnitude;
  std::vector<Ordinal> m_columns;
};

/// \brief C = A B: columns of a row ascending and merged, structural zeros kept.
///
/// The products of an entry of C are added in C's scalar type, in the order of A's entries, then of B's.
/// \p a and \p b are HostCsr, CsrOperand on the host, or anything else with num_rows, num_cols, row_map, entries and
/// values that operator[] reads; rows may be unsorted and hold duplicates.
/// Pre     check_shapes() and check_operand() would accept the operands
/// Cost    products * log(row length) steps; O(num_cols + nnz(C)) memory
/// \throws std::invalid_argument if nnz(C) is beyond \p Offset or a column is beyond \p Ordinal.
/// Source  [G78] Gustavson, Two fast algorithms for sparse matrices, ACM TOMS 4(3), 1978
template <class Offset, class Ordinal, class Scalar, class OperandA, class OperandB>
ReferenceProduct<Offset, Ordinal, Scalar> multiply_gustavson(const OperandA& a, const OperandB& b) {
  require(b.num_cols <= 0 ||
              static_cast<std::size_t>(b.num_cols - 1) <= static_cast<std::size_t>(std::numeric_limits<Ordinal>::max()),
          "reference", "C has ", b.num_cols, " columns (need column numbers of at most ",
          +std::numeric_limits<Ordinal>::max(), ")");
  ReferenceProduct<Offset, Ordinal, Scalar> c;
  c.num_rows = a.num_rows;
  c.num_cols = b.num_cols;
  c.row_map.reserve(static_cast<std::size_t>(a.num_rows) + 1);
  c.row_map.push_back(Offset(0));
  ReferenceRow<Ordinal, Scalar> row_of_c(b.num_cols);
  for (count_type row = 0; row < a.num_rows; ++row) {
    row_of_c.begin(row);
    for (auto entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a) {
      const auto inner = static_cast<std::size_t>(a.entries[entry_a]);
      for (auto entry_b = b.row_map[inner]; entry_b < b.row_map[inner + 1]; ++entry_b)
        row_of_c.add(static_cast<std::size_t>(b.entries[entry_b]),
                     multiply<Scalar>(a.values[entry_a], b.values[entry_b]));
    }
    row_of_c.append_to(c);
    require(c.entries.size() <= static_cast<std::size_t>(std::numeric_limits<Offset>::max()), "reference", "C has ",
            c.entries.size(), " entries after row ", row, " (need at most ", +std::numeric_limits<Offset>::max(), ")");
    c.row_map.push_back(static_cast<Offset>(c.entries.size()));
  }
  return c;
}

}  // namespace Ocean::Impl

#endif
