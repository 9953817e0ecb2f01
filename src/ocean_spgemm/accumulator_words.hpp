#ifndef OCEAN_PROGRAM_ACCUMULATOR_WORDS_HPP
#define OCEAN_PROGRAM_ACCUMULATOR_WORDS_HPP
/// \file
/// \brief What an accumulator that a report names does with its rows, in some words.

#include <array>
#include <string>
#include <string_view>

namespace Ocean::Program {

/// \brief A configuration's name without its size class, and what it does.
struct AccumulatorWords {
  std::string_view kind;
  std::string_view words;
};

/// Every kind of the team kernels and of the CPU path.
inline constexpr std::array<AccumulatorWords, 23> accumulator_words = {{
    {"empty", "no products"},
    {"follower", "computed with its supernode"},
    {"merge", "merges sorted rows of B"},
    {"esc", "expands, sorts, compresses"},
    {"supernode", "bitmap, rows with equal columns"},
    {"multi_row", "bitmap, several rows per team"},
    {"multi_hash", "hash table, several rows per team"},
    {"multi_words", "words of a bitmap that are not empty, several rows per team"},
    {"multi_pages", "pages of a bitmap that are not empty, several rows per team"},
    {"dense", "array over the row's columns"},
    {"ranked", "bitmap, values by rank"},
    {"hash", "hash table"},
    {"parted_ranked", "bitmap, a part of the values at a time"},
    {"hybrid_hash", "hash table, values in memory"},
    {"hybrid_ranked", "bitmap, values in C"},
    {"split_ranked", "bitmap shared by teams, values in C"},
    {"windows", "one window of columns at a time"},
    {"scaled_copy", "one row of B, scaled"},
    {"sort", "ranks the products"},
    {"dense_listed", "array, columns listed"},
    {"dense_supernode", "array, rows with equal columns"},
    {"stencil", "places of the row before"},
    {"dense_windows", "array, one window at a time"},
}};

/// \brief What computes the rows of \p configuration; empty for an unknown name.
inline std::string_view explain_accumulator(std::string_view configuration) {
  const std::size_t end = configuration.find_last_not_of("0123456789_");
  const std::string_view kind = configuration.substr(0, end == std::string_view::npos ? 0 : end + 1);
  for (const AccumulatorWords& candidate : accumulator_words)
    if (candidate.kind == kind) return candidate.words;
  return "";
}

}  // namespace Ocean::Program

#endif
