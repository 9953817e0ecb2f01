#ifndef OCEAN_PERF_MATRICES_COARSEN_HPP
#define OCEAN_PERF_MATRICES_COARSEN_HPP
/// \file
/// \brief The next level of a multigrid hierarchy: tentative prolongation by aggregates, smoothed by Jacobi.

#include "multigrid.hpp"

namespace Ocean::Matrices {

/// \brief Orthonormal columns of \p block (\p modes of them, row-major) in its place; returns the triangular factor.
inline std::vector<double> orthonormalize(std::vector<double>& block, int modes) {
  constexpr double relative_zero = 1e-10, zero = 1e-300;
  std::vector<double> factor(static_cast<std::size_t>(modes * modes), 0.0);
  const std::size_t rows = block.size() / modes;
  const auto dot = [&](int x, int y) {
    double sum = 0;
    for (std::size_t row = 0; row < rows; ++row) sum += block[row * modes + x] * block[row * modes + y];
    return sum;
  };
  for (int k = 0; k < modes; ++k) {
    const double before = std::sqrt(dot(k, k));
    for (int j = 0; j < k; ++j) {
      const double along = factor[j * modes + k] = dot(j, k);
      for (std::size_t row = 0; row < rows; ++row) block[row * modes + k] -= along * block[row * modes + j];
    }
    const double norm = std::sqrt(dot(k, k));
    const bool dependent = norm < relative_zero * before + zero;
    factor[k * modes + k] = dependent ? 0 : norm;
    for (std::size_t row = 0; row < rows; ++row) block[row * modes + k] = dependent ? 0 : block[row * modes + k] / norm;
  }
  return factor;
}

/// \brief The prolongation that is constant in the aggregates, and the coarse vectors.
inline Pattern tentative_prolongation(const MultigridLevel& level, const Columns& aggregates, index_type num_aggregates,
                                      std::vector<double>& coarse_vectors) {
  const int modes = level.modes, unknowns = level.unknowns;
  std::vector<Columns> members(static_cast<std::size_t>(num_aggregates));
  for (std::size_t node = 0; node < aggregates.size(); ++node)
    members[aggregates[node]].push_back(static_cast<column_type>(node));
  Pattern t = make_rows(level.a.num_rows, num_aggregates * modes, [&](index_type row, Columns& columns) {
    for (int k = 0; k < modes; ++k) columns.push_back(aggregates[row / unknowns] * modes + k);
  });
  t.values.resize(t.entries.size());
  for (const Columns& nodes : members) {
    std::vector<double> block;
    for (const column_type node : nodes) {
      const auto first = level.near_null.begin() + static_cast<index_type>(node) * unknowns * modes;
      block.insert(block.end(), first, first + unknowns * modes);
    }
    const std::vector<double> factor = orthonormalize(block, modes);
    coarse_vectors.insert(coarse_vectors.end(), factor.begin(), factor.end());
    for (std::size_t k = 0; k < block.size(); ++k) {
      const std::size_t in_node = static_cast<std::size_t>(unknowns) * modes;
      t.values[static_cast<std::size_t>(nodes[k / in_node]) * in_node + k % in_node] = block[k];
    }
  }
  return t;
}

/// \brief The largest eigenvalue of D^-1 A, by a few steps of the power method.
inline double spectral_radius(const Pattern& a, const std::vector<double>& diagonal, std::uint64_t seed) {
  constexpr int steps = 20;
  std::vector<double> x(diagonal.size()), y(diagonal.size());
  Random random(seed, seed, 99);
  for (double& value : x) value = random.uniform() - 0.5;
  double radius = 1;
  for (int step = 0; step < steps; ++step) {
    double norm_x = 0, norm_y = 0;
    for (index_type row = 0; row < a.num_rows; ++row) {
      double sum = 0;
      for (index_type k = a.begin(row); k < a.end(row); ++k) sum += a.values[k] * x[a.entries[k]];
      y[row] = sum / diagonal[row];
      norm_x += x[row] * x[row];
      norm_y += y[row] * y[row];
    }
    radius = std::sqrt(norm_y / norm_x);
    for (std::size_t row = 0; row < x.size(); ++row) x[row] = y[row] / std::sqrt(norm_y);
  }
  return radius;
}

/// \brief P^T A P with P = (I - 4/3 / rho D^-1 A) T.
inline MultigridLevel coarsen(const MultigridLevel& level, std::uint64_t seed) {
  index_type num_aggregates = 0;
  const Columns aggregates = aggregate(node_graph(level), num_aggregates);
  MultigridLevel coarse;
  const Pattern t = tentative_prolongation(level, aggregates, num_aggregates, coarse.near_null);
  std::vector<double> diagonal(static_cast<std::size_t>(level.a.num_rows), 1.0);
  for (index_type row = 0; row < level.a.num_rows; ++row)
    for (index_type k = level.a.begin(row); k < level.a.end(row); ++k)
      if (level.a.entries[k] == row && level.a.values[k] != 0) diagonal[row] = level.a.values[k];
  const double weight = 4.0 / 3 / spectral_radius(level.a, diagonal, seed);
  Pattern smoother = level.a;
  for (index_type row = 0; row < smoother.num_rows; ++row)
    for (index_type k = smoother.begin(row); k < smoother.end(row); ++k)
      smoother.values[k] = (smoother.entries[k] == row ? 1 : 0) - weight * smoother.values[k] / diagonal[row];
  const Pattern p = multiply(smoother, t);
  coarse.a = multiply(transpose(p), multiply(level.a, p));
  coarse.unknowns = coarse.modes = level.modes;
  return coarse;
}

/// \brief The operator of level \p depth, 0 the finest. \throws std::invalid_argument for an unknown equation
inline Pattern multigrid_operator(const std::string& equation, index_type n, int depth, std::uint64_t seed) {
  if (equation != "poisson7" && equation != "poisson27" && equation != "elasticity")
    throw std::invalid_argument("amg " + equation + " (need poisson7, poisson27 or elasticity)");
  MultigridLevel level = equation == "elasticity" ? elasticity(n) : poisson(n, equation == "poisson7" ? 7 : 27);
  for (int k = 0; k < depth; ++k) level = coarsen(level, seed);
  return level.a;
}

}  // namespace Ocean::Matrices

#endif
