#ifndef OCEAN_BACKEND_LANE_ORDER_HPP
#define OCEAN_BACKEND_LANE_ORDER_HPP
/// \file
/// \brief Which of two words a lane keeps that compares its words with those of another lane.

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace Ocean::Impl {

/// \brief Any words; the lane chooses each time.
class AnyWordsOrder {
 public:
  /// \brief From now on the lane keeps the smaller of two words, or the larger. Called before the words are exchanged.
  template <int Items>
  KOKKOS_FUNCTION void keep(bool smaller, std::uint32_t (&)[Items]) {
    m_keeps_smaller = smaller;
  }
  /// \brief What the lane keeps of one of its words and one of the other lane, which keeps the other.
  KOKKOS_FUNCTION std::uint32_t kept(std::uint32_t mine, std::uint32_t other) const {
    return m_keeps_smaller ? Kokkos::min(mine, other) : Kokkos::max(mine, other);
  }

 private:
  bool m_keeps_smaller = true;
};

/// Largest word of a sort whose order a backend may choose. source: the largest finite float, as bits
inline constexpr std::uint32_t ordered_word_max = 0x7f7fffff;

/// \brief The fastest order of words up to ordered_word_max on a space; backend/<space> specialises it.
template <class ExecutionSpace>
struct FastestOrder {
  using type = AnyWordsOrder;
};

}  // namespace Ocean::Impl

#include "cuda/lane_order_cuda.hpp"

#endif
