#ifndef OCEAN_PERF_MATRICES_WRITE_PATTERN_HPP
#define OCEAN_PERF_MATRICES_WRITE_PATTERN_HPP
/// \file
/// \brief Writes a generated matrix, and the checksums that tell whether it is the one that was meant.

#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "random.hpp"

namespace Ocean::Matrices {

inline constexpr index_type binary_csr_magic = 0x42435352;

/// \brief FNV-1a over the row map and the columns, each as eight bytes, lowest first.
inline std::uint64_t checksum(const Pattern& pattern) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  const auto add = [&](index_type number) {
    for (int byte = 0; byte < 8; ++byte)
      hash = (hash ^ (static_cast<std::uint64_t>(number) >> (8 * byte) & 0xFF)) * 0x100000001B3ULL;
  };
  for (const index_type offset : pattern.row_map) add(offset);
  for (const column_type column : pattern.entries) add(column);
  return hash;
}

inline double value_of(const Pattern& pattern, index_type row, index_type k) {
  return pattern.values.empty() ? value_at(row, pattern.entries[k]) : pattern.values[k];
}

inline void write_binary_csr(const Pattern& pattern, std::ostream& out) {
  const auto put = [&](const auto& number) { out.write(reinterpret_cast<const char*>(&number), sizeof(number)); };
  for (const index_type number : {binary_csr_magic, pattern.num_rows, pattern.num_cols, pattern.nnz()}) put(number);
  for (const index_type offset : pattern.row_map) put(static_cast<column_type>(offset));
  for (const column_type column : pattern.entries) put(column);
  for (index_type row = 0; row < pattern.num_rows; ++row)
    for (index_type k = pattern.begin(row); k < pattern.end(row); ++k) put(value_of(pattern, row, k));
}

inline void write_matrix_market(const Pattern& pattern, std::ostream& out) {
  out.precision(std::numeric_limits<double>::max_digits10);
  out << "%%MatrixMarket matrix coordinate real general\n"
      << pattern.num_rows << ' ' << pattern.num_cols << ' ' << pattern.nnz() << '\n';
  for (index_type row = 0; row < pattern.num_rows; ++row)
    for (index_type k = pattern.begin(row); k < pattern.end(row); ++k)
      out << row + 1 << ' ' << pattern.entries[k] + 1 << ' ' << value_of(pattern, row, k) << '\n';
}

/// \brief Writes Matrix Market if \p path ends in .mtx, binary CSR if in .bcsr. \throws std::runtime_error
inline void write_pattern(const Pattern& pattern, const std::string& path) {
  const bool text = path.ends_with(".mtx");
  if (!text && !path.ends_with(".bcsr")) throw std::runtime_error(path + " (need a name that ends in .bcsr or .mtx)");
  if (pattern.nnz() > std::numeric_limits<column_type>::max())
    throw std::runtime_error(path + ": " + std::to_string(pattern.nnz()) + " entries (need offsets of 32 bits)");
  std::ofstream out(path, std::ios::binary);
  if (text)
    write_matrix_market(pattern, out);
  else
    write_binary_csr(pattern, out);
  if (!out.flush()) throw std::runtime_error(path + ": cannot be written (need a folder that can be, and room)");
}

}  // namespace Ocean::Matrices

#endif
