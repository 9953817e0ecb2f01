#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_ONCE_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_ONCE_HPP
/// \file
/// \brief Products in one call: on matrices and views, without zeros, under limits, in the caller's memory, refused.

#include "Ocean_DropZeros.hpp"
#include "Ocean_SpGEMM.hpp"
#include "Ocean_WorkspaceSize.hpp"
#include "fuzz_context.hpp"

namespace Ocean::Fuzz {

/// \brief C through raw views, into \p c's arrays.
template <class Types>
void multiply_views(Context<Types>& context, const exec_space& exec, DeviceMatrix<Types>& c,
                    const SpGEMMOptions& options, SpGEMMReport* report = nullptr) {
  const auto &a = context.a, &b = context.b;
  spgemm(exec, context.num_rows(), context.num_inner(), context.num_cols(), a.row_map, a.entries, a.values,
         context.fuzz_case.transpose_a, b.row_map, b.entries, b.values, context.fuzz_case.transpose_b, c.row_map,
         c.entries, c.values, options, report);
}

/// \brief \p matrix without its zeros, if \p skips is set.
template <class Scalar>
HostMatrix<Scalar> without_zeros_if(bool skips, const HostMatrix<Scalar>& matrix) {
  if (!skips) return matrix;
  HostMatrix<Scalar> result;
  result.pattern.num_rows = matrix.pattern.num_rows;
  result.pattern.num_cols = matrix.pattern.num_cols;
  for (std::int64_t row = 0; row < matrix.pattern.num_rows; ++row) {
    for (std::size_t entry = matrix.pattern.begin(row); entry < matrix.pattern.end(row); ++entry) {
      if (is_zero(matrix.values[entry])) continue;
      result.pattern.columns.push_back(matrix.pattern.columns[entry]);
      result.values.push_back(matrix.values[entry]);
    }
    result.pattern.close_row();
  }
  return result;
}

/// \brief What the options make of A B.
template <class Types>
Reference<typename Types::scalar_type> expected_product(const Context<Types>& context, const SpGEMMOptions& options) {
  const auto product = [&] {
    const SkipZeros skipped = options.skip_zeros;
    if (skipped == SkipZeros::none) return context.product();
    return multiply(without_zeros_if(skipped != SkipZeros::of_b, context.op_a()),
                    without_zeros_if(skipped != SkipZeros::of_a, context.op_b()));
  };
  return options.drop_zeros ? without_zeros(product()) : product();
}

/// \brief The order of sums under these options.
inline Sums sums_of(const SpGEMMOptions& options) { return options.deterministic ? Sums::in_order : Sums::any_order; }

/// \brief Zeros of rounded sums are dropped or not by their rounding: no reference can tell.
template <class Types>
void make_zeros_exact(Context<Types>& context) {
  SpGEMMOptions& options = context.fuzz_case.options;
  if (context.fuzz_case.values == ValueLaw::reals) options.deterministic = options.deterministic || options.drop_zeros;
  if (context.fuzz_case.values == ValueLaw::reals && context.fuzz_case.far_columns)
    options.deterministic = options.drop_zeros = false;
}

template <class Types>
void check_report(const Context<Types>& context, const SpGEMMOptions& options, const SpGEMMReport& report,
                  std::size_t nnz_c) {
  const bool knows_path = options.path == ExecutionPath::automatic || report.path == options.path;
  expect(knows_path, "report.path is ", to_string(report.path), ", expected ", to_string(options.path));
  expect(report.nnz_c == static_cast<std::int64_t>(nnz_c), "report.nnz_c is ", report.nnz_c, ", expected ", nnz_c);
  expect(report.num_rows == context.num_rows() && report.num_cols == context.num_cols(), "report has C of [",
         report.num_rows, " x ", report.num_cols, "]");
}

/// \brief spgemm() on matrices or views, perhaps with A as both operands, twice.
template <class Types>
void fuzz_product(Context<Types>& context, bool on_views) {
  make_zeros_exact(context);
  FuzzCase& fuzz_case = context.fuzz_case;
  SpGEMMOptions options = fuzz_case.options;
  if (chance(context.random, 0.3))
    options.skip_zeros = pick(context.random, {SkipZeros::of_a, SkipZeros::of_b, SkipZeros::of_both});
  context.note("skip zeros: ", to_string(options.skip_zeros));
  if (context.num_rows() == context.num_inner() && context.a.num_cols == context.a.num_rows &&
      chance(context.random, 0.2)) {
    context.note("B is A");
    context.host_b = context.host_a;
    context.b = context.a;
    fuzz_case.b = fuzz_case.a;
  }
  const auto expected = expected_product(context, options);
  for (int call = 0; call < 2; ++call) {
    const exec_space& exec = context.next_instance();
    context.note("call ", call);
    SpGEMMReport report;
    report.time_stages = chance(context.random, 0.1);
    DeviceMatrix<Types> c;
    if (on_views)
      multiply_views(context, exec, c, options, &report);
    else
      c = arrays_of<Types>(spgemm<typename Types::crs_matrix>(
          exec, context.a.crs(), fuzz_case.transpose_a, context.b.crs(), fuzz_case.transpose_b, options, &report));
    context.check(c, expected, sums_of(options), options.sorted_output || options.deterministic);
    check_report(context, options, report, c.entries.extent(0));
    if (!chance(context.random, 0.2)) return;
  }
}

/// \brief The option and the function that drop zeros.
template <class Types>
void fuzz_drop_zeros(Context<Types>& context) {
  SpGEMMOptions options = context.fuzz_case.options;
  if (context.fuzz_case.values == ValueLaw::reals) context.fuzz_case.values = ValueLaw::signs;
  context.host_a.values = context.draw_values_of(context.host_a.values.size());
  context.host_b.values = context.draw_values_of(context.host_b.values.size());
  context.a = upload_matrix<Types>(context.host_a.pattern, context.host_a.values);
  context.b = upload_matrix<Types>(context.host_b.pattern, context.host_b.values);
  const auto expected = without_zeros(context.product());
  DeviceMatrix<Types> c;
  options.drop_zeros = true;
  multiply_views(context, context.next_instance(), c, options);
  context.check(c, expected, sums_of(options), options.sorted_output || options.deterministic);
  context.note("function");
  options.drop_zeros = false;
  const exec_space& exec = context.next_instance();
  const auto whole = spgemm<typename Types::crs_matrix>(exec, context.a.crs(), context.fuzz_case.transpose_a,
                                                        context.b.crs(), context.fuzz_case.transpose_b, options);
  context.check(arrays_of<Types>(drop_zeros(exec, whole)), expected, sums_of(options),
                options.sorted_output || options.deterministic);
}

/// \brief The same product under a limit of memory: right and within it, or OutOfMemory and C untouched.
template <class Types>
void fuzz_memory_limit(Context<Types>& context) {
  make_zeros_exact(context);
  SpGEMMOptions options = context.fuzz_case.options;
  const auto expected = expected_product(context, options);
  SpGEMMReport report;
  DeviceMatrix<Types> unlimited;
  multiply_views(context, context.instance(), unlimited, options, &report);
  const bool is_transposed = context.fuzz_case.transpose_a || context.fuzz_case.transpose_b;
  const std::size_t peak_bytes = report.peak_bytes;
  for (int call = 0; call < 3; ++call) {
    const double share = pick(context.random, {0.0, 0.05, 0.2, 0.5, 0.7, 0.9, 0.99, 1.0, 1.1, 2.0, 100.0});
    options.memory_limit_bytes = static_cast<std::size_t>(share * static_cast<double>(peak_bytes)) + 1;
    context.note("limit ", options.memory_limit_bytes, " of ", peak_bytes);
    Canary<Types> canary(3, 2);
    const exec_space& exec = context.next_instance();
    if (!context.has_memory([&] { multiply_views(context, exec, canary.c, options, &report); })) {
      exec.fence("Testing::fuzz");
      expect(canary.is_untouched(), "C was changed by a call that threw");
      expect(share < 1.0 || is_transposed, "the peak of the product without a limit is not enough");
      continue;
    }
    context.check(canary.c, expected, sums_of(options), options.sorted_output || options.deterministic);
    expect(report.peak_bytes <= options.memory_limit_bytes || peak_bytes == 0, "took ", report.peak_bytes, " bytes");
  }
}

/// \brief The caller's work memory between guards.
struct GuardedMemory {
  static constexpr std::size_t guard_bytes = 512;
  static constexpr unsigned char guard = 0xa5;
  std::size_t first, bytes;
  device_view<unsigned char> memory;

  /// \param shift  bytes that the memory begins behind an alignment
  GuardedMemory(std::size_t size, std::size_t shift)
      : first(guard_bytes + shift),
        bytes(size),
        memory(Kokkos::view_alloc("Testing::fuzz", Kokkos::WithoutInitializing), size + shift + 2 * guard_bytes) {
    Kokkos::deep_copy(memory, guard);
  }
  void give_to(SpGEMMOptions& options) const {
    options.workspace_data = memory.data() + first;
    options.workspace_bytes = bytes;
  }
  void check() const {
    const auto host = download(memory);
    for (std::size_t byte = 0; byte < host.size(); ++byte) {
      if (byte == first) byte += bytes;
      expect(host[byte] == guard, "byte ", static_cast<std::int64_t>(byte) - static_cast<std::int64_t>(first),
             " beside ", bytes, " bytes of work memory was written");
    }
  }
};

/// \brief get_workspace_size(), memory of just that size, and less.
template <class Types>
void fuzz_workspace_size(Context<Types>& context) {
  make_zeros_exact(context);
  SpGEMMOptions options = context.fuzz_case.options;
  const auto expected = expected_product(context, options);
  const auto size = get_workspace_size<typename Types::crs_matrix>(context.next_instance(), context.a.crs(),
                                                                   context.b.crs(), options);
  const std::size_t shift = static_cast<std::size_t>(context.random.below(2)) * 8;
  for (const double share : {1.0, pick(context.random, {0.01, 0.3, 0.8, 0.99, 3.0})}) {
    const auto bytes = static_cast<std::size_t>(share * static_cast<double>(size.workspace_bytes));
    context.note("memory ", bytes, " of ", size.workspace_bytes, " shift ", shift);
    const GuardedMemory memory(bytes, shift);
    memory.give_to(options);
    Canary<Types> canary(2, 1);
    const exec_space& exec = context.next_instance();
    SpGEMMReport report;
    const bool ran = context.has_memory([&] { multiply_views(context, exec, canary.c, options, &report); });
    exec.fence("Testing::fuzz");
    memory.check();
    const bool is_exact = options.workflow == Workflow::symbolic || options.workflow == Workflow::upper_bound;
    expect(share < 1.0 || (ran && (report.num_chunks == 1 || !is_exact)),
           "the bytes that get_workspace_size() names are not enough (", report.num_chunks, " chunks)");
    if (ran)
      context.check(canary.c, expected, sums_of(options), options.sorted_output || options.deterministic);
    else
      expect(canary.is_untouched(), "C was changed by a call that threw");
  }
}

}  // namespace Ocean::Fuzz

#endif
