#ifndef OCEAN_UNIT_TESTS_PROGRAM_SUPPORT_HPP
#define OCEAN_UNIT_TESTS_PROGRAM_SUPPORT_HPP
/// \file
/// \brief Folders, files and processes for the tests of the program.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace Ocean::Testing {

/// \brief A test with a folder of its own, removed behind it.
class FolderTest : public ::testing::Test {
 protected:
  FolderTest() {
    std::string name = (std::filesystem::temp_directory_path() / "ocean_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    m_folder = name;
  }
  ~FolderTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
  }

  std::string path(const std::string& name) const { return (m_folder / name).string(); }

  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::string write_gzipped(const std::string& name, const std::string& content) const {
    const gzFile file = gzopen(path(name).c_str(), "wb");
    EXPECT_EQ(gzwrite(file, content.data(), static_cast<unsigned>(content.size())), static_cast<int>(content.size()));
    EXPECT_EQ(gzclose(file), Z_OK);
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  std::size_t count_files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(m_folder), {}));
  }
  /// \brief \p text with every mention of the folder taken out.
  std::string without_folder(std::string text) const {
    const std::string prefix = m_folder.string() + "/";
    for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
      text.erase(at, prefix.size());
    return text;
  }

  /// \brief What \p action throws, without the folder; empty if nothing.
  template <class Action>
  std::string error_of(const Action& action) const {
    try {
      action();
    } catch (const std::exception& error) {
      return without_folder(error.what());
    }
    return "";
  }

  std::filesystem::path m_folder;
};

}  // namespace Ocean::Testing

#endif
