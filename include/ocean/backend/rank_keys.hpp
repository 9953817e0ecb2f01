#ifndef OCEAN_BACKEND_RANK_KEYS_HPP
#define OCEAN_BACKEND_RANK_KEYS_HPP
/// \file
/// \brief Ranks of a few keys for CPU threads: a sort without branches, in vectors as wide as the processor's.

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace Ocean::Impl {

/// Keys of a vector. source: 32 bytes, a register of AVX2; elsewhere the compiler makes it of two
inline constexpr int keys_per_vector = 8;
/// Vectors whose ranks are found in one pass over all keys. source: with as many sums and a key they take 9 registers
inline constexpr int ranked_vectors_max = 4;

/// \brief Elements of an array for \p count keys or ranks: whole vectors are read and written.
constexpr int ranked_array_elements(int count) {
  return (count + keys_per_vector - 1) / keys_per_vector * keys_per_vector;
}

/// \brief rank_keys() for the keys of \p Vectors vectors from \p own_keys on.
template <int Vectors>
[[gnu::always_inline]] inline void rank_vectors(const std::int32_t* keys, int count, const std::int32_t* own_keys,
                                                std::int32_t* ranks) {
  typedef std::int32_t vector_type __attribute__((vector_size(keys_per_vector * sizeof(std::int32_t))));
  vector_type own[Vectors], below[Vectors];
  for (int vector = 0; vector < Vectors; ++vector) {
    std::memcpy(&own[vector], own_keys + vector * keys_per_vector, sizeof(vector_type));
    below[vector] = vector_type{};
  }
  for (int other = 0; other < count; ++other) {
    const std::int32_t key = keys[other];
    const vector_type others = {key, key, key, key, key, key, key, key};
    for (int vector = 0; vector < Vectors; ++vector) below[vector] -= own[vector] > others;  // true is -1
  }
  for (int vector = 0; vector < Vectors; ++vector)
    std::memcpy(ranks + vector * keys_per_vector, &below[vector], sizeof(vector_type));
}

/// \brief rank_keys() for the processor that the calling function is compiled for.
[[gnu::always_inline]] inline void rank_all_keys(const std::int32_t* keys, int count, std::int32_t* ranks) {
  for (int begin = 0; begin < count; begin += ranked_vectors_max * keys_per_vector) {
    switch (std::min(ranked_vectors_max, ranked_array_elements(count - begin) / keys_per_vector)) {
      case 1: rank_vectors<1>(keys, count, keys + begin, ranks + begin); break;
      case 2: rank_vectors<2>(keys, count, keys + begin, ranks + begin); break;
      case 3: rank_vectors<3>(keys, count, keys + begin, ranks + begin); break;
      default: rank_vectors<4>(keys, count, keys + begin, ranks + begin);
    }
  }
}

#if defined(__x86_64__)
/// Whether this processor has AVX2, which x86-64 does not promise.
inline const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;

[[gnu::target("avx2")]] inline void rank_keys_avx2(const std::int32_t* keys, int count, std::int32_t* ranks) {
  rank_all_keys(keys, count, ranks);
}
#endif

/// \brief ranks[i] = number of keys below keys[i].
/// Shapes  keys [ranked_array_elements(count)], those from \p count on of any value; ranks the same (out), those of any
///         value too
/// Cost    count * count / 8 vector compares
inline void rank_keys(const std::int32_t* keys, int count, std::int32_t* ranks) {
#if defined(__x86_64__)
  if (has_avx2) return rank_keys_avx2(keys, count, ranks);
#endif
  rank_all_keys(keys, count, ranks);
}

}  // namespace Ocean::Impl

#endif
