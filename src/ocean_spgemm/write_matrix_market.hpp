#ifndef OCEAN_PROGRAM_WRITE_MATRIX_MARKET_HPP
#define OCEAN_PROGRAM_WRITE_MATRIX_MARKET_HPP
/// \file
/// \brief Writes Matrix Market files that are either complete or absent.

#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include <Ocean_Error.hpp>
#include "host_csr.hpp"

namespace Ocean::Program {

/// Bytes written to the file at a time, and the room that one line needs.
inline constexpr std::size_t write_block_bytes = std::size_t(1) << 20, longest_entry_line = 128;

/// \brief A temporary file next to its target that takes the target's name on commit() and is otherwise removed.
class ReplacingFile {
 public:
  /// Gzipped if \p target ends in .gz.
  /// \throws std::runtime_error if no file can be written next to \p target.
  explicit ReplacingFile(const std::string& target) : m_target(resolve(target)) {
    m_path = m_target + ".part" + std::to_string(getpid());
    m_file = gzopen(m_path.c_str(), target.ends_with(".gz") ? "wbx" : "wbxT");
    if (m_file == nullptr) fail(std::strerror(errno), " (need a folder that can be written)");
    gzbuffer(m_file, static_cast<unsigned>(write_block_bytes));
  }
  ReplacingFile(const ReplacingFile&) = delete;
  ReplacingFile& operator=(const ReplacingFile&) = delete;
  ~ReplacingFile() {
    if (m_file != nullptr) (void)gzclose_w(m_file);
    if (!m_committed) (void)std::remove(m_path.c_str());
  }

  /// \throws std::runtime_error if the bytes cannot be written.
  void write(std::string_view bytes) {
    if (!bytes.empty() && gzwrite(m_file, bytes.data(), static_cast<unsigned>(bytes.size())) <= 0)
      fail(std::strerror(errno), " (need space for the whole file)");
  }

  /// \throws std::runtime_error if the last bytes or the new name cannot be written; the target is then unchanged.
  void commit() {
    const int closed = gzclose_w(m_file);
    m_file = nullptr;
    if (closed != Z_OK) fail(std::strerror(errno), " (need space for the whole file)");
    if (std::rename(m_path.c_str(), m_target.c_str()) != 0)
      fail(std::strerror(errno), " (need a name that can be replaced)");
    m_committed = true;
  }

 private:
  /// The file that \p target names, following links; only regular files and new names may be replaced.
  static std::string resolve(const std::string& target) {
    std::error_code error;
    const auto status = std::filesystem::status(target, error);
    if (!std::filesystem::exists(status)) return target;
    if (!std::filesystem::is_regular_file(status))
      Impl::throw_runtime_error("write_file", target, ": is not a regular file (need a file name)");
    const auto resolved = std::filesystem::canonical(target, error);
    return error ? target : resolved.string();
  }

  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    Impl::throw_runtime_error("write_file", m_target, ": cannot be written: ", parts...);
  }

  std::string m_target;
  std::string m_path;
  gzFile m_file = nullptr;
  bool m_committed = false;
};

/// \brief Appends a number as its shortest text that reads back the same.
template <class Number>
char* append_number(char* first, char* last, Number number) {
  return std::to_chars(first, last, number).ptr;
}

/// \brief Writes \p matrix as `coordinate real general` or `coordinate complex general`, entries row by row.
/// \throws std::runtime_error if the file cannot be written; \p path is then unchanged.
template <class Scalar>
void write_matrix_market(const std::string& path, const CsrSpan<Scalar>& matrix) {
  constexpr bool is_complex = std::is_same_v<Scalar, complex_type>;
  ReplacingFile file(path);
  file.write(Impl::concatenate("%%MatrixMarket matrix coordinate ", is_complex ? "complex" : "real", " general\n",
                               matrix.num_rows, " ", matrix.num_cols, " ", matrix.nnz(), "\n"));
  std::string block(write_block_bytes, '\0');
  char* const end = block.data() + block.size();
  char* next = block.data();
  for (std::int64_t row = 0; row < matrix.num_rows; ++row)
    for (offset_type entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      next = append_number(next, end, row + 1);
      *next++ = ' ';
      next = append_number(next, end, std::int64_t(matrix.entries[entry]) + 1);
      *next++ = ' ';
      if constexpr (is_complex) {
        next = append_number(next, end, matrix.values[entry].real());
        *next++ = ' ';
        next = append_number(next, end, matrix.values[entry].imag());
      } else {
        next = append_number(next, end, matrix.values[entry]);
      }
      *next++ = '\n';
      if (static_cast<std::size_t>(end - next) < longest_entry_line) {
        file.write(std::string_view(block.data(), static_cast<std::size_t>(next - block.data())));
        next = block.data();
      }
    }
  file.write(std::string_view(block.data(), static_cast<std::size_t>(next - block.data())));
  file.commit();
}

}  // namespace Ocean::Program

#endif
