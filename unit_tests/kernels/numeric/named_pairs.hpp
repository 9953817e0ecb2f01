#ifndef OCEAN_TEST_KERNELS_NUMERIC_NAMED_PAIRS_HPP
#define OCEAN_TEST_KERNELS_NUMERIC_NAMED_PAIRS_HPP
/// \file
/// \brief Operands for the kernels that compute rows of C.

#include <vector>

#include "support/builders.hpp"

namespace Ocean::Testing {

/// \brief Operands of a product, with a name for the trace.
template <class Scalar>
struct NamedPair {
  const char* name;
  HostCsr<int, int, Scalar> a, b;
};

/// \brief [1 2 0]   [5 0 0 6 0]   [ 5  0 0 20 16]
///        [0 0 3] * [0 0 0 7 8] = [ 0 27 0  0  0]
///        [0 0 0]   [0 9 0 0 0]   [ 0  0 0  0  0]
///        [4 0 5]                 [20 45 0 24  0]
inline NamedPair<double> hand_pair() {
  return {"by hand",
          {4, 3, {0, 2, 3, 3, 5}, {0, 1, 2, 0, 2}, {1, 2, 3, 4, 5}},
          {3, 5, {0, 2, 4, 5}, {0, 3, 3, 4, 1}, {5, 6, 7, 8, 9}}};
}

/// Columns of B in random_pair().
inline constexpr int random_num_cols = 300;

/// \brief Rounded sums over random_num_cols columns; rows of all lengths, one of them selects every row of B.
template <class Scalar>
NamedPair<Scalar> random_pair(bool sorted = true) {
  return {"random",
          make_random<int, int, Scalar>({.num_rows = 60,
                                         .num_cols = 50,
                                         .mean_row_nnz = 4.0,
                                         .seed = 21,
                                         .row_lengths = RowLengthLaw::power_law,
                                         .values = ValueLaw::reals,
                                         .full_row = 7}),
          make_random<int, int, Scalar>({.num_rows = 50,
                                         .num_cols = random_num_cols,
                                         .mean_row_nnz = 8.0,
                                         .seed = 22,
                                         .row_lengths = RowLengthLaw::power_law,
                                         .values = ValueLaw::reals,
                                         .duplicate_ratio = sorted ? 0.0 : 0.2,
                                         .unsorted = !sorted})};
}

/// \brief No rows, no inner dimension, no columns, empty rows, full rows, duplicates, any order.
inline std::vector<NamedPair<double>> degenerate_pairs() {
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<int, int, double>(num_rows, num_cols);
  };
  const auto sparse = make_random<int, int, double>({.num_rows = 20, .num_cols = 6, .seed = 23});
  const auto mixed = [](count_type num_rows, count_type num_cols, std::uint64_t seed) {
    return make_random<int, int, double>({.num_rows = num_rows,
                                          .num_cols = num_cols,
                                          .mean_row_nnz = 3.0,
                                          .seed = seed,
                                          .empty_row_ratio = 0.3,
                                          .duplicate_ratio = 0.3,
                                          .unsorted = true,
                                          .full_row = 2});
  };
  return {{"no rows", empty(0, 5), make_identity<int, int, double>(5)},
          {"no inner dimension", empty(4, 0), empty(0, 3)},
          {"no columns", sparse, empty(6, 0)},
          {"empty A", empty(5, 20), sparse},
          {"empty B", sparse, empty(6, 9)},
          {"one column", sparse, make_random<int, int, double>({.num_rows = 6, .num_cols = 1, .full_row = 1})},
          {"empty, full, unsorted and repeated", mixed(20, 12, 24), mixed(12, 90, 25)}};
}

}  // namespace Ocean::Testing

#endif
