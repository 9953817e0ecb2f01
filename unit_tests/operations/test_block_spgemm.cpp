/// \file
/// \brief Blocks through the public interface: BsrMatrix with either kind of handle, views with rectangular blocks.
// once: OpenMP

#include "Ocean_BlockSpGEMM.hpp"

#include <gtest/gtest.h>

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_BsrMatrix.hpp>

#include "Ocean_KernelHandle.hpp"
#include "Ocean_SpGEMMNumeric.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/extreme_options.hpp"
#include "support/supplied_memory.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;

using memory_space = test_exec_space::memory_space;
using device_type = Kokkos::Device<test_exec_space, memory_space>;
using bsr_matrix = KokkosSparse::Experimental::BsrMatrix<double, int, device_type, void, int>;
using ocean_handle = Ocean::KernelHandle<int, int, double, test_exec_space, memory_space, memory_space>;
using kokkos_kernels_handle =
    KokkosKernels::Experimental::KokkosKernelsHandle<int, int, double, test_exec_space, memory_space, memory_space>;
using host_matrix = HostCsr<int, int, double>;

/// The blocks of a matrix whose dimensions are multiples of \p block_dim and whose graph is one of full blocks.
host_matrix make_graph(count_type num_rows, count_type num_cols, std::uint64_t seed) {
  return make_random<int, int, double>({.num_rows = num_rows,
                                        .num_cols = num_cols,
                                        .mean_row_nnz = 5.0,
                                        .seed = seed,
                                        .empty_row_ratio = 0.1,
                                        .duplicate_ratio = 0.2,
                                        .unsorted = true});
}

std::vector<double> make_values(std::size_t count, std::uint64_t seed) {
  RandomNumbers random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = RandomValue<double>::draw(random, ValueLaw::small_integers);
  return values;
}

bsr_matrix to_bsr(const host_matrix& graph, const std::vector<double>& values, int block_dim) {
  return bsr_matrix("Testing::matrix", static_cast<int>(graph.num_rows), static_cast<int>(graph.num_cols),
                    static_cast<int>(graph.entries.size()), make_view(values), make_view(graph.row_map),
                    make_view(graph.entries), block_dim);
}

/// Every element of the blocks as an entry of its own: [num_rows * rows x num_cols * cols].
host_matrix expand(const host_matrix& graph, const std::vector<double>& values, count_type rows, count_type cols) {
  host_matrix result{graph.num_rows * rows, graph.num_cols * cols, {0}, {}, {}};
  for (count_type row = 0; row < result.num_rows; ++row) {
    for (int entry = graph.row_map[row / rows]; entry < graph.row_map[row / rows + 1]; ++entry)
      for (count_type col = 0; col < cols; ++col) {
        result.entries.push_back(static_cast<int>(graph.entries[entry] * cols + col));
        result.values.push_back(values[(entry * rows + row % rows) * cols + col]);
      }
    result.row_map.push_back(static_cast<int>(result.entries.size()));
  }
  return result;
}

template <class CMatrix>
host_matrix expand(const CMatrix& c, int block_dim) {
  const host_matrix graph{c.numRows(), c.numCols(), to_vector(c.graph.row_map), to_vector(c.graph.entries), {}};
  return expand(graph, to_vector(c.values), block_dim, block_dim);
}

template <class Handle>
void expect_products_with(int block_dim) {
  const host_matrix graph_a = make_graph(30, 25, 1), graph_b = make_graph(25, 35, 2);
  const auto size = static_cast<std::size_t>(block_dim * block_dim);
  Handle handle;
  handle.create_spgemm_handle();
  bsr_matrix c;
  for (const std::uint64_t seed : {11, 12, 13}) {  // later calls have new values in new arrays
    const auto values_a = make_values(graph_a.entries.size() * size, seed);
    const auto values_b = make_values(graph_b.entries.size() * size, seed + 100);
    const auto a = to_bsr(graph_a, values_a, block_dim), b = to_bsr(graph_b, values_b, block_dim);
    if (seed == 11) Ocean::block_spgemm_symbolic(handle, a, false, b, false, c);
    Ocean::block_spgemm_numeric(handle, a, false, b, false, c);
    EXPECT_TRUE(matches(expand(c, block_dim), Ocean::Impl::multiply_gustavson<int, int, double>(
                                                  expand(graph_a, values_a, block_dim, block_dim),
                                                  expand(graph_b, values_b, block_dim, block_dim))));
  }
  EXPECT_TRUE(handle.get_spgemm_handle()->is_symbolic_called());
  EXPECT_TRUE(handle.get_spgemm_handle()->are_entries_computed());
  EXPECT_EQ(c.blockDim(), block_dim);
}

TEST(BlockSpgemm, WithOceansHandle) {
  expect_products_with<ocean_handle>(1);
  expect_products_with<ocean_handle>(2);
  expect_products_with<ocean_handle>(5);
}

TEST(BlockSpgemm, WithKokkosKernelsHandle) { expect_products_with<kokkos_kernels_handle>(3); }

/// A dense product of op(A) and op(B), element by element; \p a and \p b are the expanded matrices as they are stored.
std::vector<double> multiply_dense(const host_matrix& a, bool transpose_a, const host_matrix& b, bool transpose_b) {
  const auto to_dense = [](const host_matrix& matrix, bool transposed) {
    std::vector<double> dense(static_cast<std::size_t>(matrix.num_rows * matrix.num_cols), 0.0);
    for (count_type row = 0; row < matrix.num_rows; ++row)
      for (int entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry)
        dense[transposed ? matrix.entries[entry] * matrix.num_rows + row
                         : row * matrix.num_cols + matrix.entries[entry]] += matrix.values[entry];
    return dense;
  };
  const auto dense_a = to_dense(a, transpose_a), dense_b = to_dense(b, transpose_b);
  const count_type num_rows = transpose_a ? a.num_cols : a.num_rows, num_inner = transpose_a ? a.num_rows : a.num_cols;
  const count_type num_cols = transpose_b ? b.num_rows : b.num_cols;
  std::vector<double> c(static_cast<std::size_t>(num_rows * num_cols), 0.0);
  for (count_type row = 0; row < num_rows; ++row)
    for (count_type inner = 0; inner < num_inner; ++inner)
      for (count_type col = 0; col < num_cols; ++col)
        c[row * num_cols + col] += dense_a[row * num_inner + inner] * dense_b[inner * num_cols + col];
  return c;
}

template <class Handle>
void expect_transposed_products_with(int block_dim, const Ocean::SpGEMMOptions& options) {
  const auto size = static_cast<std::size_t>(block_dim * block_dim);
  for (const bool transpose_a : {false, true})
    for (const bool transpose_b : {false, true}) {
      SCOPED_TRACE(std::string(transpose_a ? "A transposed, " : "A, ") + (transpose_b ? "B transposed" : "B"));
      const host_matrix graph_a = transpose_a ? make_graph(12, 17, 21) : make_graph(17, 12, 21);
      const host_matrix graph_b = transpose_b ? make_graph(14, 12, 22) : make_graph(12, 14, 22);
      Handle handle;
      handle.create_spgemm_handle();
      Ocean::spgemm_options(handle) = options;
      bsr_matrix c;
      for (const std::uint64_t seed : {11, 12, 13}) {
        const auto values_a = make_values(graph_a.entries.size() * size, seed);
        const auto values_b = make_values(graph_b.entries.size() * size, seed + 100);
        const auto a = to_bsr(graph_a, values_a, block_dim), b = to_bsr(graph_b, values_b, block_dim);
        if (seed == 11) Ocean::block_spgemm_symbolic(handle, a, transpose_a, b, transpose_b, c);
        Ocean::block_spgemm_numeric(handle, a, transpose_a, b, transpose_b, c);
        EXPECT_EQ(c.numRows(), 17);
        EXPECT_EQ(c.numCols(), 14);
        EXPECT_EQ(multiply_dense(expand(c, block_dim), false, make_identity<int, int, double>(14 * block_dim), false),
                  multiply_dense(expand(graph_a, values_a, block_dim, block_dim), transpose_a,
                                 expand(graph_b, values_b, block_dim, block_dim), transpose_b));
      }
    }
}

TEST(BlockSpgemm, TransposedOperandsWithEitherHandle) {
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    expect_transposed_products_with<ocean_handle>(1, {.path = path});
    expect_transposed_products_with<ocean_handle>(3, {.path = path, .deterministic = true});
    expect_transposed_products_with<kokkos_kernels_handle>(2, {.path = path});
  }
}

TEST(BlockSpgemm, TransposedBlocksInTheCallersMemory) {
  const SuppliedMemory memory(1 << 20);
  expect_transposed_products_with<ocean_handle>(2, memory.in({}));
  EXPECT_TRUE(memory.is_used());
  EXPECT_TRUE(memory.is_kept());
}

TEST(BlockSpgemm, ViewsWithABlockDimension) {
  const host_matrix graph = make_graph(20, 20, 3);
  const auto values = make_values(graph.entries.size() * 4, 4);
  const auto matrix = to_bsr(graph, values, 2);
  ocean_handle handle;
  handle.create_spgemm_handle();
  bsr_matrix c;
  Ocean::block_spgemm_symbolic(handle, matrix, false, matrix, false, c);
  Ocean::spgemm_numeric(&handle, 20, 20, 20, matrix.graph.row_map, matrix.graph.entries, matrix.values, false,
                        matrix.graph.row_map, matrix.graph.entries, matrix.values, false, c.graph.row_map,
                        c.graph.entries, c.values, 2);
  const auto expanded = expand(graph, values, 2, 2);
  EXPECT_TRUE(matches(expand(c, 2), Ocean::Impl::multiply_gustavson<int, int, double>(expanded, expanded)));
}

TEST(BlockSpgemm, RectangularBlocksOnViews) {
  const host_matrix graph_a = make_graph(15, 18, 5), graph_b = make_graph(18, 12, 6);
  const auto values_a = make_values(graph_a.entries.size() * 18, 7),
             values_b = make_values(graph_b.entries.size() * 12, 8);
  test_view<int> row_map_c, entries_c;
  test_view<double> values_c;
  Ocean::SpGEMMReport report;
  Ocean::block_spgemm(test_exec_space{}, {3, 6, 2}, 15, 18, 12, make_view(graph_a.row_map), make_view(graph_a.entries),
                      make_view(values_a), make_view(graph_b.row_map), make_view(graph_b.entries), make_view(values_b),
                      row_map_c, entries_c, values_c, {}, &report);
  const host_matrix graph_c{15, 12, to_vector(row_map_c), to_vector(entries_c), {}};
  EXPECT_TRUE(matches(expand(graph_c, to_vector(values_c), 3, 2),
                      Ocean::Impl::multiply_gustavson<int, int, double>(expand(graph_a, values_a, 3, 6),
                                                                        expand(graph_b, values_b, 6, 2))));
  EXPECT_EQ(report.nnz_c, static_cast<std::int64_t>(entries_c.extent(0)));
}

TEST(BlockSpgemm, ErrorsLeaveC) {
  const host_matrix graph = make_graph(8, 8, 9);
  const auto two = to_bsr(graph, make_values(graph.entries.size() * 4, 1), 2);
  const auto three = to_bsr(graph, make_values(graph.entries.size() * 9, 1), 3);
  const auto wide = to_bsr(make_graph(9, 8, 9), make_values(1000, 1), 2);
  ocean_handle handle;
  bsr_matrix c = three;
  const auto text = [&](const bsr_matrix& a, bool transpose_a, const bsr_matrix& b) {
    return error_text<std::invalid_argument>(
        [&] { Ocean::block_spgemm_symbolic(handle, a, transpose_a, b, false, c); });
  };
  const std::string no_handle =
      "KokkosSparse::spgemm_symbolic: the given KernelHandle does not have an SpGEMM handle associated with it.";
  EXPECT_EQ(text(two, false, two), no_handle);
  handle.create_spgemm_handle();
  EXPECT_EQ(text(two, false, three), "Block SpGEMM must be called for matrices with the same block size");
  EXPECT_EQ(text(two, false, wide),
            "Ocean::block_spgemm_symbolic: op(A) [8 x 8] and op(B) [9 x 8] (need as many columns of op(A) as rows of "
            "op(B))");
  EXPECT_EQ(error_text<std::runtime_error>([&] { Ocean::block_spgemm_numeric(handle, three, false, three, false, c); }),
            "Call spgemm symbolic before calling SpGEMM numeric");
  EXPECT_EQ(c.values.data(), three.values.data());
  EXPECT_EQ(text(two, false, two), "nothing was thrown");
  EXPECT_NE(error_text<std::invalid_argument>([&] {
              Ocean::block_spgemm_numeric(handle, two, false, two, true, c);
            }).find("different sparsity pattern"),
            std::string::npos)
      << "a handle is bound to the modes of its symbolic call";
  bsr_matrix other = three;
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { Ocean::block_spgemm_numeric(handle, two, false, two, false, other); }),
      "Block SpGEMM must be called for matrices with the same block size");
}

}  // namespace
