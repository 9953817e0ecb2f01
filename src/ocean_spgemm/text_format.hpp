#ifndef OCEAN_PROGRAM_TEXT_FORMAT_HPP
#define OCEAN_PROGRAM_TEXT_FORMAT_HPP
/// \file
/// \brief Numbers and units for people to read.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ocean/core/with_commas.hpp>
#include <string>
#include <string_view>

namespace Ocean::Program {

/// Text columns that a report may use.
inline constexpr std::size_t report_columns = 100;

/// \brief printf into a string. Pre  the text is shorter than 512 characters; longer ones are cut
template <class... Arguments>
std::string print(const char* format, const Arguments&... arguments) {
  std::array<char, 512> text{};
  std::snprintf(text.data(), text.size(), format, arguments...);
  return text.data();
}

using Impl::with_commas;

/// \brief Three or more significant digits of a positive number, without an exponent.
inline std::string short_number(double number) {
  const double size = std::abs(number);
  return with_commas(print(size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f", number));
}

/// \brief \p number in the largest unit of thousands in which it is at least 1.
inline std::string with_unit(double number, const std::array<const char*, 5>& units) {
  std::size_t unit = 0;
  while (number >= 1000.0 && unit + 1 < units.size()) {
    number /= 1000.0;
    ++unit;
  }
  return short_number(number) + " " + units[unit];
}

inline std::string format_bytes(double bytes) { return with_unit(bytes, {"B", "kB", "MB", "GB", "TB"}); }

inline std::string format_seconds(double seconds) {
  return seconds >= 1.0 ? short_number(seconds) + " s" : with_unit(seconds * 1e9, {"ns", "us", "ms", "s", "ks"});
}

inline std::string format_percent(double fraction) { return print("%.1f %%", 100.0 * fraction); }

/// Most characters of a file that an error shows.
inline constexpr std::size_t longest_excerpt = 60;

/// \brief \p text as an error shows it: bytes that do not print as \\xNN, and cut if it is long.
inline std::string excerpt(std::string_view text) {
  std::string shown;
  for (const char character : text.substr(0, longest_excerpt))
    shown += character >= ' ' && character <= '~' ? std::string(1, character)
                                                  : print("\\x%02x", static_cast<unsigned char>(character));
  return text.size() > longest_excerpt ? shown + "..." : shown;
}

/// \brief \p text in lines of at most report_columns, all but the first indented by \p indent blanks.
inline std::string wrap(std::string_view text, std::size_t indent) {
  std::string wrapped;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + length > report_columns) {
      wrapped += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      wrapped += ' ';
      ++column;
    }
    wrapped += text.substr(0, length);
    column += length;
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return wrapped;
}

}  // namespace Ocean::Program

#endif
