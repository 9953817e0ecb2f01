#ifndef OCEAN_ENGINE_CHOOSE_ENGINE_HPP
#define OCEAN_ENGINE_CHOOSE_ENGINE_HPP
/// \file
/// \brief The one place that knows both engines: the path becomes a type here.

#include <memory>
#include <variant>

#include "../backend/execution_spaces.hpp"
#include "host_engine.hpp"
#include "row_engine.hpp"
#include "team_engine.hpp"

namespace Ocean::Impl {

/// \brief The engines of an execution space: that of CPU threads on host spaces alone.
template <class ExecutionSpace, class ProblemType, class Product, bool is_host = is_host_space_v<ExecutionSpace>>
struct Engines {
  using any_type = std::variant<TeamEngine<ExecutionSpace, ProblemType, Product>>;
};
template <class ExecutionSpace, class ProblemType, class Product>
struct Engines<ExecutionSpace, ProblemType, Product, true> {
  using any_type =
      std::variant<TeamEngine<ExecutionSpace, ProblemType, Product>, HostEngine<ExecutionSpace, ProblemType, Product>>;
};

/// \brief An engine that is kept between calls.
template <class ExecutionSpace, class ProblemType, class Product>
using AnyEngine = typename Engines<ExecutionSpace, ProblemType, Product>::any_type;

/// \brief The engine of \p path, which resolve_path() has returned.
template <class Product, class ExecutionSpace, class ProblemType>
std::unique_ptr<AnyEngine<ExecutionSpace, ProblemType, Product>> make_engine(
    ExecutionPath path, const ProblemType& problem, const RunContext<ExecutionSpace>& context) {
  using any_type = AnyEngine<ExecutionSpace, ProblemType, Product>;
  using team_type = TeamEngine<ExecutionSpace, ProblemType, Product>;
  static_assert(RowEngine<team_type>);
  if constexpr (is_host_space_v<ExecutionSpace>) {
    using host_type = HostEngine<ExecutionSpace, ProblemType, Product>;
    static_assert(RowEngine<host_type>);
    if (path == ExecutionPath::host) return std::make_unique<any_type>(std::in_place_type<host_type>, problem, context);
  }
  return std::make_unique<any_type>(std::in_place_type<team_type>, path, problem, context);
}

/// \brief action(engine) with the engine of \p path, whose work memory goes when it returns.
template <class Product, class ExecutionSpace, class ProblemType, class Action>
decltype(auto) with_engine(ExecutionPath path, const ProblemType& problem, const RunContext<ExecutionSpace>& context,
                           const Action& action) {
  const WorkspaceScope scope(*context.workspace);
  const auto engine = make_engine<Product>(path, problem, context);
  return std::visit(action, *engine);
}

}  // namespace Ocean::Impl

#endif
