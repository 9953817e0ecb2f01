/// \file
/// \brief Where the parts of a row end, and what they need of rows of B.
// backends: Serial

#include "ocean/accumulators/row_parts.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::NeededColumns;
using Ocean::Impl::PartedBitmap;
using Ocean::Impl::RowInParts;
using Ocean::Impl::RowPart;

constexpr int quad_columns = 128;

/// A bitmap of quads with so many columns each.
struct QuadsByHand {
  explicit QuadsByHand(const std::vector<int>& columns) : ranks{0} {
    for (const int of_quad : columns) ranks.push_back(ranks.back() + static_cast<std::uint32_t>(of_quad));
    distinct = static_cast<int>(ranks.back());
    ranks.pop_back();
    bitmap.bits = nullptr;
    bitmap.ranks = ranks.data();
    bitmap.words = static_cast<int>(4 * columns.size()) - 3;  // the last quad is not full
    bitmap.first_column = 1000;
  }
  std::vector<std::uint32_t> ranks;
  int distinct = 0;
  PartedBitmap bitmap;
};

TEST(RowPart, AsManyQuadsAsThereIsRoomFor) {
  const QuadsByHand row({100, 28, 1, 128, 0, 0, 127, 3});
  std::vector<std::vector<int>> parts;
  for (RowPart part = RowPart::behind({}, row.bitmap, row.distinct, 128); part.size > 0;
       part = RowPart::behind(part, row.bitmap, row.distinct, 128))
    parts.push_back({part.begin_quad, part.end_quad, part.first, part.size, part.rest});
  EXPECT_EQ(
      parts,
      (std::vector<std::vector<int>>{
          {0, 2, 0, 128, 387}, {2, 3, 128, 1, 259}, {3, 6, 129, 128, 258}, {6, 7, 257, 127, 130}, {7, 8, 384, 3, 3}}));
  const RowPart whole = RowPart::behind({}, row.bitmap, row.distinct, 387);
  EXPECT_EQ(whole.end_quad, 8);
  EXPECT_EQ(whole.size, 387);
  EXPECT_EQ(RowPart::behind(whole, row.bitmap, row.distinct, 387).size, 0);
}

/// B on the host.
struct HostB {
  using offset_type = int;
  std::vector<int> offsets, columns;
  struct Items {
    const std::vector<int>* items;
    int operator()(int at) const { return (*items)[static_cast<std::size_t>(at)]; }
    int operator[](count_type at) const { return (*items)[static_cast<std::size_t>(at)]; }
  };
  Items row_map{&offsets}, entries{&columns};
};

TEST(RowInParts, EveryPartNeedsTheEntriesBetweenItsColumns) {
  const QuadsByHand row({100, 100, 100, 100});  // columns 1000 to 1511
  HostB b{{0, 2, 9, 9}, {7, 2000, 1000, 1127, 1128, 1255, 1300, 1383, 1384}};
  const RowPart first = RowPart::behind({}, row.bitmap, row.distinct, 150);
  const RowPart second = RowPart::behind(first, row.bitmap, row.distinct, 250);
  const RowPart last = RowPart::behind(second, row.bitmap, row.distinct, 150);
  ASSERT_EQ(last.begin_quad, 3);
  const auto columns_of = [&](const RowPart& part) { return NeededColumns::of(part, row.bitmap); };
  const auto expect_needed = [](const RowInParts<HostB>& found, int begin, unsigned length) {
    EXPECT_EQ(found.needed().begin, begin);
    EXPECT_EQ(found.needed().length, length);
  };
  auto found = RowInParts<HostB>::of(b, 1, columns_of(first), true);
  expect_needed(found, 2, 2);
  found.go_on(b, columns_of(second), true);
  expect_needed(found, 4, 4);
  found.go_on(b, columns_of(last), true);
  expect_needed(found, 8, 1);
  expect_needed(RowInParts<HostB>::of(b, 1, columns_of(second), true), 4, 4);
  expect_needed(RowInParts<HostB>::of(b, 2, columns_of(second), true), 9, 0);
  found = RowInParts<HostB>::of(b, 1, columns_of(first), false);
  expect_needed(found, 2, 7);
  found.go_on(b, columns_of(last), false);
  expect_needed(found, 2, 7);
}

TEST(NeededColumns, OfAPartOfAWindow) {
  const QuadsByHand row({100, 100, 100, 100});  // columns 1000 to 1511
  const RowPart first = RowPart::behind({}, row.bitmap, row.distinct, 150);
  const RowPart rest = RowPart::behind(first, row.bitmap, row.distinct, 300);
  const NeededColumns columns = NeededColumns::of(first, row.bitmap);
  EXPECT_EQ(columns.begin, 1000);
  EXPECT_EQ(columns.end, 1000 + quad_columns);
  EXPECT_FLOAT_EQ(columns.share, 0.25f);
  EXPECT_TRUE(columns.from_first);
  EXPECT_FALSE(columns.to_last);
  EXPECT_FALSE(NeededColumns::of(first, row.bitmap, false, true).from_first) << "a window is before";
  EXPECT_FALSE(NeededColumns::of(rest, row.bitmap).from_first);
  EXPECT_TRUE(NeededColumns::of(rest, row.bitmap).to_last);
  EXPECT_FALSE(NeededColumns::of(rest, row.bitmap, true, false).to_last) << "a window is behind";
}

}  // namespace
