/// \file
/// \brief Gzip files of any content, damaged and cut, and bombs: whatever they hold, memory follows what the reader was
/// told to be free.

#include "fuzz_file.hpp"

/// Bytes that the reader may think free, and how often it may take them: lists grow by half and are copied.
constexpr std::size_t free_bytes = std::size_t(4) << 20;
constexpr std::size_t growth_ratio_max = 4;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace Ocean::Testing;
  read_bytes({reinterpret_cast<const char*>(data), size}, free_bytes, growth_ratio_max * free_bytes + reader_bytes);
  return 0;
}
