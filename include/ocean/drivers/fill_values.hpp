#ifndef OCEAN_DRIVERS_FILL_VALUES_HPP
#define OCEAN_DRIVERS_FILL_VALUES_HPP
/// \file
/// \brief Values of C if C's graph already exists.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../core/problem.hpp"
#include "../tuning/reuse_tuning.hpp"

namespace Ocean::Impl {

/// \brief Values of C = A B for a given graph of C, which may have more columns than the product; of products in
/// columns that it lacks, options.missing_entries decides.
///
/// Shapes  row_map [num_rows + 1], entries and values (out) [nnz_c]; the columns of a row are sorted, each once
/// Launch  on \p exec; waits for it on a device, where the patterns decide how values are summed
/// Cost    on a device, a search in C's row per product, and an atomic addition where rows of B are short; on the CPU
///         path neither. To have an error for missing entries costs another search on a device. Operands with zeros to
///         be skipped are copied
/// \throws std::invalid_argument if an entry is missing: C's values are unspecified then
template <class ExecutionSpace, class ProblemType, class Offset, class Ordinal, class Scalar>
void fill_values(const ExecutionSpace& exec, const ProblemType& problem, count_type nnz_c, const Offset* row_map,
                 const Ordinal* entries, Scalar* values, const SpGEMMOptions& options,
                 const ReuseTuning& tuning = reuse_tuning_default);

}  // namespace Ocean::Impl

#endif
