#ifndef OCEAN_PERF_SUPPORT_LISTED_PRODUCTS_HPP
#define OCEAN_PERF_SUPPORT_LISTED_PRODUCTS_HPP
/// \file
/// \brief Products from a list of matrix names, and their matrices where the kernels run.

#include <Kokkos_Core.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "Ocean_Error.hpp"

namespace Ocean::Perf {

/// \brief A view in \p MemorySpace with the elements of \p items.
template <class MemorySpace, class T>
Kokkos::View<T*, MemorySpace> copy_to_space(const std::vector<T>& items, const std::string& label) {
  const Kokkos::View<T*, MemorySpace> copy(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), items.size());
  Kokkos::deep_copy(copy,
                    Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(items.data(), items.size()));
  return copy;
}

/// \brief One line of the list: name|op|anything.
struct ListedProduct {
  std::string name, op;
};

/// \brief The lines of the file at \p path; those that begin with # are left out.
/// \throws std::runtime_error in the name of \p where if the file cannot be opened
inline std::vector<ListedProduct> read_list(const char* where, const std::string& path) {
  std::ifstream file(path);
  if (!file) Impl::throw_runtime_error(where, path, " cannot be opened (need a list of name|op lines)");
  std::vector<ListedProduct> products;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find('|'), second = line.find('|', first + 1);
    if (line.empty() || line[0] == '#' || first == std::string::npos) continue;
    products.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1)});
  }
  return products;
}

}  // namespace Ocean::Perf

#endif
