/// \file
/// \brief Bitmaps in pages on every path: what is inserted comes out in its order, up to as many pages as there is room
/// for, and to the last column of the span.

#include "ocean/accumulators/paged_bitmap.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "columns_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::BitmapWord;
using Ocean::Impl::count_type;
using Ocean::Impl::PagedBitmap;
using Ocean::Impl::PagedBitmapShape;
using Ocean::Impl::product_group_width;
using Ocean::Impl::WordCounts;

/// Bytes behind the bitmap that stay as they are.
constexpr std::size_t guard_bytes = 64;
constexpr std::uint8_t guard = 0xa5;

/// One group: inserts columns, several times what a group takes in a step, and hands the words out.
struct InsertColumns {
  static constexpr int max_team_size = product_group_width;
  test_view<std::uint32_t> columns;
  count_type bytes, span;
  test_view<BitmapWord> words;  // [columns] (out)
  test_view<int> result;        // columns, words, pages, failures, bytes of the guard that are lost (out)

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.template group_rank<product_group_width>() > 0) return;  // of single lanes, only the first works
    const auto group = team.template group<product_group_width>();
    auto* const scratch = team.template scratch<std::uint8_t>();
    for (std::size_t at = group.rank(); at < static_cast<std::size_t>(bytes) + guard_bytes; at += group.size())
      scratch[at] = guard;
    group.barrier();
    auto bitmap = PagedBitmap::make(scratch, bytes, span);
    bitmap.clear(group);
    group.barrier();
    const bool has_failed = insert_columns<typename Team::atomics>(group, bitmap, columns);
    const WordCounts counts = bitmap.count(group);
    if (!has_failed) {
      bitmap.list_pages(group);
      group.barrier();
      bitmap.for_each_word(group, [&](int number, const BitmapWord& word) { words(number) = word; });
    }
    if (group.rank() != 0) return;
    result(0) = counts.columns;
    result(1) = counts.words;
    result(2) = static_cast<int>(bitmap.num_pages);
    result(3) = has_failed ? 1 : 0;
    int lost = 0;
    for (std::size_t at = 0; at < guard_bytes; ++at) lost += scratch[static_cast<std::size_t>(bytes) + at] != guard;
    result(4) = lost;
  }
};

/// \brief Bytes of a bitmap over \p span columns with room for \p pages pages.
count_type bytes_of(count_type span, count_type pages) {
  const count_type bytes = PagedBitmapShape::of(span).directory_bytes() + pages * PagedBitmapShape::page_bytes;
  EXPECT_EQ(PagedBitmapShape::of(span).pages_in(bytes), pages);
  EXPECT_EQ(PagedBitmapShape::of(span).pages_in(bytes - 1), pages - 1);
  return bytes;
}

/// \param span from column 0 on
/// \param room for pages
void expect_bitmap(const std::vector<std::uint32_t>& columns, count_type span, int room) {
  const word_map expected = words_of(columns);
  const std::set<std::uint32_t> distinct(columns.begin(), columns.end());
  std::set<std::uint32_t> pages;
  for (const std::uint32_t column : columns) pages.insert(column / PagedBitmapShape::page_columns);
  const bool fits = static_cast<int>(pages.size()) <= room;
  const count_type bytes = bytes_of(span, room);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", span " << span << ", " << room << " pages");
    const InsertColumns kernel{make_view(columns), bytes, span, test_view<BitmapWord>("Testing::words", columns.size()),
                               test_view<int>("Testing::result", 5)};
    launcher.launch({"Testing::insert_columns", 1, product_group_width, static_cast<std::size_t>(bytes) + guard_bytes},
                    kernel);
    const auto result = to_vector(kernel.result);
    EXPECT_EQ(result[3] == 0, fits);
    EXPECT_LE(result[2], room);
    EXPECT_EQ(result[4], 0) << "bytes behind the bitmap";
    if (!fits) return;
    EXPECT_EQ(result[0], static_cast<int>(distinct.size()));
    EXPECT_EQ(result[1], static_cast<int>(expected.size()));
    EXPECT_EQ(result[2], static_cast<int>(pages.size()));
    const auto words = to_vector(kernel.words);
    std::size_t number = 0;
    for (const auto& [position, bits] : expected) {
      EXPECT_EQ(words[number].position, position) << "word " << number;
      EXPECT_EQ(words[number].bits, bits) << "word " << number;
      ++number;
    }
  });
}

TEST(PagedBitmap, WordsComeOutInTheirOrder) {
  expect_bitmap({5}, 6, 1);
  expect_bitmap({300, 0, 31, 32, 63, 64, 31, 0, 127, 128}, 301, 3);
  expect_bitmap(random_columns(1, 300, 2000), 2000, 16);
  expect_bitmap(random_columns(2, 500, 100000), 100000, 500);
  expect_bitmap(random_columns(3, 1500, 40000), 40000, 313);
}

TEST(PagedBitmap, APageForTheLastColumnOfASpanThatBeginsInsideAWord) {
  for (const std::uint32_t span : {1u, 97u, 98u, 99u, 129u, 4066u, 4067u, 4097u})
    expect_bitmap({31u, 31u + span - 1}, span, 2);
}

TEST(PagedBitmap, ARowWithMorePagesThanRoomFails) {
  std::vector<std::uint32_t> columns;
  for (std::uint32_t page = 0; page < 70; ++page) columns.push_back(page * 384 + page % 128);
  const count_type span = columns.back() + 1;
  expect_bitmap(columns, span, 70);
  for (const int room : {69, 38, 1}) expect_bitmap(columns, span, room);
}

}  // namespace
