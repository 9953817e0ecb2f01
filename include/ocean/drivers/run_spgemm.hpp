#ifndef OCEAN_DRIVERS_RUN_SPGEMM_HPP
#define OCEAN_DRIVERS_RUN_SPGEMM_HPP
/// \file
/// \brief A product of operands in one call.
///
/// Declared here; spgemm_driver.hpp has the stages in order.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief C = A B on \p exec. \p report is filled, even if an exception is thrown.
/// \throws std::invalid_argument for operands that cannot be multiplied, invalid options or a path that the space does
///         not have; std::runtime_error where memory or C's offset type is too small.
template <class Product, class ExecutionSpace, class ProblemType>
Product run_spgemm(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& options,
                   SpGEMMReport& report);

}  // namespace Ocean::Impl

#endif
