/// \file
/// \brief C = (I - omega D^-1 A) B: values against the reference, with a handle and in one call, and its errors.
// once: OpenMP

#include <gtest/gtest.h>

#include <KokkosKernels_Handle.hpp>

#include "Ocean_KernelHandle.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_SpGEMMSymbolic.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"
#include "support/tested_types.hpp"

namespace {

using namespace Ocean::Testing;
using memory_space = test_exec_space::memory_space;

template <class Matrix>
using scalar_of = typename Matrix::scalar_type;
template <class Matrix>
using crs_of = crs_matrix<typename Matrix::offset_type, typename Matrix::ordinal_type, typename Matrix::scalar_type>;

/// A random matrix with a diagonal in every row.
template <class Offset, class Ordinal, class Scalar>
HostCsr<Offset, Ordinal, Scalar> make_wide(count_type num_rows, count_type num_cols, std::uint64_t seed, bool dirty) {
  const auto random = make_random<Offset, Ordinal, Scalar>({.num_rows = num_rows,
                                                            .num_cols = num_cols,
                                                            .mean_row_nnz = 5.0,
                                                            .seed = seed,
                                                            .empty_row_ratio = dirty ? 0.3 : 0.0,
                                                            .duplicate_ratio = dirty ? 0.3 : 0.0,
                                                            .unsorted = dirty});
  HostCsr<Offset, Ordinal, Scalar> result{num_rows, num_cols, {0}, {}, {}};
  for (count_type row = 0; row < num_rows; ++row) {
    bool has_diagonal = false;
    for (auto entry = random.row_map[row]; entry < random.row_map[row + 1]; ++entry) {
      has_diagonal = has_diagonal || static_cast<count_type>(random.entries[entry]) == row;
      result.entries.push_back(random.entries[entry]);
      result.values.push_back(random.values[entry]);
    }
    if (!has_diagonal) {
      result.entries.push_back(static_cast<Ordinal>(row));
      result.values.push_back(Scalar(2));
    }
    result.row_map.push_back(static_cast<Offset>(result.entries.size()));
  }
  return dirty ? result : sort_rows(result);
}
template <class Offset, class Ordinal, class Scalar>
HostCsr<Offset, Ordinal, Scalar> make_square(count_type num_rows, std::uint64_t seed, bool dirty) {
  return make_wide<Offset, Ordinal, Scalar>(num_rows, num_rows, seed, dirty);
}

/// I - omega D^-1 A on the host, the 1 as an entry of its own, times B.
template <class Matrix>
auto multiply_on_host(const Matrix& a, const Matrix& b, scalar_of<Matrix> omega,
                      const std::vector<scalar_of<Matrix>>& dinv) {
  Matrix scaled{a.num_rows, a.num_cols, {0}, {}, {}};
  for (count_type row = 0; row < a.num_rows; ++row) {
    for (auto entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry) {
      scaled.entries.push_back(a.entries[entry]);
      scaled.values.push_back(-omega * dinv[static_cast<std::size_t>(row)] * a.values[entry]);
    }
    scaled.entries.push_back(static_cast<typename Matrix::ordinal_type>(row));
    scaled.values.push_back(scalar_of<Matrix>(1));
    scaled.row_map.push_back(static_cast<typename Matrix::offset_type>(scaled.entries.size()));
  }
  return Ocean::Impl::multiply_gustavson<typename Matrix::offset_type, typename Matrix::ordinal_type,
                                         scalar_of<Matrix>>(scaled, b);
}

template <class Scalar>
std::vector<Scalar> make_dinv(count_type count, std::uint64_t seed) {
  RandomNumbers random(seed);
  std::vector<Scalar> dinv(static_cast<std::size_t>(count));
  for (Scalar& value : dinv) value = RandomValue<Scalar>::draw(random, ValueLaw::small_integers) + Scalar(4);
  return dinv;
}

/// As Tpetra holds it: one column.
template <class Scalar>
auto make_column(const std::vector<Scalar>& items) {
  const Kokkos::View<Scalar**, Kokkos::LayoutLeft, memory_space> column("Testing::dinv", items.size(), 1);
  Kokkos::deep_copy(Kokkos::subview(column, Kokkos::ALL, 0), make_view(items));
  return column;
}

template <class Matrix>
void expect_one_call(const Matrix& a, const Matrix& b, const Ocean::SpGEMMOptions& options = {}) {
  const auto dinv = make_dinv<scalar_of<Matrix>>(a.num_rows, 5);
  const scalar_of<Matrix> omega(3);
  const auto expected = multiply_on_host(a, b, omega, dinv);
  const auto device_a = to_crs_matrix(a), device_b = to_crs_matrix(b);
  const auto by_column =
      Ocean::spgemm_jacobi<crs_of<Matrix>>(test_exec_space{}, device_a, device_b, omega, make_column(dinv), options);
  EXPECT_TRUE(matches(to_host(by_column), expected));
  const auto by_vector = Ocean::spgemm_jacobi<crs_of<Matrix>>(device_a, device_b, omega, make_view(dinv), options);
  EXPECT_TRUE(matches(to_host(by_vector), expected));
}

TEST(Jacobi, ByHand) {  // (I - 2 diag(1, 3) A) B
  const HostCsr<int, int, double> a{2, 2, {0, 2, 3}, {0, 1, 1}, {4, 5, 6}};
  const HostCsr<int, int, double> b{2, 1, {0, 1, 2}, {0, 0}, {1, 2}};
  const auto c = Ocean::spgemm_jacobi<crs_matrix<int, int, double>>(to_crs_matrix(a), to_crs_matrix(b), 2.0,
                                                                    make_view({1.0, 3.0}));
  EXPECT_EQ(to_host(c).values, (std::vector<double>{1 - 2 * (4 + 10), 2 - 6 * 12}));
}

TEST(Jacobi, ByHandWithMoreColumnsThanRows) {  // ([1 0 0; 0 1 0] - 2 diag(1, 3) A) B
  const HostCsr<int, int, double> a{2, 3, {0, 2, 4}, {0, 2, 1, 2}, {4, 5, 6, 7}};
  const HostCsr<int, int, double> b{3, 1, {0, 1, 2, 3}, {0, 0, 0}, {1, 2, 3}};
  const auto c = Ocean::spgemm_jacobi<crs_matrix<int, int, double>>(to_crs_matrix(a), to_crs_matrix(b), 2.0,
                                                                    make_view({1.0, 3.0}));
  EXPECT_EQ(to_host(c).values, (std::vector<double>{1 - 2 * (4 + 15), 2 - 6 * (12 + 21)}));
}

/// What Tpetra hands over: columns of other processes behind the rows' own.
TEST(Jacobi, MoreColumnsThanRowsOnEveryPath) {
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    const auto b = make_random<int, int, double>({.num_rows = 130, .num_cols = 60, .mean_row_nnz = 6.0, .seed = 2});
    expect_one_call(make_wide<int, int, double>(90, 130, 1, false), b, named.options);
  }
  using complex = Kokkos::complex<double>;
  expect_one_call(make_wide<std::size_t, std::int64_t, complex>(60, 61, 5, true),
                  make_square<std::size_t, std::int64_t, complex>(61, 6, true));
  expect_one_call(make_wide<int, int, double>(1, 500, 5, true), make_square<int, int, double>(500, 6, true));
  expect_one_call(make_empty<int, int, double>(0, 7), make_square<int, int, double>(7, 6, false));
}

TEST(Jacobi, InOneCallOnEveryPath) {
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    const auto b = make_random<int, int, double>({.num_rows = 90, .num_cols = 60, .mean_row_nnz = 6.0, .seed = 2});
    expect_one_call(make_square<int, int, double>(90, 1, false), b, named.options);
  }
}

TEST(Jacobi, UnsortedRowsWithDuplicateDiagonals) {
  expect_one_call(make_square<int, int, double>(200, 3, true), make_square<int, int, double>(200, 4, true));
  using complex = Kokkos::complex<double>;
  expect_one_call(make_square<std::size_t, std::int64_t, complex>(60, 5, true),
                  make_square<std::size_t, std::int64_t, complex>(60, 6, true));
}

TEST(Jacobi, InTheCallersMemory) {
  const test_view<char> memory("Testing::memory", 4 << 20);
  const Ocean::SpGEMMOptions options{.workspace_data = memory.data(), .workspace_bytes = memory.size()};
  for (const NamedOptions& named : all_workflows_and_paths(options)) {
    SCOPED_TRACE(named.name);
    expect_one_call(make_square<int, int, double>(200, 3, false), make_square<int, int, double>(200, 4, true),
                    named.options);
  }
  expect_one_call(make_empty<int, int, double>(4, 4), make_empty<int, int, double>(4, 5), options);
}

/// \p nodes nodes of three unknowns on a line, coupled to their neighbours: rows of the same columns.
HostCsr<int, int, double> make_nodes(int nodes) {
  HostCsr<int, int, double> result{3 * nodes, 3 * nodes, {0}, {}, {}};
  for (int row = 0; row < 3 * nodes; ++row) {
    for (int column = std::max(0, 3 * (row / 3 - 1)); column < std::min(3 * nodes, 3 * (row / 3 + 2)); ++column) {
      result.entries.push_back(column);
      result.values.push_back(1.0 + (row + 2 * column) % 7);
    }
    result.row_map.push_back(static_cast<int>(result.entries.size()));
  }
  return result;
}

/// All accumulators of CPU threads scale A's rows: of nodes, of one entry, far apart, in chunks of rows, summed again.
TEST(Jacobi, RowsOfAllKindsAreScaledAsTheyAreRead) {
  const auto nodes = make_nodes(20);
  const auto far = make_random<int, int, double>({.num_rows = 60, .num_cols = 400000, .mean_row_nnz = 9, .seed = 3});
  expect_one_call(nodes, far);
  for (const auto& b : {nodes, make_identity<int, int, double>(60)})
    for (const bool deterministic : {false, true})
      for (const NamedOptions& named : all_workflows_and_paths({.deterministic = deterministic})) {
        SCOPED_TRACE(named.name);
        expect_one_call(nodes, b, named.options);
        expect_one_call(make_identity<int, int, double>(60), b, named.options);
      }
  expect_one_call(make_square<int, int, double>(2000, 3, false), make_square<int, int, double>(2000, 4, false),
                  {.memory_limit_bytes = 1000000});
}

TEST(Jacobi, NothingToMultiply) {
  expect_one_call(make_empty<int, int, double>(0, 0), make_empty<int, int, double>(0, 5));
  expect_one_call(make_empty<int, int, double>(4, 4), make_empty<int, int, double>(4, 5));
}

TEST(Jacobi, TheReportCountsTheScaledValues) {
  const auto a = to_crs_matrix(make_identity<int, int, double>(200000));
  const auto dinv = make_view(std::vector<double>(200000, 0.5));
  Ocean::SpGEMMReport plain, jacobi;
  jacobi.time_stages = true;
  using matrix_type = crs_matrix<int, int, double>;
  (void)Ocean::spgemm<matrix_type>(test_exec_space{}, a, false, a, false, {}, &plain);
  (void)Ocean::spgemm_jacobi<matrix_type>(test_exec_space{}, a, a, 1.0, dinv, {}, &jacobi);
  EXPECT_GE(jacobi.peak_bytes, plain.peak_bytes + 200000 * sizeof(double));
  EXPECT_EQ(jacobi.stage_times.front().stage, "jacobi");
}

/// Symbolic and three numeric calls, the last two with new values in new arrays. A is [70 x num_inner].
template <class Handle>
void expect_with_handle(int num_inner) {
  using matrix_type = HostCsr<int, int, double>;
  matrix_type a = make_wide<int, int, double>(70, num_inner, 7, true),
              b = make_wide<int, int, double>(num_inner, 90, 8, true);
  Handle handle;
  handle.create_spgemm_handle();
  const test_view<int> row_map_c("Testing::row_map_c", 71);
  {
    const auto device_a = to_device(a), device_b = to_device(b);
    Ocean::spgemm_symbolic(&handle, 70, num_inner, 90, device_a.row_map, device_a.entries, false, device_b.row_map,
                           device_b.entries, false, row_map_c);
  }
  test_view<int> entries_c("Testing::entries_c", handle.get_spgemm_handle()->get_c_nnz());
  test_view<double> values_c("Testing::values_c", handle.get_spgemm_handle()->get_c_nnz());
  for (const double omega : {3.0, -1.0, 2.0}) {
    for (double& value : a.values) value += omega;
    const auto dinv = make_dinv<double>(70, 9);
    const auto device_a = to_device(a), device_b = to_device(b);
    Ocean::Experimental::spgemm_jacobi(&handle, 70, num_inner, 90, device_a.row_map, device_a.entries, device_a.values,
                                       false, device_b.row_map, device_b.entries, device_b.values, false, row_map_c,
                                       entries_c, values_c, omega, make_column(dinv));
    EXPECT_TRUE(matches(to_host(70, 90, row_map_c, entries_c, values_c), multiply_on_host(a, b, omega, dinv)));
  }
  EXPECT_TRUE(handle.get_spgemm_handle()->is_symbolic_called());
}

TEST(Jacobi, WithOceansHandle) {
  for (const int num_inner : {70, 75}) {
    expect_with_handle<Ocean::KernelHandle<int, int, double, test_exec_space, memory_space, memory_space>>(num_inner);
    expect_with_handle<
        Ocean::KernelHandle<const int, const int, const double, test_exec_space, memory_space, memory_space>>(
        num_inner);
  }
}

TEST(Jacobi, WithKokkosKernelsHandle) {
  for (const int num_inner : {70, 75})
    expect_with_handle<KokkosKernels::Experimental::KokkosKernelsHandle<int, int, double, test_exec_space, memory_space,
                                                                        memory_space>>(num_inner);
}

TEST(Jacobi, ErrorsOfTheHandleLeaveC) {
  const auto a = to_device(make_square<int, int, double>(5, 1, false));
  Ocean::KernelHandle<int, int, double, test_exec_space, memory_space, memory_space> handle;
  const test_view<int> row_map_c("Testing::row_map_c", 6);
  auto entries_c = make_view(std::vector<int>(25, -7));
  auto values_c = make_view(std::vector<double>(25, -7.0));
  const auto dinv = make_column(std::vector<double>(5, 1.0));
  const auto call = [&](bool transpose_a, const auto& scales) {
    Ocean::Experimental::spgemm_jacobi(test_exec_space{}, &handle, 5, 5, 5, a.row_map, a.entries, a.values, transpose_a,
                                       a.row_map, a.entries, a.values, false, row_map_c, entries_c, values_c, 1.0,
                                       scales);
  };
  EXPECT_EQ(error_text<std::invalid_argument>([&] { call(false, dinv); }),
            "KokkosSparse::spgemm_numeric: the given KernelHandle does not have an SpGEMM handle associated with it.");
  handle.create_spgemm_handle();
  EXPECT_EQ(error_text<std::runtime_error>([&] { call(false, dinv); }),
            "Call spgemm symbolic before calling SpGEMM numeric");
  EXPECT_EQ(error_text<std::runtime_error>([&] { call(true, dinv); }),
            "spgemm-jacobi does not support transposed multiply. If you need this case please let kokkos-kernels "
            "developers know.\n");
  Ocean::spgemm_symbolic(&handle, 5, 5, 5, a.row_map, a.entries, false, a.row_map, a.entries, false, row_map_c);
  EXPECT_EQ(error_text<std::invalid_argument>([&] { call(false, make_column(std::vector<double>(4, 1.0))); }),
            "Ocean::spgemm_jacobi: dinv has 4 rows (need at least 5)");
  EXPECT_EQ(error_text<std::invalid_argument>(
                [&] { call(false, Kokkos::View<double**, memory_space>("Testing::dinv", 5, 0)); }),
            "Ocean::spgemm_jacobi: dinv has no column (need at least 1)");
  EXPECT_EQ(to_vector(entries_c), std::vector<int>(25, -7));
  EXPECT_EQ(to_vector(values_c), std::vector<double>(25, -7.0));
}

TEST(Jacobi, AMissingDiagonalIsNamedWhereIndicesAreChecked) {
  const HostCsr<int, int, double> a{3, 3, {0, 1, 2, 2}, {0, 0}, {1, 2}};
  HostCsr<int, int, double> b{3, 1, {0, 1, 1, 1}, {0}, {4}};
  const auto text = [&](bool check_indices) {
    return error_text<std::invalid_argument>([&] {
      (void)Ocean::spgemm_jacobi<crs_matrix<int, int, double>>(test_exec_space{}, to_crs_matrix(a), to_crs_matrix(b),
                                                               1.0, make_view({1.0, 1.0, 1.0}),
                                                               {.check_indices = check_indices});
    });
  };
  EXPECT_EQ(text(true), "nothing was thrown");
  b = {3, 1, {0, 1, 1, 2}, {0, 0}, {4, 5}};
  EXPECT_EQ(
      text(true),
      "Ocean::spgemm_jacobi: row 2 of A has no diagonal entry, but row 2 of B is not empty (need a diagonal entry "
      "of A in every row in which B has entries)");
  EXPECT_EQ(text(false), "nothing was thrown");
}

TEST(Jacobi, AWithoutEntriesHasNoDiagonal) {
  const auto a = to_crs_matrix(make_empty<int, int, double>(2, 3)),
             b = to_crs_matrix(make_identity<int, int, double>(3));
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] {
        (void)Ocean::spgemm_jacobi<crs_matrix<int, int, double>>(a, b, 1.0, make_view({1.0, 1.0}),
                                                                 {.check_indices = true});
      }),
      "Ocean::spgemm_jacobi: row 0 of A has no diagonal entry, but row 0 of B is not empty (need a diagonal entry "
      "of A in every row in which B has entries)");
}

TEST(Jacobi, AMustNotHaveMoreRowsThanColumns) {
  const std::string text = "Ocean::spgemm_jacobi: A is [3 x 2] (need at most as many rows as columns)";
  const auto a = make_empty<int, int, double>(3, 2), b = make_empty<int, int, double>(2, 4);
  const auto dinv = make_column(std::vector<double>(3, 1.0));
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              (void)Ocean::spgemm_jacobi<crs_matrix<int, int, double>>(to_crs_matrix(a), to_crs_matrix(b), 1.0, dinv);
            }),
            text);
  Ocean::KernelHandle<int, int, double, test_exec_space, memory_space, memory_space> handle;
  handle.create_spgemm_handle();
  const auto device_a = to_device(a), device_b = to_device(b);
  const test_view<int> row_map_c("Testing::row_map_c", 4);
  test_view<int> entries_c;
  test_view<double> values_c;
  Ocean::spgemm_symbolic(&handle, 3, 2, 4, device_a.row_map, device_a.entries, false, device_b.row_map,
                         device_b.entries, false, row_map_c);
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              Ocean::Experimental::spgemm_jacobi(&handle, 3, 2, 4, device_a.row_map, device_a.entries, device_a.values,
                                                 false, device_b.row_map, device_b.entries, device_b.values, false,
                                                 row_map_c, entries_c, values_c, 1.0, dinv);
            }),
            text);
}

}  // namespace
