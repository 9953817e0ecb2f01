/// \file
/// \brief Room for rows in windows: each has its own, or overflows where there is not enough.
// once: OpenMP

#include "ocean/kernels/numeric/claim_window_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::no_room;

using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using pass_type = Ocean::Impl::RowPass<Ocean::Impl::Pass::accumulate, problem_type, int, int, double>;
using count_list = std::vector<count_type>;

inline constexpr count_type untouched = -9;

/// \brief Rows of a pass whose sizes are known.
struct CountedRows {
  pass_type pass;
  test_view<count_type> sizes;  ///< [pass.num_rows], by position
  KOKKOS_FUNCTION count_type size_of(count_type position) const { return sizes(position); }
};

/// \brief What a launch has written.
struct Claimed {
  count_list row_begin, row_nnz;
  std::vector<int> overflow_rows;  ///< ascending
  count_type num_claimed;
};

/// \brief The rows \p order, behind a row of another bin, claim \p sizes of \p claims_max slots from 5 on, of which
/// \p taken are claimed before; the pass has \p num_overflowed rows that overflowed before.
Claimed claim(const std::vector<int>& order, const count_list& sizes, count_type claims_max, count_type taken = 0,
              count_type num_overflowed = 0) {
  constexpr std::size_t num_rows = 6;
  std::vector<int> padded{0};
  padded.insert(padded.end(), order.begin(), order.end());
  const auto row_order = make_view(padded);
  const auto row_begin = make_view(count_list(num_rows + 1, untouched)),
             row_nnz = make_view(count_list(num_rows, untouched));
  const auto overflow_rows = make_view(std::vector<int>(num_rows, -1));
  const auto overflowed = make_view(count_list{num_overflowed}), claimed = make_view(count_list{taken});
  CountedRows rows{{}, make_view(sizes)};
  rows.pass.row_order = row_order;
  rows.pass.first_position = 1;
  rows.pass.num_rows = static_cast<count_type>(order.size());
  rows.pass.row_begin = row_begin;
  rows.pass.row_nnz = row_nnz;
  rows.pass.overflow_rows = overflow_rows;
  rows.pass.num_overflowed = overflowed;
  rows.pass.num_claimed = claimed;
  rows.pass.first_claim = 5;
  rows.pass.claims_max = claims_max;
  Ocean::Impl::claim_window_rows(test_exec_space(), rows);
  Kokkos::fence("Testing::claims");
  Claimed result{to_vector(row_begin), to_vector(row_nnz), to_vector(overflow_rows), to_vector(claimed)[0]};
  for (count_type place = 0; place < num_overflowed; ++place)
    EXPECT_EQ(result.overflow_rows[static_cast<std::size_t>(place)], -1) << "a row that overflowed before";
  result.overflow_rows.erase(result.overflow_rows.begin(), result.overflow_rows.begin() + num_overflowed);
  result.overflow_rows.resize(static_cast<std::size_t>(to_vector(overflowed)[0] - num_overflowed));
  std::sort(result.overflow_rows.begin(), result.overflow_rows.end());
  return result;
}

TEST(ClaimWindowRows, AllHaveRoom) {
  const std::vector<int> order{4, 1, 3};
  const count_list sizes{7, 0, 12};
  for (const count_type taken : {count_type(0), count_type(1) << 40}) {
    const Claimed claimed = claim(order, sizes, taken + 19, taken);
    EXPECT_EQ(claimed.row_nnz, (count_list{untouched, 0, untouched, 12, 7, untouched}));
    EXPECT_EQ(claimed.overflow_rows, std::vector<int>());
    EXPECT_EQ(claimed.num_claimed, taken + 19);
    // row 1 is empty: the others follow each other, in the order in which they came
    const count_type first = std::min(claimed.row_begin[4], claimed.row_begin[3]);
    EXPECT_EQ(first, taken + 5);
    EXPECT_EQ(std::max(claimed.row_begin[4], claimed.row_begin[3]), first + (claimed.row_begin[4] == first ? 7 : 12));
    for (const std::size_t other : {0u, 2u, 5u, 6u}) EXPECT_EQ(claimed.row_begin[other], untouched);
  }
}

TEST(ClaimWindowRows, RowsWithoutRoomOverflow) {
  const Claimed none = claim({2, 5}, {3, 4}, 2);
  EXPECT_EQ(none.overflow_rows, (std::vector{2, 5}));
  EXPECT_EQ(none.row_nnz, (count_list{untouched, untouched, 0, untouched, untouched, 0}));
  EXPECT_EQ(none.row_begin[2], no_room);
  EXPECT_EQ(none.row_begin[5], no_room);
  EXPECT_EQ(none.num_claimed, 7) << "claims in vain count too";

  const Claimed one = claim({2, 5}, {4, 4}, 7, 0, 1);  // whichever comes first
  ASSERT_EQ(one.overflow_rows.size(), 1u);
  const int lost = one.overflow_rows[0], kept = 7 - lost;
  EXPECT_EQ(one.row_nnz[static_cast<std::size_t>(lost)], 0);
  EXPECT_EQ(one.row_begin[static_cast<std::size_t>(lost)], no_room);
  EXPECT_EQ(one.row_nnz[static_cast<std::size_t>(kept)], 4);
  EXPECT_EQ(one.row_begin[static_cast<std::size_t>(kept)], 5);
}

TEST(ClaimWindowRows, NoRows) {
  const Claimed claimed = claim({}, {}, 4);
  EXPECT_EQ(claimed.row_nnz, count_list(6, untouched));
  EXPECT_EQ(claimed.num_claimed, 0);
}

}  // namespace
