/// \file
/// \brief Rows of entries that follow each other, jump ahead or go back: what a search of all rows finds.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/operations/row_cursor.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/random_numbers.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::RowCursor;

/// A row map that counts how often it is read.
struct CountedRowMap {
  std::vector<int> offsets;
  mutable int num_reads = 0;
  int operator()(count_type row) const {
    ++num_reads;
    return offsets.at(static_cast<std::size_t>(row));
  }
  int operator[](count_type row) const { return (*this)(row); }
};

/// \brief The last row that begins at \p entry or before it: the one that holds it.
count_type row_holding(const std::vector<int>& offsets, int entry) {
  count_type row = 0;
  while (offsets[static_cast<std::size_t>(row) + 1] <= entry) ++row;
  return row;
}

/// Empty rows first, in the middle and last.
const std::vector<int> offsets = {0, 0, 3, 3, 3, 4, 9, 9, 10, 10};
constexpr count_type num_rows = 9;

TEST(RowCursor, EntriesOneAfterTheOther) {
  const CountedRowMap row_map{offsets};
  RowCursor cursor(row_map, num_rows);
  for (int entry = 0; entry < offsets.back(); ++entry) EXPECT_EQ(cursor.row_of(entry), row_holding(offsets, entry));
}

TEST(RowCursor, EntriesInAnyOrder) {
  const CountedRowMap row_map{offsets};
  RowCursor cursor(row_map, num_rows);
  Ocean::Testing::RandomNumbers random(3);
  for (int call = 0; call < 200; ++call) {
    const auto entry = static_cast<int>(random.below(offsets.back()));
    EXPECT_EQ(cursor.row_of(entry), row_holding(offsets, entry)) << "entry " << entry;
  }
}

/// The row at hand and the next one are tried with two reads each; rows are searched only at the first entry.
TEST(RowCursor, DoesNotSearchForTheNextEntry) {
  std::vector<int> regular;
  for (int row = 0; row <= 1000; ++row) regular.push_back(2 * row);
  const CountedRowMap row_map{regular};
  RowCursor cursor(row_map, 1000);
  EXPECT_EQ(cursor.row_of(500), 250);
  row_map.num_reads = 0;
  for (int entry = 501; entry < 1501; ++entry) EXPECT_EQ(cursor.row_of(entry), entry / 2);
  EXPECT_LE(row_map.num_reads, 4 * 1000);
}

}  // namespace
