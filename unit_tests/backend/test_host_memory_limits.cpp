/// \file
/// \brief What a process may still take, from made-up files of the operating system.
// backends: Serial OpenMP Threads

#include "ocean/backend/host_memory_limits.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace {

using Ocean::Impl::available_host_bytes;
using Ocean::Impl::counts_untouched_memory;
using Ocean::Impl::HostMemorySources;
using Ocean::Impl::total_host_bytes;
using Ocean::Impl::unlimited_bytes;

class HostMemoryLimits : public ::testing::Test {
 protected:
  HostMemoryLimits() {
    std::string name = (std::filesystem::temp_directory_path() / "ocean_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    m_folder = name;
    m_proc = name + "/proc";
    m_groups = name + "/cgroup";
    sources.proc = m_proc.c_str();
    sources.control_groups = m_groups.c_str();
  }
  ~HostMemoryLimits() override {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
  }

  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = m_folder / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  /// A machine with 100 MiB available of 150 MiB that it may grant, 120 MiB of which are granted.
  void write_machine(const std::string& overcommit) const {
    write("proc/meminfo",
          "MemTotal:         204800 kB\nMemFree:           51200 kB\nMemAvailable:     102400 kB\n"
          "CommitLimit:      153600 kB\nCommitted_AS:     122880 kB\n");
    write("proc/sys/vm/overcommit_memory", overcommit + "\n");
  }
  /// A group of control groups' second version.
  void write_group(const std::string& path, const std::string& limit, const std::string& usage) const {
    write("cgroup" + path + "/memory.max", limit + "\n");
    write("cgroup" + path + "/memory.current", usage + "\n");
  }

  static constexpr std::size_t mebibyte = std::size_t(1) << 20;
  HostMemorySources sources;

 private:
  std::filesystem::path m_folder;
  std::string m_proc, m_groups;
};

TEST_F(HostMemoryLimits, NothingKnown) {
  EXPECT_EQ(available_host_bytes(sources), unlimited_bytes);
  EXPECT_FALSE(counts_untouched_memory(sources));
}

TEST_F(HostMemoryLimits, TheMachine) {
  write_machine("0");
  EXPECT_EQ(available_host_bytes(sources), 100 * mebibyte);
  EXPECT_FALSE(counts_untouched_memory(sources));
  write_machine("1");
  EXPECT_EQ(available_host_bytes(sources), 100 * mebibyte);
  write_machine("2");
  EXPECT_EQ(available_host_bytes(sources), 30 * mebibyte);
  EXPECT_TRUE(counts_untouched_memory(sources));
}

TEST_F(HostMemoryLimits, MoreGrantedThanMayBe) {
  write("proc/meminfo", "MemAvailable: 4 kB\nCommitLimit: 2 kB\nCommitted_AS: 3 kB\n");
  write("proc/sys/vm/overcommit_memory", "2\n");
  EXPECT_EQ(available_host_bytes(sources), 0u);
}

TEST_F(HostMemoryLimits, TheLimitsOfTheProcess) {
  write_machine("0");
  write("proc/self/status", "Name:\tx\nVmPeak:\t   90000 kB\nVmSize:\t   20480 kB\nVmData:\t   10240 kB\n");
  sources.address_space_limit = 25 * mebibyte;
  EXPECT_EQ(available_host_bytes(sources), 5 * mebibyte);
  EXPECT_TRUE(counts_untouched_memory(sources));
  sources.data_limit = 13 * mebibyte;
  EXPECT_EQ(available_host_bytes(sources), 3 * mebibyte);
  sources.address_space_limit = unlimited_bytes;
  EXPECT_TRUE(counts_untouched_memory(sources));
  sources.data_limit = 9 * mebibyte;
  EXPECT_EQ(available_host_bytes(sources), 0u);
  sources.data_limit = 500 * mebibyte;
  EXPECT_EQ(available_host_bytes(sources), 100 * mebibyte);
}

TEST_F(HostMemoryLimits, ControlGroupsAndTheirParents) {
  write_machine("0");
  write("proc/self/cgroup", "0::/slice/job/step\n");
  write_group("/slice/job/step", "max", "1048576");
  EXPECT_EQ(available_host_bytes(sources), 100 * mebibyte);
  write_group("/slice", "52428800", "10485760");
  EXPECT_EQ(available_host_bytes(sources), 40 * mebibyte);
  write_group("/slice/job/step", "20971520", "10485760");
  EXPECT_EQ(available_host_bytes(sources), 10 * mebibyte);
  write_group("", "10485760", "10485760");
  EXPECT_EQ(available_host_bytes(sources), 0u);
  EXPECT_FALSE(counts_untouched_memory(sources)) << "they count what is touched";
}

TEST_F(HostMemoryLimits, PagesOfFilesInAControlGroupAreFree) {
  write_machine("0");
  write("proc/self/cgroup", "0::/\n");
  write_group("", "20971520", "20971520");
  write("cgroup/memory.stat", "anon 5\nfile 9\ninactive_file 3145728\nactive_file 1048576\nunevictable 0\n");
  EXPECT_EQ(available_host_bytes(sources), 4 * mebibyte);
}

/// A container that sees the machine's name of its group, whose files are the root of what is mounted.
TEST_F(HostMemoryLimits, AControlGroupThatIsNotMountedByItsName) {
  write_machine("0");
  write("proc/self/cgroup", "0::/docker/0123456789\n");
  write_group("", "20971520", "1048576");
  EXPECT_EQ(available_host_bytes(sources), 19 * mebibyte);
}

TEST_F(HostMemoryLimits, TheFirstVersionOfControlGroups) {
  write_machine("0");
  write("proc/self/cgroup", "12:cpu,cpuacct:/a\n9:memory:/batch/job\n1:name=systemd:/b\n0::/system.slice\n");
  write("cgroup/memory/batch/job/memory.limit_in_bytes", "31457280\n");
  write("cgroup/memory/batch/job/memory.usage_in_bytes", "20971520\n");
  EXPECT_EQ(available_host_bytes(sources), 10 * mebibyte);
  write("cgroup/memory/batch/job/memory.stat", "inactive_file 7\ntotal_inactive_file 1048576\ntotal_active_file 0\n");
  EXPECT_EQ(available_host_bytes(sources), 11 * mebibyte);
  write("cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("cgroup/memory/memory.usage_in_bytes", "20971520\n");
  EXPECT_EQ(available_host_bytes(sources), 11 * mebibyte);
}

TEST_F(HostMemoryLimits, FilesOfOtherFormsSayNothing) {
  write("proc/meminfo", "MemAvailable:\n");
  write("proc/self/cgroup", "0::\nnonsense\n:\n0::/");
  write("cgroup/memory.max", "");
  EXPECT_EQ(available_host_bytes(sources), unlimited_bytes);
}

/// Whoever uses it now.
TEST_F(HostMemoryLimits, OfTheWholeMachineAndGroup) {
  EXPECT_EQ(total_host_bytes(sources), unlimited_bytes);
  write_machine("0");
  EXPECT_EQ(total_host_bytes(sources), 200 * mebibyte);
  write("proc/self/cgroup", "0::/outer/inner\n");
  write_group("/outer", std::to_string(30 * mebibyte), std::to_string(20 * mebibyte));
  write_group("/outer/inner", "max", std::to_string(5 * mebibyte));
  EXPECT_EQ(total_host_bytes(sources), 30 * mebibyte);
  sources.data_limit = 20 * mebibyte;
  EXPECT_EQ(total_host_bytes(sources), 20 * mebibyte);
  sources.address_space_limit = 10 * mebibyte;
  EXPECT_EQ(total_host_bytes(sources), 10 * mebibyte);
}

TEST(HostMemoryLimitsOfThisProcess, AreRead) { EXPECT_GT(available_host_bytes(), std::size_t(1) << 20); }

}  // namespace
