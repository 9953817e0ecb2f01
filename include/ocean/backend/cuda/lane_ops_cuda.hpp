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
};

}  // namespace Ocean::Impl

#endif
#endif
