/// \file
/// \brief Tables of the words of a row's bitmap on every path: the set that grows with the columns of a row, up to a
/// full one.

#include "ocean/accumulators/word_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "columns_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::BitmapWord;
using Ocean::Impl::count_type;
using Ocean::Impl::no_word;
using Ocean::Impl::product_group_width;
using Ocean::Impl::SlotPacking;
using Ocean::Impl::WordCounts;
using Ocean::Impl::WordSet;

/// One group: inserts columns, several times what a group takes in a step, and lists the words that it finds.
struct InsertColumns {
  static constexpr int max_team_size = product_group_width;
  test_view<std::uint32_t> columns;
  int num_slots, room;
  SlotPacking packing;
  test_view<std::uint32_t> positions, bits;  // [num_slots] (out)
  test_view<std::uint32_t> list;             // [room] (out)
  test_view<int> result;                     // columns and words in the set, failures (out)

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.template group_rank<product_group_width>() > 0) return;  // of single lanes, only the first works
    const auto group = team.template group<product_group_width>();
    WordSet set{team.template scratch<BitmapWord>(), static_cast<std::uint32_t>(num_slots)};
    set.clear(group);
    group.barrier();
    const bool has_failed = insert_columns<typename Team::atomics>(group, set, columns);
    const WordCounts counts = set.gather(group, packing, list.data(), room);
    for (int slot = group.rank(); slot < num_slots; slot += group.size()) {
      positions(slot) = set.slots[slot].position;
      bits(slot) = set.slots[slot].bits;
    }
    if (group.rank() != 0) return;
    result(0) = counts.columns;
    result(1) = counts.words;
    result(2) = has_failed ? 1 : 0;
  }
};

/// \param room for words that are listed
void expect_set(const std::vector<std::uint32_t>& columns, int num_slots, int room) {
  const word_map expected = words_of(columns);
  const std::set<std::uint32_t> distinct(columns.begin(), columns.end());
  const int num_words = static_cast<int>(expected.size());
  const bool fits = num_words <= num_slots;
  const auto packing = SlotPacking::make(expected.rbegin()->first, static_cast<std::uint64_t>(num_slots) - 1);
  ASSERT_TRUE(packing.packed());
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", " << num_slots << " slots, room " << room);
    const InsertColumns kernel{make_view(columns),
                               num_slots,
                               room,
                               packing,
                               test_view<std::uint32_t>("Testing::positions", static_cast<std::size_t>(num_slots)),
                               test_view<std::uint32_t>("Testing::bits", static_cast<std::size_t>(num_slots)),
                               test_view<std::uint32_t>("Testing::list", static_cast<std::size_t>(room)),
                               test_view<int>("Testing::result", 3)};
    launcher.launch(
        {"Testing::insert_columns", 1, product_group_width, sizeof(BitmapWord) * static_cast<std::size_t>(num_slots)},
        kernel);
    const auto result = to_vector(kernel.result);
    EXPECT_EQ(result[2] == 0, fits);
    if (!fits) return;
    EXPECT_EQ(result[0], static_cast<int>(distinct.size()));
    EXPECT_EQ(result[1], num_words);
    const auto positions = to_vector(kernel.positions), bits = to_vector(kernel.bits);
    word_map found;
    std::set<std::uint32_t> listable;
    for (std::size_t slot = 0; slot < positions.size(); ++slot)
      if (positions[slot] != no_word) {
        EXPECT_TRUE(found.emplace(positions[slot], bits[slot]).second)
            << "word " << positions[slot] << " has two slots";
        listable.insert(positions[slot] << packing.slot_bits | static_cast<std::uint32_t>(slot));
      } else {
        EXPECT_EQ(bits[slot], 0u);
      }
    EXPECT_EQ(found, expected);
    const auto list = to_vector(kernel.list);
    std::set<std::uint32_t> listed(list.begin(), list.begin() + std::min(room, num_words));
    EXPECT_EQ(static_cast<int>(listed.size()), std::min(room, num_words));
    EXPECT_TRUE(std::includes(listable.begin(), listable.end(), listed.begin(), listed.end()));
  });
}

TEST(WordTable, ASetHasEveryColumnOnce) {
  expect_set({5}, 4, 1);
  expect_set({0, 31, 32, 63, 64, 31, 0, 4294967294u}, 4, 4);
  expect_set(random_columns(1, 300, 2000), 80, 80);
  expect_set(random_columns(2, 500, 100000), 600, 600);
}

TEST(WordTable, AListHasNoMoreWordsThanRoom) {
  expect_set(random_columns(1, 300, 2000), 80, 40);
  expect_set(random_columns(2, 500, 100000), 600, 1);
}

TEST(WordTable, ASetOfAsManyWordsAsSlotsIsFullAndOneMoreFails) {
  std::vector<std::uint32_t> columns;
  for (std::uint32_t word = 0; word < 40; ++word) columns.push_back(word * 3200 + word % 32);
  expect_set(columns, 40, 40);
  expect_set(columns, 38, 40);
  expect_set(columns, 4, 40);
}

}  // namespace
