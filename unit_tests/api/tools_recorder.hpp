#ifndef OCEAN_TEST_API_TOOLS_RECORDER_HPP
#define OCEAN_TEST_API_TOOLS_RECORDER_HPP
/// \file
/// \brief What Kokkos reports to a tool while the recorder lives: kernels, regions, allocations, copies, fences.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "support/test_exec_space.hpp"

namespace Ocean::Testing {

/// \brief A kernel or fence and the instance it was for.
struct InstanceEvent {
  std::string label;
  std::uint32_t device_id;
};

/// \brief Everything that was reported, in order.
struct ToolsRecord {
  std::vector<InstanceEvent> kernels, fences;
  std::vector<std::string> regions, allocations;
  std::vector<std::string> copies;  ///< labels of the destinations and sources
  int open_regions = 0;
};

/// \brief Receives the callbacks of Kokkos Tools from construction to destruction; one at a time.
class ToolsRecorder {
 public:
  ToolsRecorder() : m_previous(Kokkos::Tools::Experimental::get_callbacks()) {
    namespace Tools = Kokkos::Tools::Experimental;
    record() = {};
    Tools::set_begin_parallel_for_callback(&begin_kernel);
    Tools::set_begin_parallel_reduce_callback(&begin_kernel);
    Tools::set_begin_parallel_scan_callback(&begin_kernel);
    Tools::set_push_region_callback(&push_region);
    Tools::set_pop_region_callback(&pop_region);
    Tools::set_allocate_data_callback(&allocate_data);
    Tools::set_begin_deep_copy_callback(&begin_deep_copy);
    Tools::set_begin_fence_callback(&begin_fence);
  }
  ~ToolsRecorder() { Kokkos::Tools::Experimental::set_callbacks(m_previous); }
  ToolsRecorder(const ToolsRecorder&) = delete;
  ToolsRecorder& operator=(const ToolsRecorder&) = delete;

  static ToolsRecord& record() {
    static ToolsRecord the_record;
    return the_record;
  }

 private:
  static void begin_kernel(const char* label, const std::uint32_t device_id, std::uint64_t*) {
    record().kernels.push_back({label, device_id});
  }
  static void begin_fence(const char* label, const std::uint32_t device_id, std::uint64_t*) {
    if (std::string(label).starts_with("Kokkos::Tools::")) return;  // Kokkos waits before it calls a tool
    record().fences.push_back({label, device_id});
  }
  static void push_region(const char* label) {
    record().regions.push_back(label);
    ++record().open_regions;
  }
  static void pop_region() { --record().open_regions; }
  static void allocate_data(const Kokkos::Tools::SpaceHandle, const char* label, const void*, const std::uint64_t) {
    record().allocations.push_back(label);
  }
  static void begin_deep_copy(Kokkos::Tools::SpaceHandle, const char* to, const void*, Kokkos::Tools::SpaceHandle,
                              const char* from, const void*, std::uint64_t) {
    record().copies.push_back(to);
    record().copies.push_back(from);
  }

  Kokkos::Tools::Experimental::EventSet m_previous;
};

/// \brief Whether a label is that of the scratch that Kokkos keeps for the teams of an instance: it grows launch by
/// launch.
inline bool is_team_scratch_of_kokkos(const std::string& label) {
  return (label.starts_with("Kokkos::") && label.ends_with("::TeamScratchMemory")) || label == "Kokkos::thread_scratch";
}

/// \brief True for fences that Kokkos' Threads makes around its launches, and where it frees the scratch of its teams.
inline bool is_fence_of_kokkos(const InstanceEvent& fence) {
  return fence.label.starts_with("Kokkos::ThreadsInternal::fence") ||
         (!any_thread_may_launch() && fence.label == "HostSpace::impl_deallocate before free");
}

/// \brief True for the instance part of a fence that waits for a whole device.
inline bool is_global_fence(const InstanceEvent& fence) {
  namespace Tools = Kokkos::Tools::Experimental;
  return Tools::identifier_from_devid(fence.device_id).instance_id ==
         Tools::int_for_synchronization_reason(Tools::SpecialSynchronizationCases::GlobalDeviceSynchronization);
}

}  // namespace Ocean::Testing

#endif
