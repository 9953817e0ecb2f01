#ifndef OCEAN_DRIVERS_ENOUGH_MEMORY_HPP
#define OCEAN_DRIVERS_ENOUGH_MEMORY_HPP
/// \file
/// \brief The second number in an error about memory: how much is enough, so that users need not find it by trial.
///
/// It is measured when the error occurs, without the bound, so a product within its bound pays nothing for it. If there
/// is no memory for the measurement itself, the error omits the number.

#include <algorithm>
#include <limits>
#include <optional>

#include "../core/workspace.hpp"
#include "../core/workspace_too_small.hpp"
#include "product_memory.hpp"

namespace Ocean::Impl {

/// As a limit: nothing is refused, and every byte is counted.
inline constexpr std::size_t unbounded_bytes = std::numeric_limits<std::ptrdiff_t>::max();

/// \brief \p options without bounds on memory.
inline SpGEMMOptions without_bounds(SpGEMMOptions options) {
  options.memory_limit_bytes = unbounded_bytes;
  options.workspace_data = nullptr;
  options.workspace_bytes = 0;
  return options;
}

/// \brief Bytes that are enough for an operation.
struct EnoughMemory {
  std::size_t work_bytes = 0;    ///< of work memory
  std::size_t output_bytes = 0;  ///< of C, and of intermediate products

  std::size_t bytes_of(MemoryBound bound) const {
    return work_bytes + (bound == MemoryBound::limit ? output_bytes : 0);
  }
  EnoughMemory operator+(const EnoughMemory& other) const {
    return {work_bytes + other.work_bytes, output_bytes + other.output_bytes};
  }
};

/// \brief What is enough for run_spgemm(): the memory of the symbolic workflow, to which all others fall back if memory
/// is short, for all rows at once or in chunks.
/// \throws as product_memory()
template <class Product, class ExecutionSpace, class ProblemType>
EnoughMemory enough_for_product(const ExecutionSpace& exec, const ProblemType& problem, SpGEMMOptions options) {
  options.workflow = Workflow::symbolic;
  const ProductMemory memory = product_memory<Product>(exec, problem, options);
  return {memory.one_piece_bytes + memory.slices_bytes, (options.drop_zeros ? 2 : 1) * memory.product_bytes};
}

/// \brief Bytes of work memory that with_zero_values() takes, in one piece of memory or in several.
template <class ProblemType>
std::size_t zero_values_bytes(const ProblemType& problem) {
  using scalar_a = typename ProblemType::operand_a_type::scalar_type;
  using scalar_b = typename ProblemType::operand_b_type::scalar_type;
  const std::size_t bytes_a = MemoryLayout::aligned(problem.a.entries.extent(0) * sizeof(scalar_a));
  const std::size_t bytes_b = MemoryLayout::aligned(problem.b.entries.extent(0) * sizeof(scalar_b));
  return std::is_same_v<scalar_a, scalar_b> ? std::max(bytes_a, bytes_b) : bytes_a + bytes_b;
}

/// \brief What is enough for a ReusableProduct: for its symbolic call and for all numeric ones, including those that
/// replace an operand's values.
/// \throws as product_memory()
template <class Product, class ExecutionSpace, class ProblemType>
EnoughMemory enough_for_calls(const ExecutionSpace& exec, const ProblemType& problem, SpGEMMOptions options) {
  options.drop_zeros = false;
  return enough_for_product<Product>(exec, problem, options) + EnoughMemory{zero_values_bytes(problem), 0};
}

/// \brief What is allocated from \p workspace, in one piece of memory or in several, plus the output.
template <class ExecutionSpace>
EnoughMemory held_by(const Workspace<ExecutionSpace>& workspace) {
  return {std::max(workspace.live_bytes(), workspace.account().held_bytes()), workspace.output_bytes()};
}

/// \brief What is enough for all that was done in \p workspace, and then for \p next in addition to what it holds.
/// Pre     the workspace has counted every byte: it has a limit, possibly unbounded_bytes
template <class ExecutionSpace>
EnoughMemory enough_before(const Workspace<ExecutionSpace>& workspace, const EnoughMemory& next) {
  const EnoughMemory both = held_by(workspace) + next;
  // memory that does not start at a multiple of the alignment loses the bytes before the first multiple
  const std::size_t supplied_bytes = workspace.account().supplied_bytes() + MemoryLayout::alignment;
  return {std::max({workspace.peak_workspace_bytes(), supplied_bytes, both.work_bytes}), both.output_bytes};
}

/// \brief What is enough for run_spgemm() on operands that form(workspace) builds in work memory and returns.
/// \throws as \p form and product_memory()
template <class Product, class ExecutionSpace, class Form>
EnoughMemory enough_for_formed_product(const ExecutionSpace& exec, const SpGEMMOptions& options, const Form& form) {
  Workspace<ExecutionSpace> workspace(exec, unbounded_bytes);
  const auto problem = form(workspace);
  return enough_before(workspace, enough_for_product<Product>(exec, problem, options));
}

/// \brief What is enough for a ReusableProduct of such operands.
/// \throws as \p form and product_memory()
template <class Product, class ExecutionSpace, class Form>
EnoughMemory enough_for_formed_calls(const ExecutionSpace& exec, const SpGEMMOptions& options, const Form& form) {
  Workspace<ExecutionSpace> workspace(exec, unbounded_bytes);
  const auto problem = form(workspace);
  return enough_before(workspace, enough_for_calls<Product>(exec, problem, options));
}

/// \brief measure(), or nothing if there is no memory for it.
template <class Measure>
std::optional<EnoughMemory> measure_if_possible(const Measure& measure) {
  try {
    return with_out_of_memory("enough_memory", measure);
  } catch (const OutOfMemory&) {
    return {};
  }
}

/// \brief Runs action(). If a bound of \p options is too small for it, the error has the numbers of that bound, even if
/// it comes from a part that had only what was left of it, and says what is enough.
/// \param measure  returns the EnoughMemory of the whole action; not called if a part has already named a number that
///         the rest is known to fit in
/// \throws as \p action, and what \p measure finds wrong with the operands.
template <class Action, class Measure>
auto with_enough_named(const SpGEMMOptions& options, const Action& action, const Measure& measure) {
  try {
    return action();
  } catch (const WorkspaceTooSmall& error) {
    MemoryShortage shortage = error.shortage();
    const std::size_t given =
        shortage.bound == MemoryBound::limit ? options.memory_limit_bytes : options.workspace_bytes;
    const std::size_t beside = given - std::min(given, shortage.given_bytes);
    shortage.used_bytes += beside;
    shortage.needed_bytes += beside;
    shortage.given_bytes += beside;
    if (shortage.enough_bytes > 0) {
      shortage.enough_bytes += beside;
    } else if (const auto enough = measure_if_possible(measure)) {
      shortage.enough_bytes = std::max(shortage.needed_bytes, enough->bytes_of(shortage.bound));
    }
    throw WorkspaceTooSmall(shortage);
  }
}

/// \brief The same for actions in which the number that a part names says nothing about the other parts.
template <class Action, class Measure>
auto with_enough_named_for_all(const SpGEMMOptions& options, const Action& action, const Measure& measure) {
  const auto without_number = [&] {
    try {
      return action();
    } catch (const WorkspaceTooSmall& error) {
      MemoryShortage shortage = error.shortage();
      shortage.enough_bytes = 0;
      throw WorkspaceTooSmall(shortage);
    }
  };
  return with_enough_named(options, without_number, measure);
}

}  // namespace Ocean::Impl

#endif
