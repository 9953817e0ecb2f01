/// \file
/// \brief What a tool sees: every label in full, every kernel on the caller's instance, no wait for other instances.
// once: Serial

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "Ocean_Memory.hpp"
#include "gallery.hpp"
#include "tools_recorder.hpp"

namespace {

using namespace Ocean::Testing;

const std::regex label_pattern("Ocean(::[a-z0-9_]+){1,3}");

/// \brief The Ocean part of a label that Kokkos wraps: "Kokkos::View::initialization [Ocean::...] via memset".
std::string unwrap(const std::string& label) {
  static const std::regex wrapped("Kokkos::View::initialization \\[(.*)\\]( via memset)?");
  std::smatch parts;
  return std::regex_match(label, parts, wrapped) ? parts[1].str() : label;
}

/// Records one product of CrsMatrix on \p exec after one that has warmed up Kokkos' own buffers.
ToolsRecord record_product(const test_exec_space& exec, const Case<>& product, const Ocean::SpGEMMOptions& options) {
  using matrix_type = crs_matrix<int, int, double>;
  const auto a = to_crs_matrix(product.a);
  const auto b = to_crs_matrix(product.b);
  const auto warm_up = Ocean::spgemm<matrix_type>(exec, a, false, b, false, options);
  matrix_type c;
  Ocean::release_cached_memory();  // so that no array of an earlier C is freed meanwhile
  {
    const ToolsRecorder recorder;
    c = Ocean::spgemm<matrix_type>(exec, a, false, b, false, options);
  }
  exec.fence();
  EXPECT_TRUE(matches(to_host(c), product.c));
  return ToolsRecorder::record();
}

/// Calls \p check with the record of every product of the gallery in every workflow on every path, on a new instance.
template <class Check>
void for_every_record(const Check& check) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1);
  const std::uint32_t instance_id = Kokkos::Tools::Experimental::device_id(instances[0]);
  for (const NamedOptions& named : all_workflows_and_paths({.check_indices = true}))
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name + ", " + product.name);
      check(record_product(instances[0], product, named.options), instance_id);
    }
}

TEST(SpgemmTools, EveryLabelIsOceansInFull) {
  for_every_record([](const ToolsRecord& record, std::uint32_t) {
    EXPECT_FALSE(record.kernels.empty());
    EXPECT_FALSE(record.regions.empty());
    for (const InstanceEvent& kernel : record.kernels)
      EXPECT_TRUE(std::regex_match(unwrap(kernel.label), label_pattern)) << "kernel " << kernel.label;
    for (const std::string& region : record.regions)
      EXPECT_TRUE(std::regex_match(region, label_pattern)) << "region " << region;
    for (const std::string& allocation : record.allocations)
      EXPECT_TRUE(std::regex_match(allocation, label_pattern) || is_team_scratch_of_kokkos(allocation))
          << "allocation " << allocation;
  });
}

TEST(SpgemmTools, EveryKernelRunsOnTheCallersInstance) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1);
  if (Kokkos::Tools::Experimental::device_id(instances[0]) == Kokkos::Tools::Experimental::device_id(test_exec_space{}))
    GTEST_SKIP() << "Kokkos gives all instances of this space one id";
  for_every_record([](const ToolsRecord& record, std::uint32_t instance_id) {
    for (const InstanceEvent& kernel : record.kernels) EXPECT_EQ(kernel.device_id, instance_id) << kernel.label;
  });
}

TEST(SpgemmTools, NoFenceIsGlobalOrOnAnotherInstance) {
  std::set<std::string> foreign;
  for_every_record([&](const ToolsRecord& record, std::uint32_t instance_id) {
    for (const InstanceEvent& fence : record.fences)
      if (!is_fence_of_kokkos(fence) && (is_global_fence(fence) || fence.device_id != instance_id))
        foreign.insert(fence.label);
  });
  for (const std::string& label : foreign) ADD_FAILURE() << "fence " << label;
}

TEST(SpgemmTools, EveryRegionIsClosed) {
  for_every_record([](const ToolsRecord& record, std::uint32_t) { EXPECT_EQ(record.open_regions, 0); });
}

TEST(SpgemmTools, RegionsAreClosedWhenAProductThrows) {
  for (const NamedOptions& named : all_workflows_and_paths({.memory_limit_bytes = 20000})) {
    SCOPED_TRACE(named.name);
    const auto matrix = to_crs_matrix(gallery()[1].a);
    const ToolsRecorder recorder;
    EXPECT_THROW(Ocean::spgemm<decltype(to_crs_matrix(gallery()[1].a))>(test_exec_space{}, matrix, false, matrix, false,
                                                                        named.options),
                 std::runtime_error);
    EXPECT_GT(ToolsRecorder::record().regions.size(), 0u);
    EXPECT_EQ(ToolsRecorder::record().open_regions, 0);
  }
}

TEST(SpgemmTools, TheRecorderSeesAGlobalFence) {
  const ToolsRecorder recorder;
  Kokkos::fence("Testing::global_fence");
  ASSERT_FALSE(ToolsRecorder::record().fences.empty());
  EXPECT_TRUE(is_global_fence(ToolsRecorder::record().fences.front()));
}

}  // namespace
