#ifndef OCEAN_TEST_SUPPORT_FAR_COLUMNS_HPP
#define OCEAN_TEST_SUPPORT_FAR_COLUMNS_HPP
/// \file
/// \brief Matrices whose columns are far apart, from near ones whose product a reference can compute.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "builders.hpp"

namespace Ocean::Testing {

/// \brief Where the columns of a near matrix go.
enum class FarLaw {
  even,  ///< at equal distances
  ends,  ///< one half to the first columns, the other to the last
};

/// Spans on both sides of what hash tables take, and far beyond.
inline const std::vector<count_type> far_spans = {count_type(1) << 31,       (count_type(1) << 32) - 2,
                                                  (count_type(1) << 32) - 1, count_type(1) << 32,
                                                  count_type(1) << 40,       count_type(1) << 62};

/// \brief \p matrix, a reference or not, with \p span columns: the first and the last one stay the first and the last,
/// and none changes places with another.
template <class Matrix>
Matrix spread_columns(Matrix matrix, count_type span, FarLaw law) {
  const count_type last = matrix.num_cols - 1;
  for (auto& entry : matrix.entries) {
    const auto column = static_cast<count_type>(entry);
    const count_type spread = law == FarLaw::even  ? column * ((span - 1) / last)
                              : column <= last / 2 ? column
                                                   : span - 1 - last + column;
    entry = static_cast<typename Matrix::ordinal_type>(column == last ? span - 1 : spread);
  }
  matrix.num_cols = span;
  return matrix;
}

/// The types of far columns; the tests' library compiles them ahead.
using far_matrix = HostCsr<std::int64_t, std::int64_t, double>;

inline far_matrix make_far(const RandomMatrix& matrix) {
  return make_random<std::int64_t, std::int64_t, double>(matrix);
}

}  // namespace Ocean::Testing

#endif
