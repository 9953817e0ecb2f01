#ifndef OCEAN_PROGRAM_INPUT_FILE_HPP
#define OCEAN_PROGRAM_INPUT_FILE_HPP
/// \file
/// \brief Bytes and lines of a file, gzipped or not.

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <Ocean_Error.hpp>
#include <ocean/backend/device_memory.hpp>
#include "progress_bar.hpp"

namespace Ocean::Program {

/// Bytes read and decompressed at a time: as many as the file has, within these bounds.
inline constexpr std::size_t read_block_bytes_min = std::size_t(1) << 12, read_block_bytes_max = std::size_t(1) << 20;
/// Bytes that one byte of a gzip file may unpack to: a copy of 258 bytes takes two bits. Source: RFC 1951, zlib's
/// zlib_tech.html ("Maximum Compression Factor")
inline constexpr std::int64_t deflate_ratio_max = 1032;
/// Characters in the longest line allowed; a file with a longer one is not Matrix Market.
inline constexpr std::size_t longest_line = std::size_t(1) << 16;

/// \brief A file that is read once, from its beginning.
///
/// Readers do not trust the sizes that a file announces: they first compare them with largest_size() and free_bytes(),
/// and if the file's size is not known, take memory as the numbers arrive. So a gzip file that unpacks to too much is
/// refused.
class InputFile {
 public:
  /// \param free_bytes memory that the matrix may take
  /// \throws std::runtime_error if \p path is no readable regular file.
  explicit InputFile(const std::string& path, std::size_t free_bytes = Impl::available_host_bytes())
      : m_path(path), m_free_bytes(free_bytes), m_size(size_of(path)), m_progress("reading " + path, m_size) {
    m_file = gzopen(path.c_str(), "rb");
    if (m_file == nullptr) fail("cannot be opened: ", std::strerror(errno), " (need a readable file)");
    gzbuffer(m_file, static_cast<unsigned>(block_bytes()));
    m_plain = gzdirect(m_file) == 1;
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() { (void)gzclose_r(m_file); }

  const std::string& path() const { return m_path; }
  /// \brief Bytes on disk.
  std::int64_t size() const { return m_size; }
  /// \brief Whether the bytes on disk are the bytes that read() returns.
  bool plain() const { return m_plain; }
  /// \brief Most bytes that read() may return.
  std::int64_t largest_size() const { return m_plain ? m_size : deflate_ratio_max * m_size; }
  /// \brief The file's size in words.
  std::string size_text() const {
    return m_plain ? Impl::concatenate("a file of ", m_size, " bytes")
                   : Impl::concatenate("a gzip file of ", m_size, " bytes, at most ", largest_size(), " unpacked");
  }
  std::size_t block_bytes() const {
    return std::clamp(static_cast<std::size_t>(m_size), read_block_bytes_min, read_block_bytes_max);
  }

  /// \throws std::runtime_error if a matrix of \p rows and \p entries, of at least \p bytes, has no room.
  void require_memory(std::int64_t rows, std::int64_t entries, std::size_t bytes) const {
    if (bytes > m_free_bytes)
      fail(rows, " rows and ", entries, " entries take ", bytes, " bytes (need more memory: ", m_free_bytes,
           " bytes are free)");
  }

  /// \brief Up to \p count bytes; fewer only at the end of the file.
  /// \throws std::runtime_error if the file cannot be read or its compression is damaged or cut off.
  std::size_t read(void* target, std::size_t count) {
    std::size_t done = 0;
    while (done < count) {
      const std::size_t piece = std::min(count - done, read_block_bytes_max);
      const int got = gzread(m_file, static_cast<char*>(target) + done, static_cast<unsigned>(piece));
      check_compression(got);
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
      m_progress.update(gzoffset(m_file));
    }
    return done;
  }

  /// \brief The first bytes, without consuming them; only before the first read().
  std::string peek(std::size_t count) {
    std::string bytes(count, '\0');
    bytes.resize(read(bytes.data(), count));
    if (gzrewind(m_file) != 0) fail("cannot be read twice (need a regular file)");
    return bytes;
  }

  /// \throws std::runtime_error naming the file.
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    Impl::throw_runtime_error("read_matrix", m_path, ": ", parts...);
  }

 private:
  static std::int64_t size_of(const std::string& path) {
    struct stat status;
    if (stat(path.c_str(), &status) != 0)
      Impl::throw_runtime_error("read_matrix", path, ": cannot be opened: ", std::strerror(errno),
                                " (need a readable file)");
    if (!S_ISREG(status.st_mode))
      Impl::throw_runtime_error("read_matrix", path, ": is not a regular file (need a matrix file)");
    return status.st_size;
  }

  void check_compression(int got) const {
    int code = Z_OK;
    const char* message = gzerror(m_file, &code);
    if (code == Z_BUF_ERROR) fail("the compressed data end early, after ", m_size, " bytes (need a whole gzip file)");
    if (got < 0 || (code != Z_OK && code != Z_STREAM_END))
      fail("cannot be read: ", code == Z_ERRNO ? std::strerror(errno) : message, " (need an undamaged file)");
  }

  std::string m_path;
  std::size_t m_free_bytes;
  std::int64_t m_size;
  ProgressBar m_progress;
  gzFile m_file = nullptr;
  bool m_plain = false;
};

/// \brief The lines of a file, without their ends (\\n or \\r\\n).
class LineReader {
 public:
  explicit LineReader(InputFile& file) : m_file(file), m_buffer(file.block_bytes() + longest_line) {}

  /// \brief The next line, valid until the next call; false at the end of the file.
  /// \throws std::runtime_error if the line is longer than longest_line.
  bool next(std::string_view& line) {
    const char* found = find_end();
    if (found == nullptr && !m_at_end) {
      refill();
      found = find_end();
    }
    if (found == nullptr && m_begin == m_end) return false;
    ++m_line_number;
    const std::size_t end = found == nullptr ? m_end : static_cast<std::size_t>(found - m_buffer.data());
    if (end - m_begin > longest_line)
      m_file.fail("line ", m_line_number, " has more than ", longest_line, " characters (need a Matrix Market file)");
    line = std::string_view(m_buffer.data() + m_begin, end - m_begin);
    m_begin = std::min(end + 1, m_end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return true;
  }

  /// \brief Number of the line that next() returned last, from 1.
  std::int64_t line_number() const { return m_line_number; }

  /// \throws std::runtime_error naming the file and the line.
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    m_file.fail("line ", m_line_number, ": ", parts...);
  }

 private:
  const char* find_end() const {
    return static_cast<const char*>(std::memchr(m_buffer.data() + m_begin, '\n', m_end - m_begin));
  }

  void refill() {
    if (m_end - m_begin > longest_line) return;
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_end -= m_begin;
    m_begin = 0;
    const std::size_t wanted = m_buffer.size() - m_end;
    const std::size_t got = m_file.read(m_buffer.data() + m_end, wanted);
    m_end += got;
    m_at_end = got < wanted;
  }

  InputFile& m_file;
  std::vector<char> m_buffer;
  std::size_t m_begin = 0;
  std::size_t m_end = 0;
  bool m_at_end = false;
  std::int64_t m_line_number = 0;
};

}  // namespace Ocean::Program

#endif
