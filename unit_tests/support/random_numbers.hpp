#ifndef OCEAN_TEST_SUPPORT_RANDOM_NUMBERS_HPP
#define OCEAN_TEST_SUPPORT_RANDOM_NUMBERS_HPP
/// \file
/// \brief Random numbers that are the same on every platform and standard library.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace Ocean::Testing {

/// \brief SplitMix64 [Steele, Lea, Flood, OOPSLA 2014].
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : m_state(seed) {}

  std::uint64_t next() {
    std::uint64_t bits = (m_state += 0x9E3779B97F4A7C15u);
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return bits ^ (bits >> 31);
  }
  /// \brief Integer in [0, bound); the bias of the remainder is of no account for test sizes.
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }
  /// \brief Real number in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t remaining = items.size(); remaining > 1; --remaining)
      std::swap(items[remaining - 1], items[static_cast<std::size_t>(below(static_cast<std::int64_t>(remaining)))]);
  }

 private:
  std::uint64_t m_state;
};

/// \brief What the values of a test matrix are.
enum class ValueLaw {
  small_integers,  ///< -3 ... 3, zero among them: every sum of a test is exact in every scalar type
  reals            ///< in [-1, 1): sums are rounded; integer scalars take small integers
};

template <class Scalar>
struct RandomValue {
  static Scalar draw(RandomNumbers& random, ValueLaw law) {
    if (law == ValueLaw::small_integers || std::is_integral_v<Scalar>) return static_cast<Scalar>(random.below(7) - 3);
    return static_cast<Scalar>(2.0 * random.unit() - 1.0);
  }
};

template <class Real>
struct RandomValue<Kokkos::complex<Real>> {
  static Kokkos::complex<Real> draw(RandomNumbers& random, ValueLaw law) {
    const Real real = RandomValue<Real>::draw(random, law);
    return {real, RandomValue<Real>::draw(random, law)};
  }
};

}  // namespace Ocean::Testing

#endif
