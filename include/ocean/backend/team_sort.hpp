#ifndef OCEAN_BACKEND_TEAM_SORT_HPP
#define OCEAN_BACKEND_TEAM_SORT_HPP
/// \file
/// \brief Words that lanes sort in scratch; backend/<space> offers teams a sort of its own.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "team_context.hpp"

namespace Ocean::Impl {

/// \brief Words in scratch that lanes are to sort, and what the sort may use.
struct WordsToSort {
  std::uint32_t* words;     ///< [num_words]; no two agree in [begin_bit, end_bit)
  std::uint32_t* slots;     ///< [num_words], move along; null where they are part of the words
  std::uint32_t* room_end;  ///< what lies in [words, room_end) and is neither words nor slots is free
  int num_words;
  int begin_bit, end_bit;  ///< bits of the words to sort by
};

/// \brief Generic version: teams have no sort of their own.
template <class Lanes>
struct TeamSort {
  /// \brief Sorts, or returns false if there is no such sort for that many words; all lanes get the same answer. Pre:
  /// the words are visible to all lanes. Post: likewise.
  KOKKOS_FUNCTION static bool run(const Lanes&, const WordsToSort&) { return false; }
};

}  // namespace Ocean::Impl

#include "cuda/team_sort_cuda.hpp"

#endif
