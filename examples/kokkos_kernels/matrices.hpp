#ifndef OCEAN_EXAMPLES_KOKKOS_KERNELS_MATRICES_HPP
#define OCEAN_EXAMPLES_KOKKOS_KERNELS_MATRICES_HPP
/// \file
/// \brief Types and matrices of these programs, and which library multiplied. Nothing here refers to Ocean's headers.

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

// The types that Debian's KokkosKernels has compiled, for Serial.
using scalar_type = double;
using ordinal_type = int;
using offset_type = std::size_t;
using execution_space = Kokkos::DefaultExecutionSpace;
using memory_space = execution_space::memory_space;
using device_type = Kokkos::Device<execution_space, memory_space>;
using matrix_type = KokkosSparse::CrsMatrix<scalar_type, ordinal_type, device_type, void, offset_type>;
using handle_type = KokkosKernels::Experimental::KokkosKernelsHandle<offset_type, ordinal_type, scalar_type,
                                                                     execution_space, memory_space, memory_space>;
using row_map_type = matrix_type::row_map_type::non_const_type;
using entries_type = matrix_type::index_type::non_const_type;
using values_type = matrix_type::values_type::non_const_type;

/// \brief Counts the profiling regions that Ocean opens when it takes the place of KokkosKernels.
struct OceanRegions {
  static void listen() { Kokkos::Tools::Experimental::set_push_region_callback(count); }
  static std::map<std::string, int>& counts() {
    static std::map<std::string, int> regions;
    return regions;
  }
  static void count(const char* name) {
    const std::string prefix = std::string("Ocean::kokkos_kernels") + "::", region(name);
    if (region.rfind(prefix, 0) == 0) ++counts()[region.substr(prefix.size())];
  }
  static std::string summary() {
    std::string line;
    for (const auto& [name, number] : counts())
      line += (line.empty() ? "" : ", ") + name + " " + std::to_string(number);
    return line.empty() ? "KokkosKernels multiplied" : "Ocean multiplied: " + line;
  }
};

/// \brief A view with value_of(i) for all i < \p size, computed on the host.
template <class View, class ValueOf>
View make_view(std::size_t size, const ValueOf& value_of) {
  const View view("Testing::values", size);
  const auto on_host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < size; ++i) on_host(i) = value_of(i);
  Kokkos::deep_copy(view, on_host);
  return view;
}
template <class View, class T>
View to_view(const std::vector<T>& values) {
  return make_view<View>(values.size(), [&](std::size_t i) { return values[i]; });
}
template <class View>
auto to_host(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

/// \brief \p num_rows rows; row i has the columns of \p columns_of(i), sorted; values between -1 and 1, and a diagonal
/// larger than the sum of the other magnitudes of the row.
template <class ColumnsOf>
matrix_type make_matrix(ordinal_type num_rows, ordinal_type num_cols, const ColumnsOf& columns_of) {
  std::vector<offset_type> row_map(1, 0);
  std::vector<ordinal_type> entries;
  std::vector<scalar_type> values;
  for (ordinal_type i = 0; i < num_rows; ++i) {
    std::vector<ordinal_type> columns = columns_of(i);
    std::sort(columns.begin(), columns.end());
    for (const ordinal_type column : columns) {
      entries.push_back(column);
      values.push_back(column == i ? static_cast<scalar_type>(columns.size())
                                   : ((i * 31 + column * 17) % 101 - 50) / 50.0);
    }
    row_map.push_back(entries.size());
  }
  return matrix_type("A", num_rows, num_cols, entries.size(), to_view<values_type>(values),
                     to_view<row_map_type>(row_map), to_view<entries_type>(entries));
}

/// \brief The stencil of a point and its neighbours, diagonal ones too, in a grid of \p n x \p n x \p n points.
inline matrix_type make_grid(ordinal_type n) {
  const auto inside = [n](ordinal_type x) { return x >= 0 && x < n; };
  return make_matrix(n * n * n, n * n * n, [&](ordinal_type row) {
    const std::array<ordinal_type, 3> at{row % n, row / n % n, row / n / n};
    std::vector<ordinal_type> columns;
    for (ordinal_type z = at[2] - 1; z <= at[2] + 1; ++z)
      for (ordinal_type y = at[1] - 1; y <= at[1] + 1; ++y)
        for (ordinal_type x = at[0] - 1; x <= at[0] + 1; ++x)
          if (inside(x) && inside(y) && inside(z)) columns.push_back((z * n + y) * n + x);
    return columns;
  });
}

#endif
