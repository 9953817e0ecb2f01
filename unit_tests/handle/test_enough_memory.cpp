/// \file
/// \brief An error about memory names a number that is enough when it is given: for all calls through a handle.
// once: OpenMP

#include <algorithm>
#include <memory>

#include "Ocean_SpGEMMJacobi.hpp"
#include "support/enough_memory.hpp"
#include "support/extreme_options.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using product_type = ThroughHandle<own_handle<int, int, double>>;
using host_matrix = HostCsr<int, int, double>;

host_matrix make(count_type num_rows, count_type num_cols, std::uint64_t seed) {
  return make_random<int, int, double>({.num_rows = num_rows, .num_cols = num_cols, .mean_row_nnz = 6, .seed = seed});
}

/// \p call(product) makes the numeric calls.
template <class Call>
void expect_enough(const host_matrix& a, bool transpose_a, const host_matrix& b, bool transpose_b,
                   const SpGEMMOptions& base, const Call& call) {
  for (const Ocean::ExecutionPath path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    SpGEMMOptions on_path = base;
    on_path.path = path;
    expect_named_bytes_are_enough(on_path, [&](const SpGEMMOptions& options, SpGEMMReport& report) {
      product_type product(a, b);
      product.transpose_a = transpose_a;
      product.transpose_b = transpose_b;
      product.spoil_row_map();
      Ocean::spgemm_options(product.handle) = options;
      product.symbolic();
      product.allocate();
      call(product);
      Kokkos::fence();
      report = Ocean::spgemm_report(product.handle);
      return to_host(product.num_rows(), product.num_cols(), product.row_map, product.entries, product.values);
    });
  }
}

TEST(EnoughMemory, OfNumericCalls) {
  for (const bool deterministic : {false, true})
    expect_enough(make(700, 300, 1), false, make(300, 900, 2), false, {.deterministic = deterministic},
                  [](product_type& product) {
                    for (int call = 0; call < 3; ++call) product.numeric();
                  });
}

TEST(EnoughMemory, OfTransposedOperands) {
  for (const bool transpose_a : {false, true})
    expect_enough(transpose_a ? make(300, 700, 1) : make(700, 300, 1), transpose_a, make(900, 300, 2), true, {},
                  [](product_type& product) {
                    for (int call = 0; call < 3; ++call) product.numeric();
                  });
}

TEST(EnoughMemory, OfColumnsBeforeValues) {
  expect_enough(make(700, 300, 1), false, make(300, 900, 2), false, {}, [](product_type& product) {
    product.fill_entries();
    for (int call = 0; call < 3; ++call) product.numeric();
  });
}

TEST(EnoughMemory, OfJacobi) {
  const auto column = [] {
    const Kokkos::View<double**, Kokkos::LayoutLeft, test_exec_space::memory_space> dinv("Testing::dinv", 600, 1);
    Kokkos::deep_copy(dinv, 2.0);
    return dinv;
  }();
  expect_enough(make_banded<int, int, double>(600, 600, 5, 5), false, make(600, 800, 2), false,
                {.check_indices = false}, [&](product_type& product) {
                  for (int call = 0; call < 3; ++call)
                    Ocean::Experimental::spgemm_jacobi(&product.handle, 600, 600, 800, product.a.row_map,
                                                       product.a.entries, product.a.values, false, product.b.row_map,
                                                       product.b.entries, product.b.values, false, product.row_map,
                                                       product.entries, product.values, 3.0, column);
                });
}

/// From what the product wants downwards until symbolic() refuses: numeric() must not.
template <class Bound>
void expect_numeric_to_pass_where_symbolic_does(std::size_t wanted_bytes, std::size_t step, const Bound& bound) {
  const auto a = make(60, 40, 1), b = make(40, 50, 2);
  bool is_refused = false;
  for (std::size_t bytes = wanted_bytes; !is_refused; bytes -= std::min(bytes, step)) {
    product_type product(a, b);
    [[maybe_unused]] const auto memory = bound(bytes, Ocean::spgemm_options(product.handle));
    try {
      product.symbolic();
    } catch (const Ocean::OutOfMemory&) {
      is_refused = true;
      continue;
    }
    product.allocate();
    for (int call = 0; call < 3; ++call) {
      EXPECT_NO_THROW(product.numeric()) << bytes << " bytes";
      EXPECT_TRUE(product.is_correct()) << bytes << " bytes";
    }
  }
}

TEST(EnoughMemory, WhatSymbolicTakesIsEnoughForNumeric) {
  for (const Ocean::ExecutionPath path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    product_type whole(make(60, 40, 1), make(40, 50, 2));
    Ocean::spgemm_options(whole.handle) = {.path = path, .memory_limit_bytes = std::size_t(1) << 40};
    whole.multiply();
    const SpGEMMReport wanted = Ocean::spgemm_report(whole.handle);
    const std::size_t step = wanted.peak_workspace_bytes / 300 + 1;
    expect_numeric_to_pass_where_symbolic_does(wanted.peak_bytes, step, [&](std::size_t bytes, SpGEMMOptions& options) {
      options = {.path = path, .memory_limit_bytes = bytes};
      return bytes;
    });
    expect_numeric_to_pass_where_symbolic_does(wanted.peak_workspace_bytes, step,
                                               [&](std::size_t bytes, SpGEMMOptions& options) {
                                                 auto memory = std::make_unique<SuppliedMemory>(bytes);
                                                 options = memory->in({.path = path});
                                                 return memory;
                                               });
  }
}

}  // namespace
