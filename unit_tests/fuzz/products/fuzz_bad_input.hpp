#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_BAD_INPUT_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_BAD_INPUT_HPP
/// \file
/// \brief Operands and options that must be refused with std::invalid_argument, and C left alone.

#include <limits>

#include "fuzz_blocks.hpp"
#include "fuzz_graph.hpp"
#include "fuzz_operations.hpp"

namespace Ocean::Fuzz {

/// \brief Spoils the contents of one operand. Falls back on offsets that do not begin with 0, which every matrix has.
template <class Types>
void spoil_contents(Context<Types>& context) {
  const bool of_a = chance(context.random, 0.5);
  HostPattern pattern = (of_a ? context.host_a : context.host_b).pattern;
  const auto num_entries = static_cast<std::int64_t>(pattern.columns.size());
  const char* what = "first offset";
  const std::int64_t fault = num_entries == 0 ? 0 : context.random.below(5);
  const auto entry = static_cast<std::size_t>(num_entries == 0 ? 0 : context.random.below(num_entries));
  if (fault == 0) pattern.row_map.front() = 1;
  if (fault == 1) {
    what = "decreasing offset";
    std::size_t row = 0;
    while (pattern.row_map[row + 1] == 0) ++row;
    if (row + 2 < pattern.row_map.size())
      pattern.row_map[row + 2] = pattern.row_map[row + 1] - 1;
    else
      pattern.row_map.front() = pattern.row_map.back() + 1;
  }
  if (fault == 2) {
    what = "last offset behind the entries";
    pattern.row_map.back() += 1 + context.random.below(1000);
  }
  if (fault == 3) {
    what = "column too large";
    pattern.columns[entry] = pattern.num_cols + context.random.below(3);
  }
  if (fault == 4) {
    what = "negative column";
    pattern.columns[entry] = chance(context.random, 0.5) ? -1 : -1000000;
  }
  context.note(of_a ? "A: " : "B: ", what);
  (of_a ? context.a : context.b) = upload_matrix<Types>(pattern, (of_a ? context.host_a : context.host_b).values);
}

/// \brief Too short an array of one operand, for calls on views.
template <class Types>
void spoil_shapes(Context<Types>& context) {
  DeviceMatrix<Types>& operand = chance(context.random, 0.5) ? context.a : context.b;
  const bool of_values = chance(context.random, 0.5) && operand.values.extent(0) > 0;
  context.note(of_values ? "too few values" : "too many offsets");
  if (of_values)
    operand.values = device_view<typename Types::scalar_type>(
        Kokkos::view_alloc("Testing::fuzz", Kokkos::WithoutInitializing), operand.values.extent(0) - 1);
  else
    operand.row_map = device_view<typename Types::offset_type>("Testing::fuzz", operand.row_map.extent(0) + 1);
}

/// \brief Options that make no sense.
template <class Types>
void spoil_options(Context<Types>& context) {
  SpGEMMOptions& options = context.fuzz_case.options;
  switch (context.random.below(7)) {
    case 0: options.sketch_registers = pick(context.random, {1, -32, 65, 256}); break;
    case 1: options.expansion = pick(context.random, {-1.0, std::numeric_limits<double>::infinity()}); break;
    case 2: options.sample_ratio = pick(context.random, {0.0, 1.5, std::numeric_limits<double>::quiet_NaN()}); break;
    case 3: options.sample_rows_max = options.sample_rows_min - 1; break;
    case 4: options.output_slack = pick(context.random, {-0.1, std::numeric_limits<double>::quiet_NaN()}); break;
    case 5: options.reuse_memory_factor = -1.0; break;
    default: options.workspace_bytes = 100; break;
  }
  context.note("bad options");
}

/// \brief One call of any operation, refused for the contents of an operand, its shape, or options.
template <class Types>
void fuzz_bad_input(Context<Types>& context) {
  using crs_matrix = typename Types::crs_matrix;
  using scalar_type = typename Types::scalar_type;
  SpGEMMOptions& options = context.fuzz_case.options;
  const bool is_plain = !context.fuzz_case.transpose_a && !context.fuzz_case.transpose_b;
  options.check_indices = true;
  context.outcome = Outcome::refused;
  const ThirdOperand<Types> d(context, context.num_rows(), context.num_cols()), r(context, 5, context.num_rows());
  if (chance(context.random, 0.15)) {
    spoil_shapes(context);
    Canary<Types> canary(2, 3);
    context.expect_refused("views", [&] { multiply_views(context, context.instance(), canary.c, options); });
    return expect(canary.is_untouched(), "C was changed by a call that threw");
  }
  if (chance(context.random, 0.2))
    spoil_options(context);
  else
    spoil_contents(context);
  const exec_space& exec = context.next_instance();
  const auto a = context.a.crs(), b = context.b.crs();
  Canary<Types> canary(static_cast<std::size_t>(context.num_rows()) + 1, 3);
  const auto offsets =
      upload<typename Types::offset_type>(std::vector<int>(static_cast<std::size_t>(context.num_rows()) + 1, 0));
  const device_view<typename Types::ordinal_type> no_entries;
  const device_view<scalar_type> no_values;
  switch (is_plain ? context.random.below(6) : context.random.below(2)) {
    case 0: context.expect_refused("views", [&] { multiply_views(context, exec, canary.c, options); }); break;
    case 1:
      context.expect_refused("matrices", [&] {
        return spgemm<crs_matrix>(exec, a, context.fuzz_case.transpose_a, b, context.fuzz_case.transpose_b, options);
      });
      break;
    case 2:
      context.expect_refused("add", [&] {
        return spgemm_add<crs_matrix>(exec, scalar_type(1), a, b, scalar_type(1), d.device.crs(), options);
      });
      break;
    case 3:
      context.expect_refused("triple",
                             [&] { return triple_product<crs_matrix>(exec, r.device.crs(), false, a, b, options); });
      break;
    case 4:
      context.expect_refused("into graph", [&] {
        spgemm_numeric(exec, context.num_rows(), context.num_inner(), context.num_cols(), context.a.row_map,
                       context.a.entries, context.a.values, context.b.row_map, context.b.entries, context.b.values,
                       offsets, no_entries, no_values, options);
      });
      break;
    default:
      context.expect_refused("blocks", [&] {
        block_spgemm(exec, BlockShape{1, 1, 1}, context.num_rows(), context.num_inner(), context.num_cols(),
                     context.a.row_map, context.a.entries, context.a.values, context.b.row_map, context.b.entries,
                     context.b.values, canary.c.row_map, canary.c.entries, canary.c.values, options);
      });
  }
  exec.fence("Testing::fuzz");
  expect(canary.is_untouched(), "C was changed by a call that threw");
}

/// \brief A symbolic call that is refused; then the same handle with sound operands.
template <class Types, class Handle>
void fuzz_bad_handle_input(Context<Types>& context) {
  SpGEMMOptions options = context.fuzz_case.options;
  options.check_indices = true;
  ThroughHandle<Types, Handle> product(context, options);
  const auto a = context.a, b = context.b;
  context.outcome = Outcome::refused;
  spoil_contents(context);
  const auto before = download(product.c.row_map);
  context.expect_refused("symbolic", [&] { product.symbolic(context.next_instance()); });
  context.instance().fence("Testing::fuzz");
  expect(same_bits(download(product.c.row_map), before), "C's row map was changed by a call that threw");
  context.a = a;
  context.b = b;
  context.note("symbolic, numeric");
  product.symbolic(context.next_instance());
  product.spoil_entries();
  product.spoil_values();
  product.numeric(context.next_instance());
  context.check(product.c, context.product(), product.sums());
}

}  // namespace Ocean::Fuzz

#endif
