#ifndef OCEAN_PROGRAM_READ_BINARY_CSR_HPP
#define OCEAN_PROGRAM_READ_BINARY_CSR_HPP
/// \file
/// \brief Binary CSR, little-endian: int64 magic, rows, columns, entries; int32 row map [rows + 1];
/// int32 columns [entries]; float64 values [entries].

#include <array>

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

/// \brief Reads \p count numbers. \throws std::runtime_error if the file ends before them.
template <class Number>
void read_numbers(InputFile& file, const char* what, Number* target, std::size_t count) {
  const std::size_t got = file.read(target, count * sizeof(Number));
  if (got != count * sizeof(Number))
    file.fail("the file ends inside its ", what, ", after ", got / sizeof(Number), " of them (need ", count, ")");
}

/// \brief Reads the row map and checks it. \throws std::runtime_error naming the row that is wrong.
inline std::vector<offset_type> read_row_map(InputFile& file, std::int64_t num_rows, std::int64_t nnz) {
  std::vector<std::int32_t> stored(static_cast<std::size_t>(num_rows) + 1);
  read_numbers(file, "row map", stored.data(), stored.size());
  if (stored.front() != 0) file.fail("the row map starts at ", stored.front(), " (need 0)");
  for (std::int64_t row = 0; row < num_rows; ++row)
    if (stored[row + 1] < stored[row])
      file.fail("the row map decreases from ", stored[row], " to ", stored[row + 1], " at row ", row,
                " (need offsets that never decrease)");
  if (stored.back() != nnz)
    file.fail("the row map ends at ", stored.back(), " (need ", nnz, ", the number of entries)");
  return {stored.begin(), stored.end()};
}

/// \brief Reads a binary CSR file as it is: rows may be unsorted and hold duplicates.
/// \throws std::runtime_error naming file, place, what is wrong and what is needed.
inline HostCsr<double> read_binary_csr(InputFile& file) {
  std::array<std::int64_t, 4> header{};
  read_numbers(file, "header", header.data(), header.size());
  const auto [magic, num_rows, num_cols, nnz] = header;
  if (magic != binary_csr_magic) file.fail("magic number ", magic, " (need ", binary_csr_magic, ")");
  for (const std::int64_t dimension : {num_rows, num_cols, nnz})
    if (dimension < 0 || dimension > largest_dimension)
      file.fail(num_rows, " rows, ", num_cols, " columns, ", nnz, " entries (need each from 0 to ", largest_dimension,
                ")");
  const std::int64_t needed_bytes = binary_csr_bytes(num_rows, nnz);
  if (file.plain() && file.size() != needed_bytes)
    file.fail(file.size(), " bytes (need ", needed_bytes, " for ", num_rows, " rows and ", nnz, " entries)");
  HostCsr<double> matrix;
  matrix.num_rows = num_rows;
  matrix.num_cols = num_cols;
  matrix.row_map = read_row_map(file, num_rows, nnz);
  matrix.entries.resize(static_cast<std::size_t>(nnz));
  read_numbers(file, "columns", matrix.entries.data(), matrix.entries.size());
  for (std::size_t entry = 0; entry < matrix.entries.size(); ++entry)
    if (matrix.entries[entry] < 0 || matrix.entries[entry] >= num_cols)
      file.fail("column ", matrix.entries[entry], " of entry ", entry, " lies outside the matrix (need 0 to ",
                num_cols - 1, ")");
  matrix.values.resize(static_cast<std::size_t>(nnz));
  read_numbers(file, "values", matrix.values.data(), matrix.values.size());
  return matrix;
}

}  // namespace Ocean::Program

#endif
