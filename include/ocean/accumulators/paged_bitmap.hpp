#ifndef OCEAN_ACCUMULATORS_PAGED_BITMAP_HPP
#define OCEAN_ACCUMULATORS_PAGED_BITMAP_HPP
/// \file
/// \brief A row's bitmap in pages: those that have columns are there, in the order in which they were met.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "ranked_bitmap.hpp"
#include "word_insertion.hpp"

namespace Ocean::Impl {

/// \brief A set of columns: a bitmap in pages of 128 columns, and a directory that has the number of each page of the
/// span. One group of lanes owns it, so that pages are numbered without a counter in scratch.
///
/// Pre: room for a page. An insertion reads the directory and a word, whatever is in the set: no search, and words come
/// out in their order without a sort. A hash table of words needs less scratch where the span is so long that its
/// directory fills it.
struct PagedBitmap {
  using number_type = std::uint16_t;
  /// Number that no page has: it is not there yet.
  static constexpr number_type no_page = 0xffff;
  static constexpr std::uint32_t page_words = BitmapQuad::num_words;

  number_type* directory;  ///< [shape.directory_numbers]
  std::uint32_t* met;      ///< [shape.met_words] a bit for each page that is there
  BitmapQuad* pages;       ///< [pages_max]
  number_type* order;      ///< [pages_max] where the pages lie, in the order of their columns: see list_pages()
  PagedBitmapShape shape;
  std::uint32_t pages_max;
  std::uint32_t num_pages = 0;  ///< the same for all lanes

  /// \brief Bitmap over \p span columns in \p bytes of \p scratch, which is aligned to 16 bytes.
  KOKKOS_FUNCTION static PagedBitmap make(void* scratch, count_type bytes, count_type span) {
    PagedBitmap bitmap;
    bitmap.shape = PagedBitmapShape::of(span);
    bitmap.pages_max = static_cast<std::uint32_t>(bitmap.shape.pages_in(bytes));
    bitmap.directory = static_cast<number_type*>(scratch);
    bitmap.met = reinterpret_cast<std::uint32_t*>(bitmap.directory + bitmap.shape.directory_numbers);
    bitmap.pages = reinterpret_cast<BitmapQuad*>(bitmap.met + bitmap.shape.met_words);
    bitmap.order = reinterpret_cast<number_type*>(bitmap.pages + bitmap.pages_max);
    return bitmap;
  }

  /// \brief Clears the directory; pages are cleared as they are met.
  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    constexpr std::uint32_t no_pages = 0xffffffffu;
    auto* const quads = reinterpret_cast<BitmapQuad*>(directory);
    const int num_quads = static_cast<int>(shape.directory_numbers) / numbers_per_quad;
    for (int at = lanes.rank(); at < num_quads; at += lanes.size())
      quads[at] = {{no_pages, no_pages, no_pages, no_pages}};
    for (int at = lanes.rank(); at < shape.met_words; at += lanes.size()) met[at] = 0;
  }

  /// \brief The number of a word among those of the pages.
  struct Place {
    std::uint32_t word = 0;
  };

  /// \brief The word of each lane that has one, on a page that is added if it is new. All lanes call it at once;
  /// barriers of the lanes where a page is new.
  ///
  /// \param has_failed  set for all lanes if there is no room for a new page
  template <class Atomics, class Group>
  KOKKOS_FUNCTION Place find_together(const Group& group, bool has_word, std::uint32_t position,
                                      std::uint32_t& has_failed) {
    const std::uint32_t page = position / page_words;
    std::uint32_t number = has_word ? read_number(page) : 0;
    if (group.any(number == no_page)) {
      add_pages<Atomics>(group, number == no_page, page, has_failed);
      if (has_failed != 0) return {};
      if (number == no_page) number = read_number(page);
    }
    return {number * page_words + position % page_words};
  }

  /// \brief Marks columns of a word that is found.
  template <class Atomics>
  KOKKOS_FUNCTION void mark(const Place& place, std::uint32_t marked) const {
    std::uint32_t* const word = reinterpret_cast<std::uint32_t*>(pages) + place.word;
    if ((~*static_cast<volatile std::uint32_t*>(word) & marked) != 0) Atomics::fetch_or(word, marked);
  }

  /// \brief Words that are not empty, and their columns, for all lanes.
  template <class Lanes>
  KOKKOS_FUNCTION WordCounts count(const Lanes& lanes) const {
    WordCounts counts;
    for (std::uint32_t page = lanes.rank(); page < num_pages; page += lanes.size()) {
      const BitmapQuad own = pages[page];
      for (const std::uint32_t word : own.bits) {
        counts.words += word != 0 ? 1 : 0;
        counts.columns += static_cast<int>(Kokkos::Experimental::popcount_builtin(word));
      }
    }
    counts.words = lanes.sum(counts.words);
    counts.columns = lanes.sum(counts.columns);
    return counts;
  }

  /// \brief Lists the pages in the order of their columns. Not visible to other lanes before a barrier.
  /// Pre  no insertion has failed
  template <class Lanes>
  KOKKOS_FUNCTION void list_pages(const Lanes& lanes) const {
    int before = 0;
    for (int base = 0; base < shape.met_words; base += lanes.size()) {
      const int at = base + lanes.rank();
      std::uint32_t own = at < shape.met_words ? met[at] : 0;
      int total = 0;
      int place = before + lanes.exclusive_sum(static_cast<int>(Kokkos::Experimental::popcount_builtin(own)), total);
      for (; own != 0; own &= own - 1)
        order[place++] = static_cast<number_type>(at * bits_per_word + Kokkos::Experimental::countr_zero_builtin(own));
      before += total;
    }
  }

  /// \brief Calls body(number, word) for each word that is not empty, numbered in their order.
  /// Pre  list_pages() is visible to all lanes
  template <class Lanes, class Body>
  KOKKOS_FUNCTION void for_each_word(const Lanes& lanes, const Body& body) const {
    int before = 0;
    for (std::uint32_t base = 0; base < num_pages * page_words; base += lanes.size()) {
      const std::uint32_t word = base + lanes.rank();
      BitmapWord own{0, 0};
      if (word < num_pages * page_words) {
        const std::uint32_t page = order[word / page_words];
        own = {page * page_words + word % page_words, pages[directory[page]].bits[word % page_words]};
      }
      int total = 0;
      const int number = before + lanes.exclusive_count(own.bits != 0, total);
      if (own.bits != 0) body(number, own);
      before += total;
    }
  }

 private:
  static constexpr int numbers_per_quad = static_cast<int>(sizeof(BitmapQuad) / sizeof(number_type));

  /// \brief The number of a page, as other lanes change it.
  KOKKOS_FUNCTION std::uint32_t read_number(std::uint32_t page) const {
    return static_cast<volatile number_type*>(directory)[page];
  }

  /// \brief Adds the pages of the lanes that miss theirs; of those that miss the same, one does.
  template <class Atomics, class Group>
  KOKKOS_FUNCTION void add_pages(const Group& group, bool misses, std::uint32_t page, std::uint32_t& has_failed) {
    const std::uint32_t bit = std::uint32_t(1) << page % bits_per_word;
    group.barrier();
    const bool adds = misses && (Atomics::fetch_or(&met[page / bits_per_word], bit) & bit) == 0;
    int total = 0;
    const std::uint32_t number = num_pages + static_cast<std::uint32_t>(group.exclusive_count(adds, total));
    if (num_pages + static_cast<std::uint32_t>(total) > pages_max) {
      has_failed = 1;
      return;
    }
    num_pages += static_cast<std::uint32_t>(total);
    if (adds) {
      pages[number] = {};
      static_cast<volatile number_type*>(directory)[page] = static_cast<number_type>(number);
    }
    group.barrier();
  }
};

}  // namespace Ocean::Impl

#endif
