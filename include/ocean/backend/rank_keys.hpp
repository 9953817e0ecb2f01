#ifndef OCEAN_BACKEND_RANK_KEYS_HPP
#define OCEAN_BACKEND_RANK_KEYS_HPP
/// \file
/// \brief Ranks of a few keys for CPU threads: a sort without branches, in vectors of 4 keys, or of 8 where the
/// processor has AVX2.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace Ocean::Impl {

/// Keys of a vector. source: 16 bytes, a register of SSE2 and of NEON, and 32 bytes, one of AVX2
inline constexpr int keys_per_vector = 4, keys_per_wide_vector = 8;
/// Vectors whose ranks are found in one pass over all keys. source: with as many sums and a key they take 9 registers
inline constexpr int ranked_vectors_max = 4;

/// \brief Elements of an array for \p count keys or ranks: whole vectors are read and written.
constexpr int ranked_array_elements(int count) {
  return (count + keys_per_wide_vector - 1) / keys_per_wide_vector * keys_per_wide_vector;
}

/// \brief Vectors of the compiler, of 32-bit integers: comparisons of these are -1 where they are true.
template <int Keys>
struct KeyVector;
template <>
struct KeyVector<keys_per_vector> {
  typedef std::int32_t type __attribute__((vector_size(keys_per_vector * sizeof(std::int32_t))));
};
template <>
struct KeyVector<keys_per_wide_vector> {
  typedef std::int32_t type __attribute__((vector_size(keys_per_wide_vector * sizeof(std::int32_t))));
};

/// \brief rank_keys() for as many vectors of \p Keys keys as there are numbers \p V, from \p own_keys on. All that is
/// done for each of them is written out, so that they stay in registers without loops that are unrolled.
template <int Keys, int... V>
[[gnu::always_inline]] inline void rank_vectors(std::integer_sequence<int, V...>, const std::int32_t* keys, int count,
                                                const std::int32_t* own_keys, std::int32_t* ranks) {
  using vector_type = typename KeyVector<Keys>::type;
  vector_type own[sizeof...(V)], below[sizeof...(V)] = {};
  (std::memcpy(&own[V], own_keys + V * Keys, sizeof(vector_type)), ...);
  for (int other = 0; other < count; ++other) {
    const vector_type others = vector_type{} + keys[other];
    ((below[V] -= own[V] > others), ...);
  }
  (std::memcpy(ranks + V * Keys, &below[V], sizeof(vector_type)), ...);
}

/// \brief rank_keys() with vectors of \p Keys keys.
template <int Keys>
[[gnu::always_inline]] inline void rank_all_keys(const std::int32_t* keys, int count, std::int32_t* ranks) {
  for (int begin = 0; begin < count; begin += ranked_vectors_max * Keys) {
    switch (std::min(ranked_vectors_max, (count - begin + Keys - 1) / Keys)) {
      case 1: rank_vectors<Keys>(std::make_integer_sequence<int, 1>(), keys, count, keys + begin, ranks + begin); break;
      case 2: rank_vectors<Keys>(std::make_integer_sequence<int, 2>(), keys, count, keys + begin, ranks + begin); break;
      case 3: rank_vectors<Keys>(std::make_integer_sequence<int, 3>(), keys, count, keys + begin, ranks + begin); break;
      default: rank_vectors<Keys>(std::make_integer_sequence<int, 4>(), keys, count, keys + begin, ranks + begin);
    }
  }
}

#if defined(__x86_64__)
/// Whether this processor has AVX2, which x86-64 does not promise.
inline const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;

[[gnu::target("avx2")]] inline void rank_keys_avx2(const std::int32_t* keys, int count, std::int32_t* ranks) {
  rank_all_keys<keys_per_wide_vector>(keys, count, ranks);
}
#endif

/// \brief ranks[i] = number of keys below keys[i].
/// Shapes  keys [ranked_array_elements(count)], those from \p count on of any value; ranks the same (out), those of any
///         value too
/// Cost    count * count / 4 vector compares, with AVX2 half of them
inline void rank_keys(const std::int32_t* keys, int count, std::int32_t* ranks) {
#if defined(__x86_64__)
  if (has_avx2) return rank_keys_avx2(keys, count, ranks);
#endif
  rank_all_keys<keys_per_vector>(keys, count, ranks);
}

}  // namespace Ocean::Impl

#endif
