/// \file
/// \brief Rows that overflowed begin in their second staging, all others where they were.
// once: OpenMP

#include "ocean/kernels/compaction/redirect_rows.hpp"

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

/// Redirects the first \p num_overflowed of \p rows, whose places in the second staging are \p begins.
std::vector<count_type> redirect(const std::vector<int>& rows, const std::vector<count_type>& begins,
                                 const std::vector<count_type>& staged, count_type first_slots,
                                 count_type num_overflowed) {
  const auto staged_begin = make_view(staged);
  Ocean::Impl::redirect_rows(test_exec_space(), make_view(rows), make_view(begins), staged_begin, first_slots,
                             num_overflowed);
  Kokkos::fence("Testing::redirect_rows");
  return to_vector(staged_begin);
}

TEST(RedirectRows, ByHand) {
  const std::vector<count_type> staged = {0, 10, 20, 30, 40};
  const std::vector<int> rows = {3, 0, 4};
  const std::vector<count_type> begins = {0, 7, 12};
  EXPECT_EQ(redirect(rows, begins, staged, 50, 3), (std::vector<count_type>{57, 10, 20, 50, 62}));
  EXPECT_EQ(redirect(rows, begins, staged, 50, 2), (std::vector<count_type>{57, 10, 20, 50, 40}));
  EXPECT_EQ(redirect(rows, begins, staged, 50, 0), staged);
}

TEST(RedirectRows, BeyondSlotsOf32Bits) {
  const count_type first_slots = count_type(1) << 33;
  EXPECT_EQ(redirect({1}, {5}, {0, 1}, first_slots, 1), (std::vector<count_type>{0, first_slots + 5}));
}

TEST(RedirectRows, ManyRowsInAnyOrder) {
  RandomNumbers random(1);
  constexpr int num_rows = 4000;
  std::vector<int> rows;
  for (int row = 0; row < num_rows; ++row)
    if (random.below(3) == 0) rows.push_back(row);
  random.shuffle(rows);
  const std::vector<count_type> staged(num_rows, 3);
  std::vector<count_type> begins, expected = staged;
  for (std::size_t position = 0; position < rows.size(); ++position) {
    begins.push_back(static_cast<count_type>(position * position));
    expected[static_cast<std::size_t>(rows[position])] = 100 + begins.back();
  }
  const auto num_overflowed = static_cast<count_type>(rows.size());
  EXPECT_TRUE(same_integers("begins", redirect(rows, begins, staged, 100, num_overflowed), expected));
}

}  // namespace
