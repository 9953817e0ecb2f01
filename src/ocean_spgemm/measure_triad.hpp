#ifndef OCEAN_PROGRAM_MEASURE_TRIAD_HPP
#define OCEAN_PROGRAM_MEASURE_TRIAD_HPP
/// \file
/// \brief The memory bandwidth that a space reaches, measured briefly.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <exception>

namespace Ocean::Program {

/// Elements of each of the three arrays, 64 MiB: together larger than the caches of most machines. The best of the
/// repetitions counts.
inline constexpr std::int64_t triad_elements = std::int64_t(1) << 23;
inline constexpr int triad_repetitions = 4;

/// \brief x = y + s z, 24 bytes per element.
template <class MemorySpace>
struct AddScaled {
  using view_type = Kokkos::View<double*, MemorySpace>;
  view_type x, y, z;
  double scale;
  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { x(i) = y(i) + scale * z(i); }
};

/// \brief Bytes per second of the best of a few triads; 0 if memory is too small for them.
/// Cost  about 0.2 s on a small machine; fences \p exec
template <class ExecutionSpace>
double measure_triad(const ExecutionSpace& exec) {
  using functor_type = AddScaled<typename ExecutionSpace::memory_space>;
  using view_type = typename functor_type::view_type;
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  double best = 0.0;
  try {
    const auto make_view = [&](const char* label) {
      return view_type(Kokkos::view_alloc(exec, std::string(label)), triad_elements);
    };
    const functor_type triad{make_view("Ocean::triad::x"), make_view("Ocean::triad::y"), make_view("Ocean::triad::z"),
                             2.0};
    for (int repetition = 0; repetition < triad_repetitions; ++repetition) {
      exec.fence("Ocean::triad::begin");
      const Kokkos::Timer timer;
      Kokkos::parallel_for("Ocean::triad::add_scaled", policy_type(exec, 0, triad_elements), triad);
      exec.fence("Ocean::triad::end");
      best = std::max(best, 3.0 * sizeof(double) * static_cast<double>(triad_elements) / timer.seconds());
    }
  } catch (const std::exception&) {
    return 0.0;
  }
  return best;
}

}  // namespace Ocean::Program

#endif
