/// \file
/// \brief Example 8: ask for the size of a product first, supply the work memory, and stay within a limit.

#include <Ocean_Error.hpp>
#include <Ocean_Memory.hpp>
#include <Ocean_SpGEMM.hpp>
#include <Ocean_WorkspaceSize.hpp>
#include <cstdio>
#include <string>

#include "poisson.hpp"

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const execution_space exec;
  const matrix_type a = make_poisson(200);

  // How much memory will the product take?
  const Ocean::WorkspaceSize size = Ocean::get_workspace_size(exec, a, a);
  std::printf("work memory %zu bytes, C up to %zu bytes\n", size.workspace_bytes, size.product_bytes);

  // With the caller's work memory, only C is allocated.
  const Kokkos::View<char*, memory_space> memory("work_memory", size.workspace_bytes);
  Ocean::SpGEMMOptions with_memory;
  with_memory.workspace_data = memory.data();
  with_memory.workspace_bytes = memory.size();
  const auto c = Ocean::spgemm<matrix_type>(exec, a, false, a, false, with_memory);
  const auto c_bytes =
      c.nnz() * (sizeof(int) + sizeof(double)) + (static_cast<std::size_t>(c.numRows()) + 1) * sizeof(int);

  // A limit on work memory and C together. If all rows at once do not fit, they are computed in chunks.
  Ocean::SpGEMMOptions limited;
  limited.memory_limit_bytes = c_bytes + size.workspace_bytes / 4;
  Ocean::SpGEMMReport report;
  const auto d = Ocean::spgemm<matrix_type>(exec, a, false, a, false, limited, &report);
  const auto rows = report.num_chunks > 1 ? std::to_string(report.num_chunks) + " chunks of rows" : "all rows at once";
  std::printf("limit %zu bytes: %s, %zu bytes at most\n", limited.memory_limit_bytes, rows.c_str(), report.peak_bytes);
  if (d.nnz() != c.nnz() || report.peak_bytes > limited.memory_limit_bytes) return 1;

  // A limit that C alone exceeds: the error says which limit is enough.
  limited.memory_limit_bytes = 1000;
  try {
    Ocean::spgemm<matrix_type>(exec, a, false, a, false, limited);
    return 1;
  } catch (const Ocean::OutOfMemory& error) {
    std::printf("%s\n", error.what());
  }

  Ocean::release_cached_memory();  // frees what Ocean keeps for later products
  return 0;
}
