#ifndef OCEAN_FUZZ_PRODUCTS_FUZZ_HANDLE_HPP
#define OCEAN_FUZZ_PRODUCTS_FUZZ_HANDLE_HPP
/// \file
/// \brief Products through handles: many numeric calls with changed values, arrays, patterns and instances.

#include <KokkosKernels_Handle.hpp>

#include "Ocean_KernelHandle.hpp"
#include "Ocean_SpGEMMNumeric.hpp"
#include "Ocean_SpGEMMSymbolic.hpp"
#include "fuzz_changes.hpp"
#include "fuzz_once.hpp"

namespace Ocean::Fuzz {

template <class Types>
using own_handle = KernelHandle<typename Types::offset_type, typename Types::ordinal_type, typename Types::scalar_type,
                                exec_space, memory_space, memory_space>;
template <class Types>
using kokkos_kernels_handle =
    KokkosKernels::Experimental::KokkosKernelsHandle<typename Types::offset_type, typename Types::ordinal_type,
                                                     typename Types::scalar_type, exec_space, memory_space,
                                                     memory_space>;

/// \brief One product through a handle, call by call; C's arrays hold rubbish before the first.
template <class Types, class Handle>
class ThroughHandle {
 public:
  using ordinal_type = typename Types::ordinal_type;

  ThroughHandle(Context<Types>& context, const SpGEMMOptions& options) : m_context(context) {
    const auto algorithm =
        pick(context.random, {KokkosSparse::SPGEMM_DEFAULT, KokkosSparse::SPGEMM_KK, KokkosSparse::SPGEMM_KK_MEMORY,
                              KokkosSparse::SPGEMM_KK_LP, KokkosSparse::SPGEMM_KK_DENSE, KokkosSparse::SPGEMM_DEBUG});
    handle.create_spgemm_handle(algorithm);
    spgemm_options(handle) = options;
    c.num_rows = context.num_rows();
    c.num_cols = context.num_cols();
    spoil_row_map();
  }

  void spoil_row_map() { c.row_map = Canary<Types>(static_cast<std::size_t>(m_context.num_rows()) + 1, 0).c.row_map; }
  void spoil_entries() { c.entries = Canary<Types>(0, nnz_c()).c.entries; }
  void spoil_values() { c.values = Canary<Types>(0, nnz_c()).c.values; }
  std::size_t nnz_c() { return static_cast<std::size_t>(handle.get_spgemm_handle()->get_c_nnz()); }
  Sums sums() {
    const auto algorithm = Impl::algorithm_of(*handle.get_spgemm_handle());
    return sums_of(apply_algorithm(algorithm, spgemm_options(handle)));
  }

  void symbolic(const exec_space& exec) {
    const auto &a = m_context.a, &b = m_context.b;
    spgemm_symbolic(exec, &handle, rows(), inner(), cols(), a.row_map, a.entries, m_context.fuzz_case.transpose_a,
                    b.row_map, b.entries, m_context.fuzz_case.transpose_b, c.row_map);
  }
  void fill_entries(const exec_space& exec) {
    const auto &a = m_context.a, &b = m_context.b;
    spgemm_entries(exec, &handle, rows(), inner(), cols(), a.row_map, a.entries, m_context.fuzz_case.transpose_a,
                   b.row_map, b.entries, m_context.fuzz_case.transpose_b, c.row_map, c.entries);
  }
  void numeric(const exec_space& exec) {
    const auto &a = m_context.a, &b = m_context.b;
    spgemm_numeric(exec, &handle, rows(), inner(), cols(), a.row_map, a.entries, a.values,
                   m_context.fuzz_case.transpose_a, b.row_map, b.entries, b.values, m_context.fuzz_case.transpose_b,
                   c.row_map, c.entries, c.values);
  }

  Handle handle;
  DeviceMatrix<Types> c;

 private:
  ordinal_type rows() const { return static_cast<ordinal_type>(m_context.num_rows()); }
  ordinal_type inner() const { return static_cast<ordinal_type>(m_context.num_inner()); }
  ordinal_type cols() const { return static_cast<ordinal_type>(m_context.num_cols()); }

  Context<Types>& m_context;
};

/// \brief Arrays of C elsewhere, or spoiled as far as a call writes them again.
template <class Types, class Product>
void change_c(Context<Types>& context, Product& product) {
  if (chance(context.random, 0.3)) {
    context.note("C's values elsewhere");
    product.spoil_values();
  }
  if (chance(context.random, 0.2)) {
    context.note("C's entries elsewhere");
    product.spoil_entries();
  }
  if (chance(context.random, 0.1)) {
    context.note("C's row map elsewhere");
    product.c.row_map = upload<typename Types::offset_type>(download(product.c.row_map));
  }
}

/// \brief A call that must be refused and leave C alone, then the operands as before.
template <class Types, class Product>
void refuse_other_pattern(Context<Types>& context, Product& product) {
  const exec_space& exec = context.instance();
  exec.fence("Testing::fuzz");
  const auto entries = download(product.c.entries);
  const auto values = download(product.c.values);
  ChangedPattern<Types> changed(context);
  if (!changed.is_changed()) return;
  context.expect_refused("numeric with another pattern", [&] { product.numeric(exec); });
  if (chance(context.random, 0.3))
    context.expect_refused("symbolic with another pattern", [&] { product.symbolic(exec); });
  exec.fence("Testing::fuzz");
  expect(same_bits(download(product.c.entries), entries) && same_bits(download(product.c.values), values),
         "C was changed by a call that threw");
}

/// \brief Symbolic, then several numeric calls with something changed between them.
template <class Types, class Handle>
void fuzz_handle(Context<Types>& context) {
  ThroughHandle<Types, Handle> product(context, context.fuzz_case.options);
  context.note("symbolic");
  product.symbolic(context.next_instance());
  product.spoil_entries();
  product.spoil_values();
  if (chance(context.random, 0.2)) {
    context.note("entries");
    product.fill_entries(context.next_instance());
  }
  const std::int64_t num_calls = 1 + context.random.below(5);
  for (std::int64_t call = 0; call < num_calls; ++call) {
    if (call > 0) {
      change_operands(context);
      change_c(context, product);
    }
    if (chance(context.random, 0.1)) refuse_other_pattern(context, product);
    if (chance(context.random, 0.1)) {
      context.note("symbolic again");
      product.spoil_row_map();
      product.symbolic(context.next_instance());
    }
    context.note("numeric");
    product.numeric(context.next_instance());
    if (chance(context.random, 0.7) || call + 1 == num_calls) {
      context.check(product.c, context.product(), product.sums());
      expect(spgemm_report(product.handle).nnz_c == static_cast<std::int64_t>(product.nnz_c()),
             "report.nnz_c is not get_c_nnz()");
    }
  }
}

/// \brief The same bits as a serial product, whatever computes it.
template <class Types>
void fuzz_deterministic(Context<Types>& context) {
  context.fuzz_case.options.deterministic = true;
  SpGEMMOptions options = context.fuzz_case.options;
  options.drop_zeros = false;
  const auto expected = context.product();
  DeviceMatrix<Types> first;
  multiply_views(context, context.next_instance(), first, options);
  context.check(first, expected, Sums::in_order);
  options.workflow = pick(context.random, {Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic});
  context.note("again with ", to_string(options.workflow));
  DeviceMatrix<Types> again;
  multiply_views(context, context.next_instance(), again, options);
  context.check(again, expected, Sums::in_order);
  expect(same_bits(download(first.values), download(again.values)), "two calls differ in their bits");
  ThroughHandle<Types, own_handle<Types>> product(context, options);
  product.symbolic(context.next_instance());
  product.spoil_entries();
  product.spoil_values();
  for (int call = 0; call < 3; ++call) {
    context.note("numeric");
    product.numeric(context.next_instance());
    context.check(product.c, expected, Sums::in_order);
  }
  expect(same_bits(download(first.values), download(product.c.values)), "a handle's bits differ");
}

/// \brief A handle under a limit, or in the caller's memory; what does not fit throws, and the next handle is right.
template <class Types>
void fuzz_handle_memory(Context<Types>& context) {
  using handle_type = own_handle<Types>;
  SpGEMMOptions options = context.fuzz_case.options;
  const std::size_t shift = static_cast<std::size_t>(context.random.below(2)) * 8;
  const auto bytes =
      static_cast<std::size_t>(pick(context.random, {1e2, 1e3, 1e4, 3e4, 1e5, 1e6}) * (0.5 + context.random.unit()));
  const bool is_supplied = chance(context.random, 0.5);
  const GuardedMemory memory(is_supplied ? bytes : 0, shift);
  if (is_supplied)
    memory.give_to(options);
  else
    options.memory_limit_bytes = bytes;
  context.note(is_supplied ? "memory " : "limit ", bytes);
  const auto expected = context.product();
  const auto run = [&](const SpGEMMOptions& used) {
    ThroughHandle<Types, handle_type> product(context, used);
    context.note("symbolic");
    product.symbolic(context.next_instance());
    product.spoil_entries();
    product.spoil_values();
    for (int call = 0; call < 4; ++call) {
      if (chance(context.random, 0.3)) product.spoil_values();
      context.note("numeric");
      product.numeric(context.next_instance());
      context.check(product.c, expected, product.sums());
    }
  };
  const bool ran = context.has_memory([&] { run(options); });
  Kokkos::fence("Testing::fuzz");
  memory.check();
  if (!ran) run(context.fuzz_case.options);
}

}  // namespace Ocean::Fuzz

#endif
