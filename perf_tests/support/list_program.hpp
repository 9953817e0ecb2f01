#ifndef OCEAN_PERF_SUPPORT_LIST_PROGRAM_HPP
#define OCEAN_PERF_SUPPORT_LIST_PROGRAM_HPP
/// \file
/// \brief What programs share that measure the products of a list in rounds.

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "matrix_files.hpp"

namespace Ocean::Perf {

struct ListOptions {
  std::string list, folder, commit;
  std::vector<std::string> only;
  int repeat = 9;
  double seconds_max = 4.0;  ///< of a matrix and kind of call, behind its third round
};

inline void add_list_options(CLI::App& app, ListOptions& options) {
  app.add_option("--matrices", options.list, "list of the products, a line each: <name>,<aa or aat>,...")->required();
  app.add_option("--dir", options.folder, "where <name>.bcsr, .mtx, .mtx.gz or .bcsr.gz are")->required();
  app.add_option("--only", options.only, "these matrices of the list alone")->delimiter(',');
  app.add_option("--repeat", options.repeat, "rounds; the median counts")->check(CLI::Range(3, 1000));
  app.add_option("--seconds", options.seconds_max, "of a matrix and kind of call, behind its third round");
  app.add_option("--commit", options.commit, "commit of the sources, where there is no git");
}

/// \brief The products of the list that --only leaves. \throws std::invalid_argument in the name of \p where if there
/// are none, and what read_list() throws
inline std::vector<ListedProduct> chosen_products(const char* where, const ListOptions& options) {
  std::vector<ListedProduct> products = read_list(where, options.list);
  if (!options.only.empty())
    std::erase_if(products, [&](const ListedProduct& product) {
      return std::count(options.only.begin(), options.only.end(), product.name) == 0;
    });
  Impl::require(!products.empty(), where, options.list, " has no product that --only names (need one)");
  return products;
}

/// \brief main(): \p run(argc, argv) with Kokkos, 1 and the text of what it throws.
inline int run_with_kokkos(int argc, char** argv, int (*run)(int, char**)) {
  const Kokkos::ScopeGuard guard(argc, argv);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace Ocean::Perf

#endif
