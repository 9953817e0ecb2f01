#ifndef OCEAN_ACCUMULATORS_BITMAP_WORDS_HPP
#define OCEAN_ACCUMULATORS_BITMAP_WORDS_HPP
/// \file
/// \brief Lists the bits of a bitmap: each word by one lane, or by all lanes of a warp together.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../tuning/accumulator_table.hpp"

namespace Ocean::Impl {

/// Bits of a word; a constant of the type of lanes and shifts.
inline constexpr int bits_per_word = static_cast<int>(bitmap_word_columns);
/// Words that all lanes together can write in the time in which each of them writes one bit of its own word. Set by
/// instructions, 14 a word against 38 a bit; a bit takes fewer since the hardware finds its position. measured:
/// perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int words_per_serial_bit = 3;

/// \brief Calls write(bit, place) for every bit that is set in the words of the lanes: bits are numbered through all
/// words, the first of a lane's word goes to place \p rank.
/// \param bits, rank  of the word of this lane
template <class Lanes, class Write>
KOKKOS_INLINE_FUNCTION void write_words(const Lanes& lanes, std::uint32_t bits, std::uint32_t rank,
                                        const Write& write) {
  using Kokkos::Experimental::countr_zero_builtin;
  using Kokkos::Experimental::popcount_builtin;
  if constexpr (Lanes::max_size == bits_per_word) {
    std::uint32_t used = lanes.ballot(bits != 0);
    const int most_bits = lanes.max(static_cast<int>(popcount_builtin(bits)));
    if (popcount_builtin(used) <= words_per_serial_bit * most_bits) {
      const std::uint32_t bit = std::uint32_t(1) << lanes.rank();
      for (; used != 0; used &= used - 1) {
        const int source = countr_zero_builtin(used);
        const std::uint32_t shared_bits = lanes.broadcast(bits, source);
        const std::uint32_t place = lanes.broadcast(rank, source);
        if ((shared_bits & bit) != 0)
          write(static_cast<std::uint32_t>(source * bits_per_word + lanes.rank()),
                place + popcount_builtin(shared_bits & (bit - 1)));
      }
      return;
    }
  }
  for (; bits != 0; bits &= bits - 1)
    write(static_cast<std::uint32_t>(lanes.rank() * bits_per_word + countr_zero_builtin(bits)), rank++);
}

}  // namespace Ocean::Impl

#endif
