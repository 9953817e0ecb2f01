/// \file
/// \brief How many rows of windows are under way at once.

#include "ocean/kernels/numeric/window_parts.hpp"

#include <gtest/gtest.h>

namespace {

using Ocean::Impl::num_window_rows_at_once;
using Ocean::Impl::num_windows_max;

TEST(WindowParts, WindowsOfTheWidestRow) {
  EXPECT_EQ(num_windows_max(32, 0), 1);
  EXPECT_EQ(num_windows_max(32, 32), 1);
  EXPECT_EQ(num_windows_max(32, 33), 2);
  EXPECT_EQ(num_windows_max(1 << 15, std::int64_t(1) << 62), std::int64_t(1) << 47);
}

TEST(WindowParts, RowsUntilTheCountsAreFull) {
  EXPECT_EQ(num_window_rows_at_once(100, 3, 12), 4);
  EXPECT_EQ(num_window_rows_at_once(3, 3, 12), 3);
  EXPECT_EQ(num_window_rows_at_once(100, 13, 12), 1) << "a row at least";
  EXPECT_EQ(num_window_rows_at_once(0, 13, 12), 0);
  EXPECT_LT(num_window_rows_at_once(std::int64_t(1) << 40, 100) * 100, std::int64_t(1) << 31) << "teams of a launch";
}

}  // namespace
