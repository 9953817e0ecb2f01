#ifndef OCEAN_ENGINE_CHOOSE_ENGINE_HPP
#define OCEAN_ENGINE_CHOOSE_ENGINE_HPP
/// \file
/// \brief The only header that knows all engines; here the path becomes a type.

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "../backend/execution_spaces.hpp"
#include "dense_graph_engine.hpp"
#include "host_engine.hpp"
#include "row_engine.hpp"
#include "team_engine.hpp"

namespace Ocean::Impl {

/// \brief The launchers that are compiled for an execution space.
template <class ExecutionSpace>
auto list_launchers() {
  using portable_type = PortableTeams<ExecutionSpace>;
  using native_type = NativeTeams<ExecutionSpace>;
  if constexpr (is_host_space_v<ExecutionSpace> || !NativeLaunch<ExecutionSpace>::available)
    return std::type_identity<std::tuple<portable_type>>();
  else if constexpr (has_portable_teams_v<ExecutionSpace>)
    return std::type_identity<std::tuple<portable_type, native_type>>();
  else
    return std::type_identity<std::tuple<native_type>>();
}

/// \brief The engines of an execution space: one per launcher and, on host spaces only, that of CPU threads.
template <class ExecutionSpace, class ProblemType, class Product, class... Launchers>
auto list_engines(std::type_identity<std::tuple<Launchers...>>) {
  using host_type = HostEngine<ExecutionSpace, ProblemType, Product>;
  if constexpr (is_host_space_v<ExecutionSpace>)
    return std::type_identity<std::variant<TeamEngine<Launchers, ProblemType, Product>..., host_type>>();
  else
    return std::type_identity<std::variant<TeamEngine<Launchers, ProblemType, Product>...>>();
}

/// \brief Any of them.
template <class ExecutionSpace, class ProblemType, class Product>
using AnyEngine =
    typename decltype(list_engines<ExecutionSpace, ProblemType, Product>(list_launchers<ExecutionSpace>()))::type;

/// \brief The engine of \p path, which resolve_path() has returned, in a variant.
template <class Product, class ExecutionSpace, class ProblemType,
          class AnyType = AnyEngine<ExecutionSpace, ProblemType, Product>>
std::unique_ptr<AnyType> make_engine(ExecutionPath path, const ProblemType& problem,
                                     const RunContext<ExecutionSpace>& context) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    using host_type = HostEngine<ExecutionSpace, ProblemType, Product>;
    static_assert(RowEngine<host_type>);
    if (path == ExecutionPath::host) return std::make_unique<AnyType>(std::in_place_type<host_type>, problem, context);
  }
  return with_launcher(context.exec(), path, [&](const auto& launcher) {
    using team_type = TeamEngine<std::decay_t<decltype(launcher)>, ProblemType, Product>;
    static_assert(RowEngine<team_type>);
    return std::make_unique<AnyType>(std::in_place_type<team_type>, problem, context);
  });
}

/// \brief The engines of calls through a handle: where a small C may be dense, one more per launcher.
template <class ExecutionSpace, class ProblemType, class Product, class... Launchers>
auto list_handle_engines(std::type_identity<std::tuple<Launchers...>> launchers) {
  if constexpr (may_be_dense_v<ExecutionSpace, ProblemType>)
    return std::type_identity<std::variant<TeamEngine<Launchers, ProblemType, Product>...,
                                           DenseGraphEngine<Launchers, ProblemType, Product>...>>();
  else
    return list_engines<ExecutionSpace, ProblemType, Product>(launchers);
}

/// \brief An engine that is kept between calls.
template <class ExecutionSpace, class ProblemType, class Product>
using AnyHandleEngine = typename decltype(list_handle_engines<ExecutionSpace, ProblemType, Product>(
    list_launchers<ExecutionSpace>()))::type;

/// \brief The engine of \p path for calls through a handle.
/// \param may_be_dense whether the caller's options leave the choice of stages
template <class Product, class ExecutionSpace, class ProblemType>
std::unique_ptr<AnyHandleEngine<ExecutionSpace, ProblemType, Product>> make_handle_engine(
    ExecutionPath path, const ProblemType& problem, const RunContext<ExecutionSpace>& context, bool may_be_dense) {
  using any_type = AnyHandleEngine<ExecutionSpace, ProblemType, Product>;
  if constexpr (may_be_dense_v<ExecutionSpace, ProblemType>) {
    const auto make_dense = [&](const auto& launcher) -> std::unique_ptr<any_type> {
      using dense_type = DenseGraphEngine<std::decay_t<decltype(launcher)>, ProblemType, Product>;
      static_assert(HandleEngine<dense_type>);
      const DenseCPlan plan = plan_dense_c<typename Product::scalar_type>(launcher.limits(), problem, context.options);
      if (!plan.is_chosen()) return nullptr;
      return std::make_unique<any_type>(std::in_place_type<dense_type>, problem, plan, context);
    };
    if (may_be_dense && !context.workspace->is_bounded())
      if (auto engine = with_launcher(context.exec(), path, make_dense)) return engine;
  }
  return make_engine<Product, ExecutionSpace, ProblemType, any_type>(path, problem, context);
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
