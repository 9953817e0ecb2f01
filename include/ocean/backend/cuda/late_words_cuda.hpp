#ifndef OCEAN_BACKEND_CUDA_LATE_WORDS_CUDA_HPP
#define OCEAN_BACKEND_CUDA_LATE_WORDS_CUDA_HPP
/// \file
/// \brief Words in pinned memory, which kernels write themselves.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <cstddef>
#include <cstdint>

#include "pinned_buffer_cuda.hpp"

namespace Ocean::Impl {

template <>
struct LateWords<Kokkos::Cuda> {
  using view_type = Kokkos::View<std::uint64_t, Kokkos::CudaHostPinnedSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  static view_type word(std::size_t index) {
    return view_type(PinnedBuffer<std::uint64_t, late_words_max>::data() + index);
  }
};

}  // namespace Ocean::Impl

#endif
#endif
