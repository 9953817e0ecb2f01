#include <Ocean_SpGEMMMasked.hpp>
#include <random>

#include "crs_operands.hpp"
#include "operation_operands.hpp"

namespace Ocean::Perf {
namespace {

/// \brief Those entries of \p matrix that \p is_kept(row, column).
template <class IsKept>
host_matrix_type keep(const host_matrix_type& matrix, const IsKept& is_kept) {
  host_matrix_type kept;
  kept.num_rows = matrix.num_rows;
  kept.num_cols = matrix.num_cols;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    for (std::size_t entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry)
      if (is_kept(row, matrix.entries[entry])) {
        kept.entries.push_back(matrix.entries[entry]);
        kept.values.push_back(matrix.values[entry]);
      }
    kept.row_map.push_back(kept.entries.size());
  }
  return kept;
}

/// \brief A and B, or the strict lower triangle of A twice.
std::pair<host_matrix_type, host_matrix_type> make_operands(const DeviceMatrix& a, const DeviceMatrix& b,
                                                            const std::string& mask) {
  if (mask != "triangles") return {to_host(a), to_host(b)};
  const host_matrix_type lower = keep(to_host(a), [](std::int64_t row, int column) { return column < row; });
  return {lower, lower};
}

/// Of a hundred rows, one is in the mask `rows`.
constexpr std::int64_t row_distance = 100;

/// \brief Entries of \p product, or of \p a for triangles. \throws std::runtime_error for an unknown mask
host_matrix_type make_mask(const host_matrix_type& a, const host_matrix_type& product, const std::string& mask) {
  std::mt19937_64 random(1);
  const auto draw = [&](double share) {
    return keep(product, [&](std::int64_t, int) { return std::bernoulli_distribution(share)(random); });
  };
  if (mask == "product") return product;
  if (mask == "tenth") return draw(0.1);
  if (mask == "hundredth") return draw(0.01);
  if (mask == "rows") return keep(product, [](std::int64_t row, int) { return row % row_distance == 0; });
  if (mask == "diagonal") return keep(product, [](std::int64_t row, int column) { return row == column; });
  if (mask == "triangles") return a;
  Impl::throw_runtime_error("perf", "there is no mask '", mask, "'");
}

/// \brief \p product where \p mask has entries, 0 where it has others. Pre: sorted rows
Composition restrict_to(const Composition& product, const host_matrix_type& mask) {
  Composition result{mask, std::vector<double>(mask.entries.size(), 0.0)};
  for (std::int64_t row = 0; row < mask.num_rows; ++row) {
    std::size_t from = product.matrix.row_map[row];
    for (std::size_t entry = mask.row_map[row]; entry < mask.row_map[row + 1]; ++entry) {
      while (from < product.matrix.row_map[row + 1] && product.matrix.entries[from] < mask.entries[entry]) ++from;
      const bool is_there =
          from < product.matrix.row_map[row + 1] && product.matrix.entries[from] == mask.entries[entry];
      result.matrix.values[entry] = is_there ? product.matrix.values[from] : 0.0;
      result.magnitude[entry] = is_there ? product.magnitude[from] : 0.0;
    }
  }
  return result;
}

}  // namespace

Measurement measure_ocean_masked(const DeviceMatrix& matrix_a, const DeviceMatrix& matrix_b,
                                 const MeasurementPlan& plan) {
  const auto [host_a, host_b] = make_operands(matrix_a, matrix_b, plan.mask);
  const host_matrix_type product = multiply_plainly(host_a, host_b), host_m = make_mask(host_a, product, plan.mask);
  const crs_matrix_type a = to_crs(host_a), b = to_crs(host_b), m = to_crs(host_m);
  const execution_space exec;
  crs_matrix_type c;
  Measurement measurement;
  const auto call = [&] {
    c = plan.is_masked ? spgemm_masked<crs_matrix_type>(exec, a, b, m, plan.options)
                       : spgemm<crs_matrix_type>(exec, a, false, b, false, plan.options);
  };
  measurement.seconds = time_calls(
      plan, [&] { c = {}; }, call, call);
  measurement.products = count_products(host_a, host_b);
  measurement.nnz_c = c.values.extent(0);
  if (!plan.check) return measurement;
  const Composition expected = multiply(compose(host_a), compose(host_b));
  measurement.correct = compare(to_host(c), plan.is_masked ? restrict_to(expected, host_m) : expected);
  return measurement;
}

}  // namespace Ocean::Perf
