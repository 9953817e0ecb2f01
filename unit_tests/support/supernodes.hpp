#ifndef OCEAN_TEST_SUPPORT_SUPERNODES_HPP
#define OCEAN_TEST_SUPPORT_SUPERNODES_HPP
/// \file
/// \brief Supernodes on the host, from their definition: rows that continue, and rows of B that are added together.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "builders.hpp"
#include "ocean/core/supernodes.hpp"
#include "ocean/results/host_analysis.hpp"

namespace Ocean::Testing {

/// \brief Whether the rows of a matrix have the columns of the row before, from its entries.
template <class Matrix>
std::vector<count_type> continues_of(const Matrix& matrix) {
  std::vector<count_type> continues, before;
  for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.num_rows); ++row) {
    const std::vector<count_type> columns(matrix.entries.begin() + matrix.row_map[row],
                                          matrix.entries.begin() + matrix.row_map[row + 1]);
    continues.push_back(!columns.empty() && columns == before ? 1 : 0);
    before = columns;
  }
  return continues;
}

/// \brief What the columns of every row have to do with those of the row before, from the entries. Pre: rows ascend
template <class Matrix>
std::vector<Impl::RowRelation> relations_of(const Matrix& matrix) {
  std::vector<Impl::RowRelation> relations;
  std::vector<count_type> before, next;  // the columns of the row before, and these plus one
  for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.num_rows); ++row) {
    const std::vector<count_type> columns(matrix.entries.begin() + matrix.row_map[row],
                                          matrix.entries.begin() + matrix.row_map[row + 1]);
    relations.push_back(columns.empty()     ? Impl::RowRelation::none
                        : columns == before ? Impl::RowRelation::same_columns
                        : columns == next   ? Impl::RowRelation::next_columns
                                            : Impl::RowRelation::none);
    before = next = columns;
    for (count_type& column : next) ++column;
  }
  return relations;
}

/// \brief First row of the part that every row is dealt to, parts of \p rows_max rows at the most.
inline std::vector<count_type> first_rows_of(const std::vector<count_type>& continues, int rows_max) {
  std::vector<count_type> first_row;
  const auto num_rows = static_cast<count_type>(continues.size());
  for (count_type begin = 0, end = 0; begin < num_rows; begin = end) {
    end = begin + 1;
    while (end < num_rows && end % Impl::supernode_window != 0 && continues[static_cast<std::size_t>(end)] == 1) ++end;
    const count_type num_parts = (end - begin + rows_max - 1) / rows_max;
    const count_type part = (end - begin + num_parts - 1) / num_parts;
    for (count_type row = begin; row < end; ++row) first_row.push_back(row - (row - begin) % part);
  }
  return first_row;
}

/// \brief Of every row: those of its part if it is the first of them, otherwise 0.
inline std::vector<std::uint8_t> rows_at_once_of(const std::vector<count_type>& continues,
                                                 int rows_max = Impl::supernode_rows_max) {
  std::vector<std::uint8_t> rows_at_once(continues.size(), 0);
  for (const count_type first : first_rows_of(continues, rows_max)) ++rows_at_once[static_cast<std::size_t>(first)];
  return rows_at_once;
}

/// \brief By entry of \p a: rows of \p b that are added together with its own, 0 behind the first of them. They follow
/// each other in a row of A and in a part of a supernode of B.
template <class Matrix>
std::vector<std::uint8_t> joined_b_rows_of(const Matrix& a, const Matrix& b) {
  const auto first_row = first_rows_of(continues_of(b), Impl::joined_b_rows_max);
  std::vector<std::uint8_t> joined(a.entries.size(), 0);
  const auto inner = [&](std::size_t entry) { return static_cast<std::size_t>(a.entries[entry]); };
  for (std::size_t row = 0; row < static_cast<std::size_t>(a.num_rows); ++row) {
    const auto begin = static_cast<std::size_t>(a.row_map[row]), end = static_cast<std::size_t>(a.row_map[row + 1]);
    std::size_t first = begin;
    for (std::size_t entry = begin; entry < end; ++entry) {
      const bool goes_on = entry > begin && inner(entry) == inner(entry - 1) + 1 &&
                           first_row[inner(entry)] == first_row[inner(entry - 1)];
      if (!goes_on) first = entry;
      ++joined[first];
    }
  }
  return joined;
}

}  // namespace Ocean::Testing

#endif
