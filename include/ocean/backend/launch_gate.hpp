#ifndef OCEAN_BACKEND_LAUNCH_GATE_HPP
#define OCEAN_BACKEND_LAUNCH_GATE_HPP
/// \file
/// \brief Kernels that are launched before it is known whether they may run.

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace Ocean::Impl {

/// \brief A word in the device's memory, and what it is if kernels may run.
struct GateKey {
  const std::uint64_t* word = nullptr;  ///< null: they may
  std::uint64_t open_value = 0;

  KOKKOS_FUNCTION bool is_open() const { return word == nullptr || *word == open_value; }
};

/// \brief As long as it lives, native team kernels that its thread launches end at once unless the gate is open when
/// they begin: work before them on the instance may still write the word. Other kernels are not held up.
/// Generic version: there are none.
template <class ExecutionSpace>
struct LaunchGate {
  static constexpr bool available = false;
  explicit LaunchGate(const GateKey&) {}
};

}  // namespace Ocean::Impl

#include "cuda/launch_gate_cuda.hpp"

#endif
