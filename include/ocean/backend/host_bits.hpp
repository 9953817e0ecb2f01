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
