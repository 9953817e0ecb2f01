/// \file
/// \brief Products through both kinds of handle, on views: algorithms, reuse, rubbish in C, odd operands and shapes.

#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;

template <class Handle>
class SymbolicNumeric : public ::testing::Test {
 protected:
  using product_type = ThroughHandle<Handle>;
  using host_matrix = typename product_type::host_matrix;
};
TYPED_TEST_SUITE(SymbolicNumeric, both_handles);

const Ocean::SPGEMMAlgorithm multiplying_algorithms[] = {
    KokkosSparse::SPGEMM_KK,         KokkosSparse::SPGEMM_KK_DENSE, KokkosSparse::SPGEMM_KK_MEMORY,
    KokkosSparse::SPGEMM_KK_LP,      KokkosSparse::SPGEMM_DEFAULT,  KokkosSparse::SPGEMM_DEBUG,
    KokkosSparse::SPGEMM_SERIAL,     KokkosSparse::SPGEMM_KK_SPEED, KokkosSparse::SPGEMM_KK_CUCKOO,
    KokkosSparse::SPGEMM_KK_MEMSPEED};

TYPED_TEST(SymbolicNumeric, EveryAlgorithmMultiplies) {
  for (const auto algorithm : multiplying_algorithms) {
    SCOPED_TRACE(static_cast<int>(algorithm));
    auto product = make_product<TypeParam>(algorithm);
    product.multiply();
    EXPECT_TRUE(product.is_correct());
  }
}

TYPED_TEST(SymbolicNumeric, FlagsFollowTheCalls) {
  auto product = make_product<TypeParam>();
  auto& sub_handle = product.sub_handle();
  EXPECT_FALSE(sub_handle.is_symbolic_called() || sub_handle.is_numeric_called() || sub_handle.are_rowptrs_computed() ||
               sub_handle.are_entries_computed());
  product.symbolic();
  EXPECT_TRUE(sub_handle.is_symbolic_called() && sub_handle.are_rowptrs_computed());
  EXPECT_FALSE(sub_handle.is_numeric_called() || sub_handle.are_entries_computed());
  EXPECT_EQ(static_cast<std::size_t>(sub_handle.get_c_nnz()), product.reference().entries.size());
  product.allocate();
  product.numeric();
  EXPECT_TRUE(sub_handle.is_numeric_called() && sub_handle.are_entries_computed());
}

TYPED_TEST(SymbolicNumeric, NumericAgainTakesNewValuesInNewArrays) {
  for (const auto algorithm : multiplying_algorithms) {
    SCOPED_TRACE(static_cast<int>(algorithm));
    auto product = make_product<TypeParam>(algorithm);
    product.multiply();
    for (const std::uint64_t seed : {5, 6, 7}) {
      product.change_values(seed);
      product.numeric();
      EXPECT_TRUE(product.is_correct());
    }
  }
}

TYPED_TEST(SymbolicNumeric, NumericAgainFillsNewArraysOfC) {
  auto product = make_product<TypeParam>();
  product.multiply();
  for (const std::uint64_t seed : {5, 6}) {
    product.change_values(seed);
    product.allocate();
    product.numeric();
    EXPECT_TRUE(product.is_correct());
  }
}

TYPED_TEST(SymbolicNumeric, ColumnsOfADroppedCAreNotTakenForThoseAtItsAddress) {
  auto product = make_product<TypeParam>();
  product.multiply();
  for (int round = 0; round < 20; ++round) {
    product.entries = {};  // an allocator likes to give the same place again
    product.allocate();
    product.numeric();
    ASSERT_TRUE(product.is_correct());
  }
}

TYPED_TEST(SymbolicNumeric, UnmanagedColumnsThatWereOverwrittenAreFilledAgain) {
  auto product = make_product<TypeParam>();
  product.symbolic();
  product.allocate();
  using unmanaged = Kokkos::View<int*, test_exec_space::memory_space, Kokkos::MemoryUnmanaged>;
  unmanaged entries(product.entries.data(), product.entries.extent(0));
  product.numeric_into(entries, product.values);
  EXPECT_TRUE(product.is_correct());
  Kokkos::deep_copy(product.entries, -1);
  product.change_values(8);
  product.numeric_into(entries, product.values);
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST(SymbolicNumeric, SecondSymbolicFillsTheRowMapAgain) {
  auto product = make_product<TypeParam>();
  product.symbolic();
  const auto first = to_vector(product.row_map);
  product.spoil_row_map();
  product.symbolic();
  EXPECT_TRUE(same_integers("row_map", to_vector(product.row_map), first));
  product.allocate();
  product.numeric();
  EXPECT_TRUE(product.is_correct());
  product.spoil_row_map();
  product.symbolic();
  product.allocate();
  product.change_values(9);
  product.numeric();
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST(SymbolicNumeric, UnsortedRowsAndDuplicatesAreMultiplied) {
  const auto [a, b] = make_operands<typename TestFixture::host_matrix>(true, 0.4);
  typename TestFixture::product_type product(a, b);
  product.multiply();
  EXPECT_TRUE(product.is_correct());
  product.change_values(10);
  product.numeric();
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST(SymbolicNumeric, CancelledEntriesStay) {
  typename TestFixture::product_type product({1, 2, {0, 2}, {0, 1}, {1, -1}}, {2, 1, {0, 1, 2}, {0, 0}, {3, 3}});
  product.multiply();
  EXPECT_EQ(to_vector(product.entries), std::vector<int>{0});
  EXPECT_EQ(to_vector(product.values), std::vector<double>{0.0});
}

TYPED_TEST(SymbolicNumeric, EmptyShapes) {
  const struct {
    int num_rows, num_inner, num_cols;
  } shapes[] = {{0, 0, 0}, {0, 12, 5}, {10, 10, 0}, {10, 10, 10}, {10, 0, 10}};
  for (const auto& shape : shapes) {
    SCOPED_TRACE(Ocean::Impl::concatenate(shape.num_rows, " ", shape.num_inner, " ", shape.num_cols));
    typename TestFixture::product_type product(make_empty<int, int, double>(shape.num_rows, shape.num_inner),
                                               make_empty<int, int, double>(shape.num_inner, shape.num_cols));
    product.multiply();
    EXPECT_EQ(product.sub_handle().get_c_nnz(), 0);
    EXPECT_TRUE(product.is_correct());
    EXPECT_TRUE(product.sub_handle().is_numeric_called());
    product.numeric();
    EXPECT_TRUE(product.is_correct());
  }
}

TYPED_TEST(SymbolicNumeric, NoRowsNeedNoRowMap) {
  typename TestFixture::product_type product(make_empty<int, int, double>(0, 3), make_empty<int, int, double>(3, 2));
  product.row_map = {};
  product.a.row_map = {};
  product.multiply();
  EXPECT_EQ(product.sub_handle().get_c_nnz(), 0);
}

TYPED_TEST(SymbolicNumeric, RowsAreFullSkewedOrBandedAlike) {
  using matrix_type = typename TestFixture::host_matrix;
  const auto skewed = make_random<int, int, double>({.num_rows = 300,
                                                     .num_cols = 300,
                                                     .mean_row_nnz = 6,
                                                     .seed = 41,
                                                     .row_lengths = RowLengthLaw::power_law,
                                                     .full_row = 7,
                                                     .full_column = 11});
  const auto banded = make_banded<int, int, double>(300, 300, 9, 3);
  const std::pair<matrix_type, matrix_type> pairs[] = {{skewed, banded}, {banded, skewed}, {skewed, skewed}};
  for (const auto& [a, b] : pairs) {
    typename TestFixture::product_type product(a, b);
    product.multiply();
    EXPECT_TRUE(product.is_correct());
    product.change_values(11);
    product.numeric();
    EXPECT_TRUE(product.is_correct());
  }
}

TYPED_TEST(SymbolicNumeric, EntriesWithoutValues) {
  auto product = make_product<TypeParam>();
  product.symbolic();
  product.allocate();
  product.fill_entries();
  EXPECT_TRUE(same_integers("entries", to_vector(product.entries), product.reference().entries));
  EXPECT_TRUE(product.sub_handle().are_entries_computed());
  EXPECT_FALSE(product.sub_handle().is_numeric_called());
  product.numeric();
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST(SymbolicNumeric, TransposedOperands) {
  const auto [a, b] = make_operands<typename TestFixture::host_matrix>(true, 0.2);
  using through_type = typename TestFixture::product_type;
  for (const bool transpose_a : {false, true})
    for (const bool transpose_b : {false, true}) {
      SCOPED_TRACE(Ocean::Impl::concatenate(transpose_a, " ", transpose_b));
      through_type product(transpose_a ? through_type::transpose(a) : a, transpose_b ? through_type::transpose(b) : b);
      product.transpose_a = transpose_a;
      product.transpose_b = transpose_b;
      product.spoil_row_map();
      product.multiply();
      EXPECT_TRUE(product.is_correct());
      product.change_values(12);
      product.numeric();
      EXPECT_TRUE(product.is_correct());
    }
}

}  // namespace
