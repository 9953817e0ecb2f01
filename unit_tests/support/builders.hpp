#ifndef OCEAN_TEST_SUPPORT_BUILDERS_HPP
#define OCEAN_TEST_SUPPORT_BUILDERS_HPP
/// \file
/// \brief Test matrices on the host: random ones from a description and a seed, banded, blocks, identity, literals.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <vector>

#include "ocean/reference/gustavson.hpp"
#include "random_numbers.hpp"

namespace Ocean::Testing {

using Impl::count_type;
using Impl::HostCsr;

/// \brief How long the rows of a random matrix are.
enum class RowLengthLaw {
  constant,   ///< all mean_row_nnz
  uniform,    ///< 0 ... 2 mean_row_nnz
  power_law,  ///< many short rows and few long ones: Pareto of exponent 2
};

/// \brief Description of a random matrix.
struct RandomMatrix {
  count_type num_rows = 0;
  count_type num_cols = 0;
  double mean_row_nnz = 4.0;
  std::uint64_t seed = 1;
  RowLengthLaw row_lengths = RowLengthLaw::uniform;
  ValueLaw values = ValueLaw::small_integers;
  double empty_row_ratio = 0.0;  ///< share of the rows that are emptied
  double duplicate_ratio = 0.0;  ///< share of the entries that come twice in their row
  bool unsorted = false;         ///< the entries of a row come in random order
  count_type full_row = -1;      ///< this row holds every column
  count_type full_column = -1;   ///< every row holds this column
};

/// \brief Number of distinct columns of a row.
inline count_type draw_row_nnz(RandomNumbers& random, const RandomMatrix& matrix, count_type row) {
  if (row == matrix.full_row) return matrix.num_cols;
  const double share = random.unit();
  if (random.unit() < matrix.empty_row_ratio) return 0;
  double length = matrix.mean_row_nnz;
  if (matrix.row_lengths == RowLengthLaw::uniform) length = std::floor(share * (2.0 * matrix.mean_row_nnz + 1.0));
  if (matrix.row_lengths == RowLengthLaw::power_law) length = 0.5 * matrix.mean_row_nnz / std::sqrt(1.0 - share);
  return std::min(matrix.num_cols, static_cast<count_type>(length));
}

/// \brief \p length distinct numbers below \p num_cols, ascending (Floyd's sampling).
inline std::vector<count_type> draw_columns(RandomNumbers& random, count_type num_cols, count_type length) {
  std::set<count_type> columns;
  for (count_type last = num_cols - length; last < num_cols; ++last)
    if (!columns.insert(random.below(last + 1)).second) columns.insert(last);
  return {columns.begin(), columns.end()};
}

/// \brief The matrix that \p matrix describes.
template <class Offset, class Ordinal, class Scalar>
HostCsr<Offset, Ordinal, Scalar> make_random(const RandomMatrix& matrix) {
  RandomNumbers random(matrix.seed);
  HostCsr<Offset, Ordinal, Scalar> result{matrix.num_rows, matrix.num_cols, {Offset(0)}, {}, {}};
  for (count_type row = 0; row < matrix.num_rows; ++row) {
    auto columns = draw_columns(random, matrix.num_cols, draw_row_nnz(random, matrix, row));
    if (matrix.full_column >= 0 && !std::binary_search(columns.begin(), columns.end(), matrix.full_column))
      columns.insert(std::lower_bound(columns.begin(), columns.end(), matrix.full_column), matrix.full_column);
    const std::size_t num_distinct = columns.size();
    for (std::size_t entry = 0; entry < num_distinct; ++entry)
      if (random.unit() < matrix.duplicate_ratio) columns.push_back(columns[entry]);
    if (matrix.unsorted) random.shuffle(columns);
    for (const count_type column : columns) {
      result.entries.push_back(static_cast<Ordinal>(column));
      result.values.push_back(RandomValue<Scalar>::draw(random, matrix.values));
    }
    result.row_map.push_back(static_cast<Offset>(result.entries.size()));
  }
  return result;
}

/// \brief A square matrix with rows of many kinds: empty ones, a full one, the others of very different lengths.
inline HostCsr<int, int, double> make_rows_of_many_kinds() {
  return make_random<int, int, double>({.num_rows = 300,
                                        .num_cols = 300,
                                        .mean_row_nnz = 9,
                                        .seed = 5,
                                        .row_lengths = RowLengthLaw::power_law,
                                        .empty_row_ratio = 0.1,
                                        .full_row = 7});
}

/// \brief Supernodes: row i of \p matrix num_copies(i) times, with other values.
template <class Matrix, class NumCopies>
Matrix repeat_rows(const Matrix& matrix, const NumCopies& num_copies, std::uint64_t seed = 1) {
  using scalar_type = typename decltype(matrix.values)::value_type;
  RandomNumbers random(seed);
  Matrix result{0, matrix.num_cols, {0}, {}, {}};
  for (count_type row = 0; row < matrix.num_rows; ++row) {
    const auto first = matrix.entries.begin() + matrix.row_map[row],
               last = matrix.entries.begin() + matrix.row_map[row + 1];
    for (int copy = 0; copy < num_copies(row); ++copy) {
      result.entries.insert(result.entries.end(), first, last);
      for (auto entry = first; entry != last; ++entry)
        result.values.push_back(RandomValue<scalar_type>::draw(random, ValueLaw::small_integers));
      result.row_map.push_back(static_cast<typename decltype(matrix.row_map)::value_type>(result.entries.size()));
      ++result.num_rows;
    }
  }
  return result;
}

/// \brief Several unknowns of a node: every entry of \p nodes is a full block of \p block_rows x \p block_cols.
template <class Matrix>
Matrix expand_blocks(const Matrix& nodes, int block_rows, int block_cols, ValueLaw law = ValueLaw::small_integers,
                     std::uint64_t seed = 1) {
  using scalar_type = typename decltype(nodes.values)::value_type;
  RandomNumbers random(seed);
  Matrix result{nodes.num_rows * block_rows, nodes.num_cols * block_cols, {0}, {}, {}};
  for (count_type row = 0; row < result.num_rows; ++row) {
    const count_type node = row / block_rows;
    for (auto entry = nodes.row_map[node]; entry < nodes.row_map[node + 1]; ++entry)
      for (int column = 0; column < block_cols; ++column) {
        result.entries.push_back(nodes.entries[entry] * block_cols + column);
        result.values.push_back(RandomValue<scalar_type>::draw(random, law));
      }
    result.row_map.push_back(static_cast<typename decltype(nodes.row_map)::value_type>(result.entries.size()));
  }
  return result;
}

/// \brief Columns row - \p below ... row + \p above of every row.
template <class Offset, class Ordinal, class Scalar>
HostCsr<Offset, Ordinal, Scalar> make_banded(count_type num_rows, count_type num_cols, count_type below,
                                             count_type above, std::uint64_t seed = 1) {
  RandomNumbers random(seed);
  HostCsr<Offset, Ordinal, Scalar> result{num_rows, num_cols, {Offset(0)}, {}, {}};
  for (count_type row = 0; row < num_rows; ++row) {
    for (count_type column = std::max<count_type>(0, row - below); column <= std::min(num_cols - 1, row + above);
         ++column) {
      result.entries.push_back(static_cast<Ordinal>(column));
      result.values.push_back(RandomValue<Scalar>::draw(random, ValueLaw::small_integers));
    }
    result.row_map.push_back(static_cast<Offset>(result.entries.size()));
  }
  return result;
}

/// \brief Square matrix of full diagonal blocks: the product of two has a compression ratio of block_size.
template <class Offset, class Ordinal, class Scalar>
HostCsr<Offset, Ordinal, Scalar> make_block_diagonal(count_type num_blocks, count_type block_size,
                                                     std::uint64_t seed = 1) {
  RandomNumbers random(seed);
  HostCsr<Offset, Ordinal, Scalar> result{num_blocks * block_size, num_blocks * block_size, {Offset(0)}, {}, {}};
  for (count_type row = 0; row < result.num_rows; ++row) {
    const count_type block_begin = row / block_size * block_size;
    for (count_type column = block_begin; column < block_begin + block_size; ++column) {
      result.entries.push_back(static_cast<Ordinal>(column));
      result.values.push_back(RandomValue<Scalar>::draw(random, ValueLaw::small_integers));
    }
    result.row_map.push_back(static_cast<Offset>(result.entries.size()));
  }
  return result;
}

/// \brief The identity of \p size rows.
template <class Offset, class Ordinal, class Scalar>
HostCsr<Offset, Ordinal, Scalar> make_identity(count_type size) {
  HostCsr<Offset, Ordinal, Scalar> result{size, size, {Offset(0)}, {}, {}};
  for (count_type row = 0; row < size; ++row) {
    result.entries.push_back(static_cast<Ordinal>(row));
    result.values.push_back(Scalar(1));
    result.row_map.push_back(static_cast<Offset>(row + 1));
  }
  return result;
}

/// \brief A matrix without entries.
template <class Offset, class Ordinal, class Scalar>
HostCsr<Offset, Ordinal, Scalar> make_empty(count_type num_rows, count_type num_cols) {
  return {num_rows, num_cols, std::vector<Offset>(static_cast<std::size_t>(num_rows) + 1, Offset(0)), {}, {}};
}

/// \brief The transpose, not conjugated, the entries of a row in the order of the rows they came from.
template <class Matrix>
Matrix transpose_on_host(const Matrix& matrix) {
  Matrix result{matrix.num_cols, matrix.num_rows, {0}, {}, {}};
  std::vector<std::vector<std::size_t>> columns(static_cast<std::size_t>(matrix.num_cols));
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.num_rows); ++row)
    for (auto entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      columns[static_cast<std::size_t>(matrix.entries[entry])].push_back(static_cast<std::size_t>(entry));
      rows.push_back(row);
    }
  for (const auto& column : columns) {
    for (const std::size_t entry : column) {
      result.entries.push_back(static_cast<typename Matrix::ordinal_type>(rows[entry]));
      result.values.push_back(matrix.values[entry]);
    }
    result.row_map.push_back(static_cast<typename Matrix::offset_type>(result.entries.size()));
  }
  return result;
}

/// \brief The same matrix in other types.
template <class Offset, class Ordinal, class Scalar, class From>
HostCsr<Offset, Ordinal, Scalar> convert(const From& from) {
  HostCsr<Offset, Ordinal, Scalar> result{from.num_rows, from.num_cols, {}, {}, {}};
  for (const auto offset : from.row_map) result.row_map.push_back(static_cast<Offset>(offset));
  for (const auto column : from.entries) result.entries.push_back(static_cast<Ordinal>(column));
  for (const auto& value : from.values) result.values.push_back(static_cast<Scalar>(value));
  return result;
}

}  // namespace Ocean::Testing

#endif
