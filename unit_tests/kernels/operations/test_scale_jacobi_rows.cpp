/// \file
/// \brief The values of I - omega D^-1 A by rows and by entries: both, on every space, against the definition.
// once: OpenMP

#include <gtest/gtest.h>

#include <vector>

#include "ocean/kernels/operations/scale_jacobi_rows.hpp"
#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = HostCsr<int, int, double>;

constexpr double omega = 0.75;
constexpr count_type none = -1;

struct Scaled {
  std::vector<double> values;
  std::vector<count_type> diagonal;
};

/// Row by row: the 1 goes to the first entry on the diagonal.
Scaled expected(const matrix_type& a, const std::vector<double>& dinv) {
  Scaled scaled{a.values, std::vector<count_type>(static_cast<std::size_t>(a.num_rows), none)};
  for (count_type row = 0; row < a.num_rows; ++row)
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry) {
      scaled.values[entry] = -omega * dinv[row] * a.values[entry];
      if (a.entries[entry] != row || scaled.diagonal[row] != none) continue;
      scaled.diagonal[row] = entry;
      scaled.values[entry] += 1.0;
    }
  return scaled;
}

template <class Dinv>
void expect_scaled(const matrix_type& a, const std::vector<double>& host_dinv, const Dinv& dinv) {
  const auto device = to_device(a);
  const auto operand = device.operand();
  const Scaled right = expected(a, host_dinv);
  for (const bool by_rows : {false, true}) {
    const test_view<double> values("Testing::values", a.entries.size());
    const test_view<count_type> diagonal("Testing::diagonal", static_cast<std::size_t>(a.num_rows));
    Kokkos::deep_copy(diagonal, 77);
    const Ocean::Impl::ScaleJacobiEntries<std::decay_t<decltype(operand)>, Dinv, test_view<double>,
                                          test_view<count_type>>
        scale{operand, dinv, values, diagonal, omega};
    if (by_rows)
      Ocean::Impl::scale_jacobi_by_rows(test_exec_space(), scale, none);
    else
      Ocean::Impl::scale_jacobi_by_entries(test_exec_space(), scale, static_cast<count_type>(a.entries.size()),
                                           std::numeric_limits<count_type>::max());
    Kokkos::fence();
    EXPECT_EQ(to_vector(values), right.values) << (by_rows ? "by rows" : "by entries");
    auto found = to_vector(diagonal);
    for (count_type& entry : found)
      if (!by_rows && entry == std::numeric_limits<count_type>::max()) entry = none;
    EXPECT_EQ(found, right.diagonal) << (by_rows ? "by rows" : "by entries");
  }
}

/// The rows as CPU threads scale them where they read them: the same values to the bit.
template <class Dinv>
void expect_read_scaled(const matrix_type& a, const std::vector<double>& host_dinv, const Dinv& dinv) {
  const auto device = to_device(a);
  auto operand = device.operand();
  const test_view<double> factor("Testing::factor", static_cast<std::size_t>(a.num_rows));
  const test_view<count_type> diagonal("Testing::diagonal", static_cast<std::size_t>(a.num_rows));
  using find_type = Ocean::Impl::FindJacobiRows<std::decay_t<decltype(operand)>, Dinv, double>;
  Kokkos::parallel_for("Testing::find_jacobi_rows", Kokkos::RangePolicy<test_exec_space>(0, a.num_rows),
                       find_type{operand, dinv, omega, factor.data(), diagonal.data()});
  Kokkos::fence();
  const Scaled right = expected(a, host_dinv);
  EXPECT_EQ(to_vector(diagonal), right.diagonal);
  if constexpr (Ocean::Impl::is_host_space_v<test_exec_space>) {
    operand.jacobi = {factor.data(), diagonal.data()};
    for (count_type row = 0; row < a.num_rows; ++row) {
      const auto scaled = operand.values_of(row);
      for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry)
        EXPECT_EQ(scaled.of(entry), right.values[entry]) << "row " << row << ", entry " << entry;
    }
    EXPECT_EQ(device.operand().values_of(0).of(0), a.values[0]) << "as it is";
  }
}

std::vector<double> make_dinv(count_type num_rows) {
  std::vector<double> dinv;
  for (count_type row = 0; row < num_rows; ++row) dinv.push_back(1.0 / static_cast<double>(1 + row % 4));
  return dinv;
}

TEST(ScaleJacobiRows, UnsortedRowsWithDuplicatesAndGaps) {
  const auto a = make_random<int, int, double>({.num_rows = 300,
                                                .num_cols = 300,
                                                .mean_row_nnz = 9,
                                                .seed = 3,
                                                .empty_row_ratio = 0.2,
                                                .duplicate_ratio = 0.3,
                                                .unsorted = true,
                                                .full_row = 40});
  const auto dinv = make_dinv(300);
  expect_scaled(a, dinv, make_view(dinv));
  expect_read_scaled(a, dinv, make_view(dinv));
}

TEST(ScaleJacobiRows, MoreColumnsThanRows) {
  const auto a = make_random<int, int, double>(
      {.num_rows = 50, .num_cols = 80, .mean_row_nnz = 30, .seed = 4, .duplicate_ratio = 0.3, .unsorted = true});
  const auto dinv = make_dinv(50);
  expect_scaled(a, dinv, make_view(dinv));
  expect_read_scaled(a, dinv, make_view(dinv));
}

TEST(ScaleJacobiRows, TheDiagonalTwice) {
  const matrix_type a{2, 2, {0, 3, 5}, {1, 0, 0, 1, 1}, {1, 2, 3, 4, 5}};
  expect_scaled(a, {1.0, 0.5}, make_view({1.0, 0.5}));
  expect_read_scaled(a, {1.0, 0.5}, make_view({1.0, 0.5}));
}

TEST(ScaleJacobiRows, AColumnOfInverses) {
  const auto a = make_banded<int, int, double>(40, 40, 2, 1);
  const auto dinv = make_dinv(40);
  const Kokkos::View<double**, Kokkos::LayoutLeft, test_exec_space::memory_space> column("Testing::dinv", 40, 1);
  Kokkos::deep_copy(Kokkos::subview(column, Kokkos::ALL, 0), make_view(dinv));
  expect_scaled(a, dinv, column);
  expect_read_scaled(a, dinv, column);
}

}  // namespace
