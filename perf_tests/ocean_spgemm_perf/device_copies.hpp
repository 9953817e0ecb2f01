#ifndef OCEAN_PERF_DEVICE_COPIES_HPP
#define OCEAN_PERF_DEVICE_COPIES_HPP
/// \file
/// \brief Matrices from the host to the space of the methods, and back.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../../src/ocean_spgemm/host_csr.hpp"
#include "perf_method.hpp"

namespace Ocean::Perf {

using host_matrix_type = Program::HostCsr<double>;

/// \brief An array of \p target's type with the contents of \p source.
template <class Target, class Source>
void copy_to_device(const Source& source, Target& target) {
  using value_type = typename Target::non_const_value_type;
  const Kokkos::View<value_type*, device_type> device(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::perf::operand"), source.size());
  const auto host = Kokkos::create_mirror_view(device);
  for (std::size_t k = 0; k < source.size(); ++k) host(k) = static_cast<value_type>(source[k]);
  Kokkos::deep_copy(device, host);
  target = device;
}

/// \brief A matrix in the space of the methods.
inline DeviceMatrix to_device(const host_matrix_type& matrix) {
  DeviceMatrix result;
  result.num_rows = matrix.num_rows;
  result.num_cols = matrix.num_cols;
  copy_to_device(matrix.row_map, result.row_map);
  copy_to_device(matrix.entries, result.entries);
  copy_to_device(matrix.values, result.values);
  return result;
}

/// \brief A matrix, or one whose values are those of blocks, on the host.
template <class RowMap, class Entries, class Values>
host_matrix_type to_host(std::int64_t num_rows, std::int64_t num_cols, const RowMap& row_map, const Entries& entries,
                         const Values& values) {
  const auto copy = [](const auto& view, auto& vector) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    vector.assign(host.data(), host.data() + host.extent(0));
  };
  host_matrix_type result;
  result.num_rows = num_rows;
  result.num_cols = num_cols;
  copy(row_map, result.row_map);
  copy(entries, result.entries);
  copy(values, result.values);
  return result;
}

inline host_matrix_type to_host(const DeviceMatrix& matrix) {
  return to_host(matrix.num_rows, matrix.num_cols, matrix.row_map, matrix.entries, matrix.values);
}

}  // namespace Ocean::Perf

#endif
