#ifndef OCEAN_TEST_ACCUMULATORS_DIRECTORY_FIXTURE_HPP
#define OCEAN_TEST_ACCUMULATORS_DIRECTORY_FIXTURE_HPP
/// \file
/// \brief What a directory of words should be, for columns in any order.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "ocean/accumulators/products.hpp"
#include "ocean/accumulators/rank_directory.hpp"
#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

inline std::vector<std::uint32_t> random_directory_columns(std::uint64_t seed, int length, Impl::count_type below) {
  RandomNumbers random(seed);
  std::vector<std::uint32_t> columns;
  for (int column = 0; column < length; ++column) columns.push_back(static_cast<std::uint32_t>(random.below(below)));
  return columns;
}

/// \brief Columns from 0 on, which may repeat.
class DirectoryReference {
 public:
  explicit DirectoryReference(const std::vector<std::uint32_t>& columns)
      : m_columns(columns), m_distinct(columns.begin(), columns.end()) {
    for (const std::uint32_t column : columns) m_words[column / 32] |= 1u << column % 32;
  }

  Impl::count_type num_words() const { return static_cast<Impl::count_type>(m_words.size()); }
  Impl::count_type num_columns() const { return static_cast<Impl::count_type>(m_distinct.size()); }

  /// \brief With and without roots, whatever RankDirectoryShape would choose.
  std::vector<Impl::RankDirectoryShape> shapes() const {
    const Impl::count_type blocks = *m_distinct.rbegin() / 1024 + 1;
    return {{0, blocks}, {(blocks - 1) / 32 + 1, std::min(num_words(), blocks)}};
  }
  std::size_t bytes(const Impl::RankDirectoryShape& shape) const {
    return static_cast<std::size_t>(shape.num_roots + shape.num_blocks + num_words()) * sizeof(Impl::RankedWord);
  }

  /// \brief The words in their order.
  std::vector<Impl::RankDirectory::KnownWord> known_words() const {
    std::vector<Impl::RankDirectory::KnownWord> known;
    std::set<std::uint32_t> blocks, roots;
    for (const auto& [position, bits] : m_words) {
      Impl::RankDirectory::KnownWord word;
      word.word = {position, bits};
      word.number = static_cast<std::uint32_t>(known.size());
      word.rank = static_cast<std::uint32_t>(place_of(position * 32));
      word.begins_block = blocks.insert(position / 32).second;
      word.begins_root = roots.insert(position / 1024).second;
      word.block = static_cast<std::uint32_t>(blocks.size() - 1);
      known.push_back(word);
    }
    return known;
  }

  std::vector<int> places() const {
    std::vector<int> places;
    for (const std::uint32_t column : m_columns) places.push_back(place_of(column));
    return places;
  }

 private:
  /// \brief Distinct columns below \p column.
  int place_of(std::uint32_t column) const {
    return static_cast<int>(std::distance(m_distinct.begin(), m_distinct.lower_bound(column)));
  }

  std::vector<std::uint32_t> m_columns;
  std::set<std::uint32_t> m_distinct;
  std::map<std::uint32_t, std::uint32_t> m_words;
};

}  // namespace Ocean::Testing

#endif
