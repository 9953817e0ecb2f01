/// \file
/// \brief Example 2: force a workflow, limit the memory, read the report, catch an error.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <Ocean_SpGEMM.hpp>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

using execution_space = Kokkos::DefaultExecutionSpace;
using device_type = Kokkos::Device<execution_space, execution_space::memory_space>;
using matrix_type = KokkosSparse::CrsMatrix<double, int, device_type, void, int>;

/// \brief Square matrix of full diagonal blocks: every entry of C is the sum of block_size products.
struct FillBlocks {
  Kokkos::View<int*, device_type> row_map, entries;
  Kokkos::View<double*, device_type> values;
  int block_size;

  KOKKOS_FUNCTION void operator()(int row) const {
    row_map(row + 1) = (row + 1) * block_size;
    for (int column = 0; column < block_size; ++column) {
      entries(row * block_size + column) = row / block_size * block_size + column;
      values(row * block_size + column) = 1.0;
    }
  }
};

matrix_type make_blocks(int num_blocks, int block_size) {
  const int num_rows = num_blocks * block_size;
  const FillBlocks fill{Kokkos::View<int*, device_type>("row_map", num_rows + 1),
                        Kokkos::View<int*, device_type>("entries", num_rows * block_size),
                        Kokkos::View<double*, device_type>("values", num_rows * block_size), block_size};
  Kokkos::parallel_for("fill_blocks", Kokkos::RangePolicy<execution_space>(0, num_rows), fill);
  return matrix_type("A", num_rows, num_rows, num_rows * block_size, fill.values, fill.row_map, fill.entries);
}

void print(const Ocean::SpGEMMReport& report) {
  std::printf("%s on path %s: %s\n", Ocean::to_string(report.workflow), Ocean::to_string(report.path),
              report.workflow_reason.c_str());
  std::printf("  %lld products, %lld entries of C, %zu bytes at most\n", static_cast<long long>(report.total_products),
              static_cast<long long>(report.nnz_c), report.peak_bytes);
  for (const auto& configuration : report.configurations)
    if (configuration.rows > 0)
      std::printf("  %-14s %lld rows\n", configuration.configuration.c_str(),
                  static_cast<long long>(configuration.rows));
  for (const auto& stage : report.stage_times) std::printf("  %-16s %.6f s\n", stage.stage.c_str(), stage.seconds);
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const matrix_type a = make_blocks(100, 32);
  const execution_space exec;
  std::int64_t nnz_c = -1;
  for (const auto workflow : {Ocean::Workflow::automatic, Ocean::Workflow::upper_bound, Ocean::Workflow::hyperloglog,
                              Ocean::Workflow::symbolic}) {
    Ocean::SpGEMMOptions options;
    options.workflow = workflow;
    options.time_stages = true;
    Ocean::SpGEMMReport report;
    const auto c = Ocean::spgemm<matrix_type>(exec, a, false, a, false, options, &report);
    print(report);
    if (nnz_c >= 0 && report.nnz_c != nnz_c) return 1;  // the workflow must not change C
    nnz_c = report.nnz_c;
  }

  Ocean::SpGEMMOptions tight;
  tight.memory_limit_bytes = 1000;
  try {
    Ocean::spgemm<matrix_type>(exec, a, false, a, false, tight);
  } catch (const std::runtime_error& error) {
    std::printf("with a limit of 1000 bytes: %s\n", error.what());
    return 0;
  }
  std::printf("the limit was ignored\n");
  return 1;
}
