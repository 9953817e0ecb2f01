#ifndef OCEAN_KERNELS_REUSE_SEARCHED_ROWS_HOST_HPP
#define OCEAN_KERNELS_REUSE_SEARCHED_ROWS_HOST_HPP
/// \file
/// \brief CPU path: rows of a given graph of C with few columns, searched together where rows of A or B repeat.

#include <algorithm>
#include <limits>
#include <type_traits>

#include "row_search_host.hpp"

namespace Ocean::Impl {

/// Maximum number of consecutive rows of A with the same columns that are computed together: one node of six unknowns
/// or two of three; measured: perf_tests/results/xeon_2cores_2026-11-25_constants.csv
inline constexpr int searched_rows_max = 6;
/// Maximum number of entries of these rows in C: tables on the stack; measured:
/// perf_tests/results/xeon_2cores_2026-11-25_constants.csv
inline constexpr int searched_entries_max = 128;

/// \brief Computes rows of C from what rows of B have in a few columns, without looking at the rest of these rows.
///
/// Rows of A with the same columns use the same rows of B: the columns of all their rows of C are searched together,
/// and rows of B that follow each other with the same columns are searched once.
/// Shapes  values [nnz(C)] (out)
/// Launch  one thread per call; sums are taken in the order of A's entries
template <class ProblemType, class Graph, class Scalar>
class SearchedRowsHost {
 public:
  using search_type = RowSearchHost<typename ProblemType::operand_b_type>;

  SearchedRowsHost(const ProblemType& problem, const Graph& graph, const search_type& search, Scalar* values)
      : m_problem(problem), m_graph(graph), m_search(search), m_values(values) {}

  /// \brief Whether \p row has the columns of the row before or behind it in A: other rows are better left without a
  /// look at B, which would wait for its memory. Short rows of B are no reason to look at A.
  bool is_in_node(count_type row, count_type row_end) const {
    if (!m_search.joins()) return false;
    return (row + 1 < row_end && has_columns_of_a(row, row + 1)) || (row > 0 && has_columns_of_a(row - 1, row));
  }

  /// \brief Computes \p row, and those behind it before \p row_end that go with it, if that takes less time than adding
  /// up rows of B.
  /// \return the first row that is left: \p row itself if nothing has been computed
  /// Pre     is_in_node(row, row_end)
  count_type fill(count_type row, count_type row_end) const {
    if (!m_search.joins() || !may_pay(row)) return row;
    const count_type last = std::min(row_end, row + searched_rows_max);
    count_type end = row + 1, num_entries = size_c(row);
    while (end < last && num_entries + size_c(end) <= searched_entries_max && has_columns_of_a(row, end))
      num_entries += size_c(end++);
    // rows may have columns in common: up to twice the columns that pay are joined
    const count_type most = most_columns(row, end);
    Columns columns;
    if (num_entries > 2 * most || !merge_columns(row, end, most, columns)) return row;
    search(row, end, columns);
    return end;
  }

 private:
  using ordinal_type = std::remove_const_t<std::remove_pointer_t<decltype(Graph::entries)>>;

  /// The columns of some rows of C, each once and ascending, and the entries of C in each of them.
  struct Columns {
    int count, num_entries;
    ordinal_type column[searched_entries_max];
    int first_entry[searched_entries_max + 1];
    int row[searched_entries_max];  ///< counted from the first
    count_type entry[searched_entries_max];
  };

  count_type begin_a(count_type row) const { return static_cast<count_type>(m_problem.a.row_map.data()[row]); }
  count_type begin_b(count_type row) const { return static_cast<count_type>(m_problem.b.row_map.data()[row]); }
  count_type begin_c(count_type row) const { return static_cast<count_type>(m_graph.row_map[row]); }
  count_type size_c(count_type row) const { return begin_c(row + 1) - begin_c(row); }
  count_type length_b(count_type row) const { return begin_b(row + 1) - begin_b(row); }
  count_type inner_of(count_type entry) const { return static_cast<count_type>(m_problem.a.entries.data()[entry]); }
  count_type count_alike(count_type entry, count_type end) const {
    return m_search.count_alike(m_problem.a.entries.data(), entry, end);
  }
  bool has_columns_of_a(count_type before, count_type row) const {
    return repeats_columns(m_problem.a.entries.data(), begin_a(before), begin_a(before + 1), begin_a(row),
                           begin_a(row + 1));
  }

  /// Whether a row of C is short enough, by the first row of B that goes into it: rows of long masks end here.
  bool may_pay(count_type row) const {
    const count_type inner = inner_of(begin_a(row));
    return size_c(row) <= std::min<count_type>(length_b(inner), searched_entries_max) && m_search.ascends(inner);
  }

  /// As many columns are searched in the time in which rows of B are added, several beside each other.
  count_type most_columns(count_type row, count_type row_end) const {
    count_type searched = 0, added = 0;
    const count_type end = begin_a(row + 1);
    for (count_type entry = begin_a(row), next = entry; entry < end; entry = next) {
      next = entry + count_alike(entry, end);
      const count_type length = length_b(inner_of(entry));
      searched += host_tuning_default.joined_search.of(length);
      added += length * (next - entry);
    }
    return added * (1 + row_end - row) / (host_tuning_default.joined_rows_added * searched);
  }

  /// \brief Merges the columns of the rows [\p row, \p row_end) of C.
  /// \return whether these are at most \p most
  bool merge_columns(count_type row, count_type row_end, count_type most, Columns& columns) const {
    const int num_rows = static_cast<int>(row_end - row);
    count_type next[searched_rows_max];
    for (int lane = 0; lane < num_rows; ++lane) next[lane] = begin_c(row + lane);
    columns.count = columns.num_entries = 0;
    const auto least_column = [&](bool& has_any) {
      ordinal_type least = std::numeric_limits<ordinal_type>::max();
      for (int lane = 0; lane < num_rows; ++lane)
        if (next[lane] < begin_c(row + lane + 1)) {
          least = std::min(least, m_graph.entries[next[lane]]);
          has_any = true;
        }
      return least;
    };
    while (true) {
      bool has_any = false;
      const ordinal_type column = least_column(has_any);
      columns.first_entry[columns.count] = columns.num_entries;
      if (!has_any || columns.count == most) return !has_any;
      columns.column[columns.count++] = column;
      for (int lane = 0; lane < num_rows; ++lane)
        if (next[lane] < begin_c(row + lane + 1) && m_graph.entries[next[lane]] == column) {
          columns.row[columns.num_entries] = lane;
          columns.entry[columns.num_entries++] = next[lane]++;
        }
    }
  }

  void search(count_type row, count_type row_end, const Columns& columns) const {
    const auto* const values_b = m_problem.b.values.data();
    RowValues<typename ProblemType::operand_a_type::scalar_type> values_a[searched_rows_max];
    count_type offset_a[searched_rows_max];
    for (count_type other = row; other < row_end; ++other) {
      values_a[other - row] = m_problem.a.values_of(other);
      offset_a[other - row] = begin_a(other) - begin_a(row);
    }
    std::fill(m_values + begin_c(row), m_values + begin_c(row_end), Scalar(0));
    const count_type end = begin_a(row + 1);
    for (count_type entry = begin_a(row), next = entry; entry < end; entry = next) {
      next = entry + count_alike(entry, end);
      const count_type inner = inner_of(entry), length = length_b(inner);
      m_search.find_several(inner, columns.column, columns.count, [&](count_type place, count_type entry_b) {
        for (int number = columns.first_entry[place]; number < columns.first_entry[place + 1]; ++number) {
          const int lane = columns.row[number];
          const auto* value_b = values_b + entry_b;
          Scalar sum = m_values[columns.entry[number]];
          for (count_type entry_a = entry; entry_a < next; ++entry_a, value_b += length)
            sum += multiply<Scalar>(values_a[lane].of(entry_a + offset_a[lane]), *value_b);
          m_values[columns.entry[number]] = sum;
        }
      });
    }
  }

  const ProblemType& m_problem;
  const Graph& m_graph;
  const search_type& m_search;
  Scalar* m_values;
};

}  // namespace Ocean::Impl

#endif
