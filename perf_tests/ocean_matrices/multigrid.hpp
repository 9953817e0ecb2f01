#ifndef OCEAN_PERF_MATRICES_MULTIGRID_HPP
#define OCEAN_PERF_MATRICES_MULTIGRID_HPP
/// \file
/// \brief Operators of an algebraic multigrid hierarchy by smoothed aggregation (Vanek, Mandel, Brezina 1996) of
/// Poisson's equation or of elasticity on a cube, with real values.

#include <stdexcept>
#include <string>
#include <unordered_map>

#include "grids.hpp"
#include "random.hpp"

namespace Ocean::Matrices {

/// \brief A B on the host, rows sorted, structural zeros kept.
inline Pattern multiply(const Pattern& a, const Pattern& b) {
  Pattern c{a.num_rows, b.num_cols, {0}, {}, {}};
  std::vector<double> sums(static_cast<std::size_t>(b.num_cols));
  std::vector<index_type> last_row(sums.size(), -1);
  Columns columns;
  for (index_type row = 0; row < a.num_rows; ++row) {
    columns.clear();
    for (index_type k = a.begin(row); k < a.end(row); ++k)
      for (index_type l = b.begin(a.entries[k]); l < b.end(a.entries[k]); ++l) {
        const column_type column = b.entries[l];
        if (last_row[column] != row) {
          last_row[column] = row;
          sums[column] = 0;
          columns.push_back(column);
        }
        sums[column] += a.values[k] * b.values[l];
      }
    c.append_row(columns);
    for (const column_type column : columns) c.values.push_back(sums[column]);
  }
  return c;
}

/// \brief An operator, the unknowns of its nodes, and the vectors that it nearly annihilates, a row for each unknown.
struct MultigridLevel {
  Pattern a;
  int unknowns = 1, modes = 1;
  std::vector<double> near_null;
};

inline MultigridLevel poisson(index_type n, int points) {
  MultigridLevel level;
  level.a = grid3(n, n, n, points);
  for (index_type row = 0; row < level.a.num_rows; ++row)
    for (index_type k = level.a.begin(row); k < level.a.end(row); ++k)
      level.a.values.push_back(level.a.entries[k] == row ? points - 1 : -1);
  level.near_null.assign(static_cast<std::size_t>(level.a.num_rows), 1.0);
  return level;
}

/// \brief Stiffness of one hexahedron with eight nodes of three displacements, by Gauss points.
inline std::array<std::array<double, 24>, 24> hexahedron_stiffness() {
  constexpr double young = 1, poisson_ratio = 0.3;
  constexpr double lambda = young * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio));
  constexpr double mu = young / (2 * (1 + poisson_ratio));
  const auto sign = [](int bits, int axis) { return (bits >> axis & 1) != 0 ? 1.0 : -1.0; };
  std::array<std::array<double, 24>, 24> stiffness{};
  for (int gauss = 0; gauss < 8; ++gauss) {
    std::array<std::array<double, 3>, 8> slope{};
    for (int node = 0; node < 8; ++node)
      for (int axis = 0; axis < 3; ++axis) {
        slope[node][axis] = sign(node, axis) / 8 * 2;
        for (int other = 0; other < 3; ++other)
          if (other != axis) slope[node][axis] *= 1 + sign(node, other) * sign(gauss, other) / std::sqrt(3.0);
      }
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < 8; ++b)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) {
            double sum = lambda * slope[a][i] * slope[b][j] + mu * slope[a][j] * slope[b][i];
            for (int k = 0; k < 3 && i == j; ++k) sum += mu * slope[a][k] * slope[b][k];
            stiffness[3 * a + i][3 * b + j] += sum / 8;
          }
  }
  return stiffness;
}

/// \brief Rigid movements: three shifts, three turns.
inline std::vector<double> rigid_movements(index_type n) {
  std::vector<double> modes;
  const auto middle = [=](index_type i) { return static_cast<double>(i) / static_cast<double>(n) - 0.5; };
  for (index_type node = 0; node < n * n * n; ++node) {
    const double x = middle(node % n), y = middle(node / n % n), z = middle(node / (n * n));
    modes.insert(modes.end(), {1, 0, 0, 0, z, -y, 0, 1, 0, -z, 0, x, 0, 0, 1, y, -x, 0});
  }
  return modes;
}

inline MultigridLevel elasticity(index_type n) {
  constexpr double shift = 10;  // of the diagonal: makes the operator regular
  MultigridLevel level;
  level.a = expand(grid3(n, n, n, 27), 3);
  level.a.values.assign(level.a.entries.size(), 0.0);
  const auto at = [&](index_type row, index_type column) -> double& {
    const auto begin = level.a.entries.begin() + level.a.begin(row), end = level.a.entries.begin() + level.a.end(row);
    return level.a.values[std::lower_bound(begin, end, static_cast<column_type>(column)) - level.a.entries.begin()];
  };
  const auto stiffness = hexahedron_stiffness();
  for (index_type element = 0; element < (n - 1) * (n - 1) * (n - 1); ++element) {
    const index_type i = element / ((n - 1) * (n - 1)), j = element / (n - 1) % (n - 1), k = element % (n - 1);
    std::array<index_type, 8> nodes{};
    for (int x = 0; x < 8; ++x) nodes[x] = ((i + (x >> 2 & 1)) * n + j + (x >> 1 & 1)) * n + k + (x & 1);
    for (int x = 0; x < 24; ++x)
      for (int y = 0; y < 24; ++y) at(nodes[x / 3] * 3 + x % 3, nodes[y / 3] * 3 + y % 3) += stiffness[x][y];
  }
  for (index_type row = 0; row < level.a.num_rows; ++row) at(row, row) += shift;
  level.unknowns = 3;
  level.modes = 6;
  level.near_null = rigid_movements(n);
  return level;
}

/// \brief Nodes that are coupled.
inline Pattern node_graph(const MultigridLevel& level) {
  const index_type nodes = level.a.num_rows / level.unknowns;
  return make_rows(nodes, nodes, [&](index_type node, Columns& columns) {
    for (index_type k = level.a.begin(node * level.unknowns); k < level.a.begin((node + 1) * level.unknowns); ++k)
      columns.push_back(level.a.entries[k] / level.unknowns);
  });
}

/// \brief The aggregate of every node: a node with all its neighbours where these are free, then the neighbouring
/// aggregate with the most links, then what is left.
inline Columns aggregate(const Pattern& graph, index_type& num_aggregates) {
  const auto neighbours = [&](index_type node) {
    return Columns(graph.entries.begin() + graph.begin(node), graph.entries.begin() + graph.end(node));
  };
  Columns aggregates(static_cast<std::size_t>(graph.num_rows), -1);
  num_aggregates = 0;
  const auto take = [&](index_type node, bool only_free) {
    for (const column_type other : neighbours(node))
      if (!only_free || aggregates[other] < 0) aggregates[other] = static_cast<column_type>(num_aggregates);
    aggregates[node] = static_cast<column_type>(num_aggregates++);
  };
  for (index_type node = 0; node < graph.num_rows; ++node) {
    const Columns near = neighbours(node);
    const bool free = std::all_of(near.begin(), near.end(), [&](column_type other) { return aggregates[other] < 0; });
    if (aggregates[node] < 0 && free) take(node, false);
  }
  Columns joined = aggregates;
  for (index_type node = 0; node < graph.num_rows; ++node) {
    if (aggregates[node] >= 0) continue;
    std::unordered_map<column_type, int> links;
    column_type best = -1;
    for (const column_type other : neighbours(node)) {
      const column_type candidate = aggregates[other];
      if (candidate < 0) continue;
      const int count = ++links[candidate], most = best < 0 ? 0 : links[best];
      if (candidate == best || count > most || (count == most && candidate < best)) best = candidate;
    }
    joined[node] = best;
  }
  aggregates.swap(joined);
  for (index_type node = 0; node < graph.num_rows; ++node)
    if (aggregates[node] < 0) take(node, true);
  return aggregates;
}

}  // namespace Ocean::Matrices

#endif
