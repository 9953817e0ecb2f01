#ifndef OCEAN_PROGRAM_MULTIPLY_ON_SPACE_HPP
#define OCEAN_PROGRAM_MULTIPLY_ON_SPACE_HPP
/// \file
/// \brief Copies the operands to a space, multiplies and times, copies C back.

#include <Ocean_SpGEMM.hpp>
#include <ocean/backend/execution_spaces.hpp>

#include "measure_triad.hpp"
#include "multiply.hpp"

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

/// \brief C on \p exec, as spgemm() allocates it.
template <class ExecutionSpace, class Scalar>
struct SpaceProduct {
  using device_type = Kokkos::Device<ExecutionSpace, typename ExecutionSpace::memory_space>;
  Kokkos::View<offset_type*, device_type> row_map;
  Kokkos::View<ordinal_type*, device_type> entries;
  Kokkos::View<Scalar*, device_type> values;
};

/// \brief Multiplies once and returns the seconds taken, from the call to the last work on the instance.
template <class ExecutionSpace, class Scalar>
double time_product(const ExecutionSpace& exec, const MultiplyTask<Scalar>& task,
                    const SpaceCsr<ExecutionSpace, Scalar>& a, const SpaceCsr<ExecutionSpace, Scalar>& b,
                    SpaceProduct<ExecutionSpace, Scalar>& c, SpGEMMReport& report) {
  c = {};
  exec.fence("Ocean::program::begin");
  const Kokkos::Timer timer;
  spgemm(exec, task.a.num_rows, task.a.num_cols, task.b.num_cols, a.row_map, a.entries, a.values, false, b.row_map,
         b.entries, b.values, false, c.row_map, c.entries, c.values, task.options, &report);
  exec.fence("Ocean::program::end");
  return timer.seconds();
}

/// \brief Times task.repeat products. With more than one, a product before them warms up and one after them times the
/// stages; a single product times its stages itself.
template <class ExecutionSpace, class Scalar>
void multiply_on_space(const MultiplyTask<Scalar>& task, MultiplyResult<Scalar>& result) {
  const ExecutionSpace exec;
  result.machine = Impl::device_name(exec);
  if (Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible)
    result.concurrency = exec.concurrency();
  const bool b_is_a = task.a.entries.data() == task.b.entries.data() && task.a.row_map.data() == task.b.row_map.data();
  const auto a = to_space(exec, task.a);
  const auto b = b_is_a ? a : to_space(exec, task.b);
  SpaceProduct<ExecutionSpace, Scalar> c;
  if (task.repeat > 1) {
    (void)time_product(exec, task, a, b, c, result.report);
    for (int k = 0; k < task.repeat; ++k) {
      result.report = {};
      result.seconds.push_back(time_product(exec, task, a, b, c, result.report));
    }
  }
  result.report = {};
  result.report.time_stages = true;
  const double seconds = time_product(exec, task, a, b, c, result.report);
  if (task.repeat == 1) result.seconds.push_back(seconds);
  result.row_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.row_map);
  result.entries = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.entries);
  result.values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.values);
  c = {};
  result.triad_bytes_per_s = measure_triad(exec);
}

/// \brief Multiplies on the space of the list that task.backend names; false if it names none of them.
template <class Scalar, class... Spaces>
bool multiply_on_one_of(Impl::SpaceList<Spaces...>, const MultiplyTask<Scalar>& task, MultiplyResult<Scalar>& result) {
  return ((task.backend == Impl::backend_name<Spaces>() && (multiply_on_space<Spaces>(task, result), true)) || ...);
}

}  // namespace Ocean::Program

#endif
