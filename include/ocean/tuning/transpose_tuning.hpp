#ifndef OCEAN_TUNING_TRANSPOSE_TUNING_HPP
#define OCEAN_TUNING_TRANSPOSE_TUNING_HPP
/// \file
/// \brief How a transpose is formed, and the tuning parameters of its passes.

namespace Ocean::Impl {

/// \brief How the entries of a matrix are brought into the order of their columns.
enum class TransposeMethod {
  atomics,  ///< a thread per entry takes the next position of its column: any order within a column
  chunks,   ///< a thread per chunk of entries counts and places into all columns: keeps the order within a column
  digits    ///< like chunks, but one digit of the column at a time, so many short chunks are affordable
};

/// \brief Sizes of the passes of TransposeMethod::digits.
struct TransposeTuning {
  /// Bits of a column per pass; measured: perf_tests/results/nvidia_h100_2026-11-25_constants.csv
  int digit_bits = 8;
  /// Entries that one thread counts and places; measured:
  /// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
  int digit_chunk_entries = 512;
};

inline constexpr TransposeTuning transpose_tuning_default{};

/// \brief Host threads have chunks of their own; a device sorts by digits only if the order must not depend on
/// which thread comes first.
inline TransposeMethod choose_transpose_method(bool is_host_space, bool deterministic) {
  if (is_host_space) return TransposeMethod::chunks;
  return deterministic ? TransposeMethod::digits : TransposeMethod::atomics;
}

}  // namespace Ocean::Impl

#endif
