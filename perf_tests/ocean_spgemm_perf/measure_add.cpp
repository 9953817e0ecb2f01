#include <Ocean_SpGEMMAdd.hpp>
#include <algorithm>

#include "crs_operands.hpp"

namespace Ocean::Perf {
namespace {

constexpr double alpha = 2.0, beta = -0.5;

/// \brief A where C has its dimensions, else ones on the diagonal of C.
host_matrix_type make_addend(const host_matrix_type& a, const host_matrix_type& b) {
  if (a.num_cols == b.num_cols) return a;
  host_matrix_type diagonal;
  diagonal.num_rows = a.num_rows;
  diagonal.num_cols = b.num_cols;
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    if (row < b.num_cols) {
      diagonal.entries.push_back(static_cast<int>(row));
      diagonal.values.push_back(1.0);
    }
    diagonal.row_map.push_back(diagonal.entries.size());
  }
  return diagonal;
}

}  // namespace

Measurement measure_ocean_add(const DeviceMatrix& matrix_a, const DeviceMatrix& matrix_b, const MeasurementPlan& plan) {
  const host_matrix_type host_a = to_host(matrix_a), host_b = to_host(matrix_b), host_d = make_addend(host_a, host_b);
  const crs_matrix_type a = to_crs(host_a), b = to_crs(host_b), d = to_crs(host_d);
  const execution_space exec;
  SpGEMMAdd<crs_matrix_type> addition;
  crs_matrix_type c;
  Measurement measurement;
  const auto repeated = [&] { addition.numeric(exec, alpha, a, b, beta, d, c); };
  const auto first = [&] { c = spgemm_add<crs_matrix_type>(exec, alpha, a, b, beta, d, plan.options); };
  if (plan.repeated) c = addition.symbolic(exec, a, b, d, plan.options);
  const auto begin = [&] { plan.repeated ? repeated() : first(); };
  measurement.seconds = time_calls(
      plan, [&] { c = {}; }, begin, repeated);
  measurement.products = count_products(host_a, host_b);
  measurement.nnz_c = c.values.extent(0);
  if (plan.check)
    measurement.correct = compare(to_host(c), add(std::vector<double>(static_cast<std::size_t>(host_a.num_rows), alpha),
                                                  multiply(compose(host_a), compose(host_b)), beta, compose(host_d)));
  return measurement;
}

}  // namespace Ocean::Perf
