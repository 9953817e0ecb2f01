#ifndef OCEAN_CORE_ROW_SLICE_HPP
#define OCEAN_CORE_ROW_SLICE_HPP
/// \file
/// \brief A product of some rows of A.

#include "problem.hpp"

namespace Ocean::Impl {

/// \brief The rows [\p first, \p last) of A times B. The slice's row map does not start at 0: its offsets are those of
/// all of A, whose entries it shares.
template <class ProblemType>
ProblemType row_slice(const ProblemType& problem, count_type first, count_type last) {
  using row_map_type = typename ProblemType::operand_a_type::row_map_type;
  ProblemType slice = problem;
  slice.a.num_rows = last - first;
  slice.a.row_map = row_map_type(problem.a.row_map.data() + first, static_cast<std::size_t>(last - first + 1));
  return slice;
}

}  // namespace Ocean::Impl

#endif
