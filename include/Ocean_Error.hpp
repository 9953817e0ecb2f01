#ifndef OCEAN_ERROR_HPP
#define OCEAN_ERROR_HPP
/// \file
/// \brief The one way to throw: `Ocean::<where>: <fact with its numbers> (need <what>)`.

#include <sstream>
#include <stdexcept>
#include <string>

namespace Ocean::Impl {

/// \brief Concatenates \p parts as an output stream prints them.
template <class... Parts>
std::string concatenate(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

/// \brief Throws std::invalid_argument: the caller passed something that cannot be multiplied.
template <class... Parts>
[[noreturn]] void throw_invalid_argument(const char* where, const Parts&... parts) {
  throw std::invalid_argument(concatenate("Ocean::", where, ": ", parts...));
}

/// \brief Throws std::runtime_error: the input is fine, but a resource or a state is not.
template <class... Parts>
[[noreturn]] void throw_runtime_error(const char* where, const Parts&... parts) {
  throw std::runtime_error(concatenate("Ocean::", where, ": ", parts...));
}

/// \brief Throws std::invalid_argument unless \p condition holds.
template <class... Parts>
void require(bool condition, const char* where, const Parts&... parts) {
  if (!condition) throw_invalid_argument(where, parts...);
}

}  // namespace Ocean::Impl

#endif
