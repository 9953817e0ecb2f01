/// \file
/// \brief The calls on matrices, the calls with an instance, and the names of old.

#include <KokkosSparse_CrsMatrix.hpp>

#include "support/crs_matrix.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;

using host_matrix = HostCsr<int, int, double>;
using matrix_type = crs_matrix<int, int, double>;

template <class Handle>
class HandleMatrices : public ::testing::Test {
 protected:
  const std::pair<host_matrix, host_matrix> m_operands = make_operands<host_matrix>();
  const matrix_type m_a = to_crs_matrix(m_operands.first), m_b = to_crs_matrix(m_operands.second);
  const Ocean::Impl::ReferenceProduct<int, int, double> m_reference =
      Ocean::Impl::multiply_gustavson<int, int, double>(m_operands.first, m_operands.second);
};
TYPED_TEST_SUITE(HandleMatrices, both_handles);

TYPED_TEST(HandleMatrices, SymbolicAllocatesAndNumericFills) {
  TypeParam handle;
  handle.create_spgemm_handle();
  matrix_type c;
  Ocean::spgemm_symbolic(handle, this->m_a, false, this->m_b, false, c);
  EXPECT_EQ(c.nnz(), this->m_reference.row_map.back());
  EXPECT_EQ(c.numCols(), 70);
  Ocean::spgemm_numeric(handle, this->m_a, false, this->m_b, false, c);
  Kokkos::fence();
  EXPECT_TRUE(matches(to_host(c), this->m_reference));
  matrix_type again;
  Ocean::spgemm_symbolic(handle, this->m_a, false, this->m_b, false, again);
  EXPECT_TRUE(same_integers("row_map", to_vector(again.graph.row_map), this->m_reference.row_map));
  Ocean::spgemm_numeric(handle, this->m_a, false, this->m_b, false, again);
  Kokkos::fence();
  EXPECT_TRUE(matches(to_host(again), this->m_reference));
}

TYPED_TEST(HandleMatrices, ColumnsOnRequest) {
  TypeParam handle;
  handle.create_spgemm_handle();
  matrix_type c;
  Ocean::spgemm_symbolic(handle, this->m_a, false, this->m_b, false, c, true);
  Kokkos::fence();
  EXPECT_TRUE(same_integers("entries", to_vector(c.graph.entries), this->m_reference.entries));
}

TYPED_TEST(HandleMatrices, TransposedMatrices) {
  TypeParam handle;
  handle.create_spgemm_handle();
  const matrix_type b = to_crs_matrix(ThroughHandle<TypeParam>::transpose(this->m_operands.second));
  matrix_type c;
  Ocean::spgemm_symbolic(handle, this->m_a, false, b, true, c);
  Ocean::spgemm_numeric(handle, this->m_a, false, b, true, c);
  Kokkos::fence();
  EXPECT_EQ(c.numCols(), 70);
  EXPECT_TRUE(matches(to_host(c), this->m_reference));
}

TYPED_TEST(HandleMatrices, OnAnInstance) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space(), 1);
  const test_exec_space& exec = instances[0];
  TypeParam handle;
  handle.create_spgemm_handle();
  matrix_type c;
  Ocean::spgemm_symbolic(exec, handle, this->m_a, false, this->m_b, false, c);
  for (int call = 0; call < 2; ++call) {
    Ocean::spgemm_numeric(exec, handle, this->m_a, false, this->m_b, false, c);
    exec.fence();
    EXPECT_TRUE(matches(to_host(c), this->m_reference));
  }
}

TYPED_TEST(HandleMatrices, ViewsOnAnInstance) {
  const test_exec_space exec;
  ThroughHandle<TypeParam> product(this->m_operands.first, this->m_operands.second);
  Ocean::spgemm_symbolic(exec, &product.handle, 60, 50, 70, product.a.row_map, product.a.entries, false,
                         product.b.row_map, product.b.entries, false, product.row_map, true);
  product.allocate();
  Ocean::spgemm_numeric(exec, &product.handle, 60, 50, 70, product.a.row_map, product.a.entries, product.a.values,
                        false, product.b.row_map, product.b.entries, product.b.values, false, product.row_map,
                        product.entries, product.values);
  exec.fence();
  EXPECT_TRUE(product.is_correct());
}

TYPED_TEST(HandleMatrices, ConstViewsAndTheNamesOfOld) {
  ThroughHandle<TypeParam> product(this->m_operands.first, this->m_operands.second);
  const Kokkos::View<const int*, test_exec_space::memory_space> row_map_a = product.a.row_map;
  const Kokkos::View<const double*, test_exec_space::memory_space> values_b = product.b.values;
  Ocean::Experimental::spgemm_symbolic(&product.handle, 60, 50, 70, row_map_a, product.a.entries, false,
                                       product.b.row_map, product.b.entries, false, product.row_map);
  product.allocate();
  const Kokkos::View<const int*, test_exec_space::memory_space> row_map_c = product.row_map;
  Ocean::Experimental::spgemm_numeric(&product.handle, 60, 50, 70, row_map_a, product.a.entries, product.a.values,
                                      false, product.b.row_map, product.b.entries, values_b, false, row_map_c,
                                      product.entries, product.values);
  Kokkos::fence();
  EXPECT_TRUE(product.is_correct());
}

}  // namespace
