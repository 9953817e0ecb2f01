#ifndef OCEAN_BACKEND_CUDA_LANE_OPS_CUDA_HPP
#define OCEAN_BACKEND_CUDA_LANE_OPS_CUDA_HPP
/// \file
/// \brief Packed operations as single instructions of sm_90.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <cstdint>

namespace Ocean::Impl {

template <>
struct LaneOps<Kokkos::Cuda> {
  KOKKOS_INLINE_FUNCTION static std::uint32_t max_u16x2(std::uint32_t a, std::uint32_t b) {
    KOKKOS_IF_ON_DEVICE((return __vmaxu2(a, b);))
    KOKKOS_IF_ON_HOST((return max_halves(a, b);))
  }
  template <class T>
  KOKKOS_FUNCTION static T rounded_product(const T& a, const T& b) {
    return a * b;
  }
  KOKKOS_FUNCTION static float rounded_product(float a, float b) {
    KOKKOS_IF_ON_DEVICE((return __fmul_rn(a, b);))
    KOKKOS_IF_ON_HOST((return a * b;))
  }
  KOKKOS_FUNCTION static double rounded_product(double a, double b) {
    KOKKOS_IF_ON_DEVICE((return __dmul_rn(a, b);))
    KOKKOS_IF_ON_HOST((return a * b;))
  }
  /// \brief By rounded products of the parts, so that only what is added to the result is rounded with it.
  template <class T>
  KOKKOS_FUNCTION static Kokkos::complex<T> rounded_product(const Kokkos::complex<T>& a, const Kokkos::complex<T>& b) {
    return {rounded_product(a.real(), b.real()) - rounded_product(a.imag(), b.imag()),
            rounded_product(a.real(), b.imag()) + rounded_product(a.imag(), b.real())};
  }
};

}  // namespace Ocean::Impl

#endif
#endif
