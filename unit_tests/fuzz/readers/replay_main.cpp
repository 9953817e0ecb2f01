/// \file
/// \brief Runs a fuzz target without libFuzzer: every file of its corpus, then random changes of them.
///
///     fuzz_<target> <folder of the corpus> <number of changes> <seed>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz_checks.hpp"
#include "mutate.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
/// Of the sanitizers, where the build has them.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

/// Seconds that one input may take.
constexpr unsigned input_seconds_max = 10;

std::string current_input;

/// \brief The input at which the process ends, as a C string.
void show_input() {
  std::fprintf(stderr, "fuzz: the input of %zu bytes: \"", current_input.size());
  for (const char byte : current_input) std::fprintf(stderr, "\\%03o", static_cast<unsigned char>(byte));
  std::fprintf(stderr, "\"\n");
}

void end_at_signal(int number) {
  std::fprintf(stderr, "fuzz: signal %d (an input may take %u s)\n", number, input_seconds_max);
  show_input();
  _exit(1);
}

void run_input(std::string input) {
  current_input = std::move(input);
  alarm(input_seconds_max);
  // A copy of exactly its size: a read beyond it is one beyond its memory.
  const std::vector<std::uint8_t> bytes(current_input.begin(), current_input.end());
  (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  alarm(0);
}

std::vector<std::string> read_corpus(const char* folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s <folder of the corpus> <number of changes> <seed>\n", argv[0]);
    return 2;
  }
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(show_input);
  for (const int number : {SIGABRT, SIGALRM}) std::signal(number, end_at_signal);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<std::string> corpus = read_corpus(argv[1]);
  Ocean::Testing::demand(!corpus.empty(), "an empty corpus");
  for (const std::string& input : corpus) run_input(input);
  const long long changes = std::atoll(argv[2]);
  Ocean::Testing::Mutator mutator(static_cast<std::uint64_t>(std::atoll(argv[3])));
  for (long long k = 0; k < changes; ++k) run_input(mutator.next(corpus));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%zu files, %lld changed inputs of seed %s: %lld taken, %lld refused, %.1f s\n", corpus.size(), changes,
              argv[3], static_cast<long long>(Ocean::Testing::fuzz_counts.taken),
              static_cast<long long>(Ocean::Testing::fuzz_counts.refused), seconds);
  const bool both = Ocean::Testing::fuzz_counts.taken > 0 && Ocean::Testing::fuzz_counts.refused > 0;
  if (!both) std::fprintf(stderr, "fuzz: all inputs had one outcome (need some taken and some refused)\n");
  return both ? 0 : 1;
}
