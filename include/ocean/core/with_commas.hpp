#ifndef OCEAN_CORE_WITH_COMMAS_HPP
#define OCEAN_CORE_WITH_COMMAS_HPP
/// \file
/// \brief Counts in human-readable form, for reasons and reports.

#include <algorithm>
#include <concepts>
#include <string>

namespace Ocean::Impl {

/// Digits between two commas.
inline constexpr std::size_t digits_per_comma = 3;

/// \brief The number \p digits, which may have decimals, as 1,234,567.8.
inline std::string with_commas(std::string digits) {
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t place = std::min(digits.find('.'), digits.size()); place > first + digits_per_comma;
       place -= digits_per_comma)
    digits.insert(place - digits_per_comma, ",");
  return digits;
}

/// \brief 1234567 as 1,234,567.
inline std::string with_commas(std::integral auto number) { return with_commas(std::to_string(number)); }

}  // namespace Ocean::Impl

#endif
