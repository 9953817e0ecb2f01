#ifndef OCEAN_FUZZ_PRODUCTS_RUN_CASE_INLINE_HPP
#define OCEAN_FUZZ_PRODUCTS_RUN_CASE_INLINE_HPP
/// \file
/// \brief The operations of a case; included by the sources that compile a set of types.

#include "fuzz_bad_input.hpp"
#include "run_case.hpp"

namespace Ocean::Fuzz {

/// \brief One of the two kinds of handle.
template <class Types>
void run_with_handle(Context<Types>& context, Operation operation) {
  const bool is_own = operation == Operation::own_handle ||
                      (operation != Operation::kokkos_kernels_handle && chance(context.random, 0.5));
  const auto run = [&]<class Handle>(const Handle*) {
    switch (operation) {
      case Operation::jacobi_handle: return fuzz_jacobi_handle<Types, Handle>(context);
      case Operation::block_handle: return fuzz_block_handle<Types, Handle>(context);
      case Operation::bad_handle_input: return fuzz_bad_handle_input<Types, Handle>(context);
      default: return fuzz_handle<Types, Handle>(context);
    }
  };
  context.note(is_own ? "own handle" : "KokkosKernels' handle");
  if (is_own)
    run(static_cast<const own_handle<Types>*>(nullptr));
  else
    run(static_cast<const kokkos_kernels_handle<Types>*>(nullptr));
}

template <class Types>
void run_operation(Context<Types>& context) {
  const Operation operation = context.fuzz_case.operation;
  switch (operation) {
    case Operation::matrices: return fuzz_product(context, false);
    case Operation::views: return fuzz_product(context, true);
    case Operation::into_graph: return fuzz_into_graph(context);
    case Operation::deterministic: return fuzz_deterministic(context);
    case Operation::drop_zeros: return fuzz_drop_zeros(context);
    case Operation::add: return fuzz_add(context, false);
    case Operation::repeated_add: return fuzz_add(context, true);
    case Operation::triple: return fuzz_triple(context, false);
    case Operation::repeated_triple: return fuzz_triple(context, true);
    case Operation::jacobi: return fuzz_jacobi(context);
    case Operation::blocks: return fuzz_blocks(context);
    case Operation::workspace_size: return fuzz_workspace_size(context);
    case Operation::memory_limit: return fuzz_memory_limit(context);
    case Operation::handle_memory: return fuzz_handle_memory(context);
    case Operation::bad_input: return fuzz_bad_input(context);
    case Operation::own_handle:
    case Operation::kokkos_kernels_handle:
    case Operation::jacobi_handle:
    case Operation::block_handle:
    case Operation::bad_handle_input: return run_with_handle(context, operation);
  }
}

template <class Types>
CaseResult run_case(FuzzCase& fuzz_case, Environment& environment) {
  CaseResult result;
  Context<Types> context(fuzz_case, environment);
  try {
    run_operation(context);
  } catch (const Failure& failure) {
    result.failure = failure.text;
  } catch (const std::exception& error) {
    result.failure = Impl::concatenate("threw ", typeid(error).name(), ": ", error.what());
  }
  result.outcome = context.outcome;
  result.trace = context.trace();
  return result;
}

}  // namespace Ocean::Fuzz

#endif
