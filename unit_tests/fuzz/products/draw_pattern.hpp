#ifndef OCEAN_FUZZ_PRODUCTS_DRAW_PATTERN_HPP
#define OCEAN_FUZZ_PRODUCTS_DRAW_PATTERN_HPP
/// \file
/// \brief Random patterns of matrices on the host.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "support/random_numbers.hpp"

namespace Ocean::Fuzz {

/// \brief Rows and columns of entries in CSR, without values.
struct HostPattern {
  std::int64_t num_rows = 0, num_cols = 0;
  std::vector<std::int64_t> row_map{0};
  std::vector<std::int64_t> columns;

  std::size_t begin(std::int64_t row) const { return static_cast<std::size_t>(row_map[static_cast<std::size_t>(row)]); }
  std::size_t end(std::int64_t row) const { return begin(row + 1); }
  void close_row() { row_map.push_back(static_cast<std::int64_t>(columns.size())); }
};

/// \brief What the rows of a pattern look like.
enum class PatternKind {
  uniform,
  power_law,
  hub_rows,
  hub_columns,
  empty_rows,
  supernodes,
  banded,
  dense_rows,
  diagonal,
  far_columns
};
inline constexpr std::array<std::string_view, 10> pattern_kind_names = {
    "uniform",    "power_law", "hub_rows",   "hub_columns", "empty_rows",
    "supernodes", "banded",    "dense_rows", "diagonal",    "far_columns"};

/// \brief Description of a random pattern.
struct PatternLaw {
  PatternKind kind = PatternKind::uniform;
  std::int64_t num_rows = 0, num_cols = 0;
  double mean_row_length = 4.0;
  double duplicate_ratio = 0.0;             ///< share of the entries that come twice in their row
  double unsorted_ratio = 0.0;              ///< share of the rows whose entries come in any order
  double diagonal_ratio = 0.0;              ///< share of the rows that get an entry on the diagonal
  int group_rows = 1;                       ///< of supernodes: rows that have the same columns, at the most
  int group_cols = 1;                       ///< of supernodes: columns that come together
  std::int64_t first_column = 0, span = 0;  ///< of far columns: where they lie
};

/// \brief The pattern that \p law describes.
HostPattern draw_pattern(Testing::RandomNumbers& random, const PatternLaw& law);

/// \brief Products of op(A) op(B).
std::int64_t count_products(const HostPattern& a, bool transpose_a, const HostPattern& b, bool transpose_b);

/// \brief True with probability \p share.
inline bool chance(Testing::RandomNumbers& random, double share) { return random.unit() < share; }

/// \brief One of the items of a list.
template <class T>
T pick(Testing::RandomNumbers& random, std::initializer_list<T> items) {
  return items.begin()[random.below(static_cast<std::int64_t>(items.size()))];
}

}  // namespace Ocean::Fuzz

#endif
