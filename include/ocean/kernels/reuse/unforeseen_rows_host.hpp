#ifndef OCEAN_KERNELS_REUSE_UNFORESEEN_ROWS_HOST_HPP
#define OCEAN_KERNELS_REUSE_UNFORESEEN_ROWS_HOST_HPP
/// \file
/// \brief CPU path: how often a processor cannot foresee where a row of B ends.

#include <algorithm>
#include <array>
#include <cstdint>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Foresees the length of the next row of B as the branch prediction of a processor does: it is the one that
/// came behind the same lengths the last time.
class RowForesight {
 public:
  /// \brief Takes the next length. \return whether another one was foreseen
  bool take(count_type length) {
    const auto taken = static_cast<std::uint8_t>(std::min(length, length_max));
    std::uint8_t& foreseen = m_next[static_cast<std::size_t>(m_lengths * hash_factor >> (word_bits - table_bits))];
    const bool is_other = foreseen != taken;
    foreseen = taken;
    m_lengths = m_lengths << length_bits | taken;
    return is_other;
  }

 private:
  static constexpr int word_bits = 64, length_bits = 8, table_bits = 10;
  static constexpr count_type length_max = 255;                      ///< longer rows are alike
  static constexpr std::uint64_t hash_factor = 0x9E3779B97F4A7C15u;  ///< source: 2^64 over the golden ratio (Knuth)
  std::uint64_t m_lengths = 0;                                       ///< the last eight
  std::array<std::uint8_t, std::size_t(1) << table_bits> m_next{};
};

/// Lengths in each of the blocks that are looked at, and their number: 12 us on an AMD EPYC, as long as some ten
/// thousand products take. measured: perf_tests/results/epyc_2cores_2026-11-30_kept_places.csv (unforeseen)
inline constexpr count_type foreseen_block = 1024, foreseen_blocks = 8;

/// \brief The share of lengths [begin, begin + size) that was not foreseen; of all, or of blocks at equal distances.
/// \param length_of  length_of(number)
template <class LengthOf>
double share_of_unforeseen_lengths(count_type begin, count_type size, const LengthOf& length_of) {
  RowForesight foresight;
  count_type unforeseen = 0, looked_at = 0;
  const auto look_at = [&](count_type first, count_type count) {
    for (count_type number = first; number < first + count; ++number) unforeseen += foresight.take(length_of(number));
    looked_at += count;
  };
  if (size <= foreseen_blocks * foreseen_block)
    look_at(begin, size);
  else
    for (count_type block = 0; block < foreseen_blocks; ++block)
      look_at(begin + (size - foreseen_block) / (foreseen_blocks - 1) * block, foreseen_block);
  return looked_at == 0 ? 0.0 : static_cast<double>(unforeseen) / static_cast<double>(looked_at);
}

/// \brief Of the rows of B that A's entries select one after the other, the share whose length was not foreseen.
/// \return 0 (rows of the same length, stencils) to 1 (unrelated lengths)
template <class ProblemType>
double share_of_unforeseen_rows(const ProblemType& problem) {
  const auto begin = static_cast<count_type>(problem.a.row_map(0)),
             end = static_cast<count_type>(problem.a.row_map(problem.num_rows()));
  return share_of_unforeseen_lengths(begin, end - begin, [&](count_type entry) { return problem.products_of(entry); });
}

/// \brief The same of the rows of A.
template <class ProblemType>
double share_of_unforeseen_rows_of_a(const ProblemType& problem) {
  return share_of_unforeseen_lengths(0, problem.num_rows(), [&](count_type row) {
    return static_cast<count_type>(problem.a.row_map(row + 1)) - static_cast<count_type>(problem.a.row_map(row));
  });
}

}  // namespace Ocean::Impl

#endif
