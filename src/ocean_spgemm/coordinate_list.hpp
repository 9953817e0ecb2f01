#ifndef OCEAN_PROGRAM_COORDINATE_LIST_HPP
#define OCEAN_PROGRAM_COORDINATE_LIST_HPP
/// \file
/// \brief Entries in any order, and the sorted CSR matrix made from them.

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "host_csr.hpp"

namespace Ocean::Program {

/// \brief Entries as a file lists them. Shapes  rows, cols and values of the same length
template <class Scalar>
struct CoordinateList {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::vector<ordinal_type> rows;
  std::vector<ordinal_type> cols;
  std::vector<Scalar> values;

  void reserve(std::size_t count) {
    rows.reserve(count);
    cols.reserve(count);
    values.reserve(count);
  }
  void push_back(std::int64_t row, std::int64_t col, const Scalar& value) {
    rows.push_back(static_cast<ordinal_type>(row));
    cols.push_back(static_cast<ordinal_type>(col));
    values.push_back(value);
  }
};

/// \brief Sorts the entries of one row by column; equal columns keep their order, so that sums are reproducible.
template <class Scalar>
void sort_row(ordinal_type* entries, Scalar* values, std::size_t count,
              std::vector<std::pair<ordinal_type, Scalar>>& work) {
  if (std::is_sorted(entries, entries + count)) return;
  work.resize(count);
  for (std::size_t k = 0; k < count; ++k) work[k] = {entries[k], values[k]};
  std::stable_sort(work.begin(), work.end(),
                   [](const auto& left, const auto& right) { return left.first < right.first; });
  for (std::size_t k = 0; k < count; ++k) {
    entries[k] = work[k].first;
    values[k] = work[k].second;
  }
}

/// \brief Sorts every row and sums entries of the same column, in place.
template <class Scalar>
void sort_and_merge_rows(HostCsr<Scalar>& matrix) {
  std::vector<std::pair<ordinal_type, Scalar>> work;
  offset_type kept = 0;
  offset_type begin = 0;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const offset_type end = matrix.row_map[row + 1];
    sort_row(matrix.entries.data() + begin, matrix.values.data() + begin, end - begin, work);
    const offset_type row_kept = kept;
    for (offset_type entry = begin; entry < end; ++entry) {
      if (kept > row_kept && matrix.entries[kept - 1] == matrix.entries[entry]) {
        matrix.values[kept - 1] += matrix.values[entry];
      } else {
        matrix.entries[kept] = matrix.entries[entry];
        matrix.values[kept++] = matrix.values[entry];
      }
    }
    begin = end;
    matrix.row_map[row + 1] = kept;
  }
  matrix.entries.resize(kept);
  matrix.values.resize(kept);
}

/// \brief Sorted CSR without duplicates: entries at the same place are summed in the order of the list.
/// Pre   every row and column lies inside the matrix
template <class Scalar>
HostCsr<Scalar> to_csr(CoordinateList<Scalar>&& list) {
  HostCsr<Scalar> matrix;
  matrix.num_rows = list.num_rows;
  matrix.num_cols = list.num_cols;
  matrix.row_map.assign(static_cast<std::size_t>(list.num_rows) + 1, 0);
  for (const ordinal_type row : list.rows) ++matrix.row_map[static_cast<std::size_t>(row) + 1];
  std::partial_sum(matrix.row_map.begin(), matrix.row_map.end(), matrix.row_map.begin());
  matrix.entries.resize(list.cols.size());
  matrix.values.resize(list.values.size());
  std::vector<offset_type> next(matrix.row_map.begin(), matrix.row_map.end() - 1);
  for (std::size_t k = 0; k < list.rows.size(); ++k) {
    const offset_type place = next[list.rows[k]]++;
    matrix.entries[place] = list.cols[k];
    matrix.values[place] = list.values[k];
  }
  list = CoordinateList<Scalar>();
  sort_and_merge_rows(matrix);
  return matrix;
}

}  // namespace Ocean::Program

#endif
