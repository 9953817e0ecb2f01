/// \file
/// \brief Rows without products: those of the bin have the size zero, the others are left alone.
// once: OpenMP

#include "ocean/kernels/numeric/empty_rows.hpp"

#include <gtest/gtest.h>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

/// \brief What the kernel reads of a pass.
template <class RowIndex>
struct PassOfRows {
  test_view<RowIndex> row_order;
  test_view<count_type> row_nnz;
  count_type first_position, num_rows;
};

template <class RowIndex>
std::vector<count_type> sizes_of(const std::vector<RowIndex>& order, count_type first_position, count_type num_rows) {
  const PassOfRows<RowIndex> pass{make_view(order), make_view(std::vector<count_type>{1, 2, 3, 4, 5, 6}),
                                  first_position, num_rows};
  Ocean::Impl::empty_rows(test_exec_space(), pass);
  Kokkos::fence("Testing::empty_rows");
  return to_vector(pass.row_nnz);
}

template <class RowIndex>
void expect_sizes() {
  const std::vector<RowIndex> order{4, 0, 5, 1, 3, 2};
  using sizes_type = std::vector<count_type>;
  EXPECT_EQ(sizes_of<RowIndex>(order, 0, 6), (sizes_type{0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(sizes_of<RowIndex>(order, 2, 3), (sizes_type{1, 0, 3, 0, 5, 0}));
  EXPECT_EQ(sizes_of<RowIndex>(order, 5, 1), (sizes_type{1, 2, 0, 4, 5, 6}));
  EXPECT_EQ(sizes_of<RowIndex>(order, 3, 0), (sizes_type{1, 2, 3, 4, 5, 6})) << "no rows";
}

TEST(EmptyRows, OfTheBinAlone) {
  expect_sizes<int>();
  expect_sizes<std::int64_t>();
}

}  // namespace
