#ifndef OCEAN_PROGRAM_PROGRESS_BAR_HPP
#define OCEAN_PROGRAM_PROGRESS_BAR_HPP
/// \file
/// \brief A progress bar on stderr, for someone waiting at a terminal.

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

namespace Ocean::Program {

/// Seconds of silence before the bar appears, and between redraws.
inline constexpr double progress_delay_s = 0.5, progress_interval_s = 0.1;
/// Characters of the bar itself.
inline constexpr int progress_width = 40;

/// \brief Draws nothing unless stderr is a terminal and the work takes longer than progress_delay_s; wipes itself away.
class ProgressBar {
 public:
  ProgressBar(std::string label, std::int64_t total)
      : m_label(std::move(label)), m_total(total), m_active(total > 0 && isatty(STDERR_FILENO) == 1) {}
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() {
    if (m_shown) std::fprintf(stderr, "\r\033[K");
  }

  void update(std::int64_t done) {
    if (!m_active) return;
    const double now = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    if (now < m_next) return;
    m_next = now + progress_interval_s;
    m_shown = true;
    const int filled = static_cast<int>(progress_width * done / m_total);
    std::string bar(progress_width, '.');
    for (int k = 0; k < filled && k < progress_width; ++k) bar[k] = '#';
    std::fprintf(stderr, "\r%s [%s] %3d %%\033[K", m_label.c_str(), bar.c_str(),
                 static_cast<int>(100 * done / m_total));
    std::fflush(stderr);
  }

 private:
  std::string m_label;
  std::int64_t m_total;
  bool m_active;
  bool m_shown = false;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  double m_next = progress_delay_s;
};

}  // namespace Ocean::Program

#endif
