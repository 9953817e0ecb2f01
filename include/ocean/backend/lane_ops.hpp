#ifndef OCEAN_BACKEND_LANE_OPS_HPP
#define OCEAN_BACKEND_LANE_OPS_HPP
/// \file
/// \brief Operations of one lane on packed words; backend/<space> replaces them by single instructions.

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace Ocean::Impl {

/// \brief Maximum of each 16-bit half of two words by plain arithmetic. Pre: every half is below 2^15.
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t max_halves(std::uint32_t a, std::uint32_t b) {
  constexpr std::uint32_t sign_bits = 0x80008000u;
  constexpr int sign_position = 15;
  constexpr std::uint32_t half_ones = 0xFFFFu;
  // The sign bit of a half survives the subtraction exactly where a >= b; no half borrows from its neighbour.
  const std::uint32_t a_wins = ((((a | sign_bits) - b) & sign_bits) >> sign_position) * half_ones;
  return (a & a_wins) | (b & ~a_wins);
}

/// \brief Generic version.
template <class ExecutionSpace>
struct LaneOps {
  KOKKOS_FUNCTION static std::uint32_t max_u16x2(std::uint32_t a, std::uint32_t b) { return max_halves(a, b); }
  /// \brief a * b, rounded before anything is added to it (no fused multiply-add) if the backend can express that.
  template <class T>
  KOKKOS_FUNCTION static T rounded_product(const T& a, const T& b) {
    return a * b;
  }
};

}  // namespace Ocean::Impl

#include "cuda/lane_ops_cuda.hpp"

#endif
