#ifndef OCEAN_RESULTS_DENSE_C_HPP
#define OCEAN_RESULTS_DENSE_C_HPP
/// \file
/// \brief A small C as a dense array.

#include <cstdint>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief What is counted while a dense C is computed.
enum DenseCCounter : int {
  dense_products,     ///< of all rows
  dense_longest_row,  ///< products of the row that has most
  dense_defect,       ///< not 0: an offset or a column leads outside
  dense_shared_rows,  ///< not 0: teams share a row
  dense_descents,     ///< entries of B whose column is not beyond that before in their row; 0 where nobody asks
  num_dense_counters
};
/// The host reads them, and C's entries before them.
inline constexpr int num_dense_totals = num_dense_counters + 1;

/// \brief Which entries C has, and either their sums or their places in CSR. All is zero before the first product.
/// Shapes  counters [num_dense_counters], progress [num_rows], row_nnz [num_rows + 1], bits and word_begin
///         [num_rows * words_per_row], sums [num_rows * num_cols], by rows; first_row [teams]
/// Units   entries of C
template <class Scalar>
struct DenseC {
  count_type num_rows = 0, num_cols = 0;
  count_type words_per_row = 0;
  count_type* counters = nullptr;
  std::uint64_t* progress = nullptr;  ///< of a row that teams share: how many are done, and the products of these
  count_type* row_nnz = nullptr;
  std::uint32_t* bits = nullptr;
  Scalar* sums = nullptr;               ///< null, or
  std::uint32_t* word_begin = nullptr;  ///< null: place in C of the first entry of a word of bits
  count_type* first_row = nullptr;      ///< null: rows of A that end before the share of a team

  KOKKOS_FUNCTION std::uint32_t* bits_of(count_type row) const { return bits + row * words_per_row; }
  KOKKOS_FUNCTION std::uint32_t* word_begins_of(count_type row) const { return word_begin + row * words_per_row; }
  KOKKOS_FUNCTION Scalar* sums_of(count_type row) const { return sums + row * num_cols; }
};

}  // namespace Ocean::Impl

#endif
