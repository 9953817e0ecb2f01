/// \file
/// \brief Rows of a shape: those of a list, or all in their own order.
// once: OpenMP

#include "ocean/kernels/reuse/placed_sums.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

using count_list = std::vector<count_type>;

template <class Ordinal>
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, Ordinal, double>;
template <class Ordinal>
using sums_type = Ocean::Impl::PlacedSums<Ocean::Impl::Problem<operand_type<Ordinal>, operand_type<Ordinal>>,
                                          Ocean::Impl::GraphOfC<int, Ordinal>, double>;

template <class Ordinal>
struct AskRows {
  sums_type<Ordinal> sums;
  test_view<count_type> rows;
  KOKKOS_FUNCTION void operator()(const count_type position) const { rows(position) = sums.row_at(position); }
};

/// \brief The rows at the first four positions.
template <class Ordinal>
count_list rows_of(const sums_type<Ordinal>& sums) {
  const test_view<count_type> rows("Testing::rows", 4);
  Kokkos::parallel_for("Testing::rows", Kokkos::RangePolicy<test_exec_space, Kokkos::IndexType<count_type>>(0, 4),
                       AskRows<Ordinal>{sums, rows});
  Kokkos::fence("Testing::rows");
  return to_vector(rows);
}

template <class Ordinal>
void expect_rows(Ordinal large) {
  const auto listed = make_view<Ordinal>({9, 7, 0, large, 3, 1});
  sums_type<Ordinal> sums{};
  EXPECT_EQ(rows_of(sums), (count_list{0, 1, 2, 3})) << "one shape has all rows";
  sums.rows = listed.data() + 1;
  EXPECT_EQ(rows_of(sums), (count_list{7, 0, static_cast<count_type>(large), 3})) << "the second shape";
}

TEST(PlacedSums, RowsAreThoseOfTheShape) {
  expect_rows<int>(2000000000);
  expect_rows<std::int64_t>(std::int64_t(1) << 40);
}

}  // namespace
