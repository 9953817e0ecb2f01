/// \file
/// \brief Products of matrices of dense blocks against products of the same matrices without blocks.
// once: OpenMP

#include "ocean/operations/block_product.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/extreme_options.hpp"
#include "support/tested_types.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::BlockShape;
using Ocean::Impl::CsrProduct;
using Ocean::Impl::Problem;

/// Graph in blocks, values of [rows x cols] blocks.
template <class Matrix>
Matrix make_blocks(const Matrix& graph, count_type block_size, std::uint64_t seed) {
  using scalar_type = typename Matrix::scalar_type;
  RandomNumbers random(seed);
  Matrix blocks = graph;
  blocks.values.resize(graph.entries.size() * static_cast<std::size_t>(block_size));
  for (auto& value : blocks.values) value = RandomValue<scalar_type>::draw(random, ValueLaw::small_integers);
  return blocks;
}

/// C by its definition, block by block.
template <class Matrix>
Matrix multiply_blocks(const Matrix& a, const Matrix& b, const BlockShape& shape) {
  Matrix c{a.num_rows, b.num_cols, {0}, {}, {}};
  for (count_type row = 0; row < a.num_rows; ++row) {
    std::map<count_type, std::vector<typename Matrix::scalar_type>> blocks;
    for (auto entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a) {
      const auto inner = static_cast<std::size_t>(a.entries[entry_a]);
      for (auto entry_b = b.row_map[inner]; entry_b < b.row_map[inner + 1]; ++entry_b) {
        auto& block = blocks[static_cast<count_type>(b.entries[entry_b])];
        block.resize(static_cast<std::size_t>(shape.size_c()));
        for (count_type i = 0; i < shape.rows; ++i)
          for (count_type j = 0; j < shape.cols; ++j)
            for (count_type k = 0; k < shape.inner; ++k)
              block[i * shape.cols + j] += a.values[entry_a * shape.size_a() + i * shape.inner + k] *
                                           b.values[entry_b * shape.size_b() + k * shape.cols + j];
      }
    }
    for (const auto& [column, block] : blocks) {
      c.entries.push_back(static_cast<typename Matrix::ordinal_type>(column));
      c.values.insert(c.values.end(), block.begin(), block.end());
    }
    c.row_map.push_back(static_cast<typename Matrix::offset_type>(c.entries.size()));
  }
  return c;
}

template <class Matrix>
Matrix multiply_on_device(const Matrix& a, const Matrix& b, const BlockShape& shape,
                          const Ocean::SpGEMMOptions& options) {
  using product_type = CsrProduct<test_exec_space, typename Matrix::offset_type, typename Matrix::ordinal_type,
                                  typename Matrix::scalar_type>;
  const auto device_a = to_device(a), device_b = to_device(b);
  using operand_type = decltype(device_a.operand());
  Ocean::SpGEMMReport report;
  const auto c = Ocean::Impl::run_block_spgemm<product_type>(
      test_exec_space{}, Problem<operand_type, operand_type>{device_a.operand(), device_b.operand()}, shape, options,
      report);
  return to_host(a.num_rows, b.num_cols, c.row_map, c.entries, c.values);
}

template <class Offset, class Ordinal, class Scalar>
void expect_products(const RandomMatrix& a, const RandomMatrix& b) {
  for (const BlockShape& shape : {BlockShape{1, 1, 1}, BlockShape{2, 2, 2}, BlockShape{3, 6, 1}, BlockShape{1, 2, 5}})
    for (const auto path : available_paths()) {
      const auto blocks_a = make_blocks(make_random<Offset, Ordinal, Scalar>(a), shape.size_a(), 1);
      const auto blocks_b = make_blocks(make_random<Offset, Ordinal, Scalar>(b), shape.size_b(), 2);
      const auto actual = multiply_on_device(blocks_a, blocks_b, shape, {.path = path});
      const auto expected = multiply_blocks(blocks_a, blocks_b, shape);
      EXPECT_TRUE(same_integers("row_map", actual.row_map, expected.row_map));
      EXPECT_TRUE(same_integers("entries", actual.entries, expected.entries));
      EXPECT_EQ(actual.values, expected.values) << shape.rows << shape.inner << shape.cols;
    }
}

TEST(BlockProduct, ByHand) {
  const HostCsr<int, int, double> a{1, 2, {0, 2}, {1, 0}, {1, 2, 3, 4, 5, 6, 7, 8}};
  const HostCsr<int, int, double> b{2, 1, {0, 1, 2}, {0, 0}, {1, 0, 0, 1, 1, 1, 0, 2}};
  const auto c = multiply_on_device(a, b, {2, 2, 2}, {});
  EXPECT_EQ(c.entries, (std::vector{0}));
  EXPECT_EQ(c.values, (std::vector<double>{5 + 1, 6 + 1 + 4, 7 + 3, 8 + 3 + 8}));
}

TEST(BlockProduct, SortedBlocks) {
  expect_products<int, int, double>({.num_rows = 60, .num_cols = 80, .mean_row_nnz = 7.0, .seed = 3},
                                    {.num_rows = 80, .num_cols = 70, .mean_row_nnz = 5.0, .seed = 4});
}

TEST(BlockProduct, UnsortedBlocksWithDuplicates) {
  expect_products<std::size_t, std::int64_t, Kokkos::complex<double>>(
      {.num_rows = 50, .num_cols = 40, .seed = 5, .empty_row_ratio = 0.3, .duplicate_ratio = 0.3, .unsorted = true},
      {.num_rows = 40, .num_cols = 90, .seed = 6, .empty_row_ratio = 0.3, .duplicate_ratio = 0.3, .unsorted = true});
}

TEST(BlockProduct, NoRowsNoColumnsNoEntries) {
  for (const count_type num_rows : {0, 4})
    for (const count_type num_inner : {0, 5})
      for (const count_type num_cols : {0, 6}) {
        const auto c = multiply_on_device(make_empty<int, int, double>(num_rows, num_inner),
                                          make_empty<int, int, double>(num_inner, num_cols), {2, 2, 2}, {});
        EXPECT_EQ(c.row_map, std::vector<int>(static_cast<std::size_t>(num_rows) + 1, 0));
        EXPECT_TRUE(c.values.empty());
      }
}

TEST(BlockProduct, ProductsThatCHasNoPlaceForAreLeftOut) {
  const auto a = to_device(HostCsr<int, int, double>{1, 2, {0, 2}, {0, 1}, {2, 3}});
  const auto b = to_device(HostCsr<int, int, double>{2, 9, {0, 3, 5}, {8, 1, 4, 1, 6}, {1, 2, 3, 4, 5}});
  const auto row_map_c = make_view({0, 3});
  const auto entries_c = make_view({1, 5, 8});
  const auto values_c = make_view({-1.0, -1.0, -1.0});
  using operand_type = decltype(a.operand());
  fill_block_values(test_exec_space{}, Problem<operand_type, operand_type>{a.operand(), b.operand()}, {1, 1, 1}, 3,
                    static_cast<const int*>(row_map_c.data()), static_cast<const int*>(entries_c.data()),
                    values_c.data());
  EXPECT_EQ(to_vector(values_c), (std::vector{16.0, 0.0, 2.0}));
}

TEST(BlockProduct, WrongSizesAreNamed) {
  const HostCsr<int, int, double> one{1, 1, {0, 1}, {0}, {1, 2, 3, 4}};
  const auto text = [&](const BlockShape& shape) {
    return error_text<std::invalid_argument>([&] { (void)multiply_on_device(one, one, shape, {}); });
  };
  EXPECT_STREQ(text({2, 2, 2}).c_str(), "nothing was thrown");
  EXPECT_STREQ(text({2, 3, 1}).c_str(), "Ocean::block_spgemm: A has 4 values for 1 blocks (need 6)");
  EXPECT_STREQ(text({1, 2, 3}).c_str(), "Ocean::block_spgemm: B has 4 values for 1 blocks (need 6)");
  EXPECT_STREQ(text({1, 0, 3}).c_str(),
               "Ocean::block_spgemm: blocks are [1 x 0] and [0 x 3] (need at least 1 of each)");
}

}  // namespace
