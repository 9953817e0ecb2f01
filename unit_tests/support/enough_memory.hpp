#ifndef OCEAN_TEST_SUPPORT_ENOUGH_MEMORY_HPP
#define OCEAN_TEST_SUPPORT_ENOUGH_MEMORY_HPP
/// \file
/// \brief Whether the number in an error about memory is enough when it is given.

#include <gtest/gtest.h>

#include <optional>
#include <regex>
#include <string>

#include "Ocean_Error.hpp"
#include "Ocean_SpGEMMReport.hpp"
#include "builders.hpp"
#include "checks.hpp"
#include "supplied_memory.hpp"

namespace Ocean::Testing {

/// \brief The bytes that \p text says are enough; 0 if it does not say so.
/// \param bound  its words: "memory limit", "workspace"
inline std::size_t enough_bytes_of(const std::string& text, const std::string& bound) {
  const std::regex pattern("Ocean::workspace: .* takes [0-9]+ bytes with [0-9]+ in use \\(need a " + bound +
                           " of at least ([0-9]+) bytes, it (?:is|has) ([0-9]+); ([0-9]+) are enough\\)");
  std::smatch numbers;
  if (!std::regex_match(text, numbers, pattern)) return 0;
  EXPECT_LT(std::stoull(numbers[2]), std::stoull(numbers[1])) << text;
  EXPECT_LE(std::stoull(numbers[1]), std::stoull(numbers[3])) << text;
  return std::stoull(numbers[3]);
}

/// \brief Gives multiply(options, report) too little memory of one kind, and then what the error says is enough.
///
/// \p multiply does all calls of an operation and returns C, whose values are exact; \p run(bytes, report) has it do
/// that with so many bytes. \p wanted_bytes are taken where there is no bound.
template <class Run, class Matrix>
void expect_the_second_try_to_pass(const Run& run, const Matrix& expected, const std::string& bound,
                                   std::size_t wanted_bytes) {
  constexpr std::size_t allowed_bytes = std::size_t(1) << 16;
  int num_refused = 0;
  for (const double share : {0.0, 0.01, 0.1, 0.3, 0.6, 0.8, 0.95}) {
    const auto bytes = std::size_t(1) + static_cast<std::size_t>(share * static_cast<double>(wanted_bytes));
    const auto try_with = [&](std::size_t given) -> std::optional<std::string> {
      try {
        expect_same(run(given), expected);
        return {};
      } catch (const Ocean::OutOfMemory& error) {
        return error.what();
      }
    };
    const auto text = try_with(bytes);
    if (!text) continue;
    ++num_refused;
    EXPECT_NE(text->find(" " + std::to_string(bytes) + ";"), std::string::npos) << bytes << " given: " << *text;
    const std::size_t enough = enough_bytes_of(*text, bound);
    ASSERT_GT(enough, 0u) << bytes << " given: " << *text;
    EXPECT_LE(enough, wanted_bytes + wanted_bytes / 2 + allowed_bytes) << *text;
    EXPECT_EQ(try_with(enough), std::nullopt) << bytes << " given: " << *text;
  }
  EXPECT_GT(num_refused, 0);
}

/// \brief The same for a limit and for memory of the caller's.
template <class Multiply>
void expect_named_bytes_are_enough(const SpGEMMOptions& base, const Multiply& multiply) {
  const auto measure = [&](SpGEMMOptions options, SpGEMMReport& report) {
    options.memory_limit_bytes = std::size_t(1) << 40;  // so that every byte is counted
    return multiply(options, report);
  };
  SpGEMMOptions symbolic = base;
  symbolic.workflow = Workflow::symbolic;
  SpGEMMReport wanted;
  const auto expected = measure(symbolic, wanted);
  const auto run_within = [&](std::size_t bytes) {
    SpGEMMOptions options = base;
    options.memory_limit_bytes = bytes;
    SpGEMMReport report;
    const auto c = multiply(options, report);
    EXPECT_LE(report.peak_bytes, bytes);
    return c;
  };
  expect_the_second_try_to_pass(run_within, expected, "memory limit", wanted.peak_bytes);
  for (const std::size_t shift : {0, 100}) {
    const auto run_in = [&](std::size_t bytes) {
      const SuppliedMemory memory(bytes);
      SpGEMMReport report;
      const auto c = multiply(memory.in(base, shift), report);
      EXPECT_TRUE(memory.is_kept(shift));
      return c;
    };
    expect_the_second_try_to_pass(run_in, expected, "workspace", wanted.peak_workspace_bytes);
  }
}

}  // namespace Ocean::Testing

#endif
