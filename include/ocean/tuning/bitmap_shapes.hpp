#ifndef OCEAN_TUNING_BITMAP_SHAPES_HPP
#define OCEAN_TUNING_BITMAP_SHAPES_HPP
/// \file
/// \brief Scratch of bitmaps, and of tables and directories of their words.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "../core/word_operand.hpp"

namespace Ocean::Impl {

/// Scratch that a team kernel reserves for its own counters.
inline constexpr count_type team_counter_bytes = 64;

/// Words of a bitmap are a multiple of this many, so that what is behind them and their ranks is aligned to 16 bytes.
inline constexpr count_type bitmap_padding_words = 8;
KOKKOS_INLINE_FUNCTION constexpr count_type pad_bitmap(count_type words) {
  return (words + bitmap_padding_words - 1) / bitmap_padding_words * bitmap_padding_words;
}

/// Words of a quad, which a lane reads at once.
inline constexpr count_type words_per_quad = 4;

/// \brief The parts of a bitmap while columns are counted, in words of 32 bits and in their order in scratch.
struct CountedBitmapShape {
  /// Words of the bitmap for each that can be listed as not empty. source: an estimate; a list takes a sixteenth of the
  /// bitmap, and other numbers were not compared
  static constexpr count_type words_per_listed = 8;
  count_type bit_words;   ///< the bitmap
  count_type used_words;  ///< a bit for each of them
  count_type list_words;  ///< two listed words each

  KOKKOS_FUNCTION constexpr explicit CountedBitmapShape(count_type words)
      : bit_words(pad_bitmap(words)),
        used_words(pad_bitmap((bit_words + bitmap_word_columns - 1) / bitmap_word_columns)),
        list_words(pad_bitmap(bit_words / words_per_listed / 2)) {}
  KOKKOS_FUNCTION constexpr count_type cleared_words() const { return bit_words + used_words; }
  KOKKOS_FUNCTION constexpr count_type bytes() const {
    return (cleared_words() + list_words) * static_cast<count_type>(sizeof(std::uint32_t));
  }
};

/// \brief The parts of a bitmap in pages, in their order in scratch; the pages and what lists them fill the rest.
struct PagedBitmapShape {
  static constexpr count_type page_columns = 128;
  /// Bytes of a page, and of its place in their order.
  static constexpr count_type page_bytes = page_columns / 8 + 2;
  /// Most pages: their numbers have 16 bits, and one of them means that a page is not there.
  static constexpr count_type pages_end = 0xffff;
  count_type directory_numbers;  ///< of 16 bits, one for each page of the span
  count_type met_words;          ///< a bit for each

  /// \param span columns between first and last, wherever in its word the first lies
  KOKKOS_FUNCTION static constexpr PagedBitmapShape of(count_type span) {
    const count_type pages = num_pages(span);
    return {pad_bitmap(pages), pad_bitmap((pages + bitmap_word_columns - 1) / bitmap_word_columns)};
  }
  KOKKOS_FUNCTION static constexpr count_type num_pages(count_type span) {
    return (span + bitmap_word_columns - 2) / page_columns + 1;
  }
  KOKKOS_FUNCTION constexpr count_type directory_bytes() const {
    return directory_numbers * static_cast<count_type>(sizeof(std::uint16_t)) +
           met_words * static_cast<count_type>(sizeof(std::uint32_t));
  }
  /// \brief Pages that \p bytes have room for; 0 or less: not even for the directory.
  KOKKOS_FUNCTION constexpr count_type pages_in(count_type bytes) const {
    const count_type pages = (bytes - directory_bytes()) / page_bytes;
    return pages < pages_end ? pages : pages_end;
  }
};

/// \brief The parts of a directory of the words of a bitmap that are not empty: blocks of 32 words and, where the span
/// has many blocks, roots of 32 blocks that have words.
struct RankDirectoryShape {
  static constexpr count_type block_columns = 32 * 32, root_blocks = 32;
  /// Blocks of a span up to which all of them are there, without roots. measured:
  /// perf_tests/results/nvidia_h100_2026-11-26_rank_directory.csv (with 16, the numeric pass takes 1.04 to 1.09 of the
  /// time on rows of 26 to 233 blocks; more were not compared)
  static constexpr count_type all_blocks_max = 256;
  count_type num_roots, num_blocks;

  /// \param span columns between first and last, wherever in its word the first lies
  KOKKOS_FUNCTION static constexpr RankDirectoryShape of(count_type span, count_type words) {
    const count_type blocks = (span + 30) / block_columns + 1;
    if (blocks <= all_blocks_max) return {0, blocks};
    return {(blocks - 1) / root_blocks + 1, words < blocks ? words : blocks};
  }
};

/// Bytes of a bitmap word with the rank before it, where values are added up in scratch and in the output.
inline constexpr count_type short_ranked_word_bytes = 6, ranked_word_bytes = 8;
/// Entries of a row whose ranks have 16 bits.
inline constexpr count_type short_ranks_max = 1 << 16;
/// Parts of a row, at most: where rows of B increase, and where each part reads all of them. measured:
/// perf_tests/results/nvidia_h200_2026-11-30_parted_rows.csv (4 and 16 by themselves, 64 together with another change)
inline constexpr int parts_max_of_sorted = 64, parts_max_of_unsorted = 4;
/// Share of its scratch that the bitmap of such a row has, at most, where values are added up. measured:
/// perf_tests/results/nvidia_h200_2026-11-30_row_windows.csv (0.5 and 0.9)
inline constexpr double parted_bitmap_share = 0.9;
/// Scratch for what a part needs of rows of B.
/// source: eight bytes for each thread of the largest team
inline constexpr count_type part_reads_bytes = 8192;
/// \brief Scratch of a row in parts beside its values: a bitmap of \p words padded words, a rank for each quad of them,
/// and what a part needs of rows of B.
KOKKOS_INLINE_FUNCTION constexpr count_type parted_bitmap_bytes(count_type words) {
  return part_reads_bytes +
         (words + pad_bitmap(words / words_per_quad)) * static_cast<count_type>(sizeof(std::uint32_t));
}
/// \brief Values that a part of a row has room for in \p row_bytes; 0 if not even for those of a quad, which may all be
/// there. \param words of the bitmap, with those that pad it
KOKKOS_INLINE_FUNCTION constexpr count_type part_slots(count_type words, count_type row_bytes, int value_bytes) {
  const count_type slots = (row_bytes - team_counter_bytes - parted_bitmap_bytes(words)) / value_bytes;
  return slots < words_per_quad * bitmap_word_columns ? 0 : slots;
}
/// \brief Columns of a window of a row in parts that has \p row_bytes of scratch, or less, where a bitmap pads.
constexpr count_type parted_columns_max(count_type row_bytes, bool with_values) {
  const double share = with_values ? parted_bitmap_share : 1.0;
  const count_type quad_bytes = (words_per_quad + 1) * static_cast<count_type>(sizeof(std::uint32_t));
  const auto bytes = static_cast<count_type>(share * static_cast<double>(row_bytes));
  const count_type quads = (bytes - part_reads_bytes - team_counter_bytes) / quad_bytes - 2 * bitmap_padding_words;
  return quads * words_per_quad * bitmap_word_columns;
}
/// \brief Columns of a dense window in \p bytes: a value and a bit each.
constexpr count_type window_columns(count_type bytes, int value_bytes) {
  const count_type room = bytes - team_counter_bytes;
  const count_type words = room / (bitmap_word_columns * value_bytes + 4);
  return std::max<count_type>(1, words) * bitmap_word_columns;
}

/// \brief Scratch of the narrowest window: one word of the bitmap and its values.
constexpr count_type smallest_window_bytes(int value_bytes) {
  constexpr count_type word_bytes = 4, alignment = 16;
  const count_type bytes = team_counter_bytes + bitmap_word_columns * value_bytes + word_bytes;
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Slots of a table of words for each word. source: an estimate, half of the slots are empty
inline constexpr count_type slots_per_word = 2;
/// Bytes of a slot of a table of words, position and bits, and of a word of a directory, bits and how many are before.
inline constexpr count_type word_slot_bytes = 8;
/// The same where words are counted: with room for every other one in the list that is sorted.
inline constexpr count_type counted_word_slot_bytes = word_slot_bytes + 4 / slots_per_word;
/// \brief Bytes of the sums ahead of a directory of words, which is aligned to a slot.
KOKKOS_INLINE_FUNCTION constexpr count_type word_sums_bytes(count_type entries, int value_bytes) {
  return (entries * value_bytes + word_slot_bytes - 1) / word_slot_bytes * word_slot_bytes;
}

/// \brief Scratch of a row of \p entries entries with values of \p value_bytes, whose bitmap has \p words words that
/// are not empty in a span of \p span columns.
KOKKOS_INLINE_FUNCTION constexpr count_type word_rows_bytes(count_type entries, int value_bytes, count_type words,
                                                            count_type span) {
  const auto shape = RankDirectoryShape::of(span, words);
  return team_counter_bytes + word_sums_bytes(entries, value_bytes) +
         (shape.num_roots + shape.num_blocks + words) * word_slot_bytes;
}

}  // namespace Ocean::Impl

#endif
