/// \file
/// \brief Columns in place of their numbers.
// once: OpenMP

#include "ocean/kernels/renumbering/restore_columns.hpp"

#include <gtest/gtest.h>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;

TEST(RestoreColumns, ByHand) {
  const auto columns = make_view<std::int64_t>({2, 7, std::int64_t(1) << 50});
  const auto entries = make_view<std::int64_t>({2, 0, 1, 1, 2});
  Ocean::Impl::restore_columns(test_exec_space{}, entries, columns);
  EXPECT_EQ(to_vector(entries), (std::vector<std::int64_t>{std::int64_t(1) << 50, 2, 7, 7, std::int64_t(1) << 50}));
}

TEST(RestoreColumns, NothingToDo) {
  const test_view<std::int64_t> none;
  Ocean::Impl::restore_columns(test_exec_space{}, none, make_view<std::int64_t>({2}));
}

}  // namespace
