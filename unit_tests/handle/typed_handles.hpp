#ifndef OCEAN_TEST_HANDLE_TYPED_HANDLES_HPP
#define OCEAN_TEST_HANDLE_TYPED_HANDLES_HPP
/// \file
/// \brief The tests that every combination of types runs; each executable has few of them, for they compile slowly.

#include "through_handle.hpp"

namespace Ocean::Testing {

/// \brief An array between two walls of sentinels.
template <class T>
struct GuardedView {
  static constexpr std::size_t wall = 64;
  test_view<T> whole;
  Kokkos::View<T*, test_exec_space::memory_space, Kokkos::MemoryUnmanaged> inner;

  GuardedView(std::size_t count, T sentinel)
      : whole(make_view(std::vector<T>(count + 2 * wall, sentinel))), inner(whole.data() + wall, count) {}

  bool walls_stand() const {
    const auto items = to_vector(whole);
    const T sentinel = items.front();
    for (std::size_t place = 0; place < wall; ++place)
      if (!(items[place] == sentinel) || !(items[items.size() - 1 - place] == sentinel)) return false;
    return true;
  }
};

template <class Handle>
class TypedHandles : public ::testing::Test {
 protected:
  using product_type = ThroughHandle<Handle>;
  using host_matrix = typename product_type::host_matrix;
};
TYPED_TEST_SUITE_P(TypedHandles);

TYPED_TEST_P(TypedHandles, MultipliesAndTakesNewValues) {
  for (const bool unsorted : {false, true}) {
    const auto [a, b] = make_operands<typename TestFixture::host_matrix>(unsorted, unsorted ? 0.3 : 0.0);
    typename TestFixture::product_type product(a, b);
    product.multiply();
    EXPECT_TRUE(product.is_correct());
    product.change_values(21);
    product.numeric();
    EXPECT_TRUE(product.is_correct());
    product.spoil_row_map();
    product.symbolic();
    product.allocate();
    product.numeric();
    EXPECT_TRUE(product.is_correct());
  }
}

TYPED_TEST_P(TypedHandles, LongRows) {
  using offset_type = typename TestFixture::product_type::offset_type;
  using ordinal_type = typename TestFixture::product_type::ordinal_type;
  using scalar_type = typename TestFixture::product_type::scalar_type;
  const auto matrix = make_random<offset_type, ordinal_type, scalar_type>(
      {.num_rows = 700, .num_cols = 700, .mean_row_nnz = 9, .seed = 51, .full_row = 3, .full_column = 690});
  typename TestFixture::product_type product(matrix, matrix);
  product.multiply();
  EXPECT_TRUE(product.is_correct());
  product.change_values(22);
  product.numeric();
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST_P(TypedHandles, NothingIsWrittenBesideC) {
  using through_type = typename TestFixture::product_type;
  auto product = make_product<TypeParam>();
  const auto num_offsets = static_cast<std::size_t>(product.num_rows()) + 1;
  GuardedView<typename through_type::offset_type> row_map(num_offsets, 11);
  const auto symbolic = [&] {
    Ocean::spgemm_symbolic(&product.handle, product.num_rows(), product.num_inner(), product.num_cols(),
                           product.a.row_map, product.a.entries, false, product.b.row_map, product.b.entries, false,
                           row_map.inner);
  };
  symbolic();
  const auto nnz = static_cast<std::size_t>(product.sub_handle().get_c_nnz());
  GuardedView<typename through_type::ordinal_type> entries(nnz, 12);
  GuardedView<typename through_type::scalar_type> values(nnz, 13);
  for (int call = 0; call < 3; ++call) {
    Ocean::spgemm_numeric(&product.handle, product.num_rows(), product.num_inner(), product.num_cols(),
                          product.a.row_map, product.a.entries, product.a.values, false, product.b.row_map,
                          product.b.entries, product.b.values, false, row_map.inner, entries.inner, values.inner);
    Kokkos::fence();
    EXPECT_TRUE(row_map.walls_stand());
    EXPECT_TRUE(entries.walls_stand());
    EXPECT_TRUE(values.walls_stand());
    EXPECT_TRUE(matches(to_host(product.num_rows(), product.num_cols(), row_map.inner, entries.inner, values.inner),
                        product.reference()));
    product.change_values(23);
  }
}

TYPED_TEST_P(TypedHandles, EmptyOperands) {
  using matrix_type = typename TestFixture::host_matrix;
  matrix_type a = make_operands<matrix_type>().first;
  matrix_type b{a.num_cols, 4, {}, {}, {}};
  b.row_map.assign(static_cast<std::size_t>(a.num_cols) + 1, 0);
  typename TestFixture::product_type product(a, b);
  product.multiply();
  EXPECT_EQ(static_cast<count_type>(product.sub_handle().get_c_nnz()), 0);
  EXPECT_TRUE(product.is_correct());
}

REGISTER_TYPED_TEST_SUITE_P(TypedHandles, MultipliesAndTakesNewValues, LongRows, NothingIsWrittenBesideC,
                            EmptyOperands);

/// \brief Both kinds of handle for one or two combinations of types, const ones with KokkosKernels' as Tpetra has them.
template <class OffsetA, class OrdinalA, class ScalarA, class OffsetB, class OrdinalB, class ScalarB>
using handles_of = ::testing::Types<
    own_handle<OffsetA, OrdinalA, ScalarA>, kokkos_kernels_handle<const OffsetA, const OrdinalA, const ScalarA>,
    own_handle<const OffsetB, const OrdinalB, const ScalarB>, kokkos_kernels_handle<OffsetB, OrdinalB, ScalarB>>;

}  // namespace Ocean::Testing

#endif
