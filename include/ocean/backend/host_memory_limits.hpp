#ifndef OCEAN_BACKEND_HOST_MEMORY_LIMITS_HPP
#define OCEAN_BACKEND_HOST_MEMORY_LIMITS_HPP
/// \file
/// \brief How much memory a process may still take: of the machine, of its control groups, under its own limits.
///
/// Nothing here allocates, because it is called when memory is short.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <memory>
#include <string_view>

#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace Ocean::Impl {

/// The value that stands for "no limit".
inline constexpr std::size_t unlimited_bytes = std::numeric_limits<std::size_t>::max();

/// \brief The files in which the operating system says what a process may take, and its own limits; tests use others.
struct HostMemorySources {
  const char* proc = "/proc";
  const char* control_groups = "/sys/fs/cgroup";
  std::size_t address_space_limit = unlimited_bytes;
  std::size_t data_limit = unlimited_bytes;
};

/// \brief Those of this process.
inline HostMemorySources host_memory_sources() {
  HostMemorySources sources;
#if defined(__linux__)
  const auto soft_limit = [](auto resource) {
    rlimit limit{};
    const bool is_set = getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_set ? static_cast<std::size_t>(limit.rlim_cur) : unlimited_bytes;
  };
  sources.address_space_limit = soft_limit(RLIMIT_AS);
  sources.data_limit = soft_limit(RLIMIT_DATA);
#endif
  return sources;
}

/// \brief The beginning of a small text file; empty if the file does not exist.
class SystemFile {
 public:
  /// \brief Reads the file `folder` + `group` + `name`.
  SystemFile(const char* folder, std::string_view group, const char* name) {
    std::array<char, 4096> path;
    const int length =
        std::snprintf(path.data(), path.size(), "%s%.*s%s", folder, static_cast<int>(group.size()), group.data(), name);
    if (length < 0 || static_cast<std::size_t>(length) >= path.size()) return;
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.data(), "r"));
    if (file) m_size = std::fread(m_text.data(), 1, m_text.size(), file.get());
  }

  std::string_view text() const { return {m_text.data(), m_size}; }

  /// \brief The number after \p key at the beginning of a line; unlimited_bytes if there is none.
  std::size_t number_behind(std::string_view key) const {
    std::string_view rest = text();
    while (!rest.starts_with(key)) {
      const std::size_t end = rest.find('\n');
      if (end == std::string_view::npos) return unlimited_bytes;
      rest.remove_prefix(end + 1);
    }
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t", key.size())));
    std::size_t number = unlimited_bytes;
    (void)std::from_chars(rest.data(), rest.data() + rest.size(), number);
    return number;
  }
  /// \brief The same for a number of KiB, in bytes.
  std::size_t kibibytes_behind(std::string_view key) const {
    const std::size_t number = number_behind(key);
    return number == unlimited_bytes ? number : number * 1024;
  }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::array<char, 8192> m_text;
  std::size_t m_size = 0;
};

/// \brief \p limit minus what is used of it. An unknown use counts as zero.
inline std::size_t bytes_left(std::size_t limit, std::size_t used) {
  if (limit == unlimited_bytes || used == unlimited_bytes) return limit;
  return limit > used ? limit - used : 0;
}

/// \brief The names that a version of control groups uses for its memory numbers.
struct ControlGroupNames {
  const char *folder, *limit, *usage, *statistics;
  std::string_view inactive_file, active_file;
};
inline constexpr ControlGroupNames control_group_names_v1{
    "/memory",      "/memory.limit_in_bytes", "/memory.usage_in_bytes",
    "/memory.stat", "total_inactive_file ",   "total_active_file "};
inline constexpr ControlGroupNames control_group_names_v2{
    "", "/memory.max", "/memory.current", "/memory.stat", "inactive_file ", "active_file "};

/// \brief Which bytes are asked for: those that a process may take at all, or those of them that nobody uses.
enum class HostBytes { total, left };

/// \brief Bytes of a control group and its parents. Cached pages of files count as unused, because they can be evicted.
/// \param group  path of the group, as /proc/self/cgroup has it
inline std::size_t control_group_bytes(const HostMemorySources& sources, const ControlGroupNames& names,
                                       std::string_view group, HostBytes which) {
  std::size_t bytes = unlimited_bytes;
  std::array<char, 256> folder;
  if (std::snprintf(folder.data(), folder.size(), "%s%s", sources.control_groups, names.folder) >= 256) return bytes;
  for (;; group = group.substr(0, group.rfind('/'))) {
    if (group == "/") group = "";
    const std::size_t limit = SystemFile(folder.data(), group, names.limit).number_behind("");
    if (which == HostBytes::total) {
      bytes = std::min(bytes, limit);
    } else if (limit != unlimited_bytes) {
      const SystemFile statistics(folder.data(), group, names.statistics);
      std::size_t used = SystemFile(folder.data(), group, names.usage).number_behind("");
      for (const std::string_view key : {names.inactive_file, names.active_file}) {
        const std::size_t file_bytes = statistics.number_behind(key);
        if (file_bytes != unlimited_bytes && used != unlimited_bytes) used -= std::min(used, file_bytes);
      }
      bytes = std::min(bytes, bytes_left(limit, used));
    }
    if (group.empty()) return bytes;
  }
}

/// \brief The same for the group of this process in each version of control groups.
inline std::size_t control_groups_bytes(const HostMemorySources& sources, HostBytes which) {
  const SystemFile file(sources.proc, "", "/self/cgroup");
  std::size_t bytes = unlimited_bytes;
  for (std::string_view lines = file.text(); !lines.empty();) {  // number:controllers:path
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const bool is_v1 = controllers.find("memory") != std::string_view::npos;
    if (!is_v1 && !controllers.empty()) continue;
    bytes = std::min(bytes, control_group_bytes(sources, is_v1 ? control_group_names_v1 : control_group_names_v2,
                                                line.substr(second + 1), which));
  }
  return bytes;
}

/// \brief Whether the system never overcommits memory.
inline bool grants_only_what_is_there(const HostMemorySources& sources) {
  constexpr std::size_t never_overcommit = 2;
  return SystemFile(sources.proc, "", "/sys/vm/overcommit_memory").number_behind("") == never_overcommit;
}

/// \brief Whether memory counts against a limit before it is touched.
inline bool counts_untouched_memory(const HostMemorySources& sources = host_memory_sources()) {
  return sources.address_space_limit != unlimited_bytes || sources.data_limit != unlimited_bytes ||
         grants_only_what_is_there(sources);
}

/// \brief Bytes that the process may still take; the largest number if nothing is known.
/// Cost    some ten small files: as long as a small product
inline std::size_t available_host_bytes(const HostMemorySources& sources = host_memory_sources()) {
  const SystemFile memory(sources.proc, "", "/meminfo");
  std::size_t bytes =
      std::min(memory.kibibytes_behind("MemAvailable:"), control_groups_bytes(sources, HostBytes::left));
  if (grants_only_what_is_there(sources))
    bytes =
        std::min(bytes, bytes_left(memory.kibibytes_behind("CommitLimit:"), memory.kibibytes_behind("Committed_AS:")));
  if (sources.address_space_limit == unlimited_bytes && sources.data_limit == unlimited_bytes) return bytes;
  const SystemFile status(sources.proc, "", "/self/status");
  return std::min({bytes, bytes_left(sources.address_space_limit, status.kibibytes_behind("VmSize:")),
                   bytes_left(sources.data_limit, status.kibibytes_behind("VmData:"))});
}

/// \brief Bytes that the process may take if it is alone; the largest number if nothing is known.
inline std::size_t total_host_bytes(const HostMemorySources& sources = host_memory_sources()) {
  const SystemFile memory(sources.proc, "", "/meminfo");
  return std::min({memory.kibibytes_behind("MemTotal:"), control_groups_bytes(sources, HostBytes::total),
                   sources.address_space_limit, sources.data_limit});
}

}  // namespace Ocean::Impl

#endif
