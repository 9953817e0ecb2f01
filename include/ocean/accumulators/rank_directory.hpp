#ifndef OCEAN_ACCUMULATORS_RANK_DIRECTORY_HPP
#define OCEAN_ACCUMULATORS_RANK_DIRECTORY_HPP
/// \file
/// \brief The words of a row's bitmap that are not empty, and the way to each of them without a search.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../tuning/bitmap_shapes.hpp"

namespace Ocean::Impl {

/// \brief A word of a bitmap with the number of bits that are set before it, both in one read. A bit stands for a
/// column, or for another word that is not empty.
struct alignas(8) RankedWord {
  std::uint32_t bits;
  std::uint32_t before;

  /// \brief Number of bit \p bit, which is set, among all bits.
  KOKKOS_FUNCTION std::uint32_t number_of(std::uint32_t bit) const {
    return before + Kokkos::Experimental::popcount_builtin(bits & ((std::uint32_t(1) << bit) - 1));
  }
};
static_assert(sizeof(RankedWord) == word_slot_bytes);

/// \brief Places of the columns of a row whose bitmap is long and mostly empty. A bit for every word of its span says
/// whether it is there; where the span is very long, the blocks of these bits have bits of their own, in roots. place()
/// reads one block, or a root and a block, and one word, whatever columns there are: no lane waits for another that
/// searches longer.
///
/// Built by insert() from words that are known, otherwise by a DirectoryBuilder.
/// Source: Jacobson, Space-efficient static trees and graphs, FOCS 1989 (rank by directories)
struct RankDirectory {
  static constexpr std::uint32_t block_words = 32, root_words = 32 * block_words;
  int num_roots;  ///< 0: every block of the span is there
  int num_blocks;
  RankedWord* roots;   ///< [num_roots]
  RankedWord* blocks;  ///< [num_blocks]
  RankedWord* words;

  /// \param scratch aligned to 8 bytes
  KOKKOS_FUNCTION static RankDirectory make(RankedWord* scratch, const RankDirectoryShape& shape) {
    RankDirectory directory{static_cast<int>(shape.num_roots), 0, scratch, scratch + shape.num_roots, nullptr};
    directory.set_blocks(static_cast<int>(shape.num_blocks));
    return directory;
  }
  /// \brief Has \p number blocks, and words behind them.
  KOKKOS_FUNCTION void set_blocks(int number) {
    num_blocks = number;
    words = blocks + number;
  }
  KOKKOS_FUNCTION bool has_roots() const { return num_roots > 0; }

  /// \brief Clears roots and blocks.
  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    for (int at = lanes.rank(); at < num_roots + num_blocks; at += lanes.size()) roots[at] = {0, 0};
  }

  /// \brief A word that is known, and where it lies. Words are numbered in their order, and so are blocks that have
  /// some if there are roots.
  struct KnownWord {
    BitmapWord word{};
    std::uint32_t number = 0, rank = 0;  ///< words and columns before it
    bool begins_block = false;           ///< no word of its block is before it
    bool begins_root = false;            ///< none of its root; read if there are roots, as the next
    std::uint32_t block = 0;             ///< number of its block
  };
  template <bool HasRoots, class Atomics>
  KOKKOS_FUNCTION void insert(const KnownWord& known) const {
    words[known.number] = {known.word.bits, known.rank};
    const std::uint32_t block = known.word.position / block_words;
    add_bit<Atomics>(&blocks[HasRoots ? known.block : block], known.word.position % block_words, known.number,
                     known.begins_block);
    if (HasRoots && known.begins_block)
      add_bit<Atomics>(&roots[block / block_words], block % block_words, known.block, known.begins_root);
  }

  /// \brief Place of a column that the row has.
  /// \tparam HasRoots has_roots(). measured: perf_tests/results/nvidia_h100_2026-11-26_rank_directory.csv (asked for in
  ///         every look-up, the numeric pass takes 1.14 to 1.15 of the time on three matrices)
  template <bool HasRoots>
  KOKKOS_FUNCTION int place(std::uint32_t column) const {
    return static_cast<int>(words[word_of<HasRoots>(column)].number_of(column % bitmap_word_columns));
  }
  KOKKOS_FUNCTION int place(std::uint32_t column) const {
    return has_roots() ? place<true>(column) : place<false>(column);
  }

  /// \brief The number of the block of a column among those that are there, and of its word.
  template <bool HasRoots>
  KOKKOS_FUNCTION std::uint32_t block_of(std::uint32_t column) const {
    const std::uint32_t block = column / block_columns;
    if constexpr (HasRoots)
      return roots[block / block_words].number_of(block % block_words);
    else
      return block;
  }
  template <bool HasRoots>
  KOKKOS_FUNCTION std::uint32_t word_of(std::uint32_t column) const {
    return blocks[block_of<HasRoots>(column)].number_of(column / bitmap_word_columns % block_words);
  }

  static constexpr auto block_columns = static_cast<std::uint32_t>(RankDirectoryShape::block_columns);

 private:
  template <class Atomics>
  KOKKOS_FUNCTION static void add_bit(RankedWord* to, std::uint32_t bit, std::uint32_t number, bool is_first) {
    Atomics::fetch_or(&to->bits, std::uint32_t(1) << bit);
    if (is_first) to->before = number;
  }
};

/// \brief A directory whose roots, or that it has none, the compiler knows.
template <bool HasRoots>
struct PlacesInDirectory {
  RankDirectory directory;
  KOKKOS_FUNCTION int place(std::uint32_t column) const { return directory.place<HasRoots>(column); }
};

}  // namespace Ocean::Impl

#endif
