#ifndef OCEAN_TEST_HANDLE_THROUGH_HANDLE_HPP
#define OCEAN_TEST_HANDLE_THROUGH_HANDLE_HPP
/// \file
/// \brief A product through a handle, Ocean's or KokkosKernels', step by step and checked against the reference.

#include <gtest/gtest.h>

#include <KokkosKernels_Handle.hpp>
#include <utility>

#include "Ocean_KernelHandle.hpp"
#include "Ocean_SpGEMMNumeric.hpp"
#include "Ocean_SpGEMMSymbolic.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/tested_types.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

template <class Offset, class Ordinal, class Scalar>
using own_handle = Ocean::KernelHandle<Offset, Ordinal, Scalar, test_exec_space, test_exec_space::memory_space,
                                       test_exec_space::memory_space>;
template <class Offset, class Ordinal, class Scalar>
using kokkos_kernels_handle =
    KokkosKernels::Experimental::KokkosKernelsHandle<Offset, Ordinal, Scalar, test_exec_space,
                                                     test_exec_space::memory_space, test_exec_space::memory_space>;

/// \brief Both kinds of handle for the types that the library compiles ahead.
using both_handles = ::testing::Types<own_handle<int, int, double>, kokkos_kernels_handle<int, int, double>>;

/// \brief op(A), op(B), C and a handle; every step is a call of its own, and C's arrays hold rubbish before it.
template <class Handle>
struct ThroughHandle {
  using offset_type = typename Handle::size_type;
  using ordinal_type = typename Handle::nnz_lno_t;
  using scalar_type = typename Handle::nnz_scalar_t;
  using host_matrix = HostCsr<offset_type, ordinal_type, scalar_type>;
  static constexpr int rubbish = 123;

  Handle handle;
  host_matrix host_a, host_b;
  DeviceCsr<offset_type, ordinal_type, scalar_type> a, b;
  bool transpose_a = false, transpose_b = false;
  test_view<offset_type> row_map;
  test_view<ordinal_type> entries;
  test_view<scalar_type> values;

  ThroughHandle(host_matrix matrix_a, host_matrix matrix_b,
                Ocean::SPGEMMAlgorithm algorithm = KokkosSparse::SPGEMM_DEFAULT)
      : host_a(std::move(matrix_a)), host_b(std::move(matrix_b)), a(to_device(host_a)), b(to_device(host_b)) {
    handle.create_spgemm_handle(algorithm);
    spoil_row_map();
  }

  ordinal_type num_rows() const { return static_cast<ordinal_type>(transpose_a ? a.num_cols : a.num_rows); }
  ordinal_type num_inner() const { return static_cast<ordinal_type>(transpose_b ? b.num_cols : b.num_rows); }
  ordinal_type num_cols() const { return static_cast<ordinal_type>(transpose_b ? b.num_rows : b.num_cols); }
  auto& sub_handle() { return *handle.get_spgemm_handle(); }

  void spoil_row_map() {
    row_map = make_view(std::vector<offset_type>(static_cast<std::size_t>(num_rows()) + 1, offset_type(rubbish)));
  }
  void allocate() {
    const auto nnz = static_cast<std::size_t>(sub_handle().get_c_nnz());
    entries = make_view(std::vector<ordinal_type>(nnz, ordinal_type(-rubbish)));
    values = make_view(std::vector<scalar_type>(nnz, scalar_type(rubbish)));
  }
  void symbolic() {
    Ocean::spgemm_symbolic(&handle, num_rows(), num_inner(), num_cols(), a.row_map, a.entries, transpose_a, b.row_map,
                           b.entries, transpose_b, row_map);
  }
  void fill_entries() {
    Ocean::spgemm_entries(&handle, num_rows(), num_inner(), num_cols(), a.row_map, a.entries, transpose_a, b.row_map,
                          b.entries, transpose_b, row_map, entries);
  }
  void numeric() { numeric_into(entries, values); }
  template <class EntriesC, class ValuesC>
  void numeric_into(EntriesC& entries_c, ValuesC& values_c) {
    Ocean::spgemm_numeric(&handle, num_rows(), num_inner(), num_cols(), a.row_map, a.entries, a.values, transpose_a,
                          b.row_map, b.entries, b.values, transpose_b, row_map, entries_c, values_c);
    Kokkos::fence();
  }
  void multiply() {
    symbolic();
    allocate();
    numeric();
  }

  /// \brief New values in new arrays; the patterns stay.
  void change_values(std::uint64_t seed) {
    RandomNumbers random(seed);
    for (auto* matrix : {&host_a, &host_b})
      for (auto& value : matrix->values) value = RandomValue<scalar_type>::draw(random, ValueLaw::small_integers);
    a.values = make_view(host_a.values);
    b.values = make_view(host_b.values);
  }

  static host_matrix transpose(const host_matrix& matrix) {
    host_matrix result{matrix.num_cols, matrix.num_rows, {offset_type(0)}, {}, {}};
    for (count_type column = 0; column < matrix.num_cols; ++column) {
      for (count_type row = 0; row < matrix.num_rows; ++row)
        for (auto entry = matrix.row_map[static_cast<std::size_t>(row)];
             entry < matrix.row_map[static_cast<std::size_t>(row) + 1]; ++entry)
          if (matrix.entries[static_cast<std::size_t>(entry)] == column) {
            result.entries.push_back(static_cast<ordinal_type>(row));
            result.values.push_back(matrix.values[static_cast<std::size_t>(entry)]);
          }
      result.row_map.push_back(static_cast<offset_type>(result.entries.size()));
    }
    return result;
  }
  auto reference() const {
    return Impl::multiply_gustavson<offset_type, ordinal_type, scalar_type>(transpose_a ? transpose(host_a) : host_a,
                                                                            transpose_b ? transpose(host_b) : host_b);
  }
  ::testing::AssertionResult is_correct() const {
    return matches(to_host(num_rows(), num_cols(), row_map, entries, values), reference());
  }
};

/// \brief Operands of 60 x 50 and 50 x 70 whose rows differ in length, some empty.
template <class Matrix>
std::pair<Matrix, Matrix> make_operands(bool unsorted = false, double duplicate_ratio = 0.0) {
  const RandomMatrix a{.num_rows = 60,
                       .num_cols = 50,
                       .mean_row_nnz = 5,
                       .seed = 31,
                       .empty_row_ratio = 0.1,
                       .duplicate_ratio = duplicate_ratio,
                       .unsorted = unsorted};
  RandomMatrix b = a;
  b.num_rows = 50;
  b.num_cols = 70;
  b.seed = 32;
  using offset_type = typename Matrix::offset_type;
  using ordinal_type = typename Matrix::ordinal_type;
  using scalar_type = typename Matrix::scalar_type;
  return {make_random<offset_type, ordinal_type, scalar_type>(a),
          make_random<offset_type, ordinal_type, scalar_type>(b)};
}

template <class Handle>
ThroughHandle<Handle> make_product(Ocean::SPGEMMAlgorithm algorithm = KokkosSparse::SPGEMM_DEFAULT) {
  const auto [a, b] = make_operands<typename ThroughHandle<Handle>::host_matrix>();
  return {a, b, algorithm};
}

}  // namespace Ocean::Testing

#endif
