#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_ARGUMENTS_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_ARGUMENTS_HPP
/// \file
/// \brief The command line of ocean_fuzz.

#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "fuzz_case.hpp"

namespace Ocean::Fuzz {

struct FuzzArguments {
  std::uint64_t seed = 1;
  std::int64_t first_case = 0, count = 1000;
  std::int64_t only_case = -1;
  CaseLimits limits;
  bool stop_on_failure = false, verbose = false;
};

inline constexpr const char* fuzz_usage =
    "ocean_fuzz --seed S --count N [--first K] [--case K] [--path host|team|native]\n"
    "           [--stop-on-failure] [--verbose]\n"
    "Random products against an independent reference. A case that fails is printed as one line whose first words\n"
    "repeat it. --case runs one case, --first begins with another than 0, --verbose prints every case before it "
    "runs.\n";

/// \return false for what is not understood, or a question for help; the usage is then printed
inline bool read_arguments(int argc, char** argv, FuzzArguments& arguments) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    for (std::size_t position = 0; position < words.size(); ++position) {
      const std::string& word = words[position];
      const auto next = [&] { return words.at(++position); };
      if (word == "--seed")
        arguments.seed = std::stoull(next());
      else if (word == "--count")
        arguments.count = std::stoll(next());
      else if (word == "--first")
        arguments.first_case = std::stoll(next());
      else if (word == "--case")
        arguments.only_case = std::stoll(next());
      else if (word == "--stop-on-failure")
        arguments.stop_on_failure = true;
      else if (word == "--verbose")
        arguments.verbose = true;
      else if (word == "--path") {
        const std::string name = next();
        for (const auto path : {ExecutionPath::host, ExecutionPath::team, ExecutionPath::native})
          if (name == to_string(path)) arguments.limits.path = path;
        if (arguments.limits.path == ExecutionPath::automatic) throw std::invalid_argument(name);
      } else {
        throw std::invalid_argument(word);
      }
    }
    return true;
  } catch (const std::exception&) {
    std::cerr << fuzz_usage;
    return false;
  }
}

}  // namespace Ocean::Fuzz

#endif
