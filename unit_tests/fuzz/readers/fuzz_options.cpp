/// \file
/// \brief Command lines of any words, and options of a product of any bytes.

#include <ocean/kernels/binning/classify_rows.hpp>
#include <ocean/sketch/sampled_rows.hpp>
#include <ocean/stages/workflow_choice.hpp>
#include <sstream>

#include "../../../src/ocean_spgemm/program_options.hpp"
#include "fuzz_checks.hpp"
#include "memory_guard.hpp"

namespace Ocean::Testing {
namespace {

/// Memory that a command line may cost: so many bytes for each of its own, and for the lists of an error.
constexpr std::size_t memory_ratio_max = 64;
constexpr std::size_t parser_bytes = std::size_t(1) << 16;

/// \brief Words between line ends and zero bytes; an argument of a process holds no zero byte.
std::vector<std::string> words_of(std::string_view bytes) {
  std::vector<std::string> words(1);
  for (const char byte : bytes)
    if (byte == '\n' || byte == '\0')
      words.emplace_back();
    else
      words.back() += byte;
  if (words.back().empty()) words.pop_back();
  return words;
}

void parse_words(const std::vector<std::string>& words) {
  try {
    const Program::ProgramOptions options = Program::parse_program_options(words);
    demand(options.repeat >= 1, "a repeat of " + std::to_string(options.repeat));
    demand(options.threads >= 0 && options.threads <= Program::largest_num_threads,
           std::to_string(options.threads) + " threads");
    demand(options.help || options.version || !options.file_a.empty() || words.front().empty() || words.size() > 1,
           "no file");
    Impl::check_options(options.product);
    ++fuzz_counts.taken;
  } catch (const std::invalid_argument& error) {
    const std::string_view text = error.what();
    demand(text.starts_with("Ocean::options: "), "an error without its head: " + std::string(text));
    demand(text.find(" (need ") != std::string_view::npos, "an error without a need: " + std::string(text));
    ++fuzz_counts.refused;
  }
}

/// \brief Takes numbers from the front of \p bytes; zero behind their end.
class NumberSource {
 public:
  explicit NumberSource(std::string_view bytes) : m_bytes(bytes) {}
  template <class Number>
  void fill(Number& number) {
    const std::size_t taken = m_bytes.copy(reinterpret_cast<char*>(&number), sizeof(number));
    m_bytes.remove_prefix(taken);
  }

 private:
  std::string_view m_bytes;
};

SpGEMMOptions options_of(NumberSource numbers) {
  SpGEMMOptions options;
  std::uint8_t registers = 0;
  numbers.fill(options.expansion);
  numbers.fill(options.sample_ratio);
  numbers.fill(options.sample_rows_min);
  numbers.fill(options.sample_rows_max);
  numbers.fill(options.sample_products_max);
  numbers.fill(options.output_slack);
  numbers.fill(options.reuse_early_products);
  numbers.fill(options.reuse_memory_factor);
  numbers.fill(options.thresholds);
  numbers.fill(options.memory_limit_bytes);
  numbers.fill(options.scratch_limit_bytes);
  numbers.fill(registers);
  options.sketch_registers = registers;
  return options;
}

/// \brief Options that pass their check give numbers within their bounds.
void use_options(const SpGEMMOptions& options) {
  try {
    Impl::check_options(options);
  } catch (const std::invalid_argument& error) {
    demand_error_text(error.what(), "Ocean::options: ");
    return;
  }
  const Impl::SlotRule rule{.factor = Impl::choose_expansion(Impl::narrow_sketch_registers, options)};
  for (const Impl::count_type size : {0LL, 1LL, 1000LL, 1LL << 40, 1LL << 62}) {
    const Impl::count_type slots = rule.slots(size, size, size);
    demand(slots >= 0 && slots <= size, std::to_string(slots) + " slots for " + std::to_string(size));
    for (const double row_products : {0.0, 1.0, 1e18}) {
      const auto sampled = Impl::choose_sampled_rows(size, row_products, options).num_sampled;
      demand(sampled >= std::min<Impl::count_type>(1, size) && sampled <= size,
             std::to_string(sampled) + " rows sampled of " + std::to_string(size));
    }
  }
}

}  // namespace
}  // namespace Ocean::Testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace Ocean::Testing;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> words = words_of(bytes);
  {
    const MemoryGuard guard(memory_ratio_max * size + parser_bytes);
    parse_words(words);
  }
  use_options(options_of(NumberSource(bytes)));
  return 0;
}
