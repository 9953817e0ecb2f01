/// \file
/// \brief Values of a transpose of square blocks: blocks of every order at every place.
// once: OpenMP

#include "ocean/kernels/operations/gather_transposed_blocks.hpp"

#include <gtest/gtest.h>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

template <class Position>
std::vector<double> gather(const std::vector<double>& source, const std::vector<Position>& positions, int block_dim) {
  const auto num_blocks = static_cast<count_type>(positions.size());
  const auto target = make_view(std::vector<double>(positions.size() * block_dim * block_dim + 1, -7.0));
  Ocean::Impl::gather_transposed_blocks(test_exec_space(), make_view(source), make_view(positions), target, num_blocks,
                                        block_dim);
  Kokkos::fence("Testing::gather");
  return to_vector(target);
}

TEST(GatherTransposedBlocks, ByHand) {
  EXPECT_EQ(gather<int>({1, 2, 3}, {2, 0, 1}, 1), (std::vector<double>{3, 1, 2, -7}));
  EXPECT_EQ(gather<std::int64_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {2, 0}, 2),
            (std::vector<double>{9, 11, 10, 12, 1, 3, 2, 4, -7}));
  EXPECT_EQ(gather<int>({1, 2, 3, 4, 5, 6, 7, 8, 9}, {0}, 3), (std::vector<double>{1, 4, 7, 2, 5, 8, 3, 6, 9, -7}));
  EXPECT_EQ(gather<int>({1, 2, 3, 4}, {}, 2), std::vector<double>{-7}) << "no blocks";
}

}  // namespace
