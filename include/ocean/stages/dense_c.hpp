#ifndef OCEAN_STAGES_DENSE_C_HPP
#define OCEAN_STAGES_DENSE_C_HPP
/// \file
/// \brief Products whose C is small even as a dense array: neither analysed nor binned.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../backend/execution_spaces.hpp"
#include "../backend/read_back.hpp"
#include "../backend/team_launch.hpp"
#include "../core/product_arrays.hpp"
#include "../kernels/dense_c/accumulate_dense_c.hpp"
#include "../kernels/dense_c/fill_dense_c.hpp"
#include "../kernels/dense_c/gather_dense_c.hpp"
#include "../results/renumbered_columns.hpp"
#include "../results/row_analysis.hpp"
#include "../tuning/lane_choice.hpp"
#include "check_operands.hpp"

namespace Ocean::Impl {

/// Most rows and columns of a dense C. source: every team reads A's offsets, and has a row of C in scratch
inline constexpr count_type dense_c_rows_max = count_type(1) << 12, dense_c_cols_max = count_type(1) << 12;
/// Teams for each processor that share A's entries. measured:
/// perf_tests/results/nvidia_h200_2026-11-29_dense_c_variants.csv
inline constexpr double dense_c_teams_per_unit = 16.0;
/// Products of a team, at the least, if rows of A are so long, and rows of B as long as their mean. measured:
/// perf_tests/results/nvidia_h200_2026-11-29_dense_c_variants.csv
inline constexpr double dense_c_share_products_min = 1024.0;

/// \brief How a dense C is worked on.
struct DenseCPlan {
  count_type share_entries = 0;  ///< of A, for each team; 0: C is not dense
  bool is_chosen() const { return share_entries > 0; }
};

/// \brief What there is of a dense C.
enum class DenseCParts {
  sums,   ///< of its entries
  places  ///< of its entries in CSR
};

/// \brief Where the arrays of a dense C are in one piece of memory, in words of 8 bytes: all are cleared together.
/// The totals that the host reads come last.
template <class Scalar>
struct DenseCLayout {
  using word_type = std::uint64_t;
  count_type num_rows, num_cols;
  DenseCParts parts = DenseCParts::sums;
  count_type num_teams = 0;  ///< that share A's entries, where there are places

  count_type words_per_row() const { return (num_cols + bitmap_word_columns - 1) / bitmap_word_columns; }
  count_type num_words() const {
    return sums_words() + (1 + num_places()) * bits_words() + num_places() * num_teams + 2 * num_rows + 1 +
           num_dense_counters + num_dense_totals;
  }
  /// \brief The arrays in \p words [num_words()].
  DenseC<Scalar> place(word_type* words) const {
    DenseC<Scalar> c;
    c.num_rows = num_rows;
    c.num_cols = num_cols;
    c.words_per_row = words_per_row();
    if (has_sums()) c.sums = reinterpret_cast<Scalar*>(words);  // first, for the sake of alignment
    words += sums_words();
    c.bits = reinterpret_cast<std::uint32_t*>(words);
    words += bits_words();
    if (!has_sums()) {
      c.word_begin = reinterpret_cast<std::uint32_t*>(words);
      c.first_row = reinterpret_cast<count_type*>(words + bits_words());
      words += bits_words() + num_teams;
    }
    c.progress = words;
    c.row_nnz = reinterpret_cast<count_type*>(c.progress + num_rows);
    c.counters = c.row_nnz + num_rows + 1;
    return c;
  }
  /// \brief [num_dense_totals]
  count_type* totals(word_type* words) const {
    return reinterpret_cast<count_type*>(words + num_words() - num_dense_totals);
  }

 private:
  bool has_sums() const { return parts == DenseCParts::sums; }
  count_type num_places() const { return has_sums() ? 0 : 1; }
  count_type sums_words() const { return has_sums() ? words_for(num_rows * num_cols * sizeof(Scalar)) : 0; }
  count_type bits_words() const { return words_for(num_rows * words_per_row() * sizeof(std::uint32_t)); }
  static count_type words_for(std::size_t bytes) {
    return static_cast<count_type>((bytes + sizeof(word_type) - 1) / sizeof(word_type));
  }
};

/// \brief Whether options leave it to the library how C is computed.
inline bool leaves_choice(const SpGEMMOptions& options) {
  return options.workflow == Workflow::automatic && options.accumulators == AccumulatorSwitches{};
}

/// \brief Whether products of such operands may have a dense C.
template <class ExecutionSpace, class ProblemType>
inline constexpr bool may_be_dense_v =
    !is_host_space_v<ExecutionSpace> && !may_be_far_v<typename ProblemType::column_type>;

/// \brief Whether C, with values of type \p Scalar, is a dense array, and then how A's entries are shared. Nothing is
/// read on the device.
/// Pre     columns of 32 bits; A is not a slice; leaves_choice()
template <class Scalar, class ProblemType>
DenseCPlan plan_dense_c(const TeamLimits& limits, const ProblemType& problem, const SpGEMMOptions& options) {
  const double entries = static_cast<double>(problem.num_rows()) * static_cast<double>(problem.num_cols());
  if (problem.num_rows() > dense_c_rows_max || problem.num_cols() > dense_c_cols_max ||
      entries > options.thresholds.dense_c_entries_max)
    return {};
  const DenseC<Scalar> c = DenseCLayout<Scalar>{problem.num_rows(), problem.num_cols()}.place(nullptr);
  const std::size_t limit = options.scratch_limit_bytes;
  const std::size_t scratch_max = limit > 0 ? std::min(limit, limits.scratch_bytes_max) : limits.scratch_bytes_max;
  if (AccumulateDenseC<ProblemType, Scalar>::scratch_bytes(c) > scratch_max) return {};
  const auto nnz_a = static_cast<double>(problem.a.entries.extent(0));
  const double teams = dense_c_teams_per_unit * limits.num_units;
  const double least = dense_c_share_products_min / std::max(1.0, mean_row_length(problem.b));
  const double share = std::max(nnz_a / teams, std::min(least, mean_row_length(problem.a)));
  return {std::max<count_type>(1, static_cast<count_type>(std::ceil(share)))};
}

/// \brief What the host reads of a dense C: its entries and the counters.
template <class ExecutionSpace>
using DenseCTotals = ReadBack<ExecutionSpace, count_type, num_dense_totals>;

/// \brief Waits for \p totals; the numbers of \p summary that are known of such products, from a kernel that found
/// \p parts of C.
/// \return entries of C, and whether teams share rows
/// \throws std::invalid_argument naming the first offset or column of A or B that is out of bounds
template <class ExecutionSpace, class ProblemType>
std::pair<count_type, bool> read_dense_totals(const ExecutionSpace& exec, const ProblemType& problem, DenseCParts parts,
                                              DenseCTotals<ExecutionSpace>& totals, AnalysisSummary& summary) {
  const auto found = totals.get();
  if (found[1 + dense_defect] != 0) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
  }
  summary.nnz_a = static_cast<count_type>(problem.a.entries.extent(0));
  summary.nnz_b = static_cast<count_type>(problem.b.entries.extent(0));
  summary.max_row_span = problem.num_cols();
  summary.capped_products = problem.num_rows() * problem.num_cols();
  summary.total_products = found[1 + dense_products];
  summary.max_row_products = found[1 + dense_longest_row];
  summary.b_rows_sorted = parts == DenseCParts::places && found[1 + dense_descents] == 0;
  return {found[0], found[1 + dense_shared_rows] != 0};
}

/// \brief How a report names the rows of a dense C.
template <class ProblemType, class Scalar>
std::vector<ConfigurationRows> dense_configurations(const DenseC<Scalar>& c) {
  using kernel_type = AccumulateDenseC<ProblemType, Scalar>;
  return {{"dense_c", c.num_rows, static_cast<std::int64_t>(kernel_type::scratch_bytes(c)), dense_c_team_size}};
}

}  // namespace Ocean::Impl

#endif
