#ifndef OCEAN_UNIT_TESTS_FUZZ_CHECKS_HPP
#define OCEAN_UNIT_TESTS_FUZZ_CHECKS_HPP
/// \file
/// \brief What holds for every input of a fuzz target, and what became of the inputs.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace Ocean::Testing {

/// \brief Inputs of this process that were taken, and that were refused with an error.
struct FuzzCounts {
  std::int64_t taken = 0;
  std::int64_t refused = 0;
};
inline FuzzCounts fuzz_counts;

/// Characters of a longest error.
inline constexpr std::size_t longest_error = 1000;

/// \brief Aborts unless \p condition holds: what libFuzzer and the sanitizers take for a crash.
inline void demand(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

/// \brief Aborts unless \p text is one line `<head>: <fact> (need <what>)` that can be printed.
inline void demand_error_text(std::string_view text, std::string_view head) {
  const std::string shown(text);
  demand(text.starts_with(head), "an error without its head: " + shown);
  demand(text.find(" (need ") != std::string_view::npos && text.ends_with(')'), "an error without a need: " + shown);
  demand(text.size() <= longest_error, "an error of " + std::to_string(text.size()) + " characters: " + shown);
  for (const char character : text)
    demand(character >= ' ' && character <= '~', "an error with a byte that does not print: " + shown);
}

}  // namespace Ocean::Testing

#endif
