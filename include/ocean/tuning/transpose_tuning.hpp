#ifndef OCEAN_TUNING_TRANSPOSE_TUNING_HPP
#define OCEAN_TUNING_TRANSPOSE_TUNING_HPP
/// \file
/// \brief How a transpose is formed, and the sizes of its passes.

namespace Ocean::Impl {

/// \brief How the entries of a matrix are brought into the order of their columns.
enum class TransposeMethod {
  atomics,  ///< a thread per entry takes the next place of its column: any order within a column
  chunks,   ///< a thread per chunk of entries counts and places into all columns: keeps the order within a column
  digits    ///< as chunks, but one digit of the column at a time, so that many short chunks are affordable
};

/// \brief Sizes of the passes of TransposeMethod::digits.
struct TransposeTuning {
  /// Bits of a column per pass; UNMEASURED
  int digit_bits = 8;
  /// Entries that one thread counts and places; UNMEASURED
  int digit_chunk_entries = 512;
  /// C = op(A) op(B) with both operands transposed is computed as the transpose of B A if C has at the most this share
  /// of the entries of A and B together; on host spaces. measured: EPYC, 2 threads, times of A^T B^T by transposes of A
  /// and B over those by B A and its transpose, at shares of
  ///   0.002 (C 100 x 100)  0.10  0.25  0.35  0.50 (random, one entry a row of A, diagonal)  0.70  0.90 (band)  1.00
  ///   2.43                 1.62  1.57  1.42  1.26, 1.88, 1.37                              1.07  1.27        0.91
  double product_share_host = 0.75;
  /// The same on a device, where a sorted transpose takes several passes over the entries; UNMEASURED
  double product_share_device = 0.25;
};

inline constexpr TransposeTuning transpose_tuning_default{};

/// \brief Host threads have chunks of their own; a device sorts by digits only where the order must not depend on
/// which thread came first.
inline TransposeMethod choose_transpose_method(bool is_host_space, bool deterministic) {
  if (is_host_space) return TransposeMethod::chunks;
  return deterministic ? TransposeMethod::digits : TransposeMethod::atomics;
}

/// \brief Whether one transpose of C is cheaper than those of A and B.
/// \param nnz_c  a bound of the entries of C
inline bool choose_product_transpose(bool is_host_space, double nnz_c, double nnz_a_and_b,
                                     const TransposeTuning& tuning = transpose_tuning_default) {
  return nnz_c <= nnz_a_and_b * (is_host_space ? tuning.product_share_host : tuning.product_share_device);
}

}  // namespace Ocean::Impl

#endif
