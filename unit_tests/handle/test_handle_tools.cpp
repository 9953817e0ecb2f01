/// \file
/// \brief What a tool sees of calls through a handle: labels in full, the caller's instance, and of a repeated numeric
/// call neither allocations nor copies, nor waits on a device.
// once: Serial

#include <algorithm>
#include <regex>

#include "api/tools_recorder.hpp"
#include "support/extreme_options.hpp"
#include "through_handle.hpp"

namespace {

using namespace Ocean::Testing;

template <class Handle>
class HandleTools : public ::testing::Test {
 protected:
  using instances_type = decltype(Kokkos::Experimental::partition_space(test_exec_space(), 1));  // vector or array
  const instances_type m_instances = Kokkos::Experimental::partition_space(test_exec_space(), 1);
  ThroughHandle<Handle> m_product = make_product<Handle>();

  const test_exec_space& exec() const { return m_instances[0]; }
  void symbolic() {
    auto& p = m_product;
    Ocean::spgemm_symbolic(exec(), &p.handle, p.num_rows(), p.num_inner(), p.num_cols(), p.a.row_map, p.a.entries,
                           false, p.b.row_map, p.b.entries, false, p.row_map);
  }
  void numeric() {
    auto& p = m_product;
    Ocean::spgemm_numeric(exec(), &p.handle, p.num_rows(), p.num_inner(), p.num_cols(), p.a.row_map, p.a.entries,
                          p.a.values, false, p.b.row_map, p.b.entries, p.b.values, false, p.row_map, p.entries,
                          p.values);
  }
  /// \brief Does \p action under the recorder.
  template <class Action>
  static ToolsRecord record(const Action& action) {
    {
      const ToolsRecorder recorder;
      action();
    }
    return ToolsRecorder::record();
  }
};
TYPED_TEST_SUITE(HandleTools, both_handles);

bool is_fingerprint(const InstanceEvent& kernel) { return kernel.label == "Ocean::handle::fingerprint_pattern"; }

TYPED_TEST(HandleTools, RepeatedNumericNeitherAllocatesNorWaits) {
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    this->m_product.handle.create_spgemm_handle();
    auto& options = Ocean::spgemm_options(this->m_product.handle);
    options.path = path;
    options.check_indices = false;
    this->symbolic();
    this->m_product.allocate();
    this->numeric();
    this->numeric();  // warms Kokkos up
    this->m_product.change_values(71);
    this->exec().fence();
    ToolsRecord record = this->record([&] { this->numeric(); });
    std::erase_if(record.allocations, is_team_scratch_of_kokkos);
    EXPECT_TRUE(record.allocations.empty()) << record.allocations.front();
    EXPECT_TRUE(record.copies.empty()) << record.copies.front();
    const auto fingerprints = std::count_if(record.kernels.begin(), record.kernels.end(), is_fingerprint);
    EXPECT_EQ(fingerprints, Ocean::Impl::is_host_space_v<test_exec_space> ? 1 : 0);
    if (!Ocean::Impl::is_host_space_v<test_exec_space>) {
      EXPECT_TRUE(record.fences.empty()) << record.fences.front().label;
    }
    this->exec().fence();
    EXPECT_TRUE(this->m_product.is_correct());
  }
}

TYPED_TEST(HandleTools, LabelsAreOceansAndKernelsOnTheInstance) {
  const std::regex label_pattern("(Kokkos::View::initialization \\[)?Ocean(::[a-z0-9_]+){1,3}(\\].*)?");
  const std::uint32_t instance_id = Kokkos::Tools::Experimental::device_id(this->exec());
  const auto check = [&](const ToolsRecord& record) {
    EXPECT_FALSE(record.kernels.empty());
    for (const InstanceEvent& kernel : record.kernels) {
      EXPECT_TRUE(std::regex_match(kernel.label, label_pattern)) << kernel.label;
      EXPECT_EQ(kernel.device_id, instance_id) << kernel.label;
    }
  };
  check(this->record([&] { this->symbolic(); }));
  this->m_product.allocate();
  check(this->record([&] { this->numeric(); }));
  check(this->record([&] { this->numeric(); }));
}

}  // namespace
