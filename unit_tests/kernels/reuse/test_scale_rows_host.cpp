/// \file
/// \brief CPU path: entries of A that are scaled some at a time have the values that rows of A have.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/scale_rows_host.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "scaled_rows.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::scaled_entries_max;

/// Parts end within rows, between them and behind empty ones.
TEST(ScaleRowsHost, PartsOfEverySizeHaveTheScaledValues) {
  const auto a = make_random<int, int, double>({.num_rows = 200,
                                                .num_cols = 90,
                                                .mean_row_nnz = 20,
                                                .seed = 3,
                                                .values = ValueLaw::reals,
                                                .empty_row_ratio = 0.3});
  const ScaledRows rows = scale_rows(a);
  const auto device_a = to_device(a);
  auto operand = device_a.operand();
  operand.jacobi = rows.jacobi();
  const auto nnz = static_cast<count_type>(a.entries.size());
  ASSERT_GT(nnz, scaled_entries_max);
  for (const count_type size : {count_type(1), count_type(7), count_type(20), scaled_entries_max}) {
    Ocean::Impl::ScaledEntriesHost<decltype(operand)> scaled;
    std::vector<double> values;
    for (count_type begin = 0, row = 0; begin < nnz; begin += size) {
      const count_type end = std::min(nnz, begin + size);
      scaled.scale(operand, begin, end, row);
      values.insert(values.end(), scaled.values() + begin, scaled.values() + end);
      EXPECT_LT(a.row_map[static_cast<std::size_t>(row)], end) << "the row of the last entry, or one before";
    }
    EXPECT_EQ(values, rows.scaled.values) << size;
  }
}

}  // namespace
