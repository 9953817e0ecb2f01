#ifndef OCEAN_PERF_HLL_ERROR_COHEN_ESTIMATE_HPP
#define OCEAN_PERF_HLL_ERROR_COHEN_ESTIMATE_HPP
/// \file
/// \brief Cohen's estimator of the sizes of C's rows, to compare HyperLogLog with.
///
/// Source: E. Cohen, Size-estimation framework with applications to transitive closure and reachability, J. Comput.
/// Syst. Sci. 55 (1997); as the paper's evaluation sets it up, [LG26] section 5.3: the same memory for a row of B.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "ocean_spgemm/host_csr.hpp"

namespace Ocean::Perf {

/// \brief Every column of B draws `rounds` exponential numbers; a row of B keeps the least of each round over its
/// columns, a row of C the least over its rows of B. Of n columns, the least has mean 1/n: (rounds - 1) / sum estimates
/// n without bias.
class CohenEstimate {
 public:
  using matrix_type = Program::HostCsr<double>;

  /// \param bytes_per_row of B: one float a round
  CohenEstimate(const matrix_type& a, const matrix_type& b, int bytes_per_row)
      : m_a(a), m_rounds(static_cast<std::size_t>(bytes_per_row) / sizeof(float)) {
    m_least.assign(static_cast<std::size_t>(b.num_rows) * m_rounds, std::numeric_limits<float>::max());
    Kokkos::parallel_for("Ocean::hll_error::cohen", range_type(0, b.num_rows), [&](std::int64_t row) {
      float* const least = m_least.data() + static_cast<std::size_t>(row) * m_rounds;
      for (std::size_t k = b.row_map[row]; k < b.row_map[row + 1]; ++k)
        for (std::size_t round = 0; round < m_rounds; ++round)
          least[round] = std::min(least[round], draw(b.entries[k], round));
    });
    m_size.resize(static_cast<std::size_t>(a.num_rows));
    Kokkos::parallel_for("Ocean::hll_error::cohen", range_type(0, a.num_rows),
                         [&](std::int64_t row) { m_size[row] = estimate(row); });
  }

  double row_size(std::int64_t row) const { return m_size[static_cast<std::size_t>(row)]; }

 private:
  using range_type = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<std::int64_t>>;

  /// An exponential number of mean 1 for a column and a round. Source of the bits: splitmix64.
  static float draw(std::int32_t column, std::size_t round) {
    std::uint64_t bits = (static_cast<std::uint64_t>(column) << 16 | round) * 0x9E3779B97F4A7C15ULL;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
    bits ^= bits >> 31;
    return -std::log1p(-static_cast<float>(bits >> 40) * 0x1p-24F);
  }

  double estimate(std::int64_t row) const {
    double sum = 0.0;
    for (std::size_t round = 0; round < m_rounds; ++round) {
      float least = std::numeric_limits<float>::max();
      for (std::size_t k = m_a.row_map[row]; k < m_a.row_map[row + 1]; ++k)
        least = std::min(least, m_least[static_cast<std::size_t>(m_a.entries[k]) * m_rounds + round]);
      sum += static_cast<double>(least);
    }
    return static_cast<double>(m_rounds - 1) / std::max(sum, std::numeric_limits<double>::min());
  }

  const matrix_type& m_a;
  std::size_t m_rounds;
  std::vector<float> m_least;  ///< of every row of B, its rounds one after the other
  std::vector<double> m_size;
};

}  // namespace Ocean::Perf

#endif
