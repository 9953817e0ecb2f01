#ifndef OCEAN_HANDLE_STATE_OF_HPP
#define OCEAN_HANDLE_STATE_OF_HPP
/// \file
/// \brief The state of a handle, be it Ocean's or KokkosKernels'.

#include <Kokkos_Core.hpp>
#include <concepts>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "../backend/managed_view.hpp"
#include "handle_state.hpp"
#include "state_table.hpp"

namespace Ocean::Impl {

/// \brief The types that a kernel handle stands for; const or not, they are the same.
template <class KernelHandle>
struct HandleTypes {
  using execution_space = typename KernelHandle::HandleExecSpace;
  using offset_type = std::remove_const_t<typename KernelHandle::size_type>;
  using ordinal_type = std::remove_const_t<typename KernelHandle::nnz_lno_t>;
  using scalar_type = std::remove_const_t<typename KernelHandle::nnz_scalar_t>;
  using state_type = HandleState<execution_space, offset_type, ordinal_type, scalar_type>;
  using operand_type = typename state_type::operand_type;
  using problem_type = typename state_type::problem_type;
};

/// \brief A sub-handle that has a state of its own: Ocean's.
template <class SubHandle>
concept holds_state = requires(SubHandle& handle) {
  { handle.state() } -> std::convertible_to<std::shared_ptr<HandleStateBase>>;
};

/// \brief The sub-handle of \p handle.
/// \param where  "spgemm_symbolic" or "spgemm_numeric"
/// \throws std::invalid_argument with KokkosKernels' text if there is none.
template <class KernelHandle>
auto& spgemm_handle_of(KernelHandle& handle, const char* where) {
  auto* sub_handle = handle.get_spgemm_handle();
  if (sub_handle == nullptr)
    throw std::invalid_argument(concatenate(
        "KokkosSparse::", where, ": the given KernelHandle does not have an SpGEMM handle associated with it."));
  return *sub_handle;
}

/// \brief The state that belongs to KokkosKernels' \p sub_handle; created empty if there is none.
///
/// The token is stored where KokkosKernels' sub-handle keeps the columns of a triangle count, which products do not
/// use, so it lives and dies with the sub-handle. It is not an array of C, because copies of those are kept.
template <class State, class SubHandle>
std::shared_ptr<State> state_beside(SubHandle& sub_handle) {
  StateTable& table = StateTable::instance();
  table.drop_abandoned();
  auto token = sub_handle.get_c_column_indices();
  if (auto state = std::dynamic_pointer_cast<State>(table.find(token.data()))) return state;
  using token_type = decltype(token);
  token = allocate_view<token_type>(typename State::execution_space(), "Ocean::token", 1);
  auto state = std::make_shared<State>();
  table.insert(token, state);
  sub_handle.set_c_column_indices(token);
  return state;
}

/// \brief The state of \p handle, made at the first call.
/// \throws std::invalid_argument with KokkosKernels' text if the handle has no sub-handle.
template <class KernelHandle>
std::shared_ptr<typename HandleTypes<KernelHandle>::state_type> state_of(KernelHandle& handle, const char* where) {
  using state_type = typename HandleTypes<KernelHandle>::state_type;
  auto& sub_handle = spgemm_handle_of(handle, where);
  if constexpr (holds_state<std::remove_reference_t<decltype(sub_handle)>>)
    return sub_handle.state();
  else
    return state_beside<state_type>(sub_handle);
}

}  // namespace Ocean::Impl

namespace Ocean {

/// \brief The options of the next symbolic call on \p handle (Ocean's or KokkosKernels'), which applies the handle's
/// algorithm on top.
/// \throws std::invalid_argument if \p handle has no spgemm handle.
template <class KernelHandle>
SpGEMMOptions& spgemm_options(KernelHandle& handle) {
  return Impl::state_of(handle, "spgemm_symbolic")->options;
}

/// \brief The report of the last call on \p handle (Ocean's or KokkosKernels').
/// \throws std::invalid_argument if \p handle has no spgemm handle.
template <class KernelHandle>
SpGEMMReport& spgemm_report(KernelHandle& handle) {
  return Impl::state_of(handle, "spgemm_symbolic")->report;
}

/// \brief Frees the memory of the states of KokkosKernels handles that have been destroyed. Every call with a
/// KokkosKernels handle does so too.
inline void release_abandoned_spgemm_states() { Impl::StateTable::instance().drop_abandoned(); }

}  // namespace Ocean

#endif
