/// \file
/// \brief C's row map from its offsets.
// once: OpenMP

#include "ocean/kernels/compaction/write_row_map.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/transfer.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Testing::make_view;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_vector;

template <class Offset>
std::vector<Offset> written(const std::vector<count_type>& row_begin) {
  const auto row_map = make_view(std::vector<Offset>(row_begin.size(), Offset(7)));
  Ocean::Impl::write_row_map(test_exec_space(), make_view(row_begin), row_map,
                             static_cast<count_type>(row_begin.size()) - 1);
  return to_vector(row_map);
}

TEST(WriteRowMap, CopiesTheOffsets) {
  EXPECT_EQ(written<int>({0, 2, 2, 2147483647}), (std::vector<int>{0, 2, 2, 2147483647}));
  EXPECT_EQ(written<std::int64_t>({0, count_type(1) << 40}), (std::vector<std::int64_t>{0, std::int64_t(1) << 40}));
  EXPECT_EQ(written<int>({0}), std::vector<int>{0}) << "no rows";
}

TEST(WriteRowMap, WritesNothingWhereTheOffsetsDoNotFit) {
  EXPECT_EQ(written<int>({0, 2, count_type(1) << 31}), (std::vector<int>{7, 7, 7}));
}

}  // namespace
