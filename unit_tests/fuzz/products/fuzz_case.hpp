#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_CASE_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_CASE_HPP
/// \file
/// \brief One random case: operation, types, patterns, options; drawn from a seed and a number, and written as a line.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "Ocean_SpGEMMOptions.hpp"
#include "draw_pattern.hpp"
#include "support/random_numbers.hpp"

namespace Ocean::Fuzz {

/// \brief What a case calls.
enum class Operation {
  matrices,
  views,
  own_handle,
  kokkos_kernels_handle,
  into_graph,
  deterministic,
  drop_zeros,
  add,
  repeated_add,
  triple,
  repeated_triple,
  jacobi,
  jacobi_handle,
  blocks,
  block_handle,
  workspace_size,
  memory_limit,
  handle_memory,
  bad_input,
  bad_handle_input
};
inline constexpr std::array<std::string_view, 20> operation_names = {
    "matrices",      "views",         "own_handle",      "kokkos_kernels_handle",
    "into_graph",    "deterministic", "drop_zeros",      "add",
    "repeated_add",  "triple",        "repeated_triple", "jacobi",
    "jacobi_handle", "blocks",        "block_handle",    "workspace_size",
    "memory_limit",  "handle_memory", "bad_input",       "bad_handle_input"};

/// \brief Scalar, ordinal and offset of a case.
enum class TypeSet { double_int_int, double_int_size, float_int_int, complex_int_int, int64_int64_size };
inline constexpr std::array<std::string_view, 5> type_set_names = {"double_int_int", "double_int_size", "float_int_int",
                                                                   "complex_int_int", "int64_int64_size"};

/// \brief What the values of a case are.
enum class ValueLaw {
  small_integers,  ///< -3 ... 3: every sum is exact in every type
  signs,           ///< -1 and 1: many sums cancel
  reals            ///< in [-1, 1): sums are rounded; integer scalars take small integers
};
inline constexpr std::array<std::string_view, 3> value_law_names = {"small_integers", "signs", "reals"};

/// \brief What the user of the program asks for.
struct CaseLimits {
  ExecutionPath path = ExecutionPath::automatic;  ///< automatic: any that the space has
};

/// \brief One case. A and B are as they are stored; op(A) op(B) is the product.
struct FuzzCase {
  std::uint64_t seed = 0;
  std::int64_t number = 0;
  Operation operation = Operation::matrices;
  TypeSet types = TypeSet::double_int_int;
  SpGEMMOptions options;
  bool transpose_a = false, transpose_b = false;
  PatternLaw law_a, law_b;
  HostPattern a, b;
  ValueLaw values = ValueLaw::small_integers;
  double zero_ratio = 0.0;           ///< share of the values that are zero
  bool far_columns = false;          ///< of B, whose columns lie anywhere below 2^40
  Testing::RandomNumbers random{0};  ///< for what the operation draws
};

/// \brief The case \p number of \p seed, the same on every machine but for the paths it has.
FuzzCase draw_case(std::uint64_t seed, std::int64_t number, const CaseLimits& limits);

/// \brief All parameters in one line, without a break.
std::string describe(const FuzzCase& fuzz_case);

}  // namespace Ocean::Fuzz

#endif
