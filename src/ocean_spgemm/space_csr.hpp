#ifndef OCEAN_PROGRAM_SPACE_CSR_HPP
#define OCEAN_PROGRAM_SPACE_CSR_HPP
/// \file
/// \brief Operands and products in the memory of an execution space.

#include <Kokkos_Core.hpp>
#include <span>
#include <type_traits>

#include "host_csr.hpp"

namespace Ocean::Program {

/// \brief A matrix in memory that a space can access; host spaces see the host's own memory.
template <class ExecutionSpace, class Scalar>
struct SpaceCsr {
  using memory_space = typename ExecutionSpace::memory_space;
  template <class T>
  using view_type = Kokkos::View<const T*, memory_space>;
  view_type<offset_type> row_map;
  view_type<ordinal_type> entries;
  view_type<Scalar> values;
};

/// \brief \p host as a view of \p exec's memory space, copied if necessary.
template <class ExecutionSpace, class T>
Kokkos::View<const T*, typename ExecutionSpace::memory_space> to_space(const ExecutionSpace& exec,
                                                                       std::span<const T> host) {
  using memory_space = typename ExecutionSpace::memory_space;
  const Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> source(host.data(),
                                                                                                  host.size());
  if constexpr (std::is_same_v<memory_space, Kokkos::HostSpace>) {
    return source;
  } else {
    const Kokkos::View<T*, memory_space> target(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "Ocean::program::operand"), host.size());
    Kokkos::deep_copy(exec, target, source);
    return target;
  }
}

/// \brief All three arrays of \p matrix on \p exec.
template <class ExecutionSpace, class Scalar>
SpaceCsr<ExecutionSpace, Scalar> to_space(const ExecutionSpace& exec, const CsrSpan<Scalar>& matrix) {
  return {to_space(exec, matrix.row_map), to_space(exec, matrix.entries), to_space(exec, matrix.values)};
}

/// \brief Whether the operands of a product are one matrix, which is then copied once.
template <class Scalar>
bool is_same_matrix(const CsrSpan<Scalar>& a, const CsrSpan<Scalar>& b) {
  return a.entries.data() == b.entries.data() && a.row_map.data() == b.row_map.data();
}

/// \brief C on \p exec, as spgemm() allocates it.
template <class ExecutionSpace, class Scalar>
struct SpaceProduct {
  using device_type = Kokkos::Device<ExecutionSpace, typename ExecutionSpace::memory_space>;
  Kokkos::View<offset_type*, device_type> row_map;
  Kokkos::View<ordinal_type*, device_type> entries;
  Kokkos::View<Scalar*, device_type> values;
};

}  // namespace Ocean::Program

#endif
