#ifndef OCEAN_SPGEMM_REPORT_HPP
#define OCEAN_SPGEMM_REPORT_HPP
/// \file
/// \brief The report of a product: what was chosen and why, times and memory.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "Ocean_SpGEMMOptions.hpp"

namespace Ocean {

/// \brief Wall time of one stage, with SpGEMMOptions::time_stages.
struct StageTime {
  std::string stage;     ///< its name in the glossary, for example "numeric"
  double seconds = 0.0;  ///< between two fences of the instance
};

/// \brief How a call computed the values of C.
enum class ValueSource {
  none,     ///< not at all: a symbolic call
  product,  ///< rows of C were accumulated
  places,   ///< products were added at their places in C's rows, kept from an earlier call
  lists     ///< the products of every entry of C were summed from lists kept from an earlier call
};

/// \brief Name of a source in reports.
inline const char* to_string(ValueSource source) {
  switch (source) {
    case ValueSource::none: return "none";
    case ValueSource::product: return "product";
    case ValueSource::places: return "places";
    case ValueSource::lists: return "lists";
  }
  return "unknown";
}

/// \brief How many rows one accumulator configuration got.
struct ConfigurationRows {
  std::string configuration;       ///< for example "hash_2"
  std::int64_t rows = 0;           ///< rows of C
  std::int64_t scratch_bytes = 0;  ///< level-0 scratch per team
  int team_size = 0;               ///< threads per team; 0 for rows without products ("empty") and for those that are
                                   ///< computed with the first of their supernode ("follower")
};

/// \brief Filled by spgemm() if the caller passes one. A handle has the report of its last call: stages and seconds are
/// that call's own, and what describes the product stays from the symbolic call.
struct SpGEMMReport {
  /// Whether stages were timed; setting it before a call requests timing, as SpGEMMOptions::time_stages does
  bool time_stages = false;

  std::int64_t num_rows = 0;               ///< rows of op(A) and C
  std::int64_t num_inner = 0;              ///< columns of op(A), rows of op(B)
  std::int64_t num_cols = 0;               ///< columns of op(B) and C
  std::int64_t nnz_a = 0;                  ///< entries of A, duplicates counted
  std::int64_t nnz_b = 0;                  ///< entries of B, duplicates counted
  std::int64_t nnz_c = 0;                  ///< entries of C
  std::int64_t skipped_zeros = 0;          ///< entries left out by SpGEMMOptions::skip_zeros, not in nnz_a and nnz_b
  std::int64_t total_products = 0;         ///< multiply-adds
  std::int64_t max_row_products = 0;       ///< of one row of C
  double expansion_ratio = 0.0;            ///< total_products / nnz_a
  double sampled_compression = 0.0;        ///< total_products / nnz(C), estimated from the sample; 0: not sampled
  double sampled_compression_bound = 0.0;  ///< its relative standard error
  std::int64_t sampled_rows = 0;           ///< rows of A in the sample

  ExecutionPath path = ExecutionPath::automatic;  ///< what ran
  Workflow workflow = Workflow::automatic;        ///< what ran
  std::string workflow_reason;                    ///< in words, with the numbers that decided; for a call through a
                                                  ///< handle, why its values were computed in this way
  ValueSource value_source = ValueSource::none;   ///< what the values of C were computed from
  int sketch_registers = 0;                       ///< 0: no sketches were built
  double expansion = 0.0;                         ///< factor on the estimated sizes
  std::int64_t overflowed_rows = 0;  ///< rows recomputed: they outgrew their estimate or found no slots left
  std::vector<ConfigurationRows> configurations;  ///< all of the path's, including those without rows

  std::vector<StageTime> stage_times;         ///< in the order of the stages; empty unless they were timed
  double seconds = 0.0;                       ///< from the call to its return; the stages are parts of it
  std::size_t peak_workspace_bytes = 0;       ///< largest sum of live work memory (C not included)
  std::size_t estimated_workspace_bytes = 0;  ///< the forecast of peak_workspace_bytes, before the numeric pass
  std::size_t peak_bytes = 0;                 ///< largest sum of live work memory and C
  std::size_t matrix_bytes = 0;               ///< A + B + C
  std::int64_t num_chunks = 1;                ///< chunks of A's rows, computed one after the other; 1: all at once
};

}  // namespace Ocean

#endif
