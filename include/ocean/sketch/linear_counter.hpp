#ifndef OCEAN_SKETCH_LINEAR_COUNTER_HPP
#define OCEAN_SKETCH_LINEAR_COUNTER_HPP
/// \file
/// \brief Linear counting: how many different columns were seen, from a small bitmap.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/problem.hpp"
#include "hyperloglog.hpp"

namespace Ocean::Impl {

/// \brief Bits that keys set. Where keys may share a bit, the number of keys follows from the bits that stayed clear.
///
/// The standard error is sqrt((e^t - t - 1) / bits) / t with t keys per bit: 1 % for 8192 keys in 8192 bits and for
/// 131072 keys in 32768.
/// Source  Whang, Vander-Zanden, Taylor: A linear-time probabilistic counting algorithm for database applications,
///         TODS 1990
struct LinearCounter {
  static constexpr int word_bits = 32;

  std::uint32_t* words;
  int num_words;  ///< a power of two
  bool is_exact;  ///< no key reaches the number of bits: each has one of its own

  KOKKOS_FUNCTION LinearCounter(std::uint32_t* bitmap, int size, count_type span)
      : words(bitmap), num_words(size), is_exact(span <= static_cast<count_type>(size) * word_bits) {}

  KOKKOS_FUNCTION std::uint32_t num_bits() const { return static_cast<std::uint32_t>(num_words * word_bits); }

  /// \brief Adds \p key; any number of threads may do so at the same time. Neighbouring keys are in different words, so
  /// the lanes that hold them do not conflict. A bit that is already set is not written.
  template <class Atomics>
  KOKKOS_FUNCTION void insert(std::uint32_t key) const {
    const std::uint32_t place = is_exact ? key : mix_word(key) & (num_bits() - 1);
    const auto size = static_cast<std::uint32_t>(num_words);
    std::uint32_t* const word = &words[place & (size - 1)];
    const std::uint32_t bit = 1u << (place / size);
    if ((*static_cast<volatile std::uint32_t*>(word) & bit) == 0) Atomics::fetch_or(word, bit);
  }

  /// Post: visible after a barrier of the lanes
  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    for (int word = lanes.rank(); word < num_words; word += lanes.size()) words[word] = 0;
  }

  /// \brief Number of keys, at most \p upper, in all lanes. Pre: a barrier has followed the last insert()
  template <class Lanes>
  KOKKOS_FUNCTION count_type count(const Lanes& lanes, count_type upper) const {
    count_type num_set = 0;
    for (int word = lanes.rank(); word < num_words; word += lanes.size())
      num_set += static_cast<count_type>(Kokkos::Experimental::popcount_builtin(words[word]));
    num_set = lanes.sum(num_set);
    if (is_exact) return Kokkos::min(num_set, upper);
    const auto bits = static_cast<double>(num_bits());
    const double num_clear = bits - static_cast<double>(num_set);
    const double keys = num_clear > 0.0 ? bits * Kokkos::log(bits / num_clear) : static_cast<double>(upper);
    return keys < static_cast<double>(upper) ? static_cast<count_type>(Kokkos::round(keys)) : upper;
  }
};

}  // namespace Ocean::Impl

#endif
