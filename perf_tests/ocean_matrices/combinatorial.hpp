#ifndef OCEAN_PERF_MATRICES_COMBINATORIAL_HPP
#define OCEAN_PERF_MATRICES_COMBINATORIAL_HPP
/// \file
/// \brief Matrices of the SuiteSparse collection that follow from a rule: graphs, complexes, designs, assignments.

#include <functional>
#include <numeric>

#include "pattern.hpp"

namespace Ocean::Matrices {

/// \brief The graph of Mycielski of chromatic number \p number.
inline Pattern mycielskian(int number) {
  std::vector<std::pair<index_type, index_type>> edges = {{0, 1}};
  index_type n = 2;
  for (int step = 3; step <= number; ++step) {
    const std::size_t before = edges.size();
    for (std::size_t k = 0; k < before; ++k) {
      const auto [u, v] = edges[k];
      edges.emplace_back(u, v + n);
      edges.emplace_back(v, u + n);
    }
    for (index_type i = 0; i < n; ++i) edges.emplace_back(i + n, 2 * n);
    n = 2 * n + 1;
  }
  EntryList list(n, n);
  for (const auto& [u, v] : edges) list.add_both(u, v);
  return list.pattern();
}

/// \brief Pairs of \p n points (rows) in the subsets of \p k of them (columns).
inline Pattern block_design(int n, int k) {
  std::vector<Columns> pair_of(n, Columns(n));
  column_type num_pairs = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) pair_of[i][j] = num_pairs++;
  Pattern subsets;
  subsets.num_cols = num_pairs;
  std::vector<int> chosen(k);
  std::iota(chosen.begin(), chosen.end(), 0);
  Columns columns;
  for (int last = k - 1; last >= 0;) {
    columns.clear();
    for (int x = 0; x < k; ++x)
      for (int y = x + 1; y < k; ++y) columns.push_back(pair_of[chosen[x]][chosen[y]]);
    subsets.append_row(columns);
    for (last = k - 1; last >= 0 && chosen[last] == n - k + last;) --last;
    if (last < 0) break;
    ++chosen[last];
    for (int x = last + 1; x < k; ++x) chosen[x] = chosen[x - 1] + 1;
  }
  subsets.num_rows = static_cast<index_type>(subsets.row_map.size()) - 1;
  return transpose(subsets);
}

/// \brief A set of vertices as one number, \p bits for each.
using VertexSet = std::uint64_t;

/// \brief All sets of \p size vertices without a conflict, ascending.
inline std::vector<VertexSet> free_sets(const std::vector<std::vector<bool>>& conflict, int size, int bits) {
  std::vector<VertexSet> sets;
  std::vector<int> chosen;
  const std::function<void(int, VertexSet)> extend = [&](int first, VertexSet set) {
    if (static_cast<int>(chosen.size()) == size) {
      sets.push_back(set);
      return;
    }
    for (int vertex = first; vertex < static_cast<int>(conflict.size()); ++vertex) {
      if (std::any_of(chosen.begin(), chosen.end(), [&](int other) { return conflict[other][vertex]; })) continue;
      chosen.push_back(vertex);
      extend(vertex + 1, (set << bits) | static_cast<VertexSet>(vertex));
      chosen.pop_back();
    }
  };
  extend(0, 0);
  return sets;
}

/// \brief Boundary operator of the complex of sets without conflicts: sets of b + 1 vertices (rows) over sets of b.
inline Pattern boundary_operator(const std::vector<std::vector<bool>>& conflict, int b) {
  int bits = 1;
  while ((std::size_t(1) << bits) < conflict.size()) ++bits;
  const std::vector<VertexSet> rows = free_sets(conflict, b + 1, bits), columns = free_sets(conflict, b, bits);
  return make_rows(static_cast<index_type>(rows.size()), static_cast<index_type>(columns.size()),
                   [&](index_type row, Columns& found) {
                     for (int left_out = 0; left_out <= b; ++left_out) {
                       const VertexSet low = rows[row] & ((VertexSet(1) << (bits * left_out)) - 1);
                       const VertexSet set = (rows[row] >> (bits * (left_out + 1)) << (bits * left_out)) | low;
                       const auto place = std::lower_bound(columns.begin(), columns.end(), set);
                       found.push_back(static_cast<column_type>(place - columns.begin()));
                     }
                   });
}

/// \brief Conflicts of \p count vertices.
template <class Conflict>
std::vector<std::vector<bool>> conflicts(int count, const Conflict& conflict) {
  std::vector<std::vector<bool>> table(count, std::vector<bool>(count));
  for (int x = 0; x < count; ++x)
    for (int y = 0; y < count; ++y) table[x][y] = x == y || conflict(x, y);
  return table;
}

/// \brief Rooks on a chessboard that do not attack each other (ch).
inline Pattern chessboard_complex(int rows, int columns, int b) {
  const auto attack = [=](int x, int y) { return x / columns == y / columns || x % columns == y % columns; };
  return boundary_operator(conflicts(rows * columns, attack), b);
}

/// \brief Edges of the complete graph of \p n nodes without a common node (mk).
inline Pattern matching_complex(int n, int b) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) edges.emplace_back(i, j);
  const auto meet = [&](int x, int y) {
    return edges[x].first == edges[y].first || edges[x].first == edges[y].second || edges[x].second == edges[y].first ||
           edges[x].second == edges[y].second;
  };
  return boundary_operator(conflicts(static_cast<int>(edges.size()), meet), b);
}

/// \brief Linear program of a quadratic assignment of \p n objects (lp_nug).
inline Pattern assignment_program(index_type n) {
  const index_type singles = n * n, pairs = n * (n - 1) / 2 * n * (n - 1), couplings = n * n * (n - 1);
  const auto pair_column = [=](index_type i, index_type j, index_type k, index_type l) {
    if (i > k) {
      std::swap(i, k);
      std::swap(j, l);
    }
    const index_type pair = i * (2 * n - i - 1) / 2 + k - i - 1;
    return static_cast<column_type>(singles + (pair * n + j) * (n - 1) + (l < j ? l : l - 1));
  };
  return make_rows(2 * n + 2 * couplings, singles + pairs, [=](index_type row, Columns& columns) {
    if (row < 2 * n) {
      for (index_type k = 0; k < n; ++k)
        columns.push_back(static_cast<column_type>(row < n ? row * n + k : k * n + row - n));
      return;
    }
    const bool of_place = row - 2 * n >= couplings;
    const index_type q = row - 2 * n - (of_place ? couplings : 0);
    const index_type i = q / (n - 1) / n, j = q / (n - 1) % n, other = q % (n - 1);
    columns.push_back(static_cast<column_type>(i * n + j));
    const index_type fixed = other < (of_place ? j : i) ? other : other + 1;
    for (index_type x = 0; x < n; ++x) {
      if (of_place && x != i) columns.push_back(pair_column(i, j, x, fixed));
      if (!of_place && x != j) columns.push_back(pair_column(i, j, fixed, x));
    }
  });
}

}  // namespace Ocean::Matrices

#endif
