#ifndef OCEAN_PROGRAM_MATRIX_MARKET_HEADER_HPP
#define OCEAN_PROGRAM_MATRIX_MARKET_HEADER_HPP
/// \file
/// \brief The first lines of a Matrix Market file: banner, comments, sizes. Source: [MM96] Boisvert, Pozo, Remington,
/// The Matrix Market Exchange Formats, NISTIR 5935, 1996.

#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "host_csr.hpp"
#include "input_file.hpp"
#include "text_format.hpp"

namespace Ocean::Program {

/// First word of the file; other readers take it with one percent sign, too, and so does this one.
inline constexpr std::string_view matrix_market_banner = "%%MatrixMarket";

enum class MatrixField { real, integer, complex, pattern };
enum class MatrixSymmetry { general, symmetric, skew_symmetric, hermitian };

/// \brief What a Matrix Market file says about itself.
struct MatrixMarketHeader {
  MatrixField field = MatrixField::real;
  MatrixSymmetry symmetry = MatrixSymmetry::general;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t num_entries = 0;       ///< lines of entries; mirrored ones are not listed
  std::int64_t size_line_number = 0;  ///< of the line with the three sizes
};

/// \brief Takes blank-separated words from the front of a line.
class WordReader {
 public:
  explicit WordReader(std::string_view line) : m_rest(line) { skip_blanks(); }

  bool empty() const { return m_rest.empty(); }
  std::string_view rest() const { return m_rest; }

  /// \brief The next word, empty at the end of the line.
  std::string_view next() {
    std::size_t length = 0;
    while (length < m_rest.size() && !is_blank(m_rest[length])) ++length;
    const std::string_view word = m_rest.substr(0, length);
    m_rest.remove_prefix(length);
    skip_blanks();
    return word;
  }

  /// \brief Reads a number up to a blank or the end, with at most one sign; anything else leaves the word in place. A
  /// number beyond the range of its type is std::errc::result_out_of_range.
  template <class Number>
  std::errc next_number_or_error(Number& number) {
    const char* first = m_rest.data();
    const char* const last = first + m_rest.size();
    if (first != last && *first == '+') ++first;
    if (first != m_rest.data() && first != last && *first == '-') return std::errc::invalid_argument;
    const auto [end, error] = std::from_chars(first, last, number);
    if (end != last && !is_blank(*end)) return std::errc::invalid_argument;
    if (error != std::errc()) return error;
    m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
    skip_blanks();
    return error;
  }
  /// \brief The same for numbers that must fit in their type.
  template <class Number>
  bool next_number(Number& number) {
    return next_number_or_error(number) == std::errc();
  }

 private:
  static bool is_blank(char character) { return character == ' ' || character == '\t'; }
  void skip_blanks() {
    while (!m_rest.empty() && is_blank(m_rest.front())) m_rest.remove_prefix(1);
  }

  std::string_view m_rest;
};

/// \brief Lower-case copy of a word of the banner.
inline std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& character : lower) character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
  return lower;
}

/// \brief Reads `%%MatrixMarket matrix coordinate <field> <symmetry>`.
/// \throws std::runtime_error naming the word that is wrong and what it may be.
inline void read_banner(LineReader& lines, MatrixMarketHeader& header) {
  std::string_view line;
  if (!lines.next(line)) line = {};
  WordReader words(line);
  const std::string banner(words.next());
  const std::string object = lower_case(words.next()), format = lower_case(words.next());
  const std::string field = lower_case(words.next()), symmetry = lower_case(words.next());
  const bool is_banner = banner == matrix_market_banner || banner == matrix_market_banner.substr(1);
  if (!is_banner || object != "matrix")
    lines.fail("the file begins with '", excerpt(banner + " " + object), "' (need '%%MatrixMarket matrix')");
  if (format != "coordinate") lines.fail("format '", excerpt(format), "' (need coordinate)");
  static constexpr std::array<std::string_view, 4> fields = {"real", "integer", "complex", "pattern"};
  static constexpr std::array<std::string_view, 4> symmetries = {"general", "symmetric", "skew-symmetric", "hermitian"};
  const auto found_field = std::find(fields.begin(), fields.end(), field);
  const auto found_symmetry = std::find(symmetries.begin(), symmetries.end(), symmetry);
  if (found_field == fields.end()) lines.fail("field '", excerpt(field), "' (need real, integer, complex or pattern)");
  if (found_symmetry == symmetries.end())
    lines.fail("symmetry '", excerpt(symmetry), "' (need general, symmetric, skew-symmetric or hermitian)");
  header.field = static_cast<MatrixField>(found_field - fields.begin());
  header.symmetry = static_cast<MatrixSymmetry>(found_symmetry - symmetries.begin());
  if (header.symmetry == MatrixSymmetry::hermitian && header.field != MatrixField::complex)
    lines.fail("a hermitian matrix with ", field, " values (need complex)");
  if (header.symmetry == MatrixSymmetry::skew_symmetric && header.field == MatrixField::pattern)
    lines.fail("a skew-symmetric matrix without values (need real, integer or complex)");
}

/// \brief Reads banner, comments and the line `rows columns entries`, and checks the sizes.
/// \throws std::runtime_error naming file, line, what is wrong and what is needed.
inline MatrixMarketHeader read_matrix_market_header(LineReader& lines) {
  MatrixMarketHeader header;
  read_banner(lines, header);
  std::string_view line;
  do {
    if (!lines.next(line)) lines.fail("the file ends before the sizes (need a line 'rows columns entries')");
  } while (line.starts_with('%') || WordReader(line).empty());
  WordReader words(line);
  if (!words.next_number(header.num_rows) || !words.next_number(header.num_cols) ||
      !words.next_number(header.num_entries) || !words.empty())
    lines.fail("'", excerpt(line), "' (need three integers 'rows columns entries')");
  header.size_line_number = lines.line_number();
  for (const std::int64_t dimension : {header.num_rows, header.num_cols})
    if (dimension < 0 || dimension > largest_dimension)
      lines.fail("a dimension of ", dimension, " (need 0 to ", largest_dimension, ")");
  if (header.num_entries < 0) lines.fail(header.num_entries, " entries (need 0 or more)");
  if (header.num_entries > 0 && (header.num_rows == 0 || header.num_cols == 0))
    lines.fail(header.num_entries, " entries in a matrix of ", header.num_rows, " x ", header.num_cols, " (need 0)");
  if (header.symmetry != MatrixSymmetry::general && header.num_rows != header.num_cols)
    lines.fail("a matrix of ", header.num_rows, " x ", header.num_cols,
               " is not symmetric (need as many rows as columns)");
  return header;
}

}  // namespace Ocean::Program

#endif
