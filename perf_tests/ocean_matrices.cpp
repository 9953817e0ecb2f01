/// \file
/// \brief ocean_matrices: makes the benchmark matrices that follow from a rule or look like real ones.
///
/// use: ocean_matrices GENERATOR [ARGUMENT]... [--seed N] -o FILE.bcsr|FILE.mtx
///      ocean_matrices --list
/// Prints rows, columns, entries and a checksum of row map and columns. The same everywhere; needs no Kokkos.

#include <cstdio>
#include <exception>

#include "ocean_matrices/generate.hpp"
#include "ocean_matrices/write_pattern.hpp"

namespace {

int run(int argc, char** argv) {
  std::string line, path;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--list") {
      for (const auto& [name, generator] : Ocean::Matrices::all_generators())
        std::printf("%s %s\n", name.c_str(), generator.arguments.c_str());
      return 0;
    }
    if (word == "-o" && k + 1 < argc)
      path = argv[++k];
    else
      line += word + " ";
  }
  const Ocean::Matrices::Pattern pattern = Ocean::Matrices::generate(line);
  if (!path.empty()) write_pattern(pattern, path);
  std::printf("%lld,%lld,%lld,%016llx\n", static_cast<long long>(pattern.num_rows),
              static_cast<long long>(pattern.num_cols), static_cast<long long>(pattern.nnz()),
              static_cast<unsigned long long>(checksum(pattern)));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ocean_matrices: %s\n", error.what());
    return 2;
  }
}
