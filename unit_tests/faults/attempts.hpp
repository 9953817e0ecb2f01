#ifndef OCEAN_TEST_FAULTS_ATTEMPTS_HPP
#define OCEAN_TEST_FAULTS_ATTEMPTS_HPP
/// \file
/// \brief Every public operation as a call that may fail and be made again.

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "Ocean_BlockSpGEMM.hpp"
#include "Ocean_DropZeros.hpp"
#include "Ocean_SpGEMM.hpp"
#include "Ocean_SpGEMMAdd.hpp"
#include "Ocean_SpGEMMIntoGraph.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_SpGEMMMasked.hpp"
#include "Ocean_TripleProduct.hpp"
#include "Ocean_WorkspaceSize.hpp"
#include "handle/through_handle.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"
#include "support/supplied_memory.hpp"

namespace Ocean::Testing {

using matrix_type = crs_matrix<int, int, double>;

/// \brief How much of C a call writes. Numeric calls write in place: through handles once more where memory is short
/// for a moment; into a graph some values may be written when they throw.
enum class Writes { row_map, columns, all, all_in_place, values_in_place };

/// \brief A call behind its preparation, and the C that it gives.
struct Attempt {
  std::function<void()> call;
  std::function<matrix_type&()> c;
  Writes writes = Writes::all;
};

/// \brief An operation; prepare() makes all that the call needs.
struct NamedAttempt {
  std::string name;
  std::function<Attempt()> prepare;
  friend void PrintTo(const NamedAttempt& named, std::ostream* out) { *out << named.name; }
};

/// \brief A of 40 rows: some short, some long, four with the same columns, an explicit zero.
inline matrix_type make_operand_of_attempts() {
  auto host = make_banded<int, int, double>(40, 40, 2, 3);
  for (std::size_t entry = 0; entry < host.values.size(); ++entry) host.values[entry] = entry % 7 - 3.0;
  return to_crs_matrix(host);
}

inline constexpr double rubbish_value = -77.0;

/// \brief What the attempts of one preparation share.
struct AttemptState {
  test_exec_space exec;  ///< made before: to make one takes memory of Kokkos' own
  matrix_type a = make_operand_of_attempts();
  test_view<double> dinv = make_view(std::vector<double>(40, 0.5));
  matrix_type c;
  SpGEMMOptions options;
  std::unique_ptr<SuppliedMemory> memory;
};
inline std::shared_ptr<AttemptState> make_state(const SpGEMMOptions& options) {
  auto state = std::make_shared<AttemptState>();
  state->options = options;
  return state;
}

inline Attempt one_shot(const SpGEMMOptions& options, bool transpose_a, bool transpose_b) {
  const auto state = make_state(options);
  return {[=] {
            SpGEMMReport report;
            report.time_stages = true;
            state->c = Ocean::spgemm<matrix_type>(state->exec, state->a, transpose_a, state->a, transpose_b,
                                                  state->options, &report);
          },
          [=]() -> matrix_type& { return state->c; }};
}

inline Attempt in_supplied_memory(SpGEMMOptions options, std::size_t bytes) {
  const auto state = make_state(options);
  state->memory = std::make_unique<SuppliedMemory>(bytes);
  state->options = state->memory->in(options);
  return {[=] { state->c = Ocean::spgemm<matrix_type>(state->exec, state->a, false, state->a, false, state->options); },
          [=]() -> matrix_type& { return state->c; }};
}

/// \brief Calls that a handle has had before the one that may fail.
enum class HandleCall { symbolic, entries, numeric, second_numeric, third_numeric, second_symbolic };

template <class Handle>
Attempt through(HandleCall call, const SpGEMMOptions& options, bool transpose) {
  const auto state = make_state(options);
  const auto handle = std::make_shared<Handle>();
  handle->create_spgemm_handle();
  Ocean::spgemm_options(*handle) = options;
  const auto symbolic = [=] {
    Ocean::spgemm_symbolic(state->exec, *handle, state->a, transpose, state->a, false, state->c,
                           call == HandleCall::entries);
  };
  const auto numeric = [=] {
    Ocean::spgemm_numeric(state->exec, *handle, state->a, transpose, state->a, false, state->c);
  };
  const auto c = [=]() -> matrix_type& { return state->c; };
  if (call == HandleCall::entries) return {symbolic, c, Writes::columns};
  if (call == HandleCall::symbolic) return {symbolic, c, Writes::row_map};
  symbolic();
  if (call == HandleCall::second_symbolic) return {symbolic, c, Writes::row_map};
  const int num_before = call == HandleCall::numeric ? 0 : call == HandleCall::second_numeric ? 1 : 2;
  for (int before = 0; before < num_before; ++before) numeric();
  Kokkos::deep_copy(state->c.values, rubbish_value);
  return {numeric, c, Writes::all_in_place};
}

inline Attempt jacobi_through_handle(const SpGEMMOptions& options) {
  using handle_type = own_handle<int, int, double>;
  const auto state = make_state(options);
  const auto handle = std::make_shared<handle_type>();
  handle->create_spgemm_handle();
  Ocean::spgemm_options(*handle) = options;
  Ocean::spgemm_symbolic(state->exec, *handle, state->a, false, state->a, false, state->c);
  Kokkos::deep_copy(state->c.values, rubbish_value);
  return {[=] {
            const auto& graph = state->a.graph;
            auto entries = state->c.graph.entries;
            auto values = state->c.values;
            Ocean::Experimental::spgemm_jacobi(state->exec, handle.get(), 40, 40, 40, graph.row_map, graph.entries,
                                               state->a.values, false, graph.row_map, graph.entries, state->a.values,
                                               false, state->c.graph.row_map, entries, values, 2.0, state->dinv);
          },
          [=]() -> matrix_type& { return state->c; }, Writes::all_in_place};
}

inline Attempt into_graph(const SpGEMMOptions& options) {
  const auto state = make_state(options);
  state->c = Ocean::spgemm<matrix_type>(state->exec, state->a, false, state->a, false);
  Kokkos::deep_copy(state->c.values, rubbish_value);
  return {[=] { Ocean::spgemm_numeric(state->exec, state->a, state->a, state->c, state->options); },
          [=]() -> matrix_type& { return state->c; }, Writes::values_in_place};
}

/// \brief A call that makes a new C from the state.
inline Attempt making_c(const SpGEMMOptions& options, const std::function<matrix_type(const AttemptState&)>& make) {
  const auto state = make_state(options);
  return {[=] { state->c = make(*state); }, [=]() -> matrix_type& { return state->c; }};
}

/// \brief A symbolic or a numeric call of an operation of two calls.
template <class Operation, class Symbolic, class Numeric>
Attempt of_two_calls(const SpGEMMOptions& options, int num_numeric_before, const Symbolic& symbolic,
                     const Numeric& numeric) {
  const auto state = make_state(options);
  const auto operation = std::make_shared<Operation>();
  const auto c = [=]() -> matrix_type& { return state->c; };
  if (num_numeric_before < 0) return {[=] { state->c = symbolic(*operation, *state); }, c, Writes::row_map};
  state->c = symbolic(*operation, *state);
  for (int before = 0; before < num_numeric_before; ++before) numeric(*operation, *state);
  Kokkos::deep_copy(state->c.values, rubbish_value);
  return {[=] { numeric(*operation, *state); }, c, Writes::all_in_place};
}

inline Attempt sum(const SpGEMMOptions& options, int num_numeric_before) {
  return of_two_calls<SpGEMMAdd<matrix_type>>(
      options, num_numeric_before,
      [](auto& sum, const AttemptState& state) {
        return sum.symbolic(state.exec, state.a, state.a, state.a, state.options);
      },
      [](auto& sum, const AttemptState& state) {
        sum.numeric(state.exec, 1.0, state.a, state.a, 2.0, state.a, state.c);
      });
}

inline Attempt triple(const SpGEMMOptions& options, int num_numeric_before) {
  return of_two_calls<TripleProduct<matrix_type>>(
      options, num_numeric_before,
      [](auto& product, const AttemptState& state) {
        return product.symbolic(state.exec, state.a, true, state.a, state.a, state.options);
      },
      [](auto& product, const AttemptState& state) {
        product.numeric(state.exec, state.a, state.a, state.a, state.c);
      });
}

/// \brief A product of blocks of 2 x 2; of every block of C one value is shown.
inline Attempt blocks(const SpGEMMOptions& options) {
  const auto state = make_state(options);
  const auto values = make_view(std::vector<double>(4 * state->a.nnz(), 1.0));
  const auto row_map = std::make_shared<test_view<int>>(), entries = std::make_shared<test_view<int>>();
  const auto values_c = std::make_shared<test_view<double>>();
  return {[=] {
            const auto& graph = state->a.graph;
            Ocean::block_spgemm(state->exec, {2, 2, 2}, 40, 40, 40, graph.row_map, graph.entries, values, graph.row_map,
                                graph.entries, values, *row_map, *entries, *values_c, state->options);
          },
          [=]() -> matrix_type& {
            if (row_map->extent(0) == 0) return state->c;
            const std::pair<std::size_t, std::size_t> shown(0, entries->extent(0));
            state->c = matrix_type("Testing::blocks", 40, 40, entries->extent(0), Kokkos::subview(*values_c, shown),
                                   *row_map, *entries);
            return state->c;
          }};
}

/// \brief A list of attempts on one path, with its options.
struct AttemptList {
  ExecutionPath path;
  std::vector<NamedAttempt> all;
  SpGEMMOptions plain{.path = path, .check_indices = true};

  void add(const std::string& name, const std::function<Attempt()>& prepare) {
    all.push_back({name + ", path " + to_string(path), prepare});
  }
  template <class Change>
  SpGEMMOptions with(const Change& change) const {
    SpGEMMOptions options = plain;
    change(options);
    return options;
  }
  SpGEMMOptions deterministic() const {
    return with([](SpGEMMOptions& o) { o.deterministic = true; });
  }
  SpGEMMOptions limited() const {
    return with([](SpGEMMOptions& o) { o.memory_limit_bytes = std::size_t(1) << 24; });
  }
};

inline void add_one_shot_products(AttemptList& list) {
  for (const Workflow workflow : forced_workflows()) {
    const auto options = list.with([&](SpGEMMOptions& o) { o.workflow = workflow; });
    list.add(std::string("one call, ") + to_string(workflow), [=] { return one_shot(options, false, false); });
  }
  const auto overflowing = list.with([](SpGEMMOptions& o) {
    o.workflow = Workflow::hyperloglog;
    o.expansion = overflowing_expansion;
  });
  const auto dropping = list.with([](SpGEMMOptions& o) { o.drop_zeros = true; });
  const auto skipping = list.with([](SpGEMMOptions& o) { o.skip_zeros = SkipZeros::of_both; });
  const auto strict = list.with([](SpGEMMOptions& o) { o.missing_entries = MissingEntries::error; });
  const SpGEMMOptions plain = list.plain, deterministic = list.deterministic(), limited = list.limited();
  list.add("one call, zeros skipped", [=] { return one_shot(skipping, false, false); });
  list.add("one call, zeros skipped, A transposed", [=] { return one_shot(skipping, true, false); });
  list.add("into a graph, strictly", [=] { return into_graph(strict); });
  list.add("one call, overflow", [=] { return one_shot(overflowing, false, false); });
  list.add("one call, deterministic", [=] { return one_shot(deterministic, false, false); });
  list.add("one call, without zeros", [=] { return one_shot(dropping, false, false); });
  list.add("one call, limited", [=] { return one_shot(limited, false, false); });
  list.add("one call, A transposed", [=] { return one_shot(plain, true, false); });
  list.add("one call, both transposed", [=] { return one_shot(plain, true, true); });
  list.add("one call, memory of the caller's", [=] { return in_supplied_memory(plain, std::size_t(1) << 24); });
  list.add("into a graph", [=] { return into_graph(plain); });
  list.add("into a graph, deterministic", [=] { return into_graph(deterministic); });
  list.add("masked", [=] {
    return making_c(plain, [](const AttemptState& s) {
      return Ocean::spgemm_masked<matrix_type>(s.exec, s.a, s.a, s.a, s.options);
    });
  });
  list.add("work memory of a product", [=] {
    return making_c(plain, [](const AttemptState& s) {
      (void)Ocean::get_workspace_size(s.exec, s.a, s.a, s.options);
      return s.a;
    });
  });
}

inline void add_calls_of_handles(AttemptList& list) {
  const SpGEMMOptions plain = list.plain;
  const auto not_kept = list.with([](SpGEMMOptions& o) { o.reuse = false; });
  const std::vector<NamedOptions> kinds = {{"own handle", plain},
                                           {"own handle, deterministic", list.deterministic()},
                                           {"own handle, limited", list.limited()},
                                           {"own handle, nothing kept", not_kept}};
  const std::vector<std::pair<std::string, HandleCall>> calls = {{"symbolic", HandleCall::symbolic},
                                                                 {"entries", HandleCall::entries},
                                                                 {"numeric", HandleCall::numeric},
                                                                 {"second numeric", HandleCall::second_numeric},
                                                                 {"third numeric", HandleCall::third_numeric},
                                                                 {"second symbolic", HandleCall::second_symbolic}};
  for (const auto& [name, call] : calls) {
    const HandleCall which = call;
    for (const NamedOptions& kind : kinds) {
      const SpGEMMOptions options = kind.options;
      list.add(kind.name + ", " + name, [=] { return through<own_handle<int, int, double>>(which, options, false); });
    }
    list.add("KokkosKernels' handle, transposed, " + name,
             [=] { return through<kokkos_kernels_handle<int, int, double>>(which, plain, true); });
  }
  list.add("Jacobi through a handle", [=] { return jacobi_through_handle(plain); });
}

inline void add_operations(AttemptList& list) {
  const SpGEMMOptions plain = list.plain;
  const auto add_making = [&](const std::string& name, const std::function<matrix_type(const AttemptState&)>& make) {
    list.add(name, [=] { return making_c(plain, make); });
  };
  add_making("Jacobi", [](const AttemptState& s) {
    return Ocean::spgemm_jacobi<matrix_type>(s.exec, s.a, s.a, 2.0, s.dinv, s.options);
  });
  add_making("sum", [](const AttemptState& s) {
    return Ocean::spgemm_add<matrix_type>(s.exec, 1.0, s.a, s.a, 2.0, s.a, s.options);
  });
  add_making("triple product", [](const AttemptState& s) {
    return Ocean::triple_product<matrix_type>(s.exec, s.a, true, s.a, s.a, s.options);
  });
  add_making("drop zeros", [](const AttemptState& s) { return Ocean::drop_zeros(s.exec, s.a); });
  list.add("blocks", [=] { return blocks(plain); });
  for (int before = -1; before < 3; ++before) {
    const std::string calls = ", numeric calls before: " + std::to_string(before);
    list.add("sum in two calls" + calls, [=] { return sum(plain, before); });
    list.add("triple product in two calls" + calls, [=] { return triple(plain, before); });
  }
}

/// \brief Every operation on one path.
inline std::vector<NamedAttempt> attempts_on(ExecutionPath path) {
  AttemptList list{path, {}};
  add_one_shot_products(list);
  add_calls_of_handles(list);
  add_operations(list);
  return list.all;
}

}  // namespace Ocean::Testing

#endif
