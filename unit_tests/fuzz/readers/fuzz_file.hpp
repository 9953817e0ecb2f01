#ifndef OCEAN_UNIT_TESTS_FUZZ_FILE_HPP
#define OCEAN_UNIT_TESTS_FUZZ_FILE_HPP
/// \file
/// \brief Bytes as a file, read as a matrix: a valid matrix or an error, in bounded memory.

#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "../../../src/ocean_spgemm/read_matrix.hpp"
#include "fuzz_checks.hpp"
#include "memory_guard.hpp"

namespace Ocean::Testing {

/// Memory that a matrix may cost: so many bytes for every byte of its file, unpacked, and the buffers of a reader.
inline constexpr std::size_t memory_ratio_max = 64;
inline constexpr std::size_t reader_bytes = std::size_t(1) << 20;

/// \brief A file that has no name on disk.
class MemoryFile {
 public:
  MemoryFile() : m_descriptor(memfd_create("fuzz", 0)), m_path("/proc/self/fd/" + std::to_string(m_descriptor)) {
    demand(m_descriptor >= 0, "no file in memory");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(m_descriptor); }

  const std::string& path() const { return m_path; }
  void write(std::string_view bytes) const {
    demand(ftruncate(m_descriptor, 0) == 0 &&
               pwrite(m_descriptor, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
           "the file in memory cannot be written");
  }

 private:
  int m_descriptor;
  std::string m_path;
};

/// \brief \p bytes as a gzip file.
inline std::string gzipped(std::string_view bytes) {
  static z_stream stream = [] {
    constexpr int gzip_window_bits = 9 + 16, smallest_memory_level = 1;  // inputs are small, and many
    z_stream fresh{};
    demand(deflateInit2(&fresh, Z_BEST_SPEED, Z_DEFLATED, gzip_window_bits, smallest_memory_level,
                        Z_DEFAULT_STRATEGY) == Z_OK,
           "deflateInit2");
    return fresh;
  }();
  demand(deflateReset(&stream) == Z_OK, "deflateReset");
  std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  demand(deflate(&stream, Z_FINISH) == Z_STREAM_END, "deflate");
  packed.resize(stream.total_out);
  return packed;
}

template <class Scalar>
void demand_valid(const Program::HostCsr<Scalar>& matrix) {
  demand(matrix.num_rows >= 0 && matrix.num_cols >= 0, "a negative dimension");
  demand(matrix.row_map.size() == static_cast<std::size_t>(matrix.num_rows) + 1, "a row map of another length");
  demand(matrix.row_map.front() == 0 && matrix.row_map.back() == matrix.entries.size(), "a row map of other ends");
  demand(std::is_sorted(matrix.row_map.begin(), matrix.row_map.end()), "a row map that decreases");
  demand(matrix.entries.size() == matrix.values.size(), "values of another number");
  demand(std::all_of(matrix.entries.begin(), matrix.entries.end(),
                     [&](auto column) { return column >= 0 && column < matrix.num_cols; }),
         "a column outside the matrix");
}

/// \brief The matrix in a file of \p file_bytes, none if it was refused with an error as it should be.
/// \param free_bytes what the reader is told to be free; \param limit_bytes what it may take
inline std::optional<Program::AnyCsr> read_bytes(std::string_view file_bytes, std::size_t free_bytes,
                                                 std::size_t limit_bytes) {
  static const MemoryFile file;
  file.write(file_bytes);
  const MemoryGuard guard(limit_bytes);
  try {
    Program::AnyCsr matrix = Program::read_matrix(file.path(), free_bytes);
    std::visit([](const auto& csr) { demand_valid(csr); }, matrix);
    ++fuzz_counts.taken;
    return matrix;
  } catch (const std::runtime_error& error) {
    demand_error_text(error.what(), "Ocean::read_matrix: " + file.path() + ": ");
  }
  ++fuzz_counts.refused;
  return std::nullopt;
}

/// \brief Aborts unless both are the same, bit by bit.
inline void demand_same(const Program::AnyCsr& left, const Program::AnyCsr& right) {
  demand(left.index() == right.index(), "another type of values");
  std::visit(
      [&](const auto& csr) {
        const auto& other = std::get<std::decay_t<decltype(csr)>>(right);
        using scalar_type = typename std::decay_t<decltype(csr.values)>::value_type;
        demand(csr.num_rows == other.num_rows && csr.num_cols == other.num_cols, "other dimensions");
        demand(csr.row_map == other.row_map && csr.entries == other.entries, "other rows or columns");
        demand(csr.values.empty() ||
                   std::memcmp(csr.values.data(), other.values.data(), csr.values.size() * sizeof(scalar_type)) == 0,
               "other values");
      },
      left);
}

/// \brief Reads \p content as a file and packed by gzip: both give the same matrix or errors.
inline void read_plain_and_gzipped(std::string_view content) {
  constexpr std::string_view gzip_magic = "\x1f\x8b";
  const std::size_t free_bytes = (memory_ratio_max * content.size() + reader_bytes) / 2;
  const std::size_t limit_bytes = memory_ratio_max * content.size() + reader_bytes;
  const auto plain = read_bytes(content, free_bytes, limit_bytes);
  if (content.starts_with(gzip_magic)) return;
  const auto unpacked = read_bytes(gzipped(content), free_bytes, limit_bytes);
  demand(plain.has_value() == unpacked.has_value(), "a file and its gzip file differ: one of them is refused");
  if (plain.has_value()) demand_same(*plain, *unpacked);
}

}  // namespace Ocean::Testing

#endif
