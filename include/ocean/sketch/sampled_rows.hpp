#ifndef OCEAN_SKETCH_SAMPLED_ROWS_HPP
#define OCEAN_SKETCH_SAMPLED_ROWS_HPP
/// \file
/// \brief Which rows of A are sampled, and what is summed over them.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../core/problem.hpp"
#include "../tuning/sample_tuning.hpp"

namespace Ocean::Impl {

/// \brief One row out of each of num_sampled equal parts of A, drawn by a hash of the seed and the part: the same on
/// every space and in every run.
struct SampledRows {
  count_type num_rows = 0;
  count_type num_sampled = 0;
  std::uint64_t seed = 0;

  /// \brief The row of part \p part in [0, num_sampled).
  KOKKOS_FUNCTION count_type row(count_type part) const {
    const count_type first = part_begin(part);
    const auto length = static_cast<std::uint64_t>(part_begin(part + 1) - first);
    return first + static_cast<count_type>(draw(static_cast<std::uint64_t>(part)) % length);
  }

 private:
  KOKKOS_FUNCTION count_type part_begin(count_type part) const {
    const count_type quotient = num_rows / num_sampled, remainder = num_rows % num_sampled;
    return part * quotient + part * remainder / num_sampled;
  }

  /// \brief SplitMix64 at position \p part; source: Steele, Lea, Flood, OOPSLA 2014
  KOKKOS_FUNCTION std::uint64_t draw(std::uint64_t part) const {
    std::uint64_t bits = seed + (part + 1) * 0x9E3779B97F4A7C15u;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return bits ^ (bits >> 31);
  }
};

/// \brief How many of \p num_rows rows the options ask for. Pre: check_options(options) has passed
/// \param row_products mean of the rows of C, as far as it is known before the analysis
inline SampledRows choose_sampled_rows(count_type num_rows, double row_products, const SpGEMMOptions& options) {
  const auto share = static_cast<count_type>(std::ceil(options.sample_ratio * static_cast<double>(num_rows)));
  const count_type wanted = std::clamp<count_type>(share, options.sample_rows_min, options.sample_rows_max);
  const double affordable = std::min(static_cast<double>(options.sample_products_max) / std::max(1.0, row_products),
                                     static_cast<double>(num_rows));
  const count_type most = std::max(sample_rows_always, static_cast<count_type>(affordable));
  return {num_rows, std::min({wanted, most, num_rows}), options.seed};
}

/// \brief Sums over sampled rows with products; integers, so that no order of summation changes them.
/// 1/ratio of a row is its size over its products, in units of 2^-sample_fraction_bits.
struct CompressionSums {
  std::int64_t num_rows = 0;
  std::int64_t all_products = 0;  ///< of the rows, also those that were not walked through
  std::int64_t products = 0;
  std::int64_t entries = 0;
  std::int64_t bounds = 0;  ///< of the rows' entries: the smaller of products and span
  std::int64_t bound_squares = 0, entry_squares = 0, bounds_by_entries = 0;
  std::int64_t long_bounds = 0, long_entries = 0;  ///< of the rows with more than sample_short_products
  std::int64_t inverse_ratios = 0;
  std::int64_t inverse_ratio_squares = 0;

  /// \brief Adds sums over other rows.
  void join(const CompressionSums& other) {
    num_rows += other.num_rows;
    all_products += other.all_products;
    products += other.products;
    entries += other.entries;
    bounds += other.bounds;
    bound_squares += other.bound_squares;
    entry_squares += other.entry_squares;
    bounds_by_entries += other.bounds_by_entries;
    long_bounds += other.long_bounds;
    long_entries += other.long_entries;
    inverse_ratios += other.inverse_ratios;
    inverse_ratio_squares += other.inverse_ratio_squares;
  }

  KOKKOS_FUNCTION static constexpr double fraction_unit() {
    return static_cast<double>(std::int64_t(1) << sample_fraction_bits);
  }

  /// \brief Adds a row of \p row_products of which \p walked were looked at, with \p row_entries different columns of
  /// \p span. Any number of threads may.
  template <class Atomics>
  KOKKOS_FUNCTION void add_row(count_type row_products, count_type walked, count_type span, count_type row_entries) {
    if (walked == 0) return;
    const count_type bound = walked < span ? walked : span;
    const double inverse = static_cast<double>(row_entries) / static_cast<double>(walked);
    const auto add = [](std::int64_t* sum, std::int64_t value) { Atomics::add(sum, value); };
    add(&num_rows, 1);
    add(&all_products, row_products);
    add(&products, walked);
    add(&entries, row_entries);
    add(&bounds, bound);
    add(&bound_squares, bound * bound);
    add(&entry_squares, row_entries * row_entries);
    add(&bounds_by_entries, bound * row_entries);
    if (row_products > sample_short_products) {
      add(&long_bounds, bound);
      add(&long_entries, row_entries);
    }
    add(&inverse_ratios, static_cast<std::int64_t>(inverse * fraction_unit()));
    add(&inverse_ratio_squares, static_cast<std::int64_t>(inverse * inverse * fraction_unit()));
  }
};

}  // namespace Ocean::Impl

#endif
