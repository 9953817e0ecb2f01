#ifndef OCEAN_OPERATIONS_TRANSPOSED_PRODUCT_HPP
#define OCEAN_OPERATIONS_TRANSPOSED_PRODUCT_HPP
/// \file
/// \brief C = op(A) op(B) in one call.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief C = op(A) op(B) on \p exec, \p a and \p b as they are stored. \p report as from run_spgemm(), with a stage
/// `transpose` and with the memory of the transposes in its peaks.
/// \throws as run_spgemm().
template <class Product, class ExecutionSpace, class OperandA, class OperandB>
Product run_transposed_spgemm(const ExecutionSpace& exec, const OperandA& a, bool transpose_a, const OperandB& b,
                              bool transpose_b, const SpGEMMOptions& options, SpGEMMReport& report);

}  // namespace Ocean::Impl

#endif
