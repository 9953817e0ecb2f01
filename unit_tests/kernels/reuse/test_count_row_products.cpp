/// \file
/// \brief How many products rows have, alone, in an array, and all together.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/count_row_products.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;

std::vector<count_type> counts_of(const problem_type& problem) {
  std::vector<count_type> counts(static_cast<std::size_t>(problem.num_rows()) + 1, -7);
  const Ocean::Impl::CountRowProducts<problem_type> count{problem, counts.data()};
  const Ocean::Impl::CountProducts<problem_type> count_all{problem};
  count_type sum = 1000, expected = 1000;
  for (count_type row = 0; row < problem.num_rows(); ++row) {
    count(row);
    count_all(row, sum);
    EXPECT_EQ(Ocean::Impl::count_products_of_row(problem, row), counts[static_cast<std::size_t>(row)]);
    expected += counts[static_cast<std::size_t>(row)];
    EXPECT_EQ(sum, expected);
  }
  return counts;
}

/// Row 1 of A is empty, and so is row 1 of B; row 3 has products only there.
TEST(CountRowProducts, ByHand) {
  const auto a = to_device(matrix_type{4, 3, {0, 2, 2, 5, 6}, {2, 0, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}});
  const auto b = to_device(matrix_type{3, 9, {0, 2, 2, 5}, {1, 4, 8, 1, 8}, {1, 1, 1, 1, 1}});
  problem_type problem{a.operand(), b.operand()};
  EXPECT_EQ(counts_of(problem), (std::vector<count_type>{5, 0, 4, 0, -7}));
  problem.a.num_rows = 2;  // of a larger matrix: rows 2 and 3
  problem.a.row_map = Kokkos::subview(problem.a.row_map, std::make_pair(2, 5));
  problem.a.first_offset = 2;
  EXPECT_EQ(counts_of(problem), (std::vector<count_type>{4, 0, -7}));
}

}  // namespace
