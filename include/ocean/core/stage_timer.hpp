#ifndef OCEAN_CORE_STAGE_TIMER_HPP
#define OCEAN_CORE_STAGE_TIMER_HPP
/// \file
/// \brief Names a stage for Kokkos Tools and, if the report requests it, times it.

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <exception>
#include <string>

#include "../../Ocean_SpGEMMReport.hpp"

namespace Ocean::Impl {

/// \brief An empty report for a call with \p options and \p report, either of which may ask for stage times.
inline SpGEMMReport start_report(const SpGEMMOptions& options, const SpGEMMReport& report) {
  SpGEMMReport started;
  started.time_stages = options.time_stages || report.time_stages;
  return started;
}

/// \brief Lives as long as one of several calls on a product: makes stage times and seconds of the report its own.
class CallTimer {
 public:
  explicit CallTimer(SpGEMMReport& report) : m_report(report) {
    m_report.stage_times.clear();
    m_report.seconds = 0.0;
  }
  CallTimer(const CallTimer&) = delete;
  CallTimer& operator=(const CallTimer&) = delete;
  ~CallTimer() { m_report.seconds = m_timer.seconds(); }

 private:
  Kokkos::Timer m_timer;
  SpGEMMReport& m_report;
};

/// \brief Lives as long as a stage. Fences only if report.time_stages is set.
template <class ExecutionSpace>
class StageTimer {
 public:
  /// \param stage one lower-case word or words_joined; the region is `Ocean::<stage>`.
  StageTimer(const ExecutionSpace& exec, const char* stage, SpGEMMReport& report)
      : m_exec(exec), m_region(std::string("Ocean::") + stage), m_stage(stage), m_report(report) {
    if (!m_report.time_stages) return;
    provide_entry();
    m_exec.fence("Ocean::stage_timer::begin");
    m_timer.reset();
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;
  ~StageTimer() {
    if (!m_report.time_stages) return;
    try {
      m_exec.fence("Ocean::stage_timer::end");
    } catch (const std::exception&) {  // from a failed kernel: the next wait for the instance throws it again
    }
    for (StageTime& known : m_report.stage_times)
      if (known.stage == m_stage) known.seconds += m_timer.seconds();
  }

 private:
  /// \brief Creates the report's entry at the start, so that nothing can fail at the end.
  void provide_entry() {
    for (const StageTime& known : m_report.stage_times)
      if (known.stage == m_stage) return;
    m_report.stage_times.push_back({m_stage, 0.0});
  }

  const ExecutionSpace& m_exec;
  Kokkos::Profiling::ScopedRegion m_region;
  Kokkos::Timer m_timer;
  const char* m_stage;
  SpGEMMReport& m_report;
};

}  // namespace Ocean::Impl

#endif
