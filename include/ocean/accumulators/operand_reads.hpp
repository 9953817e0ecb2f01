#ifndef OCEAN_ACCUMULATORS_OPERAND_READS_HPP
#define OCEAN_ACCUMULATORS_OPERAND_READS_HPP
/// \file
/// \brief What lanes read of A and B on their way through the products of a row.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/word_operand.hpp"

namespace Ocean::Impl {

/// \brief Entries of a row of A, or some of them.
struct RowOfA {
  count_type begin = 0, end = 0;
};

/// \brief All entries of a row of an operand.
template <class Operand>
KOKKOS_INLINE_FUNCTION RowOfA offsets_of(const Operand& operand, count_type row) {
  return {static_cast<count_type>(operand.row_map(row)), static_cast<count_type>(operand.row_map(row + 1))};
}

/// \brief All entries of a row of A.
template <class ProblemType>
KOKKOS_INLINE_FUNCTION RowOfA a_row(const ProblemType& problem, count_type row) {
  return offsets_of(problem.a, row);
}

/// \brief One row of B that a lane is about to read, and the entry of A that selects it.
template <class Offset, class Length, class Scalar>
struct SelectedRow {
  Offset begin = 0;
  Length length = 0;
  Scalar value = {};
};

/// Length of a selected row that may be longer.
inline constexpr std::uint32_t longest_selected_row = 0xffffffffu;

/// \brief What select_row() gives: offsets as B has them, lengths in a word, because lanes hand them to each other.
template <class ProblemType>
using SelectedRowOf = SelectedRow<typename ProblemType::operand_b_type::offset_type, std::uint32_t,
                                  typename ProblemType::operand_a_type::scalar_type>;

/// \brief Reads entry \p entry of A and the bounds of the row of B it selects; of any length.
template <bool WithValues, class ProblemType>
KOKKOS_INLINE_FUNCTION auto select_whole_row(const ProblemType& problem, count_type entry) {
  SelectedRow<count_type, count_type, typename ProblemType::operand_a_type::scalar_type> row;
  const auto inner = problem.a.entries(entry);
  row.begin = static_cast<count_type>(problem.b.row_map(inner));
  row.length = static_cast<count_type>(length_of_row(problem.b, inner));
  if constexpr (WithValues) row.value = problem.a.values(entry);
  return row;
}

/// \brief The same with a length of at most longest_selected_row.
template <bool WithValues, class ProblemType>
KOKKOS_INLINE_FUNCTION auto select_row(const ProblemType& problem, count_type entry) {
  SelectedRowOf<ProblemType> row;
  const auto inner = problem.a.entries(entry);
  row.begin = problem.b.row_map(inner);
  const auto length = length_of_row(problem.b, inner);
  if constexpr (sizeof(length) > sizeof(row.length))
    row.length = static_cast<std::uint64_t>(length) < longest_selected_row ? static_cast<std::uint32_t>(length)
                                                                           : longest_selected_row;
  else
    row.length = static_cast<std::uint32_t>(length);
  if constexpr (WithValues) row.value = problem.a.values(entry);
  return row;
}

/// \brief An entry of B as it is read; without values only its column. What is made of it comes later, when it is used:
/// a group then waits for no load before it has issued all that it has in flight.
template <class ProblemType, bool WithValues>
struct LoadedEntry {
  using column_type = typename ProblemType::column_type;
  using value_type = typename ProblemType::operand_b_type::scalar_type;
  column_type column{};
  value_type value{};

  template <class Entry>
  KOKKOS_FUNCTION static LoadedEntry at(const ProblemType& problem, Entry entry) {
    LoadedEntry loaded;
    loaded.column = problem.b.entries(entry);
    if constexpr (WithValues) loaded.value = problem.b.values(entry);
    return loaded;
  }
  KOKKOS_FUNCTION std::uint32_t key(count_type first_column) const {
    return static_cast<std::uint32_t>(column) - static_cast<std::uint32_t>(first_column);
  }
  /// \brief The product with an entry of A; a default value without values.
  template <class Scalar, class ScalarA>
  KOKKOS_FUNCTION Scalar product([[maybe_unused]] const ScalarA& value_of_a) const {
    if constexpr (WithValues)
      return multiply<Scalar>(value_of_a, value);
    else
      return Scalar{};
  }
};

/// \brief The same where B has words: the key is a word's position, the product are its bits.
template <class ProblemType, bool WithValues>
requires has_words_v<typename ProblemType::operand_b_type>
struct LoadedEntry<ProblemType, WithValues> {
  BitmapWord word{};

  template <class Entry>
  KOKKOS_FUNCTION static LoadedEntry at(const ProblemType& problem, Entry entry) {
    return {problem.b.entries(entry)};
  }
  /// \param first_column where the bitmap of the row of C begins
  KOKKOS_FUNCTION std::uint32_t key(count_type first_column) const {
    return word.position - static_cast<std::uint32_t>(first_column / bitmap_word_columns);
  }
  template <class Scalar, class ScalarA>
  KOKKOS_FUNCTION Scalar product(const ScalarA&) const {
    return word.bits;
  }
};

/// \brief What a product marks in the bitmap of its row, from what the walk hands to its body.
template <class ProblemType, class Scalar>
KOKKOS_INLINE_FUNCTION BitmapWord marked_word(std::uint32_t key, [[maybe_unused]] const Scalar& product) {
  if constexpr (has_words_v<typename ProblemType::operand_b_type>)
    return {key, product};
  else
    return word_of_column(key);
}

}  // namespace Ocean::Impl

#endif
