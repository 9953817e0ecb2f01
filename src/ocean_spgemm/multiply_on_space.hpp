#ifndef OCEAN_PROGRAM_MULTIPLY_ON_SPACE_HPP
#define OCEAN_PROGRAM_MULTIPLY_ON_SPACE_HPP
/// \file
/// \brief Copies the operands to a space, multiplies and times, copies C back.

#include <Ocean_SpGEMM.hpp>
#include <ocean/backend/execution_spaces.hpp>

#include "measure_triad.hpp"
#include "multiply.hpp"
#include "other_product.hpp"
#include "space_csr.hpp"

namespace Ocean::Program {

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

/// \brief Adds a product of the other library to \p result, or why there is none; nothing after a failure.
template <class Scalar>
void multiply_other(OtherProduct<Scalar>& other, bool timed, OtherResult<Scalar>& result) {
  if (!result.failure.empty()) return;
  try {
    const double seconds = other.multiply();
    if (timed) result.seconds.push_back(seconds);
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
}

/// \brief Times task.repeat products, alternating with each of \p others.
template <class ExecutionSpace, class Scalar>
void time_products(const ExecutionSpace& exec, const MultiplyTask<Scalar>& task,
                   const SpaceCsr<ExecutionSpace, Scalar>& a, const SpaceCsr<ExecutionSpace, Scalar>& b,
                   SpaceProduct<ExecutionSpace, Scalar>& c, const OtherProducts<Scalar>& others,
                   MultiplyResult<Scalar>& result) {
  result.others.resize(others.size());
  const auto multiply_others = [&](bool timed) {
    for (std::size_t k = 0; k < others.size(); ++k) multiply_other(*others[k], timed, result.others[k]);
  };
  (void)time_product(exec, task, a, b, c, result.report);
  multiply_others(false);
  for (int k = 0; k < task.repeat; ++k) {
    result.report = {};
    result.seconds.push_back(time_product(exec, task, a, b, c, result.report));
    multiply_others(true);
  }
  for (std::size_t k = 0; k < others.size(); ++k) {
    result.others[k].library = others[k]->library();
    if (result.others[k].failure.empty()) result.others[k].c = others[k]->c();
  }
}

/// \brief Times the products of \p task. With more than one, or with another library's, a product before them warms up
/// and one after them times the stages; a single product times its stages itself.
template <class ExecutionSpace, class Scalar>
void multiply_on_space(const MultiplyTask<Scalar>& task, OtherProducts<Scalar> others, MultiplyResult<Scalar>& result) {
  const ExecutionSpace exec;
  result.machine = Impl::device_name(exec);
  if (Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible)
    result.concurrency = exec.concurrency();
  const auto a = to_space(exec, task.a);
  const auto b = is_same_matrix(task.a, task.b) ? a : to_space(exec, task.b);
  SpaceProduct<ExecutionSpace, Scalar> c;
  const bool is_timed_apart = task.repeat > 1 || !others.empty();
  if (is_timed_apart) time_products(exec, task, a, b, c, others, result);
  others.clear();
  result.report = {};
  result.report.time_stages = true;
  const double seconds = time_product(exec, task, a, b, c, result.report);
  if (!is_timed_apart) result.seconds.push_back(seconds);
  result.row_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.row_map);
  result.entries = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.entries);
  result.values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.values);
  c = {};
  result.triad_bytes_per_s = measure_triad(exec);
}

/// \brief Multiplies on \p Space if task.backend names it, with what \p make_others makes if task.compare.
template <class Space, class Scalar, class MakeOthers>
bool multiply_if_named(const MultiplyTask<Scalar>& task, const MakeOthers& make_others,
                       MultiplyResult<Scalar>& result) {
  if (task.backend != Impl::backend_name<Space>()) return false;
  multiply_on_space<Space, Scalar>(task, task.compare ? make_others(task) : OtherProducts<Scalar>(), result);
  return true;
}

/// \brief The same on the space of the list that task.backend names; false if it names none of them.
template <class Scalar, class MakeOthers, class... Spaces>
bool multiply_on_one_of(Impl::SpaceList<Spaces...>, const MultiplyTask<Scalar>& task, const MakeOthers& make_others,
                        MultiplyResult<Scalar>& result) {
  return (multiply_if_named<Spaces>(task, make_others, result) || ...);
}

}  // namespace Ocean::Program

#endif
