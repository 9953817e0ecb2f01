#ifndef OCEAN_ERROR_HPP
#define OCEAN_ERROR_HPP
/// \file
/// \brief The one way to throw: `Ocean::<where>: <fact with its numbers> (need <what>)`.

#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace Ocean {

/// \brief A call ran out of memory: in a memory space, under the caller's limit or in the caller's work memory. Every
/// function of the library then throws this and nothing else. A call that allocates C leaves the previous C unchanged;
/// one that writes C in place may have written some rows, which the next call writes again.
class OutOfMemory : public std::runtime_error {
 public:
  /// \brief With the given text.
  explicit OutOfMemory(const std::string& text) : std::runtime_error(text) {}
  /// \brief With a fixed text that needs no allocation, for when no memory is left.
  OutOfMemory() noexcept : std::runtime_error(std::string()), m_has_no_text(true) {}

  /// \brief The text, as every error of Ocean has it; valid as long as the exception.
  const char* what() const noexcept override {
    return m_has_no_text ? "Ocean: the host has no memory left, not even for the text of an error (need more memory)"
                         : std::runtime_error::what();
  }

 private:
  bool m_has_no_text = false;
};

}  // namespace Ocean

namespace Ocean::Impl {

/// \brief Appends \p part as an output stream prints it. Most parts need no stream, whose construction takes longer
/// than all else: texts are made while a device waits.
template <class Part>
void append_part(std::string& text, const Part& part) {
  if constexpr (std::is_convertible_v<const Part&, std::string_view>) {
    text += std::string_view(part);
  } else if constexpr (std::is_integral_v<Part> && sizeof(Part) > 1) {
    text += std::to_string(part);
  } else {  // characters and numbers with decimals, too
    std::ostringstream stream;
    stream << part;
    text += stream.str();
  }
}

/// \brief Concatenates \p parts as an output stream prints them.
template <class... Parts>
std::string concatenate(const Parts&... parts) {
  std::string text;
  (append_part(text, parts), ...);
  return text;
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

/// \brief Throws OutOfMemory.
template <class... Parts>
[[noreturn]] void throw_out_of_memory(const char* where, const Parts&... parts) {
  try {
    throw OutOfMemory(concatenate("Ocean::", where, ": ", parts...));
  } catch (const std::bad_alloc&) {
    throw OutOfMemory();
  }
}

/// \brief Whether \p text is that of an allocation that failed within Kokkos, an error that has no type of its own.
inline bool is_kokkos_allocation_failure(std::string_view text) {
  return text.find("memory space failed to allocate") != std::string_view::npos;
}

/// \brief Runs \p action() and turns a lack of memory anywhere in it into OutOfMemory: the library's own lists and
/// texts take host memory, and Kokkos allocates scratch. Every public function is wrapped in this.
/// \param where  the public function
template <class Action>
decltype(auto) with_out_of_memory(const char* where, const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    throw_out_of_memory(where, "the host has no memory for the library's own lists (need more memory)");
  } catch (const OutOfMemory&) {
    throw;
  } catch (const std::runtime_error& error) {
    if (is_kokkos_allocation_failure(error.what())) throw_out_of_memory(where, error.what());
    throw;
  }
}

/// \brief Throws std::invalid_argument unless \p condition holds.
template <class... Parts>
void require(bool condition, const char* where, const Parts&... parts) {
  if (!condition) throw_invalid_argument(where, parts...);
}

}  // namespace Ocean::Impl

#endif
