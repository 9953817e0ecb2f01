#ifndef OCEAN_PERF_MATRICES_PATTERN_HPP
#define OCEAN_PERF_MATRICES_PATTERN_HPP
/// \file
/// \brief Patterns of sparse matrices, made row by row or from lists of entries.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace Ocean::Matrices {

using index_type = std::int64_t;
using column_type = std::int32_t;
using Columns = std::vector<column_type>;

/// \brief Rows of ascending columns without duplicates.
struct Pattern {
  index_type num_rows = 0, num_cols = 0;
  std::vector<index_type> row_map{0};
  Columns entries;
  std::vector<double> values;  ///< empty: the values of value_at()

  index_type nnz() const { return static_cast<index_type>(entries.size()); }
  index_type begin(index_type row) const { return row_map[static_cast<std::size_t>(row)]; }
  index_type end(index_type row) const { return row_map[static_cast<std::size_t>(row) + 1]; }

  /// \brief Appends a row of \p columns, which are sorted and lose their duplicates.
  void append_row(Columns& columns) {
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    entries.insert(entries.end(), columns.begin(), columns.end());
    row_map.push_back(nnz());
  }
};

/// \brief A pattern whose row i has the columns that \p add_columns(i, columns) appends.
template <class AddColumns>
Pattern make_rows(index_type num_rows, index_type num_cols, const AddColumns& add_columns) {
  Pattern pattern{num_rows, num_cols, {0}, {}, {}};
  pattern.row_map.reserve(static_cast<std::size_t>(num_rows) + 1);
  Columns columns;
  for (index_type row = 0; row < num_rows; ++row) {
    columns.clear();
    add_columns(row, columns);
    pattern.append_row(columns);
  }
  return pattern;
}

/// \brief Entries in any order, with duplicates.
class EntryList {
 public:
  EntryList(index_type num_rows, index_type num_cols) : m_num_rows(num_rows), m_num_cols(num_cols) {}
  void add(index_type row, index_type column) {
    m_rows.push_back(static_cast<column_type>(row));
    m_columns.push_back(static_cast<column_type>(column));
  }
  /// \brief The entry and its mirror image.
  void add_both(index_type row, index_type column) {
    add(row, column);
    if (row != column) add(column, row);
  }
  Pattern pattern() const {
    std::vector<index_type> begin(static_cast<std::size_t>(m_num_rows) + 1, 0);
    for (const column_type row : m_rows) ++begin[static_cast<std::size_t>(row) + 1];
    for (std::size_t row = 1; row < begin.size(); ++row) begin[row] += begin[row - 1];
    Columns sorted(m_columns.size());
    std::vector<index_type> next(begin.begin(), begin.end() - 1);
    for (std::size_t k = 0; k < m_rows.size(); ++k)
      sorted[static_cast<std::size_t>(next[static_cast<std::size_t>(m_rows[k])]++)] = m_columns[k];
    return make_rows(m_num_rows, m_num_cols, [&](index_type row, Columns& columns) {
      columns.assign(sorted.begin() + begin[static_cast<std::size_t>(row)],
                     sorted.begin() + begin[static_cast<std::size_t>(row) + 1]);
    });
  }

 private:
  index_type m_num_rows, m_num_cols;
  Columns m_rows, m_columns;
};

inline Pattern transpose(const Pattern& a) {
  Pattern t{a.num_cols, a.num_rows, std::vector<index_type>(static_cast<std::size_t>(a.num_cols) + 1, 0), {}, {}};
  t.entries.resize(a.entries.size());
  t.values.resize(a.values.size());
  for (const column_type column : a.entries) ++t.row_map[static_cast<std::size_t>(column) + 1];
  for (std::size_t row = 1; row < t.row_map.size(); ++row) t.row_map[row] += t.row_map[row - 1];
  std::vector<index_type> next(t.row_map.begin(), t.row_map.end() - 1);
  for (index_type row = 0; row < a.num_rows; ++row)
    for (index_type k = a.begin(row); k < a.end(row); ++k) {
      const index_type place = next[static_cast<std::size_t>(a.entries[k])]++;
      t.entries[place] = static_cast<column_type>(row);
      if (!a.values.empty()) t.values[place] = a.values[k];
    }
  return t;
}

/// \brief Every node of \p graph becomes as many unknowns as \p unknowns has for it, all coupled with its neighbours'.
inline Pattern expand(const Pattern& graph, const Columns& unknowns) {
  std::vector<index_type> first(static_cast<std::size_t>(graph.num_rows) + 1, 0);
  Columns node_of;
  for (index_type node = 0; node < graph.num_rows; ++node) {
    first[node + 1] = first[node] + unknowns[node];
    node_of.insert(node_of.end(), static_cast<std::size_t>(unknowns[node]), static_cast<column_type>(node));
  }
  return make_rows(first.back(), first.back(), [&](index_type row, Columns& columns) {
    const index_type node = node_of[row];
    for (index_type k = graph.begin(node); k < graph.end(node); ++k)
      for (index_type other = first[graph.entries[k]]; other < first[graph.entries[k] + 1]; ++other)
        columns.push_back(static_cast<column_type>(other));
  });
}
inline Pattern expand(const Pattern& graph, int unknowns) {
  return expand(graph, Columns(static_cast<std::size_t>(graph.num_rows), unknowns));
}

/// \brief Couples all nodes of an element, \p arity of them one after the other in \p elements, and every node with
/// itself.
inline Pattern couple_elements(index_type num_nodes, const Columns& elements, int arity) {
  std::vector<index_type> first(static_cast<std::size_t>(num_nodes) + 1, 0);
  for (const column_type node : elements) ++first[static_cast<std::size_t>(node) + 1];
  for (std::size_t node = 1; node < first.size(); ++node) first[node] += first[node - 1];
  std::vector<index_type> element_of(elements.size()), next(first.begin(), first.end() - 1);
  for (std::size_t k = 0; k < elements.size(); ++k)
    element_of[next[elements[k]]++] = static_cast<index_type>(k) / arity;
  return make_rows(num_nodes, num_nodes, [&](index_type node, Columns& columns) {
    for (index_type k = first[node]; k < first[node + 1]; ++k)
      columns.insert(columns.end(), elements.begin() + element_of[k] * arity,
                     elements.begin() + (element_of[k] + 1) * arity);
  });
}

}  // namespace Ocean::Matrices

#endif
