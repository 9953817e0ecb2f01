#ifndef OCEAN_KERNELS_NUMERIC_READ_OVERFLOWED_SIZES_HPP
#define OCEAN_KERNELS_NUMERIC_READ_OVERFLOWED_SIZES_HPP
/// \file
/// \brief Sizes of the rows that overflowed.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Size of every overflowed row, which has been counted.
template <class PassData, class Slots>
struct ReadOverflowedSizes {
  PassData pass;
  Slots slots;
  KOKKOS_FUNCTION void operator()(count_type position) const {
    slots(position) = pass.row_nnz(pass.overflow_rows(position));
  }
};

}  // namespace Ocean::Impl

#endif
