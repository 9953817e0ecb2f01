#ifndef OCEAN_CORE_ROW_SLICE_HPP
#define OCEAN_CORE_ROW_SLICE_HPP
/// \file
/// \brief A product of some rows of A.

#include <algorithm>

#include "find_first.hpp"
#include "problem.hpp"

namespace Ocean::Impl {

/// \brief The rows [\p first, \p last) of A times B. The slice's row map does not start at 0: its offsets are those of
/// all of A, whose entries it shares.
template <class ProblemType>
ProblemType row_slice(const ProblemType& problem, count_type first, count_type last) {
  using row_map_type = typename ProblemType::operand_a_type::row_map_type;
  ProblemType slice = problem;
  slice.a.num_rows = last - first;
  slice.a.jacobi = problem.a.jacobi.from(first);
  slice.a.row_map = row_map_type(problem.a.row_map.data() + first, static_cast<std::size_t>(last - first + 1));
  return slice;
}

/// \brief The same, with A's entries bounded to the slice; waits for the bounds.
template <class ExecutionSpace, class ProblemType>
ProblemType bounded_row_slice(const ExecutionSpace& exec, const ProblemType& problem, count_type first,
                              count_type last) {
  using entries_type = typename ProblemType::operand_a_type::entries_type;
  ProblemType slice = row_slice(problem, first, last);
  slice.a.first_offset = static_cast<count_type>(read_element(exec, problem.a.row_map, first));
  const auto end = static_cast<std::size_t>(read_element(exec, problem.a.row_map, last));
  slice.a.entries = entries_type(problem.a.entries.data(), std::min(end, problem.a.entries.extent(0)));
  return slice;
}

}  // namespace Ocean::Impl

#endif
