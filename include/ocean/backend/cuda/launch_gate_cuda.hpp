#ifndef OCEAN_BACKEND_CUDA_LAUNCH_GATE_CUDA_HPP
#define OCEAN_BACKEND_CUDA_LAUNCH_GATE_CUDA_HPP
/// \file
/// \brief The gate that native launches of a thread carry.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include "../launch_gate.hpp"

namespace Ocean::Impl {

/// \brief A thread's gate, for its next native launches.
inline GateKey& launch_gate_key() {
  thread_local GateKey key;
  return key;
}

/// Pre     no other gate of the thread
template <>
struct LaunchGate<Kokkos::Cuda> {
  static constexpr bool available = true;
  explicit LaunchGate(const GateKey& key) { launch_gate_key() = key; }
  LaunchGate(const LaunchGate&) = delete;
  LaunchGate& operator=(const LaunchGate&) = delete;
  ~LaunchGate() { launch_gate_key() = {}; }
};

}  // namespace Ocean::Impl

#endif
#endif
