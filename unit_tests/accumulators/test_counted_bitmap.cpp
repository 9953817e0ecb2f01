/// \file
/// \brief Bitmaps that know which of their words are not empty, on every path: sparse and full ones.

#include "ocean/accumulators/counted_bitmap.hpp"

#include <gtest/gtest.h>

#include <map>

#include "ocean/backend/team_launch.hpp"
#include "ocean/results/row_analysis.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::bitmap_begin;
using Ocean::Impl::BitmapWord;
using Ocean::Impl::ColumnRange;
using Ocean::Impl::CountedBitmap;
using Ocean::Impl::CountedBitmapShape;
using Ocean::Impl::product_group_width;

/// One group marks columns, some of them several times, and writes the words that it finds.
struct CountRow {
  static constexpr int max_team_size = product_group_width;
  test_view<count_type> columns;
  ColumnRange<count_type> range;
  bool tests_bits;
  test_view<int> num_words;     // [1] (out)
  test_view<BitmapWord> words;  // by number (out)

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.template group_rank<product_group_width>() > 0) return;  // of single lanes, only the first works
    const auto group = team.template group<product_group_width>();
    auto* const scratch = team.template scratch<std::uint32_t>();
    const auto bitmap = CountedBitmap::make(scratch, range);
    const auto cleared = static_cast<int>(CountedBitmapShape(bitmap.words).cleared_words());
    for (int word = group.rank(); word < cleared; word += group.size()) scratch[word] = 0xABCDu;
    group.barrier();
    bitmap.clear(group);
    group.barrier();
    for (count_type entry = group.rank(); entry < static_cast<count_type>(columns.extent(0)); entry += group.size()) {
      const count_type inside = columns(entry) - bitmap.first_column;
      bitmap.template mark<typename Team::atomics>({static_cast<std::uint32_t>(inside / 32), 1u << inside % 32},
                                                   tests_bits);
    }
    group.barrier();
    const int found = bitmap.list_words(group);
    group.barrier();
    bitmap.for_each_word(group, found, [&](int number, const BitmapWord& word) { words(number) = word; });
    if (group.rank() == 0) num_words(0) = found;
  }
};

/// \brief All words in their order, from the word of the first column on.
void expect_words(const std::vector<count_type>& columns, count_type first, count_type last) {
  std::map<std::uint64_t, std::uint64_t> words;
  for (const count_type column : columns)
    words[static_cast<std::uint64_t>((column - bitmap_begin(first)) / 32)] |= std::uint64_t(1) << column % 32;
  std::vector<std::uint64_t> expected;
  for (const auto& [position, bits] : words) expected.insert(expected.end(), {position, bits});
  const CountedBitmapShape shape(last / 32 - first / 32 + 1);
  for_each_launcher([&](const auto& launcher) {
    for (const bool tests_bits : {true, false}) {
      SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", " << columns.size() << " columns from " << first
                                      << " to " << last << ", tests " << tests_bits);
      const CountRow kernel{make_view(columns),
                            {first, last},
                            tests_bits,
                            test_view<int>("Testing::num_words", 1),
                            make_view(std::vector<BitmapWord>(words.size() + 5, {7, 7}))};
      launcher.launch({"Testing::count_row", 1, product_group_width, static_cast<std::size_t>(shape.bytes())}, kernel);
      const int num_words = to_vector(kernel.num_words)[0];
      ASSERT_EQ(num_words, static_cast<int>(words.size()));
      std::vector<std::uint64_t> found;
      for (const BitmapWord& word : to_vector(kernel.words)) found.insert(found.end(), {word.position, word.bits});
      found.resize(expected.size());
      EXPECT_TRUE(same_integers("words", found, expected));
    }
  });
}

std::vector<count_type> random_columns(count_type first, count_type last, int length, std::uint64_t seed) {
  RandomNumbers random(seed);
  std::vector<count_type> columns{first, last};
  while (static_cast<int>(columns.size()) < length) columns.push_back(first + random.below(last - first + 1));
  return columns;
}

TEST(CountedBitmap, ByHand) {
  expect_words({5}, 5, 5);
  expect_words({0, 31, 32, 63, 31}, 0, 63);
  expect_words({31, 32}, 31, 32);
  expect_words({100, 7000, 7001, 5000}, 100, 7000 + 1);
}

TEST(CountedBitmap, SparseBitmapsAreListed) {
  for (const count_type span : {300, 5000, 32 * 32, 32 * 33, 40000}) {
    const int length = static_cast<int>(span / 32 / CountedBitmapShape::words_per_listed);
    expect_words(random_columns(17, 16 + span, length, 3), 17, 16 + span);
  }
}

TEST(CountedBitmap, FullOnesAreReadAsAWhole) {
  for (const count_type span : {100, 1100, 9000}) expect_words(random_columns(40, 39 + span, 2000, 5), 40, 39 + span);
}

TEST(CountedBitmap, ShapeByHand) {
  const CountedBitmapShape shape(1025);
  EXPECT_EQ(shape.bit_words, 1032);
  EXPECT_EQ(shape.used_words, 40) << "33, padded";
  EXPECT_EQ(shape.list_words, 64) << "129 numbers of 16 bits, rounded down";
  EXPECT_EQ(shape.bytes(), 4 * (1032 + 40 + 64));
}

}  // namespace
