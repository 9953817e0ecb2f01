#ifndef OCEAN_UNIT_TESTS_FUZZ_MUTATE_HPP
#define OCEAN_UNIT_TESTS_FUZZ_MUTATE_HPP
/// \file
/// \brief Random changes of an input, the same for a seed everywhere.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace Ocean::Testing {

/// Bytes of a longest input that splices make.
inline constexpr std::size_t longest_input = 8192;
/// Bytes that most changes leave alone: the first words of a Matrix Market file, the header of the other formats.
inline constexpr std::size_t readable_header = 32;

/// \brief Changes inputs; draws from one generator.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : m_random(seed) {}

  /// \brief One of \p corpus after one change or two.
  std::string next(const std::vector<std::string>& corpus) {
    std::string input = corpus[below(corpus.size())];
    for (std::size_t change = 0, count = 1 + below(2); change < count; ++change) mutate(input, corpus);
    if (input.size() > longest_input) input.resize(longest_input);
    return input;
  }

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(m_random() % bound); }

  void mutate(std::string& input, const std::vector<std::string>& corpus) {
    // Most behind the beginning, which few changes leave readable.
    const std::size_t header = below(4) == 0 ? 0 : std::min(input.size(), readable_header);
    const std::size_t at = header + below(input.size() - header);
    switch (below(8)) {
      case 0: return flip_bit(input, at);
      case 1: return input.resize(at);
      case 2: return splice(input, corpus[below(corpus.size())]);
      case 3: return blow_up_text_number(input, at);
      case 4: return blow_up_binary_number(input);
      case 5: return input.insert(at, 1, static_cast<char>(below(256))), void();
      case 6: return input.erase(at, 1 + below(16)), void();
      default: return input.insert(at, input.substr(at, 1 + below(64))), void();
    }
  }

  void flip_bit(std::string& input, std::size_t at) {
    if (at < input.size()) input[at] ^= static_cast<char>(1 << below(8));
  }

  /// \brief The beginning of one and the end of the other.
  void splice(std::string& input, const std::string& other) {
    input = input.substr(0, below(input.size() + 1)) + other.substr(below(other.size() + 1));
  }

  /// \brief Puts a number of a critical size in place of the first one behind \p at.
  void blow_up_text_number(std::string& input, std::size_t at) {
    static constexpr std::array<std::string_view, 19> numbers = {"0",
                                                                 "1",
                                                                 "2",
                                                                 "3",
                                                                 "-1",
                                                                 "+1",
                                                                 "2147483647",
                                                                 "2147483648",
                                                                 "4294967296",
                                                                 "1000000000000",
                                                                 "9223372036854775807",
                                                                 "9223372036854775808",
                                                                 "18446744073709551616",
                                                                 "1e999",
                                                                 "-1e-999",
                                                                 "nan",
                                                                 "inf",
                                                                 "513",
                                                                 "1.5"};
    const auto is_digit = [](char byte) { return std::isdigit(static_cast<unsigned char>(byte)) != 0; };
    const auto begin = std::find_if(input.begin() + static_cast<std::ptrdiff_t>(at), input.end(), is_digit);
    const auto end = std::find_if_not(begin, input.end(), is_digit);
    input.replace(begin, end, numbers[below(numbers.size())]);
  }

  /// \brief Puts a number of a critical size over four or eight bytes.
  void blow_up_binary_number(std::string& input) {
    static constexpr std::array<std::int64_t, 12> numbers = {0,
                                                             1,
                                                             -1,
                                                             2,
                                                             65536,
                                                             1000000,
                                                             16777216,
                                                             2147483647,
                                                             2147483648,
                                                             4294967296,
                                                             std::int64_t(1) << 53,
                                                             std::numeric_limits<std::int64_t>::max()};
    const std::size_t bytes = below(2) == 0 ? sizeof(std::int32_t) : sizeof(std::int64_t);
    if (input.size() < bytes) return;
    const std::int64_t number = numbers[below(numbers.size())];
    std::memcpy(input.data() + below(input.size() / bytes) * bytes, &number, bytes);
  }

  std::mt19937_64 m_random;
};

}  // namespace Ocean::Testing

#endif
