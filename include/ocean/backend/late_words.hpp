#ifndef OCEAN_BACKEND_LATE_WORDS_HPP
#define OCEAN_BACKEND_LATE_WORDS_HPP
/// \file
/// \brief Results of kernels that the host reads without a copy, after it has waited for another reason.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>

namespace Ocean::Impl {

/// Words that a thread has.
inline constexpr std::size_t late_words_max = 2;

/// \brief A few words per thread, for reductions whose result is not needed immediately. They belong to the thread
/// until it has waited for their instance. Generic version: Kokkos waits where kernels cannot write the host's memory.
template <class ExecutionSpace>
struct LateWords {
  using view_type = Kokkos::View<std::uint64_t, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// \brief Word \p index of this thread, below late_words_max: the result of a parallel_reduce.
  static view_type word(std::size_t index) {
    thread_local std::array<std::uint64_t, late_words_max> words{};
    return view_type(&words[index]);
  }
};

}  // namespace Ocean::Impl

#include "cuda/late_words_cuda.hpp"

#endif
