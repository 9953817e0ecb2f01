#ifndef OCEAN_BACKEND_HOST_BITS_HPP
#define OCEAN_BACKEND_HOST_BITS_HPP
/// \file
/// \brief Byte flags to bit masks, prefetches and spin waits for CPU threads: portable, with x86-64 instructions where
/// available.

#include <bit>
#include <cstdint>
#include <cstring>
#include <thread>

#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
#include <emmintrin.h>
#define OCEAN_HOST_BITS_SSE2
#endif

namespace Ocean::Impl {

/// Flags that one mask holds: a cache line of bytes, the bits of a word.
inline constexpr int flags_per_mask = 64;

/// \brief Bit i of the result is flags[i], each 0 or 1, for flags_per_mask flags.
inline std::uint64_t flag_mask(const std::uint8_t* flags) {
#ifdef OCEAN_HOST_BITS_SSE2
  constexpr int flags_per_vector = 16;
  std::uint64_t mask = 0;
  for (int begin = 0; begin < flags_per_mask; begin += flags_per_vector) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(flags + begin));
    const int bits = _mm_movemask_epi8(_mm_sub_epi8(_mm_setzero_si128(), bytes));
    mask |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(bits)) << begin;
  }
  return mask;
#else
  std::uint64_t mask = 0;
  for (int flag = 0; flag < flags_per_mask; ++flag) mask |= static_cast<std::uint64_t>(flags[flag]) << flag;
  return mask;
#endif
}

/// \brief Clears flags_per_mask flags.
inline void clear_flags(std::uint8_t* flags) { std::memset(flags, 0, flags_per_mask); }

/// \brief Number of the lowest bit that is set. Pre: mask != 0
inline int lowest_bit(std::uint64_t mask) { return std::countr_zero(mask); }

/// \brief Prefetches the cache line of \p address; any address is allowed.
inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

/// Keys that are ranked at the same time.
inline constexpr int keys_per_rank_step = 4;

/// \brief ranks[i] = number of keys below keys[i]: a sort without branches for a few keys.
/// Shapes  keys, ranks [count]
/// Pre     count is a multiple of keys_per_rank_step
/// Cost    count * count / 4 vector compares
inline void rank_keys(const std::int32_t* keys, int count, std::int32_t* ranks) {
#ifdef OCEAN_HOST_BITS_SSE2
  for (int begin = 0; begin < count; begin += keys_per_rank_step) {
    const __m128i own = _mm_loadu_si128(reinterpret_cast<const __m128i*>(keys + begin));
    const __m128i key_0 = _mm_shuffle_epi32(own, 0x00), key_1 = _mm_shuffle_epi32(own, 0x55);
    const __m128i key_2 = _mm_shuffle_epi32(own, 0xAA), key_3 = _mm_shuffle_epi32(own, 0xFF);
    __m128i below_0 = _mm_setzero_si128(), below_1 = below_0, below_2 = below_0, below_3 = below_0;
    for (int other = 0; other < count; other += keys_per_rank_step) {
      const __m128i others = _mm_loadu_si128(reinterpret_cast<const __m128i*>(keys + other));
      below_0 = _mm_sub_epi32(below_0, _mm_cmpgt_epi32(key_0, others));
      below_1 = _mm_sub_epi32(below_1, _mm_cmpgt_epi32(key_1, others));
      below_2 = _mm_sub_epi32(below_2, _mm_cmpgt_epi32(key_2, others));
      below_3 = _mm_sub_epi32(below_3, _mm_cmpgt_epi32(key_3, others));
    }
    const __m128i sums_01 = _mm_add_epi32(_mm_unpacklo_epi32(below_0, below_1), _mm_unpackhi_epi32(below_0, below_1));
    const __m128i sums_23 = _mm_add_epi32(_mm_unpacklo_epi32(below_2, below_3), _mm_unpackhi_epi32(below_2, below_3));
    const __m128i sums = _mm_add_epi32(_mm_unpacklo_epi64(sums_01, sums_23), _mm_unpackhi_epi64(sums_01, sums_23));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(ranks + begin), sums);
  }
#else
  for (int own = 0; own < count; ++own) {
    std::int32_t below = 0;
    for (int other = 0; other < count; ++other) below += keys[other] < keys[own] ? 1 : 0;
    ranks[own] = below;
  }
#endif
}

/// \brief Waits until \p ready() is true; spins first, then yields the processor.
template <class Ready>
void spin_until(const Ready& ready) {
  constexpr int spins_before_yield = 256;
  for (int spin = 0; !ready(); ++spin) {
#ifdef OCEAN_HOST_BITS_SSE2
    _mm_pause();
#endif
    if (spin >= spins_before_yield) std::this_thread::yield();
  }
}

}  // namespace Ocean::Impl

#undef OCEAN_HOST_BITS_SSE2

#endif
