#ifndef OCEAN_PROGRAM_READ_MATRIX_MARKET_HPP
#define OCEAN_PROGRAM_READ_MATRIX_MARKET_HPP
/// \file
/// \brief Matrix Market coordinate files of every field and symmetry, as sorted CSR.

#include <cstdlib>

#include "coordinate_list.hpp"
#include "matrix_market_header.hpp"

namespace Ocean::Program {

/// Characters in the shortest entry line: `1 1` and its end.
inline constexpr std::int64_t shortest_entry_line = 4;

/// \brief A double from a word; numbers beyond its range become infinite or zero, as strtod rounds them.
inline bool next_double(WordReader& words, double& value) {
  const std::errc error = words.next_number_or_error(value);
  if (error == std::errc::result_out_of_range) value = std::strtod(std::string(words.next()).c_str(), nullptr);
  return error == std::errc() || error == std::errc::result_out_of_range;
}

/// \brief Reads the value of an entry; 1 in pattern files.
/// \throws std::runtime_error naming line and text.
template <class Scalar>
Scalar read_value(const LineReader& lines, WordReader& words, MatrixField field) {
  if (field == MatrixField::pattern) return Scalar(1);
  if (field == MatrixField::integer) {
    std::int64_t integer = 0;
    if (!words.next_number(integer)) lines.fail("value '", excerpt(words.next()), "' (need an integer)");
    return Scalar(static_cast<double>(integer));
  }
  double real = 0.0;
  if (!next_double(words, real)) lines.fail("value '", excerpt(words.next()), "' (need a number)");
  if constexpr (std::is_same_v<Scalar, complex_type>) {
    double imaginary = 0.0;
    if (!next_double(words, imaginary)) lines.fail("imaginary part '", excerpt(words.next()), "' (need a number)");
    return Scalar(real, imaginary);
  } else {
    return real;
  }
}

/// \brief Reads one of the two indices of an entry, from 1, and returns it from 0.
/// \throws std::runtime_error if it is not an integer or lies outside the matrix.
inline std::int64_t read_index(const LineReader& lines, WordReader& words, const char* what, std::int64_t extent) {
  std::int64_t index = 0;
  if (!words.next_number(index))
    lines.fail(what, " '", excerpt(words.next()), "' (need an integer from 1 to ", extent, ")");
  if (index < 1 || index > extent) lines.fail(what, " ", index, " lies outside the matrix (need 1 to ", extent, ")");
  return index - 1;
}

/// \brief Adds an entry and its mirror image.
/// \throws std::runtime_error if the diagonal contradicts the symmetry.
template <class Scalar>
void add_entry(const LineReader& lines, MatrixSymmetry symmetry, std::int64_t row, std::int64_t col,
               const Scalar& value, CoordinateList<Scalar>& list) {
  list.push_back(row, col, value);
  if (symmetry == MatrixSymmetry::general) return;
  if (row != col) {
    if (symmetry == MatrixSymmetry::symmetric) list.push_back(col, row, value);
    if (symmetry == MatrixSymmetry::skew_symmetric) list.push_back(col, row, -value);
    if constexpr (std::is_same_v<Scalar, complex_type>)
      if (symmetry == MatrixSymmetry::hermitian) list.push_back(col, row, Kokkos::conj(value));
    return;
  }
  if (symmetry == MatrixSymmetry::skew_symmetric && value != Scalar(0))
    lines.fail("an entry on the diagonal of a skew-symmetric matrix, row ", row + 1, " (need none)");
  if constexpr (std::is_same_v<Scalar, complex_type>)
    if (symmetry == MatrixSymmetry::hermitian && value.imag() != 0.0)
      lines.fail("imaginary part ", value.imag(), " on the diagonal of a hermitian matrix, row ", row + 1, " (need 0)");
}

/// \brief Space for the entries, after checks that the announced counts can be true and fit in memory.
/// \throws std::runtime_error if the file or memory is too small for them.
template <class Scalar>
CoordinateList<Scalar> make_list(const InputFile& file, const LineReader& lines, const MatrixMarketHeader& header) {
  if (header.num_entries > file.largest_size() / shortest_entry_line + 1)
    lines.fail("declares ", header.num_entries, " entries in ", file.size_text(), " (need at least ",
               shortest_entry_line, " bytes per entry)");
  constexpr std::size_t entry_bytes = sizeof(ordinal_type) + sizeof(Scalar);
  file.require_memory(header.num_rows, header.num_entries,
                      2 * sizeof(offset_type) * static_cast<std::size_t>(header.num_rows + 1) +
                          (sizeof(ordinal_type) + 2 * entry_bytes) * static_cast<std::size_t>(header.num_entries));
  CoordinateList<Scalar> list;
  list.num_rows = header.num_rows;
  list.num_cols = header.num_cols;
  const std::size_t copies = header.symmetry == MatrixSymmetry::general ? 1 : 2;
  if (file.plain()) list.reserve(copies * static_cast<std::size_t>(header.num_entries));
  return list;
}

/// \brief Reads the entry lines after the header.
/// \throws std::runtime_error naming the first line that is wrong.
template <class Scalar>
HostCsr<Scalar> read_entries(const InputFile& file, LineReader& lines, const MatrixMarketHeader& header) {
  CoordinateList<Scalar> list = make_list<Scalar>(file, lines, header);
  std::string_view line;
  std::int64_t count = 0;
  while (lines.next(line)) {
    WordReader words(line);
    if (words.empty() || line.front() == '%') continue;
    if (count == header.num_entries)
      lines.fail("entry ", count + 1, " (need ", header.num_entries, " entries, as line ", header.size_line_number,
                 " says)");
    const std::int64_t row = read_index(lines, words, "row", header.num_rows);
    const std::int64_t col = read_index(lines, words, "column", header.num_cols);
    const Scalar value = read_value<Scalar>(lines, words, header.field);
    if (!words.empty()) lines.fail("'", excerpt(words.rest()), "' after the entry (need the end of the line)");
    add_entry(lines, header.symmetry, row, col, value, list);
    ++count;
  }
  if (count < header.num_entries)
    lines.fail("the file ends after ", count, " entries (need ", header.num_entries, ", as line ",
               header.size_line_number, " says)");
  return to_csr(std::move(list));
}

/// \brief Reads a Matrix Market file; complex files give complex values, all others double. Integers beyond 2^53 round.
/// \throws std::runtime_error naming file, line, what is wrong and what is needed.
/// Cost  about 60 ns per entry on one core
inline AnyCsr read_matrix_market(InputFile& file) {
  LineReader lines(file);
  const MatrixMarketHeader header = read_matrix_market_header(lines);
  if (header.field == MatrixField::complex) return read_entries<complex_type>(file, lines, header);
  return read_entries<double>(file, lines, header);
}

}  // namespace Ocean::Program

#endif
