#ifndef OCEAN_TEST_SUPPORT_LANE_CASES_HPP
#define OCEAN_TEST_SUPPORT_LANE_CASES_HPP
/// \file
/// \brief Lists of words of many lengths in one view, each list the work of one group of lanes.

#include <cstdint>
#include <vector>

#include "random_numbers.hpp"
#include "transfer.hpp"

namespace Ocean::Testing {

using word_list = std::vector<std::uint32_t>;

/// \brief Several lists one after the other: list i is words[begin[i], begin[i + 1]).
struct WordLists {
  word_list words;
  std::vector<int> begin{0};

  void add(const word_list& list) {
    words.insert(words.end(), list.begin(), list.end());
    begin.push_back(static_cast<int>(words.size()));
  }
  int size() const { return static_cast<int>(begin.size()) - 1; }
  word_list list(int index) const {
    return {words.begin() + begin[static_cast<std::size_t>(index)],
            words.begin() + begin[static_cast<std::size_t>(index) + 1]};
  }
};

/// \brief \p length numbers below \p bound.
inline word_list make_words(RandomNumbers& random, int length, std::int64_t bound) {
  word_list words;
  for (int word = 0; word < length; ++word) words.push_back(static_cast<std::uint32_t>(random.below(bound)));
  return words;
}

}  // namespace Ocean::Testing

#endif
