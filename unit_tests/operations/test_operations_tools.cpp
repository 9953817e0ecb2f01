/// \file
/// \brief What a tool sees of the operations around the product: labels in full, the caller's instance, no wait for
/// others.
// once: Serial

#include <gtest/gtest.h>

#include <any>
#include <functional>
#include <memory>
#include <regex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "Ocean_BlockSpGEMM.hpp"
#include "Ocean_DropZeros.hpp"
#include "Ocean_Memory.hpp"
#include "Ocean_SpGEMMAdd.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_TripleProduct.hpp"
#include "api/tools_recorder.hpp"
#include "support/builders.hpp"
#include "support/crs_matrix.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = crs_matrix<int, int, double>;

const std::regex label_pattern("Ocean(::[a-z0-9_]+){1,3}");

/// \brief The Ocean part of a label that Kokkos wraps: "Kokkos::View::initialization [Ocean::...] via memset".
std::string unwrap(const std::string& label) {
  static const std::regex wrapped("Kokkos::View::initialization \\[(.*)\\]( via memset)?");
  std::smatch parts;
  return std::regex_match(label, parts, wrapped) ? parts[1].str() : label;
}

/// An operation returns what it made, so that the caller frees it: Kokkos waits for everything when it frees a view.
struct Operation {
  const char* name;
  std::function<std::any(const test_exec_space&)> run;
  bool frees_views = false;  ///< has views of its own that it frees: A P, or C with its zeros
};

/// Every operation, on matrices of 300 rows that hold zeros.
std::vector<Operation> operations() {
  using exec_type = test_exec_space;
  const matrix_type a = to_crs_matrix(make_banded<int, int, double>(300, 300, 2, 3));
  const auto dinv = make_view(std::vector<double>(300, 0.5));
  const auto blocks = make_view(std::vector<double>(4 * a.nnz(), 1.0));
  const Ocean::SpGEMMOptions options{.deterministic = true, .check_indices = true};
  const Ocean::SpGEMMOptions no_zeros{.drop_zeros = true};
  const auto transposed = [=](const exec_type& exec) -> std::any {
    return Ocean::spgemm<matrix_type>(exec, a, true, a, true, options);
  };
  const auto jacobi = [=](const exec_type& exec) -> std::any {
    return Ocean::spgemm_jacobi<matrix_type>(exec, a, a, 2.0, dinv, options);
  };
  const auto sum = [=](const exec_type& exec) -> std::any {
    return Ocean::spgemm_add<matrix_type>(exec, 1.0, a, a, 2.0, a);
  };
  const auto triple = [=](const exec_type& exec) -> std::any {
    return Ocean::triple_product<matrix_type>(exec, a, true, a, a);
  };
  const auto repeated_triple = [=](const exec_type& exec) -> std::any {
    const auto product = std::make_shared<Ocean::TripleProduct<matrix_type>>();
    const auto c = product->symbolic(exec, a, true, a, a);
    for (int call = 0; call < 2; ++call) product->numeric(exec, a, a, a, c);
    return std::make_pair(product, c);
  };
  const auto repeated_sum = [=](const exec_type& exec) -> std::any {
    const auto product = std::make_shared<Ocean::SpGEMMAdd<matrix_type>>();
    const auto c = product->symbolic(exec, a, a, a);
    for (int call = 0; call < 2; ++call) product->numeric(exec, 1.0, a, a, 2.0, a, c);
    return std::make_pair(product, c);
  };
  const auto multiply_blocks = [=](const exec_type& exec) -> std::any {
    test_view<int> row_map, entries;
    test_view<double> values;
    Ocean::block_spgemm(exec, {2, 2, 2}, 300, 300, 300, a.graph.row_map, a.graph.entries, blocks, a.graph.row_map,
                        a.graph.entries, blocks, row_map, entries, values);
    return std::make_tuple(row_map, entries, values);
  };
  const auto drop = [=](const exec_type& exec) -> std::any { return Ocean::drop_zeros(exec, a); };
  const auto product = [=](const exec_type& exec) -> std::any {
    return Ocean::spgemm<matrix_type>(exec, a, false, a, false, no_zeros);
  };
  return {{"transposed product", transposed},
          {"Jacobi", jacobi},
          {"sum", sum},
          {"triple product", triple, true},
          {"repeated triple product", repeated_triple},
          {"repeated sum", repeated_sum},
          {"blocks", multiply_blocks},
          {"drop zeros", drop},
          {"product without zeros", product, true}};
}

/// Calls \p check with the record of every operation on an instance of its own, after one that has warmed Kokkos up.
template <class Check>
void for_every_record(const Check& check) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1);
  ToolsRecord recorded;
  for (const Operation& operation : operations()) {
    SCOPED_TRACE(operation.name);
    std::any result = operation.run(instances[0]);
    Ocean::release_cached_memory();  // so that no array of an earlier C is freed meanwhile
    {
      const ToolsRecorder recorder;
      const std::any next = operation.run(instances[0]);
      recorded = ToolsRecorder::record();
      result = next;
    }
    instances[0].fence();
    check(operation, recorded, Kokkos::Tools::Experimental::device_id(instances[0]));
  }
}

TEST(OperationsTools, EveryLabelIsOceansInFull) {
  for_every_record([](const Operation&, const ToolsRecord& record, std::uint32_t) {
    EXPECT_FALSE(record.kernels.empty());
    for (const InstanceEvent& kernel : record.kernels)
      EXPECT_TRUE(std::regex_match(unwrap(kernel.label), label_pattern)) << "kernel " << kernel.label;
    for (const std::string& region : record.regions)
      EXPECT_TRUE(std::regex_match(region, label_pattern)) << "region " << region;
    for (const std::string& allocation : record.allocations)
      EXPECT_TRUE(std::regex_match(allocation, label_pattern)) << "allocation " << allocation;
    EXPECT_EQ(record.open_regions, 0);
  });
}

TEST(OperationsTools, EveryKernelRunsOnTheCallersInstance) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1);
  if (Kokkos::Tools::Experimental::device_id(instances[0]) == Kokkos::Tools::Experimental::device_id(test_exec_space{}))
    GTEST_SKIP() << "Kokkos gives all instances of this space one id";
  for_every_record([](const Operation&, const ToolsRecord& record, std::uint32_t instance_id) {
    for (const InstanceEvent& kernel : record.kernels) EXPECT_EQ(kernel.device_id, instance_id) << kernel.label;
  });
}

TEST(OperationsTools, NoFenceIsGlobalOrOnAnotherInstance) {
  for_every_record([](const Operation& operation, const ToolsRecord& record, std::uint32_t instance_id) {
    for (const InstanceEvent& fence : record.fences) {
      if (operation.frees_views && fence.label.find("deallocate") != std::string::npos) continue;
      EXPECT_FALSE(is_global_fence(fence) || fence.device_id != instance_id) << "fence " << fence.label;
    }
  });
}

}  // namespace
