#ifndef OCEAN_DRIVERS_REUSABLE_PRODUCT_DRIVER_HPP
#define OCEAN_DRIVERS_REUSABLE_PRODUCT_DRIVER_HPP
/// \file
/// \brief Implements what reusable_product.hpp declares, by ReusableProductState.

#include <functional>
#include <memory>
#include <utility>
#include "any_types.hpp"
#include "reusable_product.hpp"
#include "reusable_product_state.hpp"

namespace Ocean::Impl {

template <class ExecutionSpace, class ProblemType, class Product>
ReusableProduct<ExecutionSpace, ProblemType, Product>::ReusableProduct()
    : m_state(std::make_unique<ReusableProductState<ExecutionSpace, ProblemType, Product>>()) {}

template <class ExecutionSpace, class ProblemType, class Product>
ReusableProduct<ExecutionSpace, ProblemType, Product>::ReusableProduct(ReusableProduct&&) noexcept = default;

template <class ExecutionSpace, class ProblemType, class Product>
ReusableProduct<ExecutionSpace, ProblemType, Product>& ReusableProduct<ExecutionSpace, ProblemType, Product>::operator=(
    ReusableProduct&&) noexcept = default;

template <class ExecutionSpace, class ProblemType, class Product>
ReusableProduct<ExecutionSpace, ProblemType, Product>::~ReusableProduct() = default;

template <class ExecutionSpace, class ProblemType, class Product>
bool ReusableProduct<ExecutionSpace, ProblemType, Product>::is_symbolic_done() const {
  return m_state->is_symbolic_done();
}

template <class ExecutionSpace, class ProblemType, class Product>
count_type ReusableProduct<ExecutionSpace, ProblemType, Product>::nnz_c() const {
  return m_state->nnz_c();
}

template <class ExecutionSpace, class ProblemType, class Product>
bool ReusableProduct<ExecutionSpace, ProblemType, Product>::has_lists() const {
  return m_state->has_lists();
}

template <class ExecutionSpace, class ProblemType, class Product>
bool ReusableProduct<ExecutionSpace, ProblemType, Product>::has_places() const {
  return m_state->has_places();
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::set_reuse_tuning(const ReuseTuning& tuning) {
  return m_state->set_reuse_tuning(tuning);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::release() {
  return m_state->release();
}

template <class ExecutionSpace, class ProblemType, class Product>
bool ReusableProduct<ExecutionSpace, ProblemType, Product>::is_chunked() const {
  return m_state->is_chunked();
}

template <class ExecutionSpace, class ProblemType, class Product>
std::size_t ReusableProduct<ExecutionSpace, ProblemType, Product>::workspace_bytes() const {
  return m_state->workspace_bytes();
}

template <class ExecutionSpace, class ProblemType, class Product>
Workspace<ExecutionSpace>& ReusableProduct<ExecutionSpace, ProblemType, Product>::workspace() {
  return m_state->workspace();
}

template <class ExecutionSpace, class ProblemType, class Product>
count_type ReusableProduct<ExecutionSpace, ProblemType, Product>::symbolic(
    const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map, const SpGEMMOptions& options,
    SpGEMMReport& report, std::shared_ptr<Workspace<ExecutionSpace>> workspace,
    const std::function<void()>& while_analysed) {
  return m_state->symbolic(exec, problem, row_map, options, report, std::move(workspace), while_analysed);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::fill_entries(const ExecutionSpace& exec,
                                                                         const ProblemType& problem,
                                                                         const offset_type* row_map,
                                                                         ordinal_type* entries, bool prepare) {
  return m_state->fill_entries(exec, problem, row_map, entries, prepare);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::numeric(const ExecutionSpace& exec,
                                                                    const ProblemType& problem,
                                                                    const offset_type* row_map, ordinal_type* entries,
                                                                    scalar_type* values, SpGEMMReport& report,
                                                                    const std::function<void()>& verify) {
  return m_state->numeric(exec, problem, row_map, entries, values, report, verify);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::run_within_memory(const ExecutionSpace& exec,
                                                                              const ProblemType& problem,
                                                                              const std::function<void()>& action,
                                                                              std::size_t extra_bytes) {
  return m_state->run_within_memory(exec, problem, action, extra_bytes);
}

}  // namespace Ocean::Impl

#endif
