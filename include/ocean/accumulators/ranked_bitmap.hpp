#ifndef OCEAN_ACCUMULATORS_RANKED_BITMAP_HPP
#define OCEAN_ACCUMULATORS_RANKED_BITMAP_HPP
/// \file
/// \brief The columns of a row of C as bits, and the rank of each among them.

#include "bitmap_words.hpp"
#include "products.hpp"

namespace Ocean::Impl {

/// \brief What a lane clears, counts or ranks in one step: a read of 16 bytes.
struct alignas(16) BitmapQuad {
  static constexpr int num_words = static_cast<int>(words_per_quad);
  std::uint32_t bits[num_words];
};
static_assert(bitmap_padding_words % BitmapQuad::num_words == 0);

/// \brief A bitmap over the columns that a row of C may have, in scratch.
///
/// First all columns are marked, then rank_words() or rank_words_in_parts() numbers them; place() then finds one by
/// looking at its word, or at the four words of its quad.
/// \tparam Rank         std::uint32_t, or std::uint16_t for rows of at most short_ranks_max entries
/// \tparam WordsPerRank 1, or those of a quad: a quarter of the ranks for three more counts of bits in a look
template <class Rank, int WordsPerRank = 1>
struct RankedBitmap {
  static_assert(WordsPerRank == 1 || WordsPerRank == BitmapQuad::num_words);
  std::uint32_t* bits;
  Rank* ranks;  ///< bits set before each word, or before each quad; absent when counting
  int words;
  count_type first_column;

  /// \brief Bitmap in \p scratch, aligned to 16 bytes, over the columns of \p range.
  template <class Range>
  KOKKOS_FUNCTION static RankedBitmap make(std::uint32_t* scratch, const Range& range) {
    RankedBitmap bitmap;
    bitmap.first_column = bitmap_begin(range.first);
    const count_type end = range.width() == 0 ? bitmap.first_column : static_cast<count_type>(range.last) + 1;
    bitmap.words = static_cast<int>((end - bitmap.first_column + bitmap_word_columns - 1) / bitmap_word_columns);
    bitmap.bits = scratch;
    bitmap.ranks = reinterpret_cast<Rank*>(scratch + bitmap.padded_words());
    return bitmap;
  }

  /// \brief Scratch of the bits and their ranks.
  KOKKOS_FUNCTION count_type bytes() const {
    return static_cast<count_type>(padded_words() * sizeof(std::uint32_t) + padded_ranks() * sizeof(Rank));
  }
  /// \brief What is behind the ranks, aligned as the scratch.
  KOKKOS_FUNCTION void* end() const { return ranks + padded_ranks(); }

  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    for (int at = lanes.rank(); at < num_quads(); at += lanes.size()) quad(at) = {};
  }

  /// \param marked from first_column on
  /// \param tests  look at the bits before setting them
  template <class Atomics>
  KOKKOS_FUNCTION void mark(const BitmapWord& marked, bool tests) const {
    std::uint32_t* word = &bits[marked.position];
    if (!tests || (~*static_cast<volatile std::uint32_t*>(word) & marked.bits) != 0)
      Atomics::fetch_or(word, marked.bits);
  }

  /// \brief Columns that are marked, and words that are not empty.
  struct Counts {
    int columns = 0;
    int words = 0;
  };
  /// \brief Those in the part of the bitmap that is this lane's; parts follow each other as the lanes do.
  template <class Lanes>
  KOKKOS_FUNCTION Counts count_own(const Lanes& lanes) const {
    Counts counts;
    for (int at = first_own(lanes); at < last_own(lanes); ++at) {
      const BitmapQuad own = quad(at);
      counts.columns += count_bits(own);
      for (const std::uint32_t word : own.bits) counts.words += word != 0 ? 1 : 0;
    }
    return counts;
  }
  /// \brief Columns that are marked, for all lanes.
  template <class Lanes>
  KOKKOS_FUNCTION int count(const Lanes& lanes) const {
    return lanes.sum(count_own(lanes).columns);
  }
  /// \brief Calls body(number of the word, bits) for the words of this lane's part that are not empty.
  template <class Lanes, class Body>
  KOKKOS_FUNCTION void for_each_own_word(const Lanes& lanes, const Body& body) const {
    for (int at = first_own(lanes); at < last_own(lanes); ++at) {
      const BitmapQuad own = quad(at);
      for (int word = 0; word < BitmapQuad::num_words; ++word)
        if (own.bits[word] != 0) body(at * BitmapQuad::num_words + word, own.bits[word]);
    }
  }

  /// \brief Ranks of the words; columns that are marked, for all lanes. Lanes rank quads in turn, at the price of a sum
  /// over all lanes for each.
  template <class Lanes>
  KOKKOS_FUNCTION int rank_words(const Lanes& lanes) const {
    int before = 0;
    for (int base = 0; base < num_quads(); base += lanes.size()) {
      const int at = base + lanes.rank();
      const BitmapQuad own = at < num_quads() ? quad(at) : BitmapQuad{};
      int total = 0;
      const int rank = before + lanes.exclusive_sum(count_bits(own), total);
      if (at < num_quads()) rank_quad(at, own, rank);
      before += total;
    }
    return before;
  }

  /// \brief The same for lanes whose sums take barriers, where they have many quads each: they count and rank parts
  /// that follow each other, and sum once.
  /// measured: perf_tests/results/nvidia_h200_2026-11-27_shared_walks_variants.csv (run 5, rows of supernodes)
  template <class Lanes>
  KOKKOS_FUNCTION int rank_words_in_parts(const Lanes& lanes) const {
    int total = 0;
    int rank = lanes.exclusive_sum(count_own(lanes).columns, total);
    for (int at = first_own(lanes); at < last_own(lanes); ++at) rank = rank_quad(at, quad(at), rank);
    return total;
  }

  /// \brief Place of a marked column among them. \param column from first_column on
  KOKKOS_FUNCTION int place(std::uint32_t column) const {
    const std::uint32_t word = column / bitmap_word_columns;
    const std::uint32_t below = (std::uint32_t(1) << column % bitmap_word_columns) - 1;
    if constexpr (WordsPerRank == 1)
      return static_cast<int>(ranks[word]) + Kokkos::Experimental::popcount_builtin(bits[word] & below);
    else
      return rank_in_quad(word, below);
  }

  /// \brief Writes the columns in their order: full words by all lanes of a warp together, others by a lane each.
  /// \param group_rank, num_groups  of the warps that write
  template <class Lanes, class Column>
  KOKKOS_FUNCTION void write_columns(const Lanes& lanes, int group_rank, int num_groups, Column* columns) const {
    for (int base = group_rank * lanes.size(); base < words; base += num_groups * lanes.size()) {
      const int word = base + lanes.rank();
      const std::uint32_t own_bits = word < words ? bits[word] : 0;
      const std::uint32_t rank = word < words ? rank_of(word) : 0;
      const count_type first = first_column + static_cast<count_type>(base) * bitmap_word_columns;
      write_words(lanes, own_bits, rank,
                  [&](std::uint32_t inside, std::uint32_t at) { columns[at] = static_cast<Column>(first + inside); });
    }
  }

  /// \brief Quads of the bitmap, the last of which may not be full.
  KOKKOS_FUNCTION int num_quads() const { return (words + BitmapQuad::num_words - 1) / BitmapQuad::num_words; }

 private:
  struct alignas(BitmapQuad::num_words * sizeof(Rank)) QuadRanks {
    Rank rank[BitmapQuad::num_words];
  };

  /// \brief Bits set before a word.
  KOKKOS_FUNCTION std::uint32_t rank_of(int word) const {
    if constexpr (WordsPerRank == 1)
      return ranks[word];
    else
      return static_cast<std::uint32_t>(rank_in_quad(static_cast<std::uint32_t>(word), 0));
  }
  /// \brief The same where quads have ranks, with those of the word itself that are set in \p below.
  KOKKOS_FUNCTION int rank_in_quad(std::uint32_t word, std::uint32_t below) const {
    constexpr auto num_words = static_cast<std::uint32_t>(BitmapQuad::num_words);
    const std::uint32_t at = word / num_words, inside = word % num_words;
    const BitmapQuad own = quad(static_cast<int>(at));
    auto rank = static_cast<int>(ranks[at]);
    for (std::uint32_t before = 0; before < num_words; ++before) {
      const std::uint32_t counted = before < inside ? ~std::uint32_t(0) : before == inside ? below : 0;
      rank += Kokkos::Experimental::popcount_builtin(own.bits[before] & counted);
    }
    return rank;
  }

  /// \brief Ranks the words of a quad. \param rank bits before it \return bits before the next
  KOKKOS_FUNCTION int rank_quad(int at, const BitmapQuad& own, int rank) const {
    if constexpr (WordsPerRank > 1) {
      ranks[at] = static_cast<Rank>(rank);
      return rank + count_bits(own);
    } else {
      QuadRanks own_ranks;
      for (int word = 0; word < BitmapQuad::num_words; ++word) {
        own_ranks.rank[word] = static_cast<Rank>(rank);
        rank += Kokkos::Experimental::popcount_builtin(own.bits[word]);
      }
      reinterpret_cast<QuadRanks*>(ranks)[at] = own_ranks;
      return rank;
    }
  }

  KOKKOS_FUNCTION int padded_words() const { return static_cast<int>(pad_bitmap(words)); }
  /// Ranks with those that pad them, so that what is behind is aligned to 16 bytes.
  KOKKOS_FUNCTION int padded_ranks() const { return static_cast<int>(pad_bitmap(padded_words() / WordsPerRank)); }
  /// Quads of a lane's part: an odd number, so that lanes that read them at the same time use different banks.
  template <class Lanes>
  KOKKOS_FUNCTION int own_quads(const Lanes& lanes) const {
    return ((num_quads() + lanes.size() - 1) / lanes.size()) | 1;
  }
  template <class Lanes>
  KOKKOS_FUNCTION int first_own(const Lanes& lanes) const {
    return lanes.rank() * own_quads(lanes);
  }
  template <class Lanes>
  KOKKOS_FUNCTION int last_own(const Lanes& lanes) const {
    return Kokkos::min(num_quads(), first_own(lanes) + own_quads(lanes));
  }
  KOKKOS_FUNCTION BitmapQuad& quad(int at) const { return reinterpret_cast<BitmapQuad*>(bits)[at]; }

  KOKKOS_FUNCTION static int count_bits(const BitmapQuad& quad) {
    int marked = 0;
    for (const std::uint32_t word : quad.bits) marked += Kokkos::Experimental::popcount_builtin(word);
    return marked;
  }
};

}  // namespace Ocean::Impl

#endif
