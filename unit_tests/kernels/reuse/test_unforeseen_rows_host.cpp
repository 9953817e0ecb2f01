/// \file
/// \brief CPU path: how often a processor cannot foresee where a row of B ends.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/unforeseen_rows_host.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::foreseen_block;
using Ocean::Impl::foreseen_blocks;
using Ocean::Impl::share_of_unforeseen_rows;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;

/// \brief One row of A, whose entries select rows of B of these lengths.
struct LengthsCase {
  explicit LengthsCase(const std::vector<int>& lengths) {
    const auto size = static_cast<int>(lengths.size());
    matrix_type a{1, size, {0, size}, {}, std::vector<double>(lengths.size(), 1.0)}, b{size, 300, {0}, {}, {}};
    for (int row = 0; row < size; ++row) {
      a.entries.push_back(row);
      for (int column = 0; column < lengths[static_cast<std::size_t>(row)]; ++column) b.entries.push_back(column);
      b.row_map.push_back(static_cast<int>(b.entries.size()));
    }
    b.values.assign(b.entries.size(), 1.0);
    device_a = to_device(a);
    device_b = to_device(b);
  }
  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  double share() const { return share_of_unforeseen_rows(problem()); }

  DeviceCsr<int, int, double> device_a, device_b;
};

/// \brief Numbers from 1 to 200 that follow each other without a rule.
std::vector<int> unrelated(count_type count) {
  std::vector<int> lengths;
  std::uint64_t state = 1;
  for (count_type i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    lengths.push_back(1 + static_cast<int>((state >> 40) % 200));
  }
  return lengths;
}

TEST(UnforeseenRowsHost, WhatFollowedTheSameLengthsIsForeseen) {
  Ocean::Impl::RowForesight foresight;
  const auto misses = [&](const std::vector<int>& lengths) {
    int count = 0;
    for (const int length : lengths) count += foresight.take(length);
    return count;
  };
  EXPECT_EQ(misses(std::vector<int>(9, 5)), 9) << "the eight before were other ones";
  EXPECT_EQ(misses(std::vector<int>(100, 5)), 0);
  EXPECT_EQ(misses({7}), 1);
  std::vector<int> stencil;
  for (int i = 0; i < 20; ++i) stencil.insert(stencil.end(), {2, 3, 4, 3});
  misses(stencil);
  EXPECT_EQ(misses(stencil), 0);
  EXPECT_EQ(misses({1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 255, 300}), 9) << "long rows are alike";
}

TEST(UnforeseenRowsHost, SharesByHand) {
  EXPECT_EQ(LengthsCase({}).share(), 0.0);
  EXPECT_EQ(LengthsCase({3, 3, 0}).share(), 2.0 / 3.0) << "nothing is foreseen to be empty at first";
  EXPECT_LT(LengthsCase(std::vector<int>(1000, 4)).share(), 0.01);
  EXPECT_GT(LengthsCase(unrelated(1000)).share(), 0.98);
}

/// Blocks from the first entry to the last.
TEST(UnforeseenRowsHost, LargeOperandsAreSampled) {
  const count_type size = 2 * foreseen_block * foreseen_blocks;
  std::vector<int> lengths(static_cast<std::size_t>(size), 4);
  EXPECT_LT(LengthsCase(lengths).share(), 0.01);
  const std::vector<int> others = unrelated(foreseen_block);
  std::copy(others.begin(), others.end(), lengths.end() - foreseen_block);
  EXPECT_NEAR(LengthsCase(lengths).share(), 1.0 / foreseen_blocks, 0.01);
}

/// Rows of a larger matrix: only their entries are looked at.
TEST(UnforeseenRowsHost, RowsOfALargerMatrix) {
  LengthsCase part({0, 0, 9, 9, 9});
  problem_type problem = part.problem();
  const auto row_map = make_view(std::vector<int>{2, 5});
  problem.a.row_map = row_map;
  problem.a.first_offset = 2;
  EXPECT_EQ(share_of_unforeseen_rows(problem), 1.0);
}

}  // namespace
