#ifndef OCEAN_CORE_FIND_FIRST_HPP
#define OCEAN_CORE_FIND_FIRST_HPP
/// \file
/// \brief Single numbers from arrays on a device: one element, or the first position where a condition holds.

#include <Kokkos_Core.hpp>
#include <limits>

#include "../backend/device_memory.hpp"
#include "problem.hpp"

namespace Ocean::Impl {

/// \brief Smallest position in [0, count) that \p find marks, or the largest count_type. Waits for the instance.
template <class ExecutionSpace, class Functor>
count_type find_first(const ExecutionSpace& exec, const char* label, count_type count, const Functor& find) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  count_type first = std::numeric_limits<count_type>::max();
  Kokkos::parallel_reduce(label, policy_type(exec, 0, count), find, Kokkos::Min<count_type>(first));
  return first;
}

/// \brief One element of a device view. Waits for the instance.
template <class ExecutionSpace, class View>
typename View::non_const_value_type read_element(const ExecutionSpace& exec, const View& view, count_type position) {
  typename View::non_const_value_type element;
  DeviceMemory<ExecutionSpace>::read_back(exec, view.data() + position, &element, 1);
  return element;
}

}  // namespace Ocean::Impl

#endif
