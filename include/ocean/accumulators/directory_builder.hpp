#ifndef OCEAN_ACCUMULATORS_DIRECTORY_BUILDER_HPP
#define OCEAN_ACCUMULATORS_DIRECTORY_BUILDER_HPP
/// \file
/// \brief Directories of words that are not known yet.

#include <type_traits>
#include <utility>

#include "rank_directory.hpp"

namespace Ocean::Impl {

/// \brief Builds a directory from the columns of a row, level by level: all columns note the blocks that they lie in,
/// if there are roots, then the words, then themselves. Between levels, what has been noted is numbered, and the next
/// level has its place behind it.
///
/// \tparam Row has the lanes of the row, and their atomics
template <class Row>
class DirectoryBuilder {
 public:
  using lanes_type = std::decay_t<decltype(std::declval<Row>().lanes)>;

  /// \param directory cleared, and visible to all lanes
  /// \param words_max words of all its levels
  KOKKOS_FUNCTION DirectoryBuilder(const lanes_type& lanes, RankDirectory& directory, int words_max)
      : m_lanes(lanes),
        m_directory(directory),
        m_words_max(words_max),
        m_level(directory.has_roots() ? Level::blocks : Level::words) {}

  KOKKOS_FUNCTION void note(std::uint32_t column) const {
    const std::uint32_t block = column / RankDirectory::block_columns;
    switch (m_level) {
      case Level::blocks: return set(m_directory.roots[block / bits], block % bits);
      case Level::words: return set(m_directory.blocks[block_of(column)], column / bits % bits);
      case Level::columns: return set(m_directory.words[word_of(column)], column % bits);
    }
  }

  /// \brief Goes on to the next level once all lanes have noted all columns and met in a barrier. Barriers of the
  /// lanes. \return false if there is none: the directory is ready, or it does not fit
  KOKKOS_FUNCTION bool next_level() {
    if (m_level == Level::blocks) {
      m_directory.set_blocks(number(m_directory.roots, m_directory.num_roots));
      return begin_level(Level::words, m_directory.blocks, m_directory.num_blocks);
    }
    if (m_level == Level::words) {
      m_num_words = number(m_directory.blocks, m_directory.num_blocks);
      return begin_level(Level::columns, m_directory.words, m_num_words);
    }
    m_num_columns = number(m_directory.words, m_num_words);
    m_lanes.barrier();
    return false;
  }

  /// \brief Columns of the row, for all lanes; -1 if the directory does not fit.
  KOKKOS_FUNCTION int num_columns() const { return m_num_columns; }

 private:
  enum class Level { blocks, words, columns };
  static constexpr std::uint32_t bits = RankDirectory::block_words;
  static_assert(bits == bitmap_word_columns);

  KOKKOS_FUNCTION static void set(RankedWord& word, std::uint32_t bit) {
    Row::atomics::fetch_or(&word.bits, std::uint32_t(1) << bit);
  }
  KOKKOS_FUNCTION std::uint32_t block_of(std::uint32_t column) const {
    return m_directory.has_roots() ? m_directory.block_of<true>(column) : m_directory.block_of<false>(column);
  }
  KOKKOS_FUNCTION std::uint32_t word_of(std::uint32_t column) const {
    return m_directory.has_roots() ? m_directory.word_of<true>(column) : m_directory.word_of<false>(column);
  }
  /// \brief Numbers the bits of \p size words; \return how many there are, for all lanes.
  KOKKOS_FUNCTION int number(RankedWord* words, int size) const {
    int before = 0;
    for (int base = 0; base < size; base += m_lanes.size()) {
      const int at = base + m_lanes.rank();
      int total = 0;
      const int own = at < size ? static_cast<int>(Kokkos::Experimental::popcount_builtin(words[at].bits)) : 0;
      const int first = before + m_lanes.exclusive_sum(own, total);
      if (at < size) words[at].before = static_cast<std::uint32_t>(first);
      before += total;
    }
    return before;
  }
  /// \brief Clears the words of a level if they fit.
  KOKKOS_FUNCTION bool begin_level(Level level, RankedWord* words, int size) {
    if (words - m_directory.roots + size > m_words_max) return false;
    for (int at = m_lanes.rank(); at < size; at += m_lanes.size()) words[at] = {0, 0};
    m_lanes.barrier();
    m_level = level;
    return true;
  }

  const lanes_type& m_lanes;
  RankDirectory& m_directory;
  int m_words_max;
  Level m_level;
  int m_num_words = 0;
  int m_num_columns = -1;
};

}  // namespace Ocean::Impl

#endif
