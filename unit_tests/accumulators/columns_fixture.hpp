#ifndef OCEAN_TEST_ACCUMULATORS_COLUMNS_FIXTURE_HPP
#define OCEAN_TEST_ACCUMULATORS_COLUMNS_FIXTURE_HPP
/// \file
/// \brief Columns in any order, the words of bitmaps that they lie in, and what a directory of these should be.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "ocean/accumulators/products.hpp"
#include "ocean/accumulators/rank_directory.hpp"
#include "ocean/accumulators/word_insertion.hpp"
#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

/// \brief Columns of several words each, some of them many times.
inline std::vector<std::uint32_t> random_columns(std::uint64_t seed, int length, Impl::count_type below) {
  RandomNumbers random(seed);
  std::vector<std::uint32_t> columns;
  for (int column = 0; column < length; ++column) columns.push_back(static_cast<std::uint32_t>(random.below(below)));
  return columns;
}

/// \brief The bits of every word that has some, by its position.
using word_map = std::map<std::uint32_t, std::uint32_t>;

inline word_map words_of(const std::vector<std::uint32_t>& columns) {
  word_map words;
  for (const std::uint32_t column : columns) words[column / 32] |= 1u << column % 32;
  return words;
}

/// \brief The lanes of a group insert \p columns into a set of words, as a walk over the products of a row does.
/// \return whether they do not fit, for all lanes
template <class Atomics, class Set, class Group>
KOKKOS_FUNCTION bool insert_columns(const Group& group, Set& set, const test_view<std::uint32_t>& columns) {
  using operand_type = Impl::CsrOperand<test_exec_space, int, int, double>;
  std::uint32_t failures = 0;
  const Impl::WordInsertion<Set, Impl::Problem<operand_type, operand_type>, Atomics> insertion{set, failures};
  const int num_columns = static_cast<int>(columns.extent(0));
  for (int base = 0; base < num_columns; base += group.size()) {
    const bool has_column = base + group.rank() < num_columns;
    const std::uint32_t column = has_column ? columns(base + group.rank()) : 7;
    const auto found = insertion.find_together(group, has_column, column);
    if (has_column) insertion.add(found, char());
    group.barrier();
  }
  return failures != 0;
}

/// \brief Columns from 0 on, which may repeat.
class DirectoryReference {
 public:
  explicit DirectoryReference(const std::vector<std::uint32_t>& columns)
      : m_columns(columns), m_distinct(columns.begin(), columns.end()), m_words(words_of(columns)) {}

  Impl::count_type num_words() const { return static_cast<Impl::count_type>(m_words.size()); }
  Impl::count_type num_columns() const { return static_cast<Impl::count_type>(m_distinct.size()); }

  /// \brief Blocks of 32 words that have some.
  Impl::count_type num_blocks() const {
    std::set<std::uint32_t> blocks;
    for (const auto& [position, bits] : m_words) blocks.insert(position / 32);
    return static_cast<Impl::count_type>(blocks.size());
  }

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
  word_map m_words;
};

/// \brief Calls body(reference, columns, shape, launcher) for some columns, with and without roots, on every path.
template <class Body>
void for_each_directory(const std::vector<std::vector<std::uint32_t>>& all_columns, const Body& body) {
  for (const auto& columns : all_columns) {
    const DirectoryReference reference(columns);
    for (const Impl::RankDirectoryShape& shape : reference.shapes())
      for_each_launcher([&](const auto& launcher) {
        SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", " << columns.size() << " columns, "
                                        << shape.num_roots << " roots, " << shape.num_blocks << " blocks");
        body(reference, columns, shape, launcher);
      });
  }
}

/// \brief Few columns at the ends of words, blocks and roots, and many that lie close together or far apart.
inline std::vector<std::vector<std::uint32_t>> columns_of_directories() {
  return {{0},
          {3, 2, 31, 32, 95, 96, 2, 1023, 1024, 32767, 32768, 65535},
          random_columns(3, 400, 900),
          random_columns(3, 400, 50000),
          random_columns(3, 400, 2000000)};
}

}  // namespace Ocean::Testing

#endif
