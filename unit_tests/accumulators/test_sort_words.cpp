/// \file
/// \brief The sort of few words by groups of lanes against std::sort, for every shape that the table has.

#include "ocean/accumulators/sort_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "ocean/tuning/accumulator_table.hpp"
#include "support/checks.hpp"
#include "support/lane_cases.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::esc_shapes;
using Ocean::Impl::esc_team_size;
using Ocean::Impl::num_counted_esc_shapes;
using Ocean::Impl::sort_words;
using namespace Ocean::Testing;

/// The groups of one team take the lists in turn. A list is padded to whole packs, as store_sorted() asks.
template <int Width, int Items>
struct SortLists {
  static constexpr int max_team_size = esc_team_size;
  test_view<std::uint32_t> words;
  test_view<int> begin, end;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int num_lists = static_cast<int>(begin.extent(0));
    for (int list = team.template group_rank<Width>(); list < num_lists; list += team.template num_groups<Width>())
      sort_words<Width, Items>(team.template group<Width>(), words.data() + begin(list), end(list) - begin(list));
  }
};

/// Lists in one view, each from a whole pack on.
struct PackedLists {
  word_list words;
  std::vector<int> begin, end;

  explicit PackedLists(const WordLists& lists) {
    for (int list = 0; list < lists.size(); ++list) {
      const word_list added = lists.list(list);
      begin.push_back(static_cast<int>(words.size()));
      words.insert(words.end(), added.begin(), added.end());
      end.push_back(static_cast<int>(words.size()));
      while (words.size() % Ocean::Impl::stored_words != 0) words.push_back(7);
    }
  }
};

template <int Width, int Items>
void expect_sorted(const WordLists& lists) {
  const PackedLists packed(lists);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", " << Width << " lanes of " << Items
                                      << " words");
    const auto words = make_view(packed.words);
    launcher.launch({"Testing::sort_words", 1, esc_team_size},
                    SortLists<Width, Items>{words, make_view(packed.begin), make_view(packed.end)});
    const word_list sorted = to_vector(words);
    for (int list = 0; list < lists.size(); ++list) {
      word_list expected = lists.list(list);
      std::sort(expected.begin(), expected.end());
      const auto at = static_cast<std::size_t>(list);
      EXPECT_TRUE(same_integers("words", word_list(sorted.begin() + packed.begin[at], sorted.begin() + packed.end[at]),
                                expected))
          << "list " << list;
    }
  });
}

/// Of the shapes, those whose lanes have whole packs: others sort in registers alone.
template <int Shape>
void expect_shape_sorts(const WordLists& lists) {
  constexpr int items = esc_shapes[Shape].items;
  if constexpr (items % Ocean::Impl::words_of_pack<items> == 0) expect_sorted<esc_shapes[Shape].width, items>(lists);
}

/// \p make_lists(words_max) gives lists of up to words_max words.
template <class MakeLists>
void expect_all_shapes_sort(const MakeLists& make_lists) {
  const auto expect_shapes_sort = [&]<int... Shape>(std::integer_sequence<int, Shape...>) {
    (expect_shape_sorts<Shape>(make_lists(esc_shapes[Shape].products_max())), ...);
  };
  expect_shapes_sort(std::make_integer_sequence<int, num_counted_esc_shapes>());
}

TEST(SortWords, ByHand) {
  WordLists lists;
  lists.add({9, 2, 7, 2, 5});
  lists.add({1, 0});
  const PackedLists packed(lists);
  for_each_launcher([&](const auto& launcher) {
    const auto words = make_view(packed.words);
    launcher.launch({"Testing::sort_words", 1, esc_team_size},
                    SortLists<8, 2>{words, make_view(packed.begin), make_view(packed.end)});
    word_list sorted = to_vector(words);
    EXPECT_TRUE(same_integers("first list", word_list(sorted.begin(), sorted.begin() + 5), word_list{2, 2, 5, 7, 9}))
        << to_string(launcher.path);
    EXPECT_TRUE(same_integers("second list", word_list(sorted.begin() + 8, sorted.begin() + 10), word_list{0, 1}))
        << to_string(launcher.path);
  });
}

TEST(SortWords, WordsOfOneLaneFollowEachOther) {
  // 32 lanes of 8 and 16 words, as long rows of hash tables are sorted: 256 or 512 words, and some fewer.
  RandomNumbers random(3);
  WordLists lists;
  for (const int length : {1, 31, 33, 129, 200, 255, 256}) lists.add(make_words(random, length, std::int64_t(1) << 32));
  expect_sorted<32, 8>(lists);
  for (const int length : {257, 400, 511, 512}) lists.add(make_words(random, length, std::int64_t(1) << 32));
  expect_sorted<32, 16>(lists);
  expect_sorted<32, 1>(WordLists{{5, 3, 4}, {0, 3}});
}

TEST(SortWords, RandomWordsOfEveryLength) {
  expect_all_shapes_sort([](int words_max) {
    RandomNumbers random(1);
    WordLists lists;
    for (int length = 0; length <= words_max; ++length) lists.add(make_words(random, length, std::int64_t(1) << 32));
    return lists;
  });
}

TEST(SortWords, EqualWordsFallingWordsAndThePaddingWord) {
  expect_all_shapes_sort([](int words_max) {
    RandomNumbers random(2);
    WordLists lists;
    lists.add({});
    lists.add(word_list(static_cast<std::size_t>(words_max), 3));
    lists.add(make_words(random, words_max - 1, 2));
    lists.add({0xffffffffu, 4, 0xffffffffu});
    word_list falling;
    for (int word = words_max; word > 0; --word) falling.push_back(static_cast<std::uint32_t>(word));
    lists.add(falling);
    return lists;
  });
}

}  // namespace
