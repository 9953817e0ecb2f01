#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_BLOCKS_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_BLOCKS_HPP
/// \file
/// \brief Products of matrices of dense blocks, compared element by element.

#include <KokkosSparse_BsrMatrix.hpp>

#include "Ocean_BlockSpGEMM.hpp"
#include "fuzz_handle.hpp"

namespace Ocean::Fuzz {

/// \brief New values for the blocks of an operand's pattern.
template <class Types>
void draw_blocks(Context<Types>& context, HostMatrix<typename Types::scalar_type>& host, DeviceMatrix<Types>& device,
                 std::int64_t block_size) {
  host.values = context.draw_values_of(host.pattern.columns.size() * static_cast<std::size_t>(block_size));
  device.values = upload<typename Types::scalar_type>(host.values);
}

/// \brief C's blocks, taken apart, against the product of the operands' elements.
template <class Types>
void check_blocks(Context<Types>& context, const DeviceMatrix<Types>& c, std::int64_t rows, std::int64_t cols,
                  const Reference<typename Types::scalar_type>& expected) {
  context.instance().fence("Testing::fuzz");
  const auto row_map = download(c.row_map);
  const auto entries = download(c.entries);
  const auto values = download(c.values);
  HostPattern blocks;
  blocks.num_rows = c.num_rows;
  blocks.num_cols = c.num_cols;
  blocks.row_map.assign(row_map.begin(), row_map.end());
  blocks.columns.assign(entries.begin(), entries.end());
  const auto num_entries = static_cast<std::int64_t>(entries.size());
  expect(static_cast<std::int64_t>(row_map.size()) == c.num_rows + 1 && blocks.row_map.back() == num_entries &&
             std::is_sorted(row_map.begin(), row_map.end()),
         "C has row maps that do not fit its ", num_entries, " blocks");
  expect(values.size() == entries.size() * static_cast<std::size_t>(rows * cols), "C has ", values.size(), " values");
  const auto elements = expand_blocks(blocks, values, rows, cols);
  using offset_type = typename Types::offset_type;
  using ordinal_type = typename Types::ordinal_type;
  context.compare(std::vector<offset_type>(elements.pattern.row_map.begin(), elements.pattern.row_map.end()),
                  std::vector<ordinal_type>(elements.pattern.columns.begin(), elements.pattern.columns.end()),
                  elements.values, expected, Sums::any_order, true);
}

/// \brief Rectangular blocks in one call.
template <class Types>
void fuzz_blocks(Context<Types>& context) {
  const auto draw_size = [&] { return static_cast<int>(1 + context.random.below(4)); };
  const BlockShape shape{draw_size(), draw_size(), draw_size()};
  context.note("blocks ", shape.rows, "x", shape.inner, "x", shape.cols);
  draw_blocks(context, context.host_a, context.a, shape.rows * shape.inner);
  draw_blocks(context, context.host_b, context.b, shape.inner * shape.cols);
  const auto &a = context.a, &b = context.b;
  DeviceMatrix<Types> c;
  c.num_rows = context.num_rows();
  c.num_cols = context.num_cols();
  block_spgemm(context.next_instance(), shape, context.num_rows(), context.num_inner(), context.num_cols(), a.row_map,
               a.entries, a.values, b.row_map, b.entries, b.values, c.row_map, c.entries, c.values,
               context.fuzz_case.options);
  check_blocks(context, c, shape.rows, shape.cols,
               multiply(expand_blocks(context.host_a.pattern, context.host_a.values, shape.rows, shape.inner),
                        expand_blocks(context.host_b.pattern, context.host_b.values, shape.inner, shape.cols)));
}

/// \brief BsrMatrix through a handle, several times.
template <class Types, class Handle>
void fuzz_block_handle(Context<Types>& context) {
  using ordinal_type = typename Types::ordinal_type;
  using bsr_matrix = KokkosSparse::Experimental::BsrMatrix<typename Types::scalar_type, ordinal_type, device_type, void,
                                                           typename Types::offset_type>;
  const FuzzCase& fuzz_case = context.fuzz_case;
  const std::int64_t dim = 2 + context.random.below(3);
  context.note("blocks of ", dim);
  const auto to_bsr = [&](const DeviceMatrix<Types>& matrix) {
    return bsr_matrix("Testing::fuzz", static_cast<ordinal_type>(matrix.num_rows),
                      static_cast<ordinal_type>(matrix.num_cols),
                      static_cast<typename Types::offset_type>(matrix.entries.extent(0)), matrix.values, matrix.row_map,
                      matrix.entries, static_cast<ordinal_type>(dim));
  };
  const auto elements = [&](const HostMatrix<typename Types::scalar_type>& host, bool is_transposed) {
    const auto expanded = expand_blocks(host.pattern, host.values, dim, dim);
    return is_transposed ? transpose(expanded) : expanded;
  };
  Handle handle;
  handle.create_spgemm_handle();
  spgemm_options(handle) = fuzz_case.options;
  bsr_matrix c;
  for (std::int64_t call = 0; call < 1 + context.random.below(3); ++call) {
    draw_blocks(context, context.host_a, context.a, dim * dim);
    draw_blocks(context, context.host_b, context.b, dim * dim);
    const auto a = to_bsr(context.a), b = to_bsr(context.b);
    if (call == 0)
      block_spgemm_symbolic(context.next_instance(), handle, a, fuzz_case.transpose_a, b, fuzz_case.transpose_b, c);
    context.note("numeric");
    block_spgemm_numeric(context.next_instance(), handle, a, fuzz_case.transpose_a, b, fuzz_case.transpose_b, c);
    check_blocks(
        context, arrays_of<Types>(c), dim, dim,
        multiply(elements(context.host_a, fuzz_case.transpose_a), elements(context.host_b, fuzz_case.transpose_b)));
  }
}

}  // namespace Ocean::Fuzz

#endif
