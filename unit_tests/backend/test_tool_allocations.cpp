/// \file
/// \brief A tool hears of every block twice, with the same words.
// backends: Serial

#include "ocean/backend/tool_allocations.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using Ocean::Impl::ToolAllocations;
using lines = std::vector<std::string>;

/// What the tool of these tests has heard.
lines& heard() {
  static lines the_lines;
  return the_lines;
}

void hear(const char* what, const Kokkos::Tools::SpaceHandle& space, const char* label, const void* data,
          std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  heard().push_back(std::string(what) + " " + space.name + " " + label + " " + std::to_string(address) + " " +
                    std::to_string(bytes));
}

/// Loads the tool; the one before comes back at the end.
class Listener {
 public:
  Listener() : m_previous(Kokkos::Tools::Experimental::get_callbacks()) {
    heard().clear();
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](const Kokkos::Tools::SpaceHandle space, const char* label, const void* data, const std::uint64_t bytes) {
          hear("new", space, label, data, bytes);
        });
    Kokkos::Tools::Experimental::set_deallocate_data_callback(
        [](const Kokkos::Tools::SpaceHandle space, const char* label, const void* data, const std::uint64_t bytes) {
          hear("free", space, label, data, bytes);
        });
  }
  ~Listener() { Kokkos::Tools::Experimental::set_callbacks(m_previous); }

 private:
  Kokkos::Tools::Experimental::EventSet m_previous;
};

/// An address that nothing lies at.
void* at(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

TEST(ToolAllocations, AreToldTwice) {
  const Listener listener;
  ToolAllocations::tell_allocated("Space", "Testing::first", at(16), 100);
  ToolAllocations::tell_allocated("Other", "Testing::second", at(32), 200);
  ToolAllocations::tell_freed(at(16));
  ToolAllocations::tell_freed(at(16));
  ToolAllocations::tell_allocated("Space", "Testing::again", at(16), 50);
  ToolAllocations::tell_freed(at(32));
  ToolAllocations::tell_freed(at(16));
  EXPECT_EQ(heard(), (lines{"new Space Testing::first 16 100", "new Other Testing::second 32 200",
                            "free Space Testing::first 16 100", "new Space Testing::again 16 50",
                            "free Other Testing::second 32 200", "free Space Testing::again 16 50"}));
}

TEST(ToolAllocations, AToolHearsOfNoBlockThatItWasNotToldOf) {
  ToolAllocations::tell_allocated("Space", "Testing::before", at(16), 100);
  {
    const Listener listener;
    ToolAllocations::tell_freed(at(16));
    ToolAllocations::tell_allocated("Space", "Testing::inside", at(32), 200);
  }
  ToolAllocations::tell_freed(at(32));
  EXPECT_EQ(heard(), (lines{"new Space Testing::inside 32 200"}));
  const Listener listener;
  ToolAllocations::tell_freed(at(32));
  EXPECT_TRUE(heard().empty()) << "forgotten though no tool was there";
}

}  // namespace
