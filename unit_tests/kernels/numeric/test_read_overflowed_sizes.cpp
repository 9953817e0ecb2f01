/// \file
/// \brief Sizes of the rows that overflowed, in the order of their list.
// once: OpenMP

#include "ocean/kernels/numeric/read_overflowed_sizes.hpp"

#include <gtest/gtest.h>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

/// \brief What the kernel reads of a pass.
struct PassOfRows {
  test_view<int> overflow_rows;
  test_view<count_type> row_nnz;
};

TEST(ReadOverflowedSizes, InTheOrderOfTheList) {
  const count_type many = count_type(1) << 40;
  const PassOfRows pass{make_view({4, 1, 2, 77, 77}), make_view<count_type>({1, many, 0, 4, 5})};
  for (const int num_overflowed : {0, 1, 3}) {
    const auto slots = make_view(std::vector<count_type>(4, -1));
    Kokkos::parallel_for("Testing::read_sizes",
                         Kokkos::RangePolicy<test_exec_space, Kokkos::IndexType<count_type>>(0, num_overflowed),
                         Ocean::Impl::ReadOverflowedSizes<PassOfRows, test_view<count_type>>{pass, slots});
    std::vector<count_type> expected{5, many, 0, -1};
    for (int position = num_overflowed; position < 3; ++position) expected[static_cast<std::size_t>(position)] = -1;
    EXPECT_EQ(to_vector(slots), expected) << num_overflowed << " rows";
  }
}

}  // namespace
