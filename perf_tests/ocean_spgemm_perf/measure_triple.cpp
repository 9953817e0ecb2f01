#include <Ocean_TripleProduct.hpp>
#include <vector>

#include "crs_operands.hpp"

namespace Ocean::Perf {
namespace {

/// \brief A column of ones per aggregate: a row that is in none yet, with its neighbours that are in none.
host_matrix_type make_aggregation(const host_matrix_type& a) {
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

}  // namespace

Measurement measure_ocean_triple(const DeviceMatrix& matrix_a, const DeviceMatrix&, const MeasurementPlan& plan) {
  const host_matrix_type host_a = to_host(matrix_a), host_p = make_aggregation(host_a),
                         host_r = Program::transpose(host_p);
  const crs_matrix_type r = to_crs(host_r), a = to_crs(host_a), p = to_crs(host_p);
  const execution_space exec;
  TripleProduct<crs_matrix_type> triple;
  crs_matrix_type c;
  Measurement measurement;
  const auto repeated = [&] { triple.numeric(exec, r, a, p, c); };
  const auto first = [&] { c = triple_product<crs_matrix_type>(exec, r, false, a, p, plan.options); };
  if (plan.repeated) c = triple.symbolic(exec, r, false, a, p, plan.options);
  const auto begin = [&] { plan.repeated ? repeated() : first(); };
  measurement.seconds = time_calls(
      plan, [&] { c = {}; }, begin, repeated);
  measurement.nnz_c = c.values.extent(0);
  const Composition ap = multiply(compose(host_a), compose(host_p));
  measurement.products = count_products(host_a, host_p) + count_products(host_r, ap.matrix);
  if (plan.check) measurement.correct = compare(to_host(c), multiply(compose(host_r), ap));
  return measurement;
}

}  // namespace Ocean::Perf
