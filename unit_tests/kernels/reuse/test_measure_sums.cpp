/// \file
/// \brief Products, shapes and repeated rows on every team path, by hand and against a loop over the rows.
// once: OpenMP

#include "ocean/kernels/reuse/measure_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/supernodes.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::sum_shapes_max;
using Ocean::Impl::SumCounters;
using Ocean::Impl::SumShapes;
using namespace Ocean::Testing;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using bytes_type = std::vector<std::uint8_t>;
using count_list = std::vector<count_type>;

/// \brief A matrix of ones with \p columns in its rows.
matrix_type make_rows(count_type num_cols, const std::vector<std::vector<int>>& columns) {
  matrix_type matrix{static_cast<count_type>(columns.size()), num_cols, {0}, {}, {}};
  for (const auto& row : columns) {
    matrix.entries.insert(matrix.entries.end(), row.begin(), row.end());
    matrix.row_map.push_back(static_cast<int>(matrix.entries.size()));
  }
  matrix.values.assign(matrix.entries.size(), 1.0);
  return matrix;
}

SumShapes make_shapes(const count_list& capacities) {
  SumShapes shapes;
  for (const count_type capacity : capacities) shapes.shape[shapes.num_shapes++].capacity = capacity;
  return shapes;
}

/// What the kernels write; 77 before.
struct Measured {
  count_list row_products;
  bytes_type row_shape, continues, b_continues;
  SumCounters counters;
};

/// \brief Rows [\p first, num_rows) of \p a and \p c; without a \p c, nothing is known of C.
Measured measure(const auto& launcher, const matrix_type& a, const matrix_type& b, const matrix_type* c,
                 const SumShapes& shapes, count_type first = 0) {
  const auto device_a = to_device(a), device_b = to_device(b), device_c = to_device(c ? *c : matrix_type{});
  auto operand = device_a.operand();
  operand.num_rows -= first;
  operand.row_map = Kokkos::subview(operand.row_map, std::make_pair(first, a.num_rows + 1));
  operand.first_offset = a.row_map[static_cast<std::size_t>(first)];
  const problem_type problem{operand, device_b.operand()};
  Ocean::Impl::GraphOfC<int, int> graph;
  if (c) graph = {device_c.row_map.data() + first, device_c.entries.data()};
  const auto num_rows = static_cast<std::size_t>(operand.num_rows);
  const auto row_products = make_view(count_list(num_rows + 1, 77));
  const auto row_shape = make_view(bytes_type(num_rows, 77)), continues = make_view(bytes_type(num_rows, 77));
  const auto b_continues = make_view(bytes_type(static_cast<std::size_t>(b.num_rows), 77));
  SumCounters dirty{};
  dirty.nnz_c = dirty.longest_row_a = dirty.num_products = dirty.longest_row_c = 1000000;
  dirty.unsorted_b_row = dirty.defect = 1;
  std::fill_n(dirty.rows, sum_shapes_max, 9);
  const auto counters = make_view({dirty});
  measure_sums(launcher, problem, graph, shapes, row_products, row_shape, continues, b_continues, counters);
  return {to_vector(row_products), to_vector(row_shape), to_vector(continues), to_vector(b_continues),
          to_vector(counters)[0]};
}

/// \brief Whether rows have the columns of the row before, of \p matrix alone; a first row has not.
bytes_type repeats_of(const matrix_type& matrix, count_type first = 0) {
  bytes_type repeats;
  std::vector<int> before;
  for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(matrix.num_rows); ++row) {
    const std::vector<int> columns(matrix.entries.begin() + matrix.row_map[row],
                                   matrix.entries.begin() + matrix.row_map[row + 1]);
    repeats.push_back(!repeats.empty() && columns == before ? 1 : 0);
    before = columns;
  }
  return repeats;
}

void expect_measured(const matrix_type& a, const matrix_type& b, const matrix_type& c, const SumShapes& shapes,
                     bool b_is_unsorted, count_type first = 0) {
  const bytes_type repeats_a = repeats_of(a, first), repeats_c = repeats_of(c, first);
  count_list products, rows(sum_shapes_max, 0);
  bytes_type row_shape, continues;
  count_type longest_a = 0, longest_c = 0, num_products = 0;
  for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(a.num_rows); ++row) {
    products.push_back(0);
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry) {
      const auto inner = static_cast<std::size_t>(a.entries[static_cast<std::size_t>(entry)]);
      products.back() += b.row_map[inner + 1] - b.row_map[inner];
    }
    num_products += products.back();
    const count_type length_c = c.row_map[row + 1] - c.row_map[row];
    longest_a = std::max<count_type>(longest_a, a.row_map[row + 1] - a.row_map[row]);
    longest_c = std::max(longest_c, length_c);
    int shape = 0;
    while (shape < shapes.num_shapes - 1 && length_c > shapes.shape[shape].capacity) ++shape;
    row_shape.push_back(static_cast<std::uint8_t>(shape));
    ++rows[static_cast<std::size_t>(shape)];
    continues.push_back(repeats_a[continues.size()] == 1 && repeats_c[continues.size()] == 1 ? 1 : 0);
  }
  products.push_back(77);  // not written
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Measured measured = measure(launcher, a, b, &c, shapes, first);
    EXPECT_TRUE(same_integers("row_products", measured.row_products, products));
    EXPECT_TRUE(same_integers("row_shape", measured.row_shape, row_shape));
    EXPECT_TRUE(same_integers("continues", measured.continues, continues));
    EXPECT_TRUE(same_integers("b_continues", measured.b_continues, continues_of(b)));
    const SumCounters& counters = measured.counters;
    EXPECT_TRUE(same_integers("rows", count_list(counters.rows, counters.rows + sum_shapes_max), rows));
    EXPECT_EQ(counters.nnz_a, static_cast<count_type>(a.entries.size()) - a.row_map[static_cast<std::size_t>(first)]);
    EXPECT_EQ(counters.nnz_c, static_cast<count_type>(c.entries.size()) - c.row_map[static_cast<std::size_t>(first)]);
    EXPECT_EQ(counters.num_products, num_products);
    EXPECT_EQ(counters.longest_row_a, longest_a);
    EXPECT_EQ(counters.longest_row_c, longest_c);
    EXPECT_EQ(counters.unsorted_b_row, b_is_unsorted ? 1 : 0);
    EXPECT_EQ(counters.defect, 0);
  });
}

/// Rows of A and C that repeat, alone and together; row 1 of B repeats row 0, and row 4 descends.
TEST(MeasureSums, ByHand) {
  const auto b = make_rows(6, {{0, 2}, {0, 2}, {}, {1}, {5, 3}});
  const auto a = make_rows(5, {{0, 1}, {0, 1}, {0, 1}, {1, 0}, {3}, {}, {}, {4, 2, 4}});
  const auto c = make_rows(6, {{0, 2}, {0, 2}, {0, 3}, {0, 3}, {1}, {}, {}, {3, 5, 6}});
  const SumShapes shapes = make_shapes({0, 1, 2});
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Measured all = measure(launcher, a, b, &c, shapes);
    EXPECT_EQ(all.row_products, (count_list{4, 4, 4, 4, 1, 0, 0, 4, 77}));
    EXPECT_EQ(all.row_shape, (bytes_type{2, 2, 2, 2, 1, 0, 0, 2})) << "the last shape takes every row";
    EXPECT_EQ(all.continues, (bytes_type{0, 1, 0, 0, 0, 0, 1, 0})) << "C differs in row 2, A in row 3";
    EXPECT_EQ(all.b_continues, (bytes_type{0, 1, 0, 0, 0}));
    EXPECT_EQ(count_list(all.counters.rows, all.counters.rows + 4), (count_list{2, 1, 5, 0}));
    EXPECT_EQ(all.counters.nnz_a, 12);
    EXPECT_EQ(all.counters.nnz_c, 12);
    EXPECT_EQ(all.counters.num_products, 21);
    EXPECT_EQ(all.counters.longest_row_a, 3);
    EXPECT_EQ(all.counters.longest_row_c, 3);
    EXPECT_EQ(all.counters.unsorted_b_row, 1);
    EXPECT_EQ(all.counters.defect, 0);
    const Measured unknown = measure(launcher, a, b, nullptr, shapes);
    EXPECT_EQ(unknown.row_products, all.row_products);
    EXPECT_EQ(unknown.row_shape, bytes_type(8, 0)) << "nothing is known of C";
    EXPECT_EQ(unknown.continues, bytes_type(8, 0));
    EXPECT_EQ(unknown.counters.nnz_c, 0);
    EXPECT_EQ(unknown.counters.longest_row_c, 0);
  });
  expect_measured(a, b, c, shapes, true);
  expect_measured(a, b, c, shapes, true, 1);  // whose row 0 repeats one that is not there
}

/// Short rows, rows of a group, and rows longer than a warp takes; the same twice, but for one column somewhere.
TEST(MeasureSums, RowsOfEveryLength) {
  const count_type num_inner = 1500;
  RandomMatrix shape{.num_rows = 60, .num_cols = num_inner, .seed = 1, .empty_row_ratio = 0.1, .full_row = 30};
  for (const double mean_row_nnz : {2.0, 20.0, 100.0}) {
    SCOPED_TRACE(mean_row_nnz);
    shape.mean_row_nnz = mean_row_nnz;
    auto a = repeat_rows(make_random<int, int, double>(shape), [](count_type row) { return row == 30 ? 9 : 3; });
    // the second row of every three differs in an entry
    for (count_type row = 1; row < a.num_rows; row += 3)
      if (const int begin = a.row_map[static_cast<std::size_t>(row)],
          length = a.row_map[static_cast<std::size_t>(row) + 1] - begin;
          length > 0)
        a.entries[static_cast<std::size_t>(begin + row * 37 % length)] ^= 1;
    auto b = repeat_rows(make_random<int, int, double>(
                             {.num_rows = num_inner / 2, .num_cols = 400, .mean_row_nnz = mean_row_nnz, .seed = 2}),
                         [](count_type) { return 2; });
    auto c = a;  // any graph will do: products are counted elsewhere
    c.entries[c.entries.size() / 2] ^= 1;
    expect_measured(a, b, c, make_shapes({0, 1, 8, 30, 500, 9000}), false);
    expect_measured(a, b, c, make_shapes({0, 1, 8, 30, 500, 9000}), false, 90);
    std::size_t row = static_cast<std::size_t>(num_inner) / 2;
    while (b.row_map[row + 1] - b.row_map[row] < 2) ++row;
    const auto last = static_cast<std::size_t>(b.row_map[row + 1] - 1);
    b.entries[last] = b.entries[last - 1];
    expect_measured(a, b, c, make_shapes({40}), true);
  }
}

TEST(MeasureSums, NothingToMeasure) {
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<int, int, double>(num_rows, num_cols);
  };
  const SumShapes shapes = make_shapes({0, 4});
  expect_measured(empty(4, 3), empty(3, 5), empty(4, 5), shapes, false);
  expect_measured(empty(4, 0), empty(0, 5), empty(4, 5), shapes, false);
  expect_measured(make_identity<int, int, double>(3), empty(3, 5), empty(3, 5), shapes, false);
}

/// An offset below the one before it, in A or in B: the row is taken to be empty.
TEST(MeasureSums, OffsetsOutOfOrderAreADefect) {
  const auto sound = make_rows(3, {{0, 1}, {1}, {2, 0}});
  auto broken = sound;
  broken.row_map = {0, 4, 3, 5};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Measured a = measure(launcher, broken, sound, nullptr, make_shapes({0, 4}));
    EXPECT_EQ(a.counters.defect, 1);
    EXPECT_EQ(a.row_products, (count_list{2 + 1 + 1 + 2, 0, 2 + 2, 77}));
    EXPECT_EQ(measure(launcher, make_empty<int, int, double>(2, 3), broken, nullptr, make_shapes({0})).counters.defect,
              1);
    auto beyond = sound;
    beyond.row_map.back() = 6;
    EXPECT_EQ(measure(launcher, beyond, sound, nullptr, make_shapes({0})).counters.defect, 1);
  });
}

}  // namespace
