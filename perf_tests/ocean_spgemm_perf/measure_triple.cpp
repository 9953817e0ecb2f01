#include <Ocean_TripleProduct.hpp>

#include "amg_operands.hpp"
#include "crs_operands.hpp"

namespace Ocean::Perf {
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
