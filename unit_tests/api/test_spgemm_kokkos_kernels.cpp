/// \file
/// \brief KokkosKernels' spgemm gives the same C; alone in its executable because it compiles slowly.
// once: Serial

#include <gtest/gtest.h>

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_SortCrs.hpp>
#include <KokkosSparse_spgemm.hpp>

#include "product.hpp"

namespace {

using namespace Ocean::Testing;

/// C by KokkosKernels' own algorithm; its rows are sorted afterwards.
template <class Matrix>
Matrix multiply_kokkos_kernels(const Matrix& a, const Matrix& b) {
  using memory_space = test_exec_space::memory_space;
  KokkosKernels::Experimental::KokkosKernelsHandle<
      typename Matrix::non_const_size_type, typename Matrix::non_const_ordinal_type,
      typename Matrix::non_const_value_type, test_exec_space, memory_space, memory_space>
      handle;
  handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  Matrix c;
  KokkosSparse::spgemm_symbolic(handle, a, false, b, false, c);
  KokkosSparse::spgemm_numeric(handle, a, false, b, false, c);
  handle.destroy_spgemm_handle();
  KokkosSparse::sort_crs_matrix(c);
  Kokkos::fence();
  return c;
}

template <class Scalar>
class KokkosKernels : public ::testing::Test {};

using compared_scalars = ::testing::Types<double, Kokkos::complex<double>>;
TYPED_TEST_SUITE(KokkosKernels, compared_scalars);

TYPED_TEST(KokkosKernels, GivesTheSameProduct) {
  using host_matrix = HostCsr<int, int, TypeParam>;
  using matrix_type = crs_matrix<int, int, TypeParam>;
  for (const RowLengthLaw law : {RowLengthLaw::constant, RowLengthLaw::uniform, RowLengthLaw::power_law}) {
    const Case<host_matrix> product("random",
                                    make_random<int, int, TypeParam>({.num_rows = 400,
                                                                      .num_cols = 300,
                                                                      .mean_row_nnz = 12,
                                                                      .seed = 71,
                                                                      .row_lengths = law,
                                                                      .values = ValueLaw::reals,
                                                                      .full_row = 5}),
                                    make_random<int, int, TypeParam>({.num_rows = 300,
                                                                      .num_cols = 500,
                                                                      .mean_row_nnz = 12,
                                                                      .seed = 72,
                                                                      .row_lengths = law,
                                                                      .values = ValueLaw::reals,
                                                                      .full_column = 9}));
    const auto a = to_crs_matrix(product.a);
    const auto b = to_crs_matrix(product.b);
    const auto peer = to_host(multiply_kokkos_kernels(a, b));
    for (const NamedOptions& named : all_workflows_and_paths()) {
      SCOPED_TRACE(named.name);
      const auto c = to_host(Ocean::spgemm<matrix_type>(test_exec_space{}, a, false, b, false, named.options));
      EXPECT_TRUE(same_integers("row_map", c.row_map, peer.row_map));
      EXPECT_TRUE(same_integers("entries", c.entries, peer.entries));
      auto expected = product.c;
      expected.values = peer.values;
      EXPECT_TRUE(same_values(c, expected, relative_tolerance<TypeParam>()));
    }
  }
}

}  // namespace
