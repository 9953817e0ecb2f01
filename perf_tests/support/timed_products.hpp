#ifndef OCEAN_PERF_SUPPORT_TIMED_PRODUCTS_HPP
#define OCEAN_PERF_SUPPORT_TIMED_PRODUCTS_HPP
/// \file
/// \brief What programs share that time products under several settings by turns.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "Ocean_SpGEMMOptions.hpp"
#include "copy_to_space.hpp"
#include "matrix_files.hpp"

namespace Ocean::Perf {

using exec_space = Kokkos::DefaultExecutionSpace;
using memory_space = exec_space::memory_space;
using offset_type = Program::offset_type;
using ordinal_type = Program::ordinal_type;
using matrix_type = KokkosSparse::CrsMatrix<double, ordinal_type, exec_space::device_type, void, offset_type>;

/// \brief No accumulator but windows, which are always allowed.
inline constexpr AccumulatorSwitches windows_alone{.hash = false,
                                                   .hybrid_hash = false,
                                                   .dense = false,
                                                   .ranked = false,
                                                   .merge = false,
                                                   .esc = false,
                                                   .multi_row = false,
                                                   .assisted = false,
                                                   .supernodes = false};

inline matrix_type to_device(const Program::HostCsr<double>& matrix) {
  return {"A",
          static_cast<ordinal_type>(matrix.num_rows),
          static_cast<ordinal_type>(matrix.num_cols),
          static_cast<offset_type>(matrix.entries.size()),
          copy_to_space<memory_space>(matrix.values, "Ocean::perf::values"),
          copy_to_space<memory_space>(matrix.row_map, "Ocean::perf::row_map"),
          copy_to_space<memory_space>(matrix.entries, "Ocean::perf::entries")};
}

/// \brief Both operands of \p product in the space. \throws std::runtime_error in the name of \p where, as
/// read_real_matrix()
struct ProductOperands {
  matrix_type a, b;
  ProductOperands(const char* where, const std::string& folder, const ListedProduct& product) {
    const auto host = read_real_matrix(where, folder, product.name);
    a = to_device(host);
    b = product.op == "aat" ? to_device(Program::transpose(host)) : a;
  }
};

/// \brief Milliseconds of \p action, all its work in the space included.
template <class Action>
double time_ms(const Action& action) {
  exec_space().fence("Ocean::perf::before");
  const Kokkos::Timer timer;
  action();
  exec_space().fence("Ocean::perf::after");
  return 1e3 * timer.seconds();
}

inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

}  // namespace Ocean::Perf

#endif
