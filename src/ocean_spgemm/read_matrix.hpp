#ifndef OCEAN_PROGRAM_READ_MATRIX_HPP
#define OCEAN_PROGRAM_READ_MATRIX_HPP
/// \file
/// \brief Reads a matrix file of any format that the program knows, recognized by its first bytes.

#include <cstring>
#include <new>

#include "read_binary_csr.hpp"
#include "read_matrix_market.hpp"

namespace Ocean::Program {

/// \brief Reads Matrix Market or binary CSR, gzipped or not.
/// \param free_bytes memory that the matrix may take
/// \throws std::runtime_error naming file, line or place, the numbers and what is needed.
inline AnyCsr read_matrix(const std::string& path, std::size_t free_bytes = Impl::available_host_bytes()) {
  InputFile file(path, free_bytes);
  const std::string start = file.peek(sizeof(binary_csr_magic));
  if (start.empty()) file.fail("the file is empty (need a Matrix Market or binary CSR file)");
  std::int64_t number = 0;
  if (start.size() == sizeof(number)) std::memcpy(&number, start.data(), sizeof(number));
  try {
    if (number == binary_csr_magic) return read_binary_csr(file);
    if (start.starts_with('%')) return read_matrix_market(file);
  } catch (const std::bad_alloc&) {
    file.fail("the matrix does not fit into memory (need more than ", Impl::available_host_bytes(), " free bytes)");
  }
  file.fail("the file begins with neither of the two formats (need '", matrix_market_banner,
            "' or the number of binary CSR)");
}

}  // namespace Ocean::Program

#endif
