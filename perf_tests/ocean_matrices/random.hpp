#ifndef OCEAN_PERF_MATRICES_RANDOM_HPP
#define OCEAN_PERF_MATRICES_RANDOM_HPP
/// \file
/// \brief Random numbers that are the same everywhere. Source: splitmix64 (Steele, Lea, Flood, OOPSLA 2014).

#include <cmath>
#include <numbers>
#include <numeric>

#include "pattern.hpp"

namespace Ocean::Matrices {

inline constexpr std::uint64_t golden_step = 0x9E3779B97F4A7C15ULL;

/// \brief Scatters the bits of \p x.
inline std::uint64_t scatter(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}
inline std::uint64_t mix(std::uint64_t x) { return scatter(x + golden_step); }

/// \brief One sequence of numbers for every seed, stream and kind of matrix.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream, std::uint64_t kind)
      : m_state(mix(stream * 0x100000001B3ULL + mix(kind + seed * 7919))) {}

  std::uint64_t next() { return scatter(m_state += golden_step); }
  /// In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// In [0, \p count).
  index_type below(index_type count) {
    __extension__ using wide_type = unsigned __int128;
    return static_cast<index_type>((static_cast<wide_type>(next()) * static_cast<std::uint64_t>(count)) >> 64);
  }
  double normal() {
    const double radius = std::max(uniform(), smallest), angle = uniform();
    return std::sqrt(-2.0 * std::log(radius)) * std::cos(2.0 * std::numbers::pi * angle);
  }
  /// Density proportional to x^-\p alpha in [\p low, \p high].
  index_type power_law(double alpha, index_type low, index_type high) {
    const double x = uniform(), first = std::pow(static_cast<double>(low), 1 - alpha);
    const double last = std::pow(static_cast<double>(high) + 1, 1 - alpha);
    const auto drawn = static_cast<index_type>(std::pow(first + (last - first) * x, 1 / (1 - alpha)));
    return std::clamp(drawn, low, high);
  }
  /// Failures before the first success of probability \p p.
  index_type geometric(double p) {
    return static_cast<index_type>(std::log(std::max(uniform(), smallest)) / std::log(1 - p));
  }
  /// Of mean 1.
  double exponential() { return -std::log(1 - uniform()); }

 private:
  static constexpr double smallest = 1e-300;
  std::uint64_t m_state;
};

inline Columns random_permutation(index_type count, std::uint64_t seed, std::uint64_t stream) {
  Columns order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  Random random(seed, stream, 77);
  for (index_type i = count - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

/// \brief A multiple of 2^-10 in (-1, 1), never 0, that depends on the place alone: sums of products are exact in
/// double, so C has the same bits whatever the order of additions.
inline double value_at(index_type row, index_type column) {
  const std::uint64_t hash =
      mix(static_cast<std::uint64_t>(row) * golden_step ^ (static_cast<std::uint64_t>(column) + 0x1234567));
  const auto k = static_cast<index_type>(hash % 2046) - 1023;
  return static_cast<double>(k >= 0 ? k + 1 : k) / 1024;
}

}  // namespace Ocean::Matrices

#endif
