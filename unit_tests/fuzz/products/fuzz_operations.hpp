#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_OPERATIONS_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_OPERATIONS_HPP
/// \file
/// \brief Sums, triple products and Jacobi products, in one call and repeated.

#include <optional>

#include "Ocean_SpGEMMAdd.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_TripleProduct.hpp"
#include "fuzz_handle.hpp"

namespace Ocean::Fuzz {

/// \brief A factor of a sum: exact in every type.
template <class Scalar>
Scalar draw_factor(Testing::RandomNumbers& random) {
  return static_cast<Scalar>(random.below(5) - 2);
}

/// \brief A third operand.
template <class Types>
struct ThirdOperand {
  HostMatrix<typename Types::scalar_type> host;
  DeviceMatrix<Types> device;

  ThirdOperand(Context<Types>& context, std::int64_t num_rows, std::int64_t num_cols) {
    host.pattern = context.draw_other_pattern(num_rows, num_cols);
    host.values = context.draw_values_of(host.pattern.columns.size());
    device = upload_matrix<Types>(host.pattern, host.values);
  }
};

/// \brief Whether C of a repeated operation is refused with another pattern and left alone.
template <class Types, class Call>
void refuse_other_operand(Context<Types>& context, const DeviceMatrix<Types>& c, const Call& call) {
  context.instance().fence("Testing::fuzz");
  const auto entries = download(c.entries);
  const auto values = download(c.values);
  const ChangedPattern<Types> changed(context);
  if (!changed.is_changed()) return;
  context.expect_refused("numeric with another pattern", call);
  context.instance().fence("Testing::fuzz");
  expect(same_bits(download(c.entries), entries) && same_bits(download(c.values), values),
         "C was changed by a call that threw");
}

/// \brief Calls \p numeric several times on \p c, whose arrays hold rubbish, with something changed between.
/// \param numeric   (instance, C as a matrix)
/// \param expected  C now
template <class Types, class Change, class Numeric, class Expected>
void repeat_numeric(Context<Types>& context, DeviceMatrix<Types> c, const Change& change, const Numeric& numeric,
                    const Expected& expected, Sums sums) {
  const SpGEMMOptions& options = context.fuzz_case.options;
  const bool is_sorted = options.sorted_output || options.deterministic || options.reuse;
  const std::int64_t num_calls = 1 + context.random.below(4);
  for (std::int64_t call = 0; call < num_calls; ++call) {
    if (call > 0) {
      change_operands(context);
      change();
      if (chance(context.random, 0.3)) {
        context.note("C elsewhere");
        const Canary<Types> canary(0, c.entries.extent(0));
        c.values = canary.c.values;
        if (chance(context.random, 0.5)) c.entries = canary.c.entries;
      }
    }
    if (chance(context.random, 0.1)) refuse_other_operand(context, c, [&] { numeric(context.instance(), c.crs()); });
    context.note("numeric");
    const exec_space& exec = context.next_instance();
    numeric(exec, c.crs());
    context.check(c, expected(), sums, is_sorted);
  }
}

/// \brief alpha A B + beta D in one call or two.
template <class Types>
void fuzz_add(Context<Types>& context, bool repeated) {
  using scalar_type = typename Types::scalar_type;
  using crs_matrix = typename Types::crs_matrix;
  if (context.fuzz_case.values == ValueLaw::reals) context.fuzz_case.options.drop_zeros = false;
  const SpGEMMOptions& options = context.fuzz_case.options;
  ThirdOperand<Types> d(context, context.num_rows(), context.num_cols());
  scalar_type alpha = draw_factor<scalar_type>(context.random), beta = draw_factor<scalar_type>(context.random);
  const auto expected = [&] { return multiply_add(alpha, context.host_a, context.host_b, beta, d.host); };
  context.note("alpha ", alpha, " beta ", beta, " D nnz ", d.host.values.size());
  if (!repeated) {
    const auto c = spgemm_add<crs_matrix>(context.next_instance(), alpha, context.a.crs(), context.b.crs(), beta,
                                          d.device.crs(), options);
    return context.check(arrays_of<Types>(c), options.drop_zeros ? without_zeros(expected()) : expected(),
                         Sums::any_order, options.sorted_output || options.deterministic);
  }
  SpGEMMAdd<crs_matrix> sum;
  const auto c = sum.symbolic(context.next_instance(), context.a.crs(), context.b.crs(), d.device.crs(), options);
  repeat_numeric(
      context, arrays_of<Types>(c),
      [&] {
        alpha = draw_factor<scalar_type>(context.random);
        change_operand(context, "D", d.host, d.device);
      },
      [&](const exec_space& exec, const crs_matrix& result) {
        sum.numeric(exec, alpha, context.a.crs(), context.b.crs(), beta, d.device.crs(), result);
      },
      expected, Sums::any_order);
}

/// \brief R (A B) with a reference whose magnitudes are those of the whole.
template <class Types>
Reference<typename Types::scalar_type> expected_triple(const Context<Types>& context,
                                                       const HostMatrix<typename Types::scalar_type>& op_r) {
  using scalar_type = typename Types::scalar_type;
  const auto ab = multiply(context.host_a, context.host_b);
  auto result = multiply(op_r, to_matrix(ab));
  const auto magnitudes = [](const auto& matrix, const auto& magnitude_at) {
    HostMatrix<double> absolute{matrix.pattern, std::vector<double>(matrix.values.size())};
    for (std::size_t entry = 0; entry < matrix.values.size(); ++entry) absolute.values[entry] = magnitude_at(entry);
    return absolute;
  };
  const auto absolute_ab = magnitudes(to_matrix(ab), [&](std::size_t entry) {
    return ab.magnitude[entry] * static_cast<double>(1 + ab.num_terms[entry]);
  });
  const auto absolute_r =
      magnitudes(op_r, [&](std::size_t entry) { return magnitude_of<scalar_type>(op_r.values[entry]); });
  result.magnitude = multiply(absolute_r, absolute_ab).values;
  return result;
}

/// \brief op(R) A B in one call or two; R is drawn, or B itself transposed.
template <class Types>
void fuzz_triple(Context<Types>& context, bool repeated) {
  using crs_matrix = typename Types::crs_matrix;
  if (context.fuzz_case.values == ValueLaw::reals) context.fuzz_case.options.drop_zeros = false;
  const SpGEMMOptions& options = context.fuzz_case.options;
  const bool transpose_r = chance(context.random, 0.5);
  const std::int64_t num_rows = 1 + context.random.below(60);
  const std::int64_t inner = context.num_rows();
  ThirdOperand<Types> r(context, transpose_r ? inner : num_rows, transpose_r ? num_rows : inner);
  context.note(transpose_r ? "R^T " : "R ", r.host.pattern.num_rows, "x", r.host.pattern.num_cols, " nnz ",
               r.host.values.size());
  const auto expected = [&] { return expected_triple(context, transpose_r ? transpose(r.host) : r.host); };
  const Sums sums = sums_of(options);
  if (!repeated) {
    const auto c = triple_product<crs_matrix>(context.next_instance(), r.device.crs(), transpose_r, context.a.crs(),
                                              context.b.crs(), options);
    return context.check(arrays_of<Types>(c), options.drop_zeros ? without_zeros(expected()) : expected(), sums,
                         options.sorted_output || options.deterministic);
  }
  TripleProduct<crs_matrix> product;
  const auto c =
      product.symbolic(context.next_instance(), r.device.crs(), transpose_r, context.a.crs(), context.b.crs(), options);
  repeat_numeric(
      context, arrays_of<Types>(c), [&] { change_operand(context, "R", r.host, r.device); },
      [&](const exec_space& exec, const crs_matrix& result) {
        product.numeric(exec, r.device.crs(), context.a.crs(), context.b.crs(), result);
      },
      expected, sums);
}

/// \brief The factors of a Jacobi product, and what it is.
template <class Types>
class JacobiFactors {
 public:
  using scalar_type = typename Types::scalar_type;

  explicit JacobiFactors(Context<Types>& context) : m_context(context) { draw(); }
  void draw() {
    omega = static_cast<scalar_type>(1 + m_context.random.below(2));
    m_host = m_context.draw_values_of(static_cast<std::size_t>(m_context.num_rows()));
    dinv = upload<scalar_type>(m_host);
    column = Kokkos::View<scalar_type**, Kokkos::LayoutLeft, device_type>(dinv.data(), m_host.size(), 1);
  }
  /// (I - omega D^-1 A) B in the pattern of A B.
  Reference<scalar_type> expected() const {
    HostMatrix<scalar_type> scaled = m_context.host_a;
    for (std::int64_t row = 0; row < scaled.pattern.num_rows; ++row) {
      bool has_identity = false;
      for (std::size_t entry = scaled.pattern.begin(row); entry < scaled.pattern.end(row); ++entry) {
        scaled.values[entry] *= -omega * m_host[static_cast<std::size_t>(row)];
        if (scaled.pattern.columns[entry] != row || has_identity) continue;
        scaled.values[entry] += scalar_type(1);
        has_identity = true;
      }
    }
    return multiply(scaled, m_context.host_b);
  }
  /// Whether a row of A has no diagonal entry where B's row has entries.
  bool misses_diagonal() const {
    const HostPattern &a = m_context.host_a.pattern, &b = m_context.host_b.pattern;
    for (std::int64_t row = 0; row < a.num_rows; ++row) {
      const auto begin = a.columns.begin() + static_cast<std::ptrdiff_t>(a.begin(row)),
                 end = a.columns.begin() + static_cast<std::ptrdiff_t>(a.end(row));
      if (b.begin(row) < b.end(row) && std::find(begin, end, row) == end) return true;
    }
    return false;
  }

  scalar_type omega{};
  device_view<scalar_type> dinv;
  Kokkos::View<scalar_type**, Kokkos::LayoutLeft, device_type> column;  ///< the same of rank 2

 private:
  Context<Types>& m_context;
  std::vector<scalar_type> m_host;
};

/// \brief Jacobi in one call; a missing diagonal is refused where indices are checked.
template <class Types>
void fuzz_jacobi(Context<Types>& context) {
  using crs_matrix = typename Types::crs_matrix;
  context.fuzz_case.options.drop_zeros = false;
  const SpGEMMOptions& options = context.fuzz_case.options;
  const JacobiFactors<Types> factors(context);
  const exec_space& exec = context.next_instance();
  const auto call = [&] {
    return chance(context.random, 0.5)
               ? spgemm_jacobi<crs_matrix>(exec, context.a.crs(), context.b.crs(), factors.omega, factors.dinv, options)
               : spgemm_jacobi<crs_matrix>(exec, context.a.crs(), context.b.crs(), factors.omega, factors.column,
                                           options);
  };
  if (options.check_indices && factors.misses_diagonal()) {
    context.outcome = Outcome::refused;
    return context.expect_refused("missing diagonal", call);
  }
  context.check(arrays_of<Types>(call()), factors.expected(), Sums::any_order,
                options.sorted_output || options.deterministic);
}

/// \brief Jacobi through either kind of handle, several times.
template <class Types, class Handle>
void fuzz_jacobi_handle(Context<Types>& context) {
  context.fuzz_case.options.check_indices = false;
  ThroughHandle<Types, Handle> product(context, context.fuzz_case.options);
  context.note("symbolic");
  product.symbolic(context.next_instance());
  product.spoil_entries();
  product.spoil_values();
  JacobiFactors<Types> factors(context);
  const auto rows = static_cast<typename Types::ordinal_type>(context.num_rows());
  const auto cols = static_cast<typename Types::ordinal_type>(context.num_cols());
  const std::int64_t num_calls = 1 + context.random.below(4);
  for (std::int64_t call = 0; call < num_calls; ++call) {
    if (call > 0) {
      change_operands(context);
      factors.draw();
      change_c(context, product);
    }
    const exec_space& exec = context.next_instance();
    const auto &a = context.a, &b = context.b;
    context.note("jacobi");
    Experimental::spgemm_jacobi(exec, &product.handle, rows, rows, cols, a.row_map, a.entries, a.values, false,
                                b.row_map, b.entries, b.values, false, product.c.row_map, product.c.entries,
                                product.c.values, factors.omega, factors.column);
    context.check(product.c, factors.expected(), Sums::any_order);
  }
}

}  // namespace Ocean::Fuzz

#endif
