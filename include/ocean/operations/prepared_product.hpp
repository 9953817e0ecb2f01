#ifndef OCEAN_OPERATIONS_PREPARED_PRODUCT_HPP
#define OCEAN_OPERATIONS_PREPARED_PRODUCT_HPP
/// \file
/// \brief C = A B for operands that are formed in work memory first.

#include <algorithm>
#include <cstdint>
#include "../core/stage_timer.hpp"
#include "../core/workspace.hpp"
#include "../drivers/enough_memory.hpp"
#include "../drivers/run_spgemm.hpp"

namespace Ocean::Impl {

/// \brief One past the last byte of an operand's memory.
template <class Operand>
std::uintptr_t end_of_operand(const Operand& operand) {
  const auto end_of = [](const auto& view) { return reinterpret_cast<std::uintptr_t>(view.data() + view.extent(0)); };
  return std::max({end_of(operand.row_map), end_of(operand.entries), end_of(operand.values)});
}

/// \brief \p options for a product that shares memory with \p workspace, whose last byte in use is before \p end: what
/// is left of the limit, and of the caller's memory.
template <class ExecutionSpace>
SpGEMMOptions options_beside(SpGEMMOptions options, const Workspace<ExecutionSpace>& workspace, std::uintptr_t end) {
  const auto left = [](std::size_t all, std::size_t taken) { return all > taken ? all - taken : 0; };
  if (options.memory_limit_bytes > 0)
    options.memory_limit_bytes = std::max<std::size_t>(1, left(options.memory_limit_bytes, workspace.live_bytes()));
  if (options.workspace_data != nullptr) {
    const auto begin = reinterpret_cast<std::uintptr_t>(options.workspace_data);
    const std::size_t taken = left(end, begin);
    options.workspace_data = static_cast<char*>(options.workspace_data) + taken;
    options.workspace_bytes = left(options.workspace_bytes, taken);
  }
  return options;
}

/// \brief Adds what was done and held before a product to the product's report.
template <class ExecutionSpace>
void add_preparation(const Workspace<ExecutionSpace>& workspace, const SpGEMMReport& preparation,
                     SpGEMMReport& report) {
  report.stage_times.insert(report.stage_times.begin(), preparation.stage_times.begin(), preparation.stage_times.end());
  report.peak_workspace_bytes =
      std::max(workspace.peak_workspace_bytes(), workspace.live_bytes() + report.peak_workspace_bytes);
  report.estimated_workspace_bytes =
      std::max(workspace.peak_workspace_bytes(), workspace.live_bytes() + report.estimated_workspace_bytes);
  report.peak_bytes = std::max(workspace.peak_bytes(), workspace.live_bytes() + report.peak_bytes);
}

/// \brief C = A B for operands that \p form builds in work memory; both together keep within the bounds of \p options.
/// \param stage        name of the stage of \p form in the report
/// \param form         form(workspace) returns the problem, valid while the workspace lives
/// \param end_of       one past the last byte of the problem's work memory
/// \param preparation  asks for stage times or not
/// \throws as \p form and run_spgemm()
template <class Product, class ExecutionSpace, class Form, class EndOf>
Product run_prepared_spgemm(const ExecutionSpace& exec, const char* stage, const Form& form, const EndOf& end_of,
                            const SpGEMMOptions& options, SpGEMMReport preparation, SpGEMMReport& report) {
  const auto run = [&] {
    Workspace<ExecutionSpace> workspace(exec, options);
    const auto problem = [&] {
      const StageTimer<ExecutionSpace> stage_timer(exec, stage, preparation);
      return form(workspace);
    }();
    const Product product =
        run_spgemm<Product>(exec, problem, options_beside(options, workspace, end_of(problem)), report);
    add_preparation(workspace, preparation, report);
    return product;
  };
  return with_enough_named(options, run, [&] { return enough_for_formed_product<Product>(exec, options, form); });
}

}  // namespace Ocean::Impl

#endif
