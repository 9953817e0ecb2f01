/// \file
/// \brief Matrix Market files of any content, plain and gzipped.

#include "fuzz_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Ocean::Testing::read_plain_and_gzipped({reinterpret_cast<const char*>(data), size});
  return 0;
}
