#ifndef OCEAN_BACKEND_CUDA_LANE_ORDER_CUDA_HPP
#define OCEAN_BACKEND_CUDA_LANE_ORDER_CUDA_HPP
/// \file
/// \brief The order of words as floats: a lane that keeps the larger ones holds them negated.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <bit>
#include <cstdint>

#include "../lane_order.hpp"

namespace Ocean::Impl {

/// \brief Words up to ordered_word_max, which lie in the same order as floats of the same bits.
///
/// A lane that keeps the larger of two words negates all of its own, so that every lane keeps the smaller. This takes
/// one instruction where AnyWordsOrder takes two, a minimum and a maximum under opposite predicates; negating takes
/// another, but none of the pipe that compares. Subnormal floats keep their value whatever the compiler's options:
/// PTX is explicit about it.
class SignedFloatOrder {
 public:
  template <int Items>
  KOKKOS_FUNCTION void keep(bool smaller, std::uint32_t (&words)[Items]) {
    const float sign = smaller ? 1.0f : -1.0f;
    const float change = m_sign * sign;
    for (int item = 0; item < Items; ++item) words[item] = multiplied(words[item], change);
    m_sign = sign;
  }
  KOKKOS_FUNCTION std::uint32_t kept(std::uint32_t mine, std::uint32_t other) const {
    KOKKOS_IF_ON_DEVICE((float smaller; asm("{.reg .f32 turned; neg.f32 turned, %2; min.f32 %0, %1, turned;}"
                                            : "=f"(smaller)
                                            : "f"(__uint_as_float(mine)), "f"(__uint_as_float(other)));
                         return __float_as_uint(smaller);))
    KOKKOS_IF_ON_HOST((const float turned = -std::bit_cast<float>(other); const float own = std::bit_cast<float>(mine);
                       return std::bit_cast<std::uint32_t>(own < turned ? own : turned);))
  }

 private:
  KOKKOS_FUNCTION static std::uint32_t multiplied(std::uint32_t word, float sign) {
    KOKKOS_IF_ON_DEVICE((float product; asm("mul.rn.f32 %0, %1, %2;"
                                            : "=f"(product)
                                            : "f"(__uint_as_float(word)), "f"(sign));
                         return __float_as_uint(product);))
    KOKKOS_IF_ON_HOST((return std::bit_cast<std::uint32_t>(std::bit_cast<float>(word) * sign);))
  }

  float m_sign = 1.0f;
};

template <>
struct FastestOrder<Kokkos::Cuda> {
  using type = SignedFloatOrder;
};

}  // namespace Ocean::Impl

#endif
#endif
