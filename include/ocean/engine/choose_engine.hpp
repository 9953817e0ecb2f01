#ifndef OCEAN_ENGINE_CHOOSE_ENGINE_HPP
#define OCEAN_ENGINE_CHOOSE_ENGINE_HPP
/// \file
/// \brief The only header that knows both engines; here the path becomes a type.

#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "../backend/execution_spaces.hpp"
#include "host_engine.hpp"
#include "row_engine.hpp"
#include "team_engine.hpp"

namespace Ocean::Impl {

/// \brief The engines of an execution space: one per launcher that is compiled for it and, on host spaces only, that of
/// CPU threads.
template <class ExecutionSpace, class ProblemType, class Product>
auto list_engines() {
  using portable_type = TeamEngine<PortableTeams<ExecutionSpace>, ProblemType, Product>;
  using native_type = TeamEngine<NativeTeams<ExecutionSpace>, ProblemType, Product>;
  using host_type = HostEngine<ExecutionSpace, ProblemType, Product>;
  if constexpr (is_host_space_v<ExecutionSpace>)
    return std::type_identity<std::variant<portable_type, host_type>>();
  else if constexpr (!NativeLaunch<ExecutionSpace>::available)
    return std::type_identity<std::variant<portable_type>>();
  else if constexpr (has_portable_teams_v<ExecutionSpace>)
    return std::type_identity<std::variant<portable_type, native_type>>();
  else
    return std::type_identity<std::variant<native_type>>();
}

/// \brief An engine that is kept between calls.
template <class ExecutionSpace, class ProblemType, class Product>
using AnyEngine = typename decltype(list_engines<ExecutionSpace, ProblemType, Product>())::type;

/// \brief The engine of \p path, which resolve_path() has returned.
template <class Product, class ExecutionSpace, class ProblemType>
std::unique_ptr<AnyEngine<ExecutionSpace, ProblemType, Product>> make_engine(
    ExecutionPath path, const ProblemType& problem, const RunContext<ExecutionSpace>& context) {
  using any_type = AnyEngine<ExecutionSpace, ProblemType, Product>;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    using host_type = HostEngine<ExecutionSpace, ProblemType, Product>;
    static_assert(RowEngine<host_type>);
    if (path == ExecutionPath::host) return std::make_unique<any_type>(std::in_place_type<host_type>, problem, context);
  }
  return with_launcher(context.exec(), path, [&](const auto& launcher) {
    using team_type = TeamEngine<std::decay_t<decltype(launcher)>, ProblemType, Product>;
    static_assert(RowEngine<team_type>);
    return std::make_unique<any_type>(std::in_place_type<team_type>, problem, context);
  });
}

/// \brief Calls action(engine) with the engine of \p path, whose work memory is freed when it returns.
template <class Product, class ExecutionSpace, class ProblemType, class Action>
decltype(auto) with_engine(ExecutionPath path, const ProblemType& problem, const RunContext<ExecutionSpace>& context,
                           const Action& action) {
  const WorkspaceScope scope(*context.workspace);
  const auto engine = make_engine<Product>(path, problem, context);
  return std::visit(action, *engine);
}

}  // namespace Ocean::Impl

#endif
