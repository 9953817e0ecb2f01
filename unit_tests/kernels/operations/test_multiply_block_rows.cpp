/// \file
/// \brief Values of blocks in a given graph of C against its definition, with blocks dealt to threads in any parts.
// once: OpenMP

#include "ocean/kernels/operations/multiply_block_rows.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::BlockShape;
using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;

constexpr double untouched = -77;

matrix_type with_blocks(matrix_type graph, count_type block_size, std::uint64_t seed) {
  RandomNumbers random(seed);
  graph.values.resize(graph.entries.size() * static_cast<std::size_t>(block_size));
  for (double& value : graph.values) value = RandomValue<double>::draw(random, ValueLaw::small_integers);
  return graph;
}

/// Adds the product of two blocks to one of C.
void add_block(const double* a, const double* b, const BlockShape& shape, double* c) {
  for (count_type row = 0; row < shape.rows; ++row)
    for (count_type col = 0; col < shape.cols; ++col)
      for (count_type inner = 0; inner < shape.inner; ++inner)
        c[row * shape.cols + col] += a[row * shape.inner + inner] * b[inner * shape.cols + col];
}

std::vector<double> expected_values(const matrix_type& a, const matrix_type& b, const matrix_type& graph,
                                    const BlockShape& shape) {
  std::vector<double> values(graph.entries.size() * static_cast<std::size_t>(shape.size_c()), 0.0);
  for (count_type row = 0; row < graph.num_rows; ++row)
    for (int entry_c = graph.row_map[row]; entry_c < graph.row_map[row + 1]; ++entry_c)
      for (int entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a)
        for (int entry_b = b.row_map[a.entries[entry_a]]; entry_b < b.row_map[a.entries[entry_a] + 1]; ++entry_b)
          if (b.entries[entry_b] == graph.entries[entry_c])
            add_block(&a.values[entry_a * shape.size_a()], &b.values[entry_b * shape.size_b()], shape,
                      &values[entry_c * shape.size_c()]);
  return values;
}

std::vector<double> multiply(const matrix_type& a, const matrix_type& b, const matrix_type& graph,
                             const BlockShape& shape, count_type elements_per_part) {
  const auto device_a = to_device(a), device_b = to_device(b), device_c = to_device(graph);
  const auto values =
      make_view(std::vector<double>(graph.entries.size() * static_cast<std::size_t>(shape.size_c()), untouched));
  using kernel_type = Ocean::Impl::MultiplyBlockRows<problem_type, test_view<int>, test_view<int>, test_view<double>>;
  const count_type num_parts = (shape.size_c() + elements_per_part - 1) / elements_per_part;
  Ocean::Impl::multiply_block_rows(test_exec_space(),
                                   kernel_type{{device_a.operand(), device_b.operand()},
                                               device_c.row_map,
                                               device_c.entries,
                                               values,
                                               shape,
                                               num_parts,
                                               elements_per_part},
                                   graph.num_rows);
  Kokkos::fence("Testing::multiply_block_rows");
  return to_vector(values);
}

/// Graphs of C: that of the product, every column, and some columns, which leaves products out.
std::vector<matrix_type> graphs_of_c(const matrix_type& a, const matrix_type& b) {
  const RandomMatrix every{.num_rows = a.num_rows,
                           .num_cols = b.num_cols,
                           .mean_row_nnz = static_cast<double>(b.num_cols),
                           .row_lengths = RowLengthLaw::constant};
  const RandomMatrix some{
      .num_rows = a.num_rows, .num_cols = b.num_cols, .mean_row_nnz = 15, .seed = 9, .empty_row_ratio = 0.1};
  return {Ocean::Impl::multiply_gustavson<int, int, double>(a, b), make_random<int, int, double>(every),
          make_random<int, int, double>(some)};
}

void expect_products(const RandomMatrix& law_a, const RandomMatrix& law_b) {
  const auto pattern_a = make_random<int, int, double>(law_a), pattern_b = make_random<int, int, double>(law_b);
  for (const BlockShape& shape : {BlockShape{1, 1, 1}, BlockShape{2, 3, 4}, BlockShape{3, 1, 2}, BlockShape{1, 4, 3}}) {
    const auto a = with_blocks(pattern_a, shape.size_a(), 1), b = with_blocks(pattern_b, shape.size_b(), 2);
    for (const auto& graph : graphs_of_c(pattern_a, pattern_b)) {
      const auto expected = expected_values(a, b, graph, shape);
      for (const count_type elements_per_part : {count_type(1), count_type(5), shape.size_c(), 2 * shape.size_c()})
        EXPECT_EQ(multiply(a, b, graph, shape, elements_per_part), expected)
            << shape.rows << shape.inner << shape.cols << ", " << elements_per_part << " elements per part";
    }
  }
}

TEST(MultiplyBlockRows, SortedRows) {
  expect_products({.num_rows = 40, .num_cols = 50, .mean_row_nnz = 6, .seed = 3, .full_row = 11},
                  {.num_rows = 50, .num_cols = 60, .mean_row_nnz = 5, .seed = 4, .full_row = 20});
}

TEST(MultiplyBlockRows, UnsortedRowsWithDuplicatesAndEmptyOnes) {
  expect_products(
      {.num_rows = 30, .num_cols = 20, .seed = 5, .empty_row_ratio = 0.3, .duplicate_ratio = 0.3, .unsorted = true},
      {.num_rows = 20,
       .num_cols = 45,
       .mean_row_nnz = 9,
       .seed = 6,
       .empty_row_ratio = 0.3,
       .duplicate_ratio = 0.4,
       .unsorted = true});
}

TEST(MultiplyBlockRows, NoRowsAndNoProducts) {
  const auto empty = make_empty<int, int, double>(3, 4);
  const auto b = with_blocks(make_identity<int, int, double>(4), 1, 1);
  EXPECT_EQ(multiply(empty, b, {3, 4, {0, 1, 1, 3}, {2, 0, 3}, {0, 0, 0}}, {1, 1, 1}, 1), (std::vector{0.0, 0.0, 0.0}));
  EXPECT_TRUE(multiply(make_empty<int, int, double>(0, 4), b, {0, 4, {0}, {}, {}}, {1, 1, 1}, 1).empty());
}

}  // namespace
