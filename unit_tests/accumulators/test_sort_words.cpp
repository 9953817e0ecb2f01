/// \file
/// \brief The sort of few words by groups of lanes against std::sort, for every shape that the table has.

#include "ocean/accumulators/sort_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "ocean/tuning/accumulator_table.hpp"
#include "support/checks.hpp"
#include "support/lane_cases.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::esc_shapes;
using Ocean::Impl::esc_team_size;
using Ocean::Impl::num_esc_shapes;
using Ocean::Impl::sort_words;
using namespace Ocean::Testing;

/// The groups of one team take the lists in turn.
template <int Width, int Items>
struct SortLists {
  static constexpr int max_team_size = esc_team_size;
  test_view<std::uint32_t> words;
  test_view<int> begin;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int num_lists = static_cast<int>(begin.extent(0)) - 1;
    for (int list = team.template group_rank<Width>(); list < num_lists; list += team.template num_groups<Width>())
      sort_words<Width, Items>(team.template group<Width>(), words.data() + begin(list), begin(list + 1) - begin(list));
  }
};

template <int Shape>
void expect_shape_sorts(const WordLists& lists) {
  constexpr int width = esc_shapes[Shape].width, items = esc_shapes[Shape].items;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", " << width << " lanes of " << items
                                      << " words");
    const auto words = make_view(lists.words);
    launcher.launch({"Testing::sort_words", 1, esc_team_size}, SortLists<width, items>{words, make_view(lists.begin)});
    const WordLists sorted{to_vector(words), lists.begin};
    for (int list = 0; list < lists.size(); ++list) {
      word_list expected = lists.list(list);
      std::sort(expected.begin(), expected.end());
      EXPECT_TRUE(same_integers("words", sorted.list(list), expected)) << "list " << list;
    }
  });
}

/// \p make_lists(words_max) gives lists of up to words_max words.
template <class MakeLists>
void expect_all_shapes_sort(const MakeLists& make_lists) {
  static_assert(num_esc_shapes == 4);
  expect_shape_sorts<0>(make_lists(esc_shapes[0].products_max()));
  expect_shape_sorts<1>(make_lists(esc_shapes[1].products_max()));
  expect_shape_sorts<2>(make_lists(esc_shapes[2].products_max()));
  expect_shape_sorts<3>(make_lists(esc_shapes[3].products_max()));
}

TEST(SortWords, ByHand) {
  WordLists lists;
  lists.add({9, 2, 7, 2});
  lists.add({1, 0});
  for_each_launcher([&](const auto& launcher) {
    const auto words = make_view(lists.words);
    launcher.launch({"Testing::sort_words", 1, esc_team_size}, SortLists<8, 2>{words, make_view(lists.begin)});
    EXPECT_TRUE(same_integers("words", to_vector(words), std::vector{2, 2, 7, 9, 0, 1})) << to_string(launcher.path);
  });
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
