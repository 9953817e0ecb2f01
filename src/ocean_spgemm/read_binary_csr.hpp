#ifndef OCEAN_PROGRAM_READ_BINARY_CSR_HPP
#define OCEAN_PROGRAM_READ_BINARY_CSR_HPP
/// \file
/// \brief Binary CSR, little-endian: int64 magic, rows, columns, entries; int32 row map [rows + 1];
/// int32 columns [entries]; float64 values [entries].

#include <array>
#include <span>
#include <vector>

#include "host_csr.hpp"
#include "input_file.hpp"

namespace Ocean::Program {

/// First number of a binary CSR file.
inline constexpr std::int64_t binary_csr_magic = 0x42435352;

/// \brief Bytes of a binary CSR file.
inline std::int64_t binary_csr_bytes(std::int64_t num_rows, std::int64_t nnz) {
  return static_cast<std::int64_t>(4 * sizeof(std::int64_t) + sizeof(std::int32_t) * (num_rows + 1) +
                                   (sizeof(std::int32_t) + sizeof(double)) * nnz);
}

/// Bytes of the first piece of an array that may end early; each further one is as long as all before it.
inline constexpr std::size_t first_piece_bytes = std::size_t(1) << 14;

/// \brief Fills \p piece with the numbers from \p begin on, of \p count.
/// \throws std::runtime_error if the file ends before them.
template <class Number>
void read_piece(InputFile& file, const char* what, std::span<Number> piece, std::size_t begin, std::size_t count) {
  const std::size_t got = file.read(piece.data(), piece.size_bytes()) / sizeof(Number);
  if (got != piece.size())
    file.fail("the file ends inside its ", what, ", after ", begin + got, " of them (need ", count, ")");
}

/// \brief Reads \p count numbers; takes memory only as they are read.
/// \throws std::runtime_error if the file ends before them.
template <class Number>
std::vector<Number> read_numbers(InputFile& file, const char* what, std::size_t count) {
  std::vector<Number> numbers;
  if (file.plain()) numbers.reserve(count);  // all there: the file's size has been checked
  while (numbers.size() < count) {
    const std::size_t begin = numbers.size();
    numbers.resize(std::min(count, std::max(2 * begin, first_piece_bytes / sizeof(Number))));
    read_piece(file, what, std::span(numbers).subspan(begin), begin, count);
  }
  return numbers;
}

/// \brief Reads the row map and checks it. \throws std::runtime_error naming the row that is wrong.
inline std::vector<offset_type> read_row_map(InputFile& file, std::int64_t num_rows, std::int64_t nnz) {
  const auto stored = read_numbers<std::int32_t>(file, "row map", static_cast<std::size_t>(num_rows) + 1);
  if (stored.front() != 0) file.fail("the row map starts at ", stored.front(), " (need 0)");
  for (std::int64_t row = 0; row < num_rows; ++row)
    if (stored[row + 1] < stored[row])
      file.fail("the row map decreases from ", stored[row], " to ", stored[row + 1], " at row ", row,
                " (need offsets that never decrease)");
  if (stored.back() != nnz)
    file.fail("the row map ends at ", stored.back(), " (need ", nnz, ", the number of entries)");
  return {stored.begin(), stored.end()};
}

/// \brief Magic number, rows, columns, entries; all but the first checked, also against what the file and memory can
/// hold.
/// \throws std::runtime_error naming the numbers and what is needed.
inline std::array<std::int64_t, 4> read_binary_csr_header(InputFile& file) {
  std::array<std::int64_t, 4> header{};
  read_piece<std::int64_t>(file, "header", header, 0, header.size());
  const auto [magic, num_rows, num_cols, nnz] = header;
  if (magic != binary_csr_magic) file.fail("magic number ", magic, " (need ", binary_csr_magic, ")");
  for (const std::int64_t dimension : {num_rows, num_cols, nnz})
    if (dimension < 0 || dimension > largest_dimension)
      file.fail(num_rows, " rows, ", num_cols, " columns, ", nnz, " entries (need each from 0 to ", largest_dimension,
                ")");
  const std::int64_t needed_bytes = binary_csr_bytes(num_rows, nnz);
  if (file.plain() && file.size() != needed_bytes)
    file.fail(file.size(), " bytes (need ", needed_bytes, " for ", num_rows, " rows and ", nnz, " entries)");
  if (needed_bytes > file.largest_size())
    file.fail("declares ", num_rows, " rows and ", nnz, " entries in ", file.size_text(), " (need ", needed_bytes,
              " bytes)");
  file.require_memory(num_rows, nnz,
                      (sizeof(offset_type) + sizeof(std::int32_t)) * static_cast<std::size_t>(num_rows + 1) +
                          (sizeof(ordinal_type) + sizeof(double)) * static_cast<std::size_t>(nnz));
  return header;
}

/// \brief Reads a binary CSR file as it is: rows may be unsorted and hold duplicates.
/// \throws std::runtime_error naming file, place, what is wrong and what is needed.
inline HostCsr<double> read_binary_csr(InputFile& file) {
  const auto [magic, num_rows, num_cols, nnz] = read_binary_csr_header(file);
  HostCsr<double> matrix;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.row_map = read_row_map(file, num_rows, nnz);
  matrix.entries = read_numbers<ordinal_type>(file, "columns", static_cast<std::size_t>(nnz));
  for (std::size_t entry = 0; entry < matrix.entries.size(); ++entry)
    if (matrix.entries[entry] < 0 || matrix.entries[entry] >= num_cols)
      file.fail("column ", matrix.entries[entry], " of entry ", entry, " lies outside the matrix (need 0 to ",
                num_cols - 1, ")");
  matrix.values = read_numbers<double>(file, "values", static_cast<std::size_t>(nnz));
  char behind = 0;
  if (file.read(&behind, 1) > 0) file.fail("bytes after the values (need the end of the file)");
  return matrix;
}

}  // namespace Ocean::Program

#endif
