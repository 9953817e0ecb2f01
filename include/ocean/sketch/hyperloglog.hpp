#ifndef OCEAN_SKETCH_HYPERLOGLOG_HPP
#define OCEAN_SKETCH_HYPERLOGLOG_HPP
/// \file
/// \brief HyperLogLog [FFGM07]: adding a column to a sketch, and estimating how many columns a sketch has seen.
///
/// A sketch is `num_registers` one-byte registers; those of all rows of B lie one after another, each aligned to
/// 16 bytes. Column c hashes to h; its low bits name a register, the leading zeros of h + 1 are its rank, and a
/// register keeps the largest rank it was given. The union of two sets has the register-wise maximum as its sketch.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>

#include "../../Ocean_Error.hpp"
#include "../tuning/hll_tuning.hpp"

namespace Ocean::Impl {

/// \brief Largest rank of a column: leaves the top bits of every byte free and makes 2^-rank an integer of 32 bits.
/// A set would need 2^27 columns per register before the limit had an effect.
inline constexpr int max_rank = 27;

/// Bit that ends the count of leading zeros at max_rank; below it lie only bits of the register index.
inline constexpr int rank_guard_bit = std::numeric_limits<std::uint32_t>::digits - max_rank;

/// \brief Mixes a word so that every bit of the result depends on every bit of it; 0 stays 0.
/// Source  multipliers and shifts of "lowbias32" (C. Wellons, hash-prospector)
KOKKOS_INLINE_FUNCTION std::uint32_t mix_word(std::uint32_t word) {
  word ^= word >> 16;
  word *= 0x7FEB352Du;
  word ^= word >> 15;
  word *= 0x846CA68Bu;
  word ^= word >> 16;
  return word;
}

/// \brief A 32-bit number that depends on all bits of \p column; columns below 2^32 stay as they are, in every ordinal
/// type.
template <class Ordinal>
KOKKOS_INLINE_FUNCTION std::uint32_t fold_column(Ordinal column) {
  constexpr int word_bits = std::numeric_limits<std::uint32_t>::digits;
  const auto low = static_cast<std::uint32_t>(column);
  if constexpr (sizeof(Ordinal) <= sizeof(std::uint32_t))
    return low;
  else
    return low ^ mix_word(static_cast<std::uint32_t>(static_cast<std::uint64_t>(column) >> word_bits));
}

/// \brief Hash of a column. Runs, strides, and blocks of columns then estimate as random columns do; with a single
/// multiplication they do not.
///
/// One column hashes to 0 and so takes the largest rank; the constant moves it out of the range of 31-bit columns.
template <class Ordinal>
KOKKOS_INLINE_FUNCTION std::uint32_t hash_column(Ordinal column) {
  constexpr std::uint32_t column_of_hash_zero = 0x9E3779B9u;
  return mix_word(fold_column(column) ^ column_of_hash_zero);
}

/// \brief Register of a hash.
template <int NumRegisters>
KOKKOS_INLINE_FUNCTION int register_index(std::uint32_t hash) {
  return static_cast<int>(hash & (NumRegisters - 1u));
}

/// \brief Leading zeros + 1 of a hash, at most max_rank and at most what the bits above the index can show.
template <int NumRegisters>
KOKKOS_INLINE_FUNCTION std::uint32_t register_rank(std::uint32_t hash) {
  constexpr std::uint32_t top_index_bit = NumRegisters / 2;
  constexpr std::uint32_t guard = std::uint32_t(1) << rank_guard_bit;
  constexpr std::uint32_t stop = top_index_bit > guard ? top_index_bit : guard;
  return static_cast<std::uint32_t>(Kokkos::Experimental::countl_zero_builtin(hash | stop)) + 1u;
}

/// \brief What the estimate needs of a sketch. Sums of integers: the same in every order, on every space.
struct RegisterSums {
  std::uint64_t inverse_powers = 0;  ///< sum of 2^(max_rank - register)
  int num_zero = 0;                  ///< registers that are 0

  KOKKOS_FUNCTION void add(std::uint32_t rank) {
    inverse_powers += (std::uint32_t(1) << max_rank) >> rank;
    num_zero += rank == 0;
  }
  KOKKOS_FUNCTION void add(const RegisterSums& other) {
    inverse_powers += other.inverse_powers;
    num_zero += other.num_zero;
  }
  /// \brief Adds the four registers of a packed word.
  KOKKOS_FUNCTION void add_word(std::uint32_t word) {
    constexpr std::uint32_t byte_ones = 0xFFu;
    for (int shift = 0; shift < std::numeric_limits<std::uint32_t>::digits; shift += 8)
      add((word >> shift) & byte_ones);
  }
};

/// \brief The factor that makes the raw estimate unbiased; source: [FFGM07] Fig. 3.
template <int NumRegisters>
KOKKOS_INLINE_FUNCTION constexpr double alpha() {
  static_assert(NumRegisters == 32 || NumRegisters == 64 || NumRegisters >= 128);
  if (NumRegisters == 32) return 0.697;
  if (NumRegisters == 64) return 0.709;
  return 0.7213 / (1.0 + 1.079 / NumRegisters);
}

/// \brief Number of distinct columns that a sketch has seen.
///
/// The harmonic mean of 2^register; up to linear_counting_ratio columns per register it is biased (by 95 % at 32
/// columns in 64 registers), and the share of empty registers is more accurate.
/// Source  [FFGM07] Fig. 3: raw estimate and small-range correction; 32-bit hashes need no large-range one here
template <int NumRegisters>
KOKKOS_INLINE_FUNCTION double estimate_cardinality(const RegisterSums& sums) {
  constexpr double scale = alpha<NumRegisters>() * NumRegisters * NumRegisters * double(std::uint32_t(1) << max_rank);
  const double raw = scale / static_cast<double>(sums.inverse_powers);
  if (raw > linear_counting_ratio * NumRegisters || sums.num_zero == 0) return raw;
  return NumRegisters * Kokkos::log(double(NumRegisters) / sums.num_zero);
}

/// \brief The same from the registers themselves.
template <int NumRegisters>
KOKKOS_INLINE_FUNCTION double estimate_cardinality(const std::uint8_t* registers) {
  RegisterSums sums;
  for (int index = 0; index < NumRegisters; ++index) sums.add(registers[index]);
  return estimate_cardinality<NumRegisters>(sums);
}

/// \brief Adds \p column to the sketch \p registers, which no other thread writes.
template <int NumRegisters, class Ordinal>
KOKKOS_INLINE_FUNCTION void insert_column(std::uint8_t* registers, Ordinal column) {
  const std::uint32_t hash = hash_column(column);
  const auto rank = static_cast<std::uint8_t>(register_rank<NumRegisters>(hash));
  std::uint8_t& target = registers[register_index<NumRegisters>(hash)];
  if (target < rank) target = rank;
}

/// \brief Number of registers as a type.
template <int NumRegisters>
struct SketchWidth {
  static constexpr int num_registers = NumRegisters;
};

/// \brief Calls \p action with the SketchWidth of \p num_registers.
/// \throws std::invalid_argument if no kernel is compiled for \p num_registers.
template <class Action>
void dispatch_sketch_width(const char* where, int num_registers, const Action& action) {
  switch (num_registers) {
    case 32: return action(SketchWidth<32>());
    case 64: return action(SketchWidth<64>());
    case 128: return action(SketchWidth<128>());
    default: throw_invalid_argument(where, "sketches of ", num_registers, " registers (need 32, 64 or 128)");
  }
}

/// \brief Checks that \p sketches hold \p num_registers bytes for each of \p num_rows rows.
/// \throws std::invalid_argument if they do not.
template <class Sketches>
void require_sketch_extent(const char* where, const Sketches& sketches, std::int64_t num_rows, int num_registers) {
  const auto bytes = static_cast<std::int64_t>(sketches.extent(0));
  require(bytes == num_rows * num_registers, where, "sketches have ", bytes, " bytes (need ", num_rows * num_registers,
          ": ", num_rows, " rows of ", num_registers, ")");
}

}  // namespace Ocean::Impl

#endif
