/// \file
/// \brief The sort of words that lanes hold, for every number of them that a shape of esc has; the lanes are threads of
/// the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/sort_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "ocean/tuning/accumulator_table.hpp"
#include "support/random_numbers.hpp"
#include "support/threaded_lanes.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::esc_shapes;
using Ocean::Impl::num_esc_shapes;

using word_list = std::vector<std::uint32_t>;

constexpr int num_lanes = 4;

/// \brief The words of all lanes, one lane behind the other, once the lanes have sorted them together.
template <int Items>
word_list sort_together(const word_list& words) {
  word_list sorted(words.size());
  run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
    std::uint32_t mine[Items];
    const auto first = static_cast<std::size_t>(lanes.rank() * Items);
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(first), Items, mine);
    Ocean::Impl::sort_registers<Items>(lanes, mine);
    std::copy_n(mine, Items, sorted.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return sorted;
}

template <int Items>
void expect_sorted() {
  RandomNumbers random(7);
  const std::size_t num_words = num_lanes * Items;
  std::vector<word_list> lists;
  for (const std::int64_t end : {std::int64_t(2), std::int64_t(1) << 32}) {
    lists.emplace_back();
    for (std::size_t word = 0; word < num_words; ++word)
      lists.back().push_back(static_cast<std::uint32_t>(random.below(end)));
  }
  lists.emplace_back();
  for (std::size_t word = num_words; word > 0; --word) lists.back().push_back(static_cast<std::uint32_t>(word));
  for (const word_list& words : lists) {
    word_list expected = words;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(sort_together<Items>(words), expected) << Items << " words a lane";
  }
}

TEST(SortRegisters, WordsOfEveryShape) {
  const auto expect_shapes = []<int... Shape>(std::integer_sequence<int, Shape...>) {
    (expect_sorted<esc_shapes[Shape].items>(), ...);
  };
  expect_shapes(std::make_integer_sequence<int, num_esc_shapes>());
  expect_sorted<1>();
  expect_sorted<3>();
}

}  // namespace
