#ifndef OCEAN_PERF_AMG_OPERANDS_HPP
#define OCEAN_PERF_AMG_OPERANDS_HPP
/// \file
/// \brief Operands of the products that the set-up of algebraic multigrid consists of, made from a square A.

#include <string>
#include <utility>

#include "composition.hpp"

namespace Ocean::Perf {

/// \brief The tentative prolongator, a column of ones per aggregate: a row that is in none yet, with its neighbours
/// that are in none.
/// \throws std::runtime_error for an A that is not square
inline host_matrix_type make_aggregation(const host_matrix_type& a) {
  if (a.num_rows != a.num_cols)
    Impl::throw_runtime_error("perf", "A is [", a.num_rows, " x ", a.num_cols, "] (need a square matrix)");
  std::vector<int> aggregate(static_cast<std::size_t>(a.num_rows), -1);
  int num_aggregates = 0;
  for (std::size_t row = 0; row < aggregate.size(); ++row) {
    if (aggregate[row] >= 0) continue;
    aggregate[row] = num_aggregates;
    for (std::size_t entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry)
      if (int& neighbour = aggregate[static_cast<std::size_t>(a.entries[entry])]; neighbour < 0)
        neighbour = num_aggregates;
    ++num_aggregates;
  }
  host_matrix_type p;
  p.num_rows = a.num_rows;
  p.num_cols = num_aggregates;
  p.entries.assign(aggregate.begin(), aggregate.end());
  p.values.assign(aggregate.size(), 1.0);
  for (std::size_t row = 0; row < aggregate.size(); ++row) p.row_map.push_back(row + 1);
  return p;
}

/// \brief A smoothed prolongator: with the pattern of (I + A) P0 for the tentative one, P0.
inline host_matrix_type make_prolongator(const host_matrix_type& a) {
  constexpr double damping = 0.1;
  const host_matrix_type tentative = make_aggregation(a);
  const std::vector<double> scale(static_cast<std::size_t>(a.num_rows), -damping);
  return add(scale, multiply(compose(a), compose(tentative)), 1.0, compose(tentative)).matrix;
}

/// \brief Replaces A by the left operand of a product, and B by the right one.
/// \param op  ap0: A times the tentative prolongator; ap: A times the smoothed one, P; rap: P^T times A P
inline void form_amg_operands(const std::string& op, host_matrix_type& a, host_matrix_type& b) {
  b = op == "ap0" ? make_aggregation(a) : make_prolongator(a);
  if (op != "rap") return;
  host_matrix_type restriction = Program::transpose(b);
  b = multiply_plainly(a, b);
  a = std::move(restriction);
}

}  // namespace Ocean::Perf

#endif
